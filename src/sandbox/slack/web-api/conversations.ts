import { type Fields, present } from "../json.ts";
import type { Channel, Message } from "../model.ts";
import { channelJson, messageJson } from "../wire.ts";
import { type Call, type Method, Refusal } from "./call.ts";
import { pageOf } from "./pages.ts";
import { joinedChannel, visibleChannel } from "./places.ts";

export const conversationMethods: Readonly<Record<string, Method>> = {
  "conversations.info": { scope: byKind("read"), run: about },
  "conversations.list": { scope: "channels:read", run: list },
  "users.conversations": { scope: "channels:read", run: listOwn },
  "conversations.members": { scope: byKind("read"), run: members },
  "conversations.open": { scope: "im:write", run: open },
  "conversations.join": { scope: "channels:join", run: join },
  "conversations.history": { scope: byKind("history"), run: history },
  "conversations.replies": { scope: byKind("history"), run: replies },
  "reactions.add": { scope: "reactions:write", run: react },
};

/** Public channels, private ones and direct messages have scopes of their own. */
function byKind(right: "read" | "history") {
  const families = { public: "channels", private: "groups", im: "im" } as const;
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

function list(call: Call) {
  const { app } = call.world;
  return listed(call, ({ kind, members }) => kind === "public" || members.includes(app.botUserId));
}

/** Those that the bot is in. */
function listOwn(call: Call) {
  const { app } = call.world;
  return listed(call, ({ members }) => members.includes(app.botUserId));
}

function listed({ world, args }: Call, isSeen: (channel: Channel) => boolean) {
  const types = (args.text("types") || "public_channel").split(",");
  const isWanted = (channel: Channel) =>
    types.includes(channel.kind === "im" ? "im" : `${channel.kind}_channel`) &&
    !(args.flag("exclude_archived") && channel.isArchived) &&
    isSeen(channel);
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

function join({ world, args }: Call) {
  const channel = visibleChannel(world, args.required("channel"));
  if (channel.isArchived) throw new Refusal("is_archived");
  return { channel: channelJson(world, world.channels.join(channel, world.app.botUserId)) };
}

function history(call: Call) {
  const channel = joinedChannel(call.world, call.args.required("channel"));
  const roots = call.world.messages.inChannel(channel.id).filter(({ threadTs }) => !threadTs);
  const { items, ...rest } = pageOf(call.args, seen(call, roots).reverse());
  const has_more = rest.response_metadata["next_cursor"] !== "";
  return { messages: items.map((message) => readJson(call, message)), has_more, ...rest };
}

function replies(call: Call) {
  const channel = joinedChannel(call.world, call.args.required("channel"));
  const asked = call.args.required("ts");
  const rootTs = call.world.messages.find(channel.id, asked)?.threadTs ?? asked;
  const thread = call.world.messages.thread(channel.id, rootTs);
  if (thread.length === 0) throw new Refusal("thread_not_found");
  const { items, ...rest } = pageOf(call.args, seen(call, thread));
  const has_more = rest.response_metadata["next_cursor"] !== "";
  return { messages: items.map((message) => readJson(call, message)), has_more, ...rest };
}

function seen({ args, hiddenAfter }: Call, messages: readonly Message[]): Message[] {
  const oldest = args.text("oldest") || "0";
  const latest = args.text("latest") || "9999999999.999999";
  const isWanted = ({ ts }: Message) =>
    ts >= oldest && ts <= latest && (hiddenAfter === undefined || ts <= hiddenAfter);
  return messages.filter(isWanted);
}

/** Without `include_all_metadata` only the metadata's event type is told. */
function readJson({ world, args }: Call, message: Message): Fields {
  const whole = messageJson(world, message);
  if (args.flag("include_all_metadata") || message.metadata === undefined) return whole;
  return present({ ...whole, metadata: { event_type: message.metadata.event_type } });
}

function react({ world, args }: Call) {
  const channel = joinedChannel(world, args.required("channel"));
  const ts = args.required("timestamp");
  const name = args.required("name");
  if (world.messages.find(channel.id, ts) === undefined) throw new Refusal("message_not_found");
  world.changes.announce({ kind: "reaction", channel: channel.id, ts, name });
  return {};
}
