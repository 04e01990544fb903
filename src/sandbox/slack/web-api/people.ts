import { userJson } from "../wire.ts";
import { type Call, type Method, Refusal } from "./call.ts";
import { pageOf } from "./pages.ts";

export const peopleMethods: Readonly<Record<string, Method>> = {
  "auth.test": { scope: undefined, run: whoAmI },
  "users.info": { scope: "users:read", run: about },
  "users.list": { scope: "users:read", run: list },
  "usergroups.list": { scope: "usergroups:read", run: groups },
  "usergroups.users.list": { scope: "usergroups:read", run: groupMembers },
};

function whoAmI({ world }: Call) {
  const { app, bot } = world;
  return {
    url: `https://${app.team.domain}.slack.com/`,
    team: app.team.name,
    user: bot.name,
    team_id: app.team.id,
    user_id: app.botUserId,
    bot_id: app.botId,
    is_enterprise_install: false,
  };
}

function about({ world, args }: Call) {
  const person = world.people.find(args.required("user"));
  if (person === undefined) throw new Refusal("user_not_found");
  const locale = args.flag("include_locale") ? { locale: person.locale } : {};
  return { user: { ...userJson(person), ...locale } };
}

function list({ world, args }: Call) {
  const { items, ...rest } = pageOf(args, world.people.all());
  return { members: items.map(userJson), ...rest };
}

function groups({ world }: Call) {
  const team_id = world.app.team.id;
  const shown = world.people.groups().map(({ id, name, members }) => {
    return { id, team_id, handle: name, name, is_usergroup: true, user_count: members.length };
  });
  return { usergroups: shown };
}

function groupMembers({ world, args }: Call) {
  const group = world.people.findGroup(args.required("usergroup"));
  if (group === undefined) throw new Refusal("no_such_subteam");
  return { users: group.members };
}
