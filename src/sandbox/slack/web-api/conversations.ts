import { type Fields, present } from "#sandbox/slack/json.ts";
import type { Channel, Message } from "#sandbox/slack/model.ts";
import { channelJson, messageJson, userJson } from "#sandbox/slack/wire.ts";

import { type Call, type Method, Refusal, joinedChannel, pageOf, visibleChannel } from "./call.ts";

export const conversationMethods: Readonly<Record<string, Method>> = {
  "conversations.info": { scope: byKind("read"), run: about },
  "users.conversations": { scope: "channels:read", run: listOwn },
  "conversations.members": { scope: byKind("read"), run: members },
  "conversations.open": { scope: "im:write", run: open },
  "conversations.history": { scope: byKind("history"), run: history },
  "conversations.replies": { scope: byKind("history"), run: replies },
};

/** Returns a scope by the kind of conversation: each kind has its own. */
function byKind(right: "read" | "history") {
  const families = { public: "channels", private: "groups", im: "im", mpim: "mpim" } as const;
  return ({ world, args }: Call): string => {
    const { kind } = visibleChannel(world, args.required("channel"));
    return `${families[kind]}:${right}`;
  };
}

function about({ world, args }: Call) {
  const channel = visibleChannel(world, args.required("channel"));
  const locale = args.flag("include_locale") ? { locale: channel.locale ?? "en-US" } : {};
  return { channel: { ...channelJson(world, channel), ...locale } };
}

/** Lists the conversations that the bot is in. */
function listOwn({ world, args }: Call) {
  const types = (args.text("types") || "public_channel").split(",");
  const isWanted = ({ kind, isArchived, members }: Channel) =>
    types.includes(kind === "im" || kind === "mpim" ? kind : `${kind}_channel`) &&
    !(args.flag("exclude_archived") && isArchived) &&
    members.includes(world.app.botUserId);
  const { items, ...rest } = pageOf(args, world.channels.all().filter(isWanted));
  return { channels: items.map((channel) => channelJson(world, channel)), ...rest };
}

function members({ world, args }: Call) {
  const channel = visibleChannel(world, args.required("channel"));
  const { items, ...rest } = pageOf(args, channel.members);
  return { members: items, ...rest };
}

function open({ world, args }: Call) {
  const [user, ...others] = args.required("users").split(",");
  if (others.length > 0) throw new Refusal("method_not_supported_for_channel_type");
  if (user === undefined || world.people.find(user) === undefined) {
    throw new Refusal("user_not_found");
  }
  return { channel: { id: world.channels.direct(user).id } };
}

function history(call: Call) {
  const channel = joinedChannel(call.world, call.args.required("channel"));
  const all = call.world.messages.inChannel(channel.id);
  return readPage(call, all.filter(({ threadTs }) => threadTs === undefined).reverse());
}

function replies(call: Call) {
  const channel = joinedChannel(call.world, call.args.required("channel"));
  const ts = call.args.required("ts");
  const rootTs = call.world.messages.find(channel.id, ts)?.threadTs ?? ts;
  const thread = call.world.messages.thread(channel.id, rootTs);
  if (thread.length === 0) throw new Refusal("thread_not_found");
  return readPage(call, thread);
}

function readPage(call: Call, messages: readonly Message[]) {
  const { args, hiddenAfter } = call;
  const oldest = args.text("oldest") || "0";
  const latest = args.text("latest") || "9999999999.999999";
  const isWanted = ({ ts }: Message) =>
    ts >= oldest && ts <= latest && (hiddenAfter === undefined || ts <= hiddenAfter);
  const { items, ...rest } = pageOf(args, messages.filter(isWanted));
  const has_more = rest.response_metadata["next_cursor"] !== "";
  return { messages: items.map((message) => readJson(call, message)), has_more, ...rest };
}

/** Without `include_all_metadata` Slack returns only the metadata's event type. */
function readJson({ world, args }: Call, message: Message): Fields {
  const whole = messageJson(world, message);
  if (args.flag("include_all_metadata") || message.metadata === undefined) return whole;
  return present({ ...whole, metadata: { event_type: message.metadata.event_type } });
}

export const peopleMethods: Readonly<Record<string, Method>> = {
  "auth.test": { scope: undefined, run: whoAmI },
  "bots.info": { scope: "users:read", run: aboutBot },
  "users.info": { scope: "users:read", run: aboutPerson },
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

function aboutPerson({ world, args }: Call) {
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
