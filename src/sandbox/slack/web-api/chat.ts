import { changedEvents, postedEvents } from "#sandbox/slack/delivery/events.ts";
import { messageJson } from "#sandbox/slack/wire.ts";

import {
  type Call,
  type Method,
  Refusal,
  foundMessage,
  joinedChannel,
  threadRoot,
  visibleChannel,
  writableChannel,
} from "./call.ts";
import { contentOf, metadataOf } from "./content.ts";

const UPDATE_TEXT_MAX = 4000;

export const chatMethods: Readonly<Record<string, Method>> = {
  "chat.postMessage": { scope: "chat:write", run: post },
  "chat.update": { scope: "chat:write", run: update },
  "chat.postEphemeral": { scope: "chat:write", run: postEphemeral },
  "chat.getPermalink": { scope: undefined, run: permalink },
};

function post({ world, args, outbox }: Call) {
  const channel = writableChannel(world, args.required("channel"));
  const content = contentOf(world, args);
  const metadata = metadataOf(args) ?? undefined;
  const threadTs = threadRoot(world, channel, args.text("thread_ts"));
  const user = world.app.botUserId;
  const input = { channel: channel.id, user, isFromBot: true, threadTs, metadata, ...content };
  const message = world.messages.post(input);
  outbox.dispatch(postedEvents(world, message));
  return { channel: channel.id, ts: message.ts, message: messageJson(world, message) };
}

/** Text without blocks removes the blocks; metadata that is left out stays, `{}` clears it. */
function update({ world, args, outbox }: Call) {
  const channel = joinedChannel(world, args.required("channel"));
  if (channel.isArchived) throw new Refusal("is_archived");
  const previous = foundMessage(world, channel, args.required("ts"));
  if (previous.user !== world.app.botUserId) throw new Refusal("cant_update_message");
  if (args.text("text").length > UPDATE_TEXT_MAX) throw new Refusal("msg_too_long");
  const { text, blocks } = contentOf(world, args);
  const input = metadataOf(args);
  const metadata = input === undefined ? previous.metadata : (input ?? undefined);
  // Slack shows no "edited" on a message that is updated with blocks.
  const editedTs = blocks === undefined ? world.ids.ts() : undefined;
  const message = world.messages.update(previous, { text, blocks, metadata, editedTs });
  outbox.dispatch(changedEvents(world, previous, message));
  const json = messageJson(world, message);
  return { channel: channel.id, ts: message.ts, text, message: json };
}

function postEphemeral({ world, args }: Call) {
  const channel = writableChannel(world, args.required("channel"));
  const user = args.required("user");
  if (!channel.members.includes(user)) throw new Refusal("user_not_in_channel");
  const threadTs = threadRoot(world, channel, args.text("thread_ts"));
  const content = contentOf(world, args);
  const { ts } = world.messages.showEphemeral({ channel: channel.id, user, threadTs, ...content });
  return { message_ts: ts };
}

function permalink({ world, args }: Call) {
  const channel = visibleChannel(world, args.required("channel"));
  const message = foundMessage(world, channel, args.required("message_ts"));
  const { threadTs } = message;
  const query = threadTs === undefined ? "" : `?thread_ts=${threadTs}&cid=${channel.id}`;
  const path = `/archives/${channel.id}/p${message.ts.replace(".", "")}${query}`;
  return { channel: channel.id, permalink: `https://${world.app.team.domain}.slack.com${path}` };
}

const scope = "reactions:write";

export const reactionMethods: Readonly<Record<string, Method>> = {
  "reactions.add": { scope, run: (call) => react(call, true) },
  "reactions.remove": { scope, run: (call) => react(call, false) },
};

/** Changes the bot's own reactions; people have none here. */
function react({ world, args }: Call, isAdded: boolean) {
  const channel = joinedChannel(world, args.required("channel"));
  if (channel.isArchived) throw new Refusal("is_archived");
  const message = foundMessage(world, channel, args.required("timestamp"));
  const name = args.required("name");
  if (!/^[a-z0-9_+-]+$/u.test(name)) throw new Refusal("invalid_name");
  const others = message.reactions.filter((one) => one !== name);
  const isThere = others.length < message.reactions.length;
  if (isThere === isAdded) throw new Refusal(isAdded ? "already_reacted" : "no_reaction");
  world.messages.update(message, { reactions: isAdded ? [...others, name] : others });
  return {};
}
