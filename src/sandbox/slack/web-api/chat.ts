import { deletedEvents, postedEvents } from "../delivery/message-events.ts";
import type { Message } from "../model.ts";
import { messageJson } from "../wire.ts";
import { type Call, type Method, Refusal } from "./call.ts";
import { contentOf, metadataOf } from "./content.ts";
import {
  foundMessage,
  joinedChannel,
  threadRoot,
  visibleChannel,
  writableChannel,
} from "./places.ts";

export const chatMethods: Readonly<Record<string, Method>> = {
  "chat.postMessage": { scope: "chat:write", run: post },
  "chat.delete": { scope: "chat:write", run: remove },
  "chat.postEphemeral": { scope: "chat:write", run: postEphemeral },
  "chat.getPermalink": { scope: undefined, run: permalink },
};

function post({ world, args, outbox }: Call) {
  const channel = writableChannel(world, args.required("channel"));
  const content = contentOf(world, args);
  const metadata = metadataOf(args) ?? undefined;
  const threadTs = threadRoot(world, channel, args.text("thread_ts"));
  const user = world.app.botUserId;
  const said = { channel: channel.id, user, isFromBot: true, threadTs, metadata, ...content };
  const message = world.messages.post(said);
  outbox.dispatch(postedEvents(world, message));
  return { channel: channel.id, ts: message.ts, message: messageJson(world, message) };
}

function remove({ world, args, outbox }: Call) {
  const channel = joinedChannel(world, args.required("channel"));
  const message = ownMessage({ world, args }, foundMessage(world, channel, args.required("ts")));
  world.messages.remove(message);
  outbox.dispatch(deletedEvents(world, message));
  return { channel: channel.id, ts: message.ts };
}

function ownMessage({ world }: Pick<Call, "world" | "args">, message: Message): Message {
  if (message.user !== world.app.botUserId) throw new Refusal("cant_delete_message");
  return message;
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
