import { userJson } from "../wire.ts";
import { type Call, type Method, Refusal } from "./call.ts";

export const peopleMethods: Readonly<Record<string, Method>> = {
  "auth.test": { scope: undefined, run: whoAmI },
  "bots.info": { scope: "users:read", run: aboutBot },
  "users.info": { scope: "users:read", run: about },
  "usergroups.users.list": { scope: "usergroups:read", run: groupMembers },
};

function aboutBot({ world }: Call) {
  const { app, bot } = world;
  return { bot: { id: app.botId, app_id: app.id, user_id: app.botUserId, name: bot.name } };
}

function whoAmI({ world }: Call) {
  const { app, bot } = world;
  return {
    url: `https://${app.team.domain}.slack.com/`,
    team: app.team.name,
    user: bot.name,
    team_id: app.isOrgWide ? "E1" : app.team.id,
    user_id: app.botUserId,
    bot_id: app.botId,
    is_enterprise_install: app.isOrgWide,
  };
}

function about({ world, args }: Call) {
  const person = world.people.find(args.required("user"));
  if (person === undefined) throw new Refusal("user_not_found");
  const locale = args.flag("include_locale") ? { locale: person.locale } : {};
  return { user: { ...userJson(person), ...locale } };
}

function groupMembers({ world, args }: Call) {
  const group = world.people.findGroup(args.required("usergroup"));
  if (group === undefined) throw new Refusal("no_such_subteam");
  return { users: group.members };
}
