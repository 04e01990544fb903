import type { Channel, Message } from "../model.ts";
import type { World } from "../world.ts";
import { Refusal } from "./call.ts";

/** Returns the conversation that the bot names, if the bot may know of it. */
export function visibleChannel(world: World, given: string): Channel {
  const { channels, app } = world;
  const found = channels.find(given) ?? channels.named(given.replace(/^#/, "") || "?");
  const isHidden = found?.kind === "private" && !found.members.includes(app.botUserId);
  if (found === undefined || isHidden) throw new Refusal("channel_not_found");
  return found;
}

/** Returns a conversation that the bot is in: reading and writing both need it. */
export function joinedChannel(world: World, given: string): Channel {
  const channel = visibleChannel(world, given);
  if (!channel.members.includes(world.app.botUserId)) throw new Refusal("not_in_channel");
  return channel;
}

/** Returns a conversation in which the bot may write; a person's id means their direct message. */
export function writableChannel(world: World, given: string): Channel {
  const isPerson = world.people.find(given) !== undefined;
  const channel = isPerson ? world.channels.direct(given) : visibleChannel(world, given);
  if (channel.isArchived) throw new Refusal("is_archived");
  return joinedChannel(world, channel.id);
}

/** Checks the root of a thread and returns its `ts`; an empty text is no thread. */
export function threadRoot(world: World, channel: Channel, threadTs: string): string | undefined {
  if (threadTs === "") return undefined;
  const root = world.messages.find(channel.id, threadTs);
  if (root === undefined) throw new Refusal("thread_not_found");
  if (root.threadTs !== undefined) throw new Refusal("cannot_reply_to_message");
  return threadTs;
}

export function foundMessage(world: World, channel: Channel, ts: string): Message {
  const message = world.messages.find(channel.id, ts);
  if (message === undefined) throw new Refusal("message_not_found");
  return message;
}
