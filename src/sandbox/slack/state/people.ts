import type { Group, Person } from "../model.ts";
import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

export type NewPerson = Partial<Person> & { readonly name: string };
export type NewGroup = { readonly name: string; readonly members: readonly string[] };

export function createPeople(deps: { ids: Ids; changes: Changes; teamId: string }) {
  const people = new Map<string, Person>();
  const groups = new Map<string, Group>();

  function put(person: Person): Person {
    people.set(person.id, person);
    deps.changes.announce({ kind: "person", person });
    return person;
  }

  function putGroup(group: Group): Group {
    groups.set(group.id, group);
    deps.changes.announce({ kind: "group", group });
    return group;
  }

  return {
    all: (): readonly Person[] => [...people.values()],
    find: (id: string): Person | undefined => people.get(id),
    add: (given: NewPerson) => put(aPerson(deps.ids.id("U"), deps.teamId, given)),
    change: (person: Person, changed: Partial<Person>) => put({ ...person, ...changed }),
    groups: (): readonly Group[] => [...groups.values()],
    findGroup: (id: string): Group | undefined => groups.get(id),
    addGroup: (given: NewGroup) => putGroup({ id: deps.ids.id("S"), ...given }),
    setGroupMembers: (group: Group, members: readonly string[]) => putGroup({ ...group, members }),
  };
}

function aPerson(id: string, teamId: string, given: NewPerson): Person {
  return {
    id,
    teamId,
    realName: given.name,
    locale: "en-US",
    isAdmin: false,
    isBot: false,
    isRestricted: false,
    isUltraRestricted: false,
    isStranger: false,
    isDeleted: false,
    ...given,
  };
}
