import type { Channel, Group, Person } from "#sandbox/slack/model.ts";

import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

export type NewPerson = Partial<Person> & { readonly name: string };
type NewGroup = { readonly name: string; readonly members: readonly string[] };

export function createPeople(deps: { ids: Ids; changes: Changes; teamId: string }) {
  const people = new Map<string, Person>();
  const groups = new Map<string, Group>();

  function put(person: Person, kind: "person" | "person-changed"): Person {
    people.set(person.id, person);
    deps.changes.announce({ kind, person });
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
    add: (input: NewPerson) => put(aPerson(deps.ids.id("U"), deps.teamId, input), "person"),
    /** Slack tells the app of it with an event. */
    change: (person: Person, update: Partial<Person>) =>
      put({ ...person, ...update }, "person-changed"),
    groups: (): readonly Group[] => [...groups.values()],
    findGroup: (id: string): Group | undefined => groups.get(id),
    addGroup: (input: NewGroup) => putGroup({ id: deps.ids.id("S"), ...input }),
    setGroupMembers: (group: Group, members: readonly string[]) => putGroup({ ...group, members }),
  };
}

function aPerson(id: string, teamId: string, input: NewPerson): Person {
  return {
    id,
    teamId,
    realName: input.name,
    locale: "en-US",
    isAdmin: false,
    isBot: false,
    isRestricted: false,
    isUltraRestricted: false,
    isStranger: false,
    isDeleted: false,
    ...input,
  };
}

type NewChannel = Partial<Omit<Channel, "name">> & { readonly name: string };

/** The conversations: channels, and one direct message of each person with the bot. */
export function createChannels(deps: { ids: Ids; changes: Changes; botUserId: string }) {
  const channels = new Map<string, Channel>();

  function put(channel: Channel): Channel {
    channels.set(channel.id, channel);
    deps.changes.announce({ kind: "channel", channel });
    return channel;
  }

  function add(input: NewChannel): Channel {
    const { ids } = deps;
    const id = ids.id(input.kind === "im" ? "D" : "C");
    const created = ids.seconds();
    const plain = { kind: "public", isArchived: false, isExtShared: false, members: [] } as const;
    return put({ id, created, ...plain, ...input });
  }

  const find = (id: string): Channel | undefined => channels.get(id);
  const byName = (name: string) => [...channels.values()].find((channel) => channel.name === name);

  /** Returns the direct message of this person with the bot; opens it when there is none yet. */
  const direct = (userId: string): Channel =>
    [...channels.values()].find(({ kind, members }) => kind === "im" && members.includes(userId)) ??
    add({ name: "", kind: "im", members: [userId, deps.botUserId] });

  /** Returns the id of a conversation that a test names as `#translations` or by its id. */
  function idOf(place: string): string {
    const channel = find(place) ?? byName(place.replace(/^#/, ""));
    if (channel === undefined) throw new Error(`There is no channel ${place}`);
    return channel.id;
  }

  return {
    all: (): readonly Channel[] => [...channels.values()],
    find,
    named: byName,
    add,
    direct,
    idOf,
    /** Returns the id of the named conversation, or of the direct message with the bot. */
    placeOf: (userId: string, place: string | undefined): string =>
      place === undefined ? direct(userId).id : idOf(place),
    leave: (channel: Channel, userId: string) =>
      put({ ...channel, members: channel.members.filter((member) => member !== userId) }),
    speak: (channel: Channel, locale: string) => put({ ...channel, locale }),
    archive: (channel: Channel) => put({ ...channel, isArchived: true }),
  };
}
