import type { Outbox } from "#sandbox/slack/delivery/outbox.ts";
import type { Sockets } from "#sandbox/slack/delivery/sockets.ts";
import { type Fields, fieldsOf, parsedJson, textOf } from "#sandbox/slack/json.ts";
import type { Channel, Message } from "#sandbox/slack/model.ts";
import type { World } from "#sandbox/slack/world.ts";

export type Args = ReturnType<typeof createArgs>;

/** One call of the bot. `hiddenAfter` simulates a stale replica: reads miss newer messages. */
export type Call = {
  readonly args: Args;
  readonly world: World;
  readonly outbox: Outbox;
  readonly sockets: Sockets;
  readonly hiddenAfter: string | undefined;
};

export type Method = {
  /** The scope it needs, which for conversations depends on their kind; none for some. */
  readonly scope: string | undefined | ((call: Call) => string | undefined);
  readonly run: (call: Call) => Fields | Promise<Fields>;
};

/** An answer `ok: false`, with Slack's own word for it. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly error: string;
  readonly extra: Fields;
  constructor(error: string, extra: Fields = {}) {
    super(`Slack refuses: ${error}`);
    this.error = error;
    this.extra = extra;
  }
}

/** Reads arguments as the client sends them: JSON, or form fields with JSON in them. */
export function createArgs(raw: Fields) {
  const text = (name: string): string => {
    const value = raw[name];
    return typeof value === "number" || typeof value === "boolean" ? String(value) : textOf(value);
  };
  const json = (name: string): unknown => {
    const value = raw[name];
    return typeof value === "string" ? parsedJson(value) : value;
  };
  return {
    raw,
    text,
    json,
    has: (name: string) => raw[name] !== undefined,
    object: (name: string) => fieldsOf(json(name)),
    flag: (name: string) => ["true", "1"].includes(text(name)),
    /** Returns a required text; throws Slack's `invalid_arguments` when it is absent. */
    required(name: string): string {
      const value = text(name);
      if (value !== "") return value;
      const messages = [`[ERROR] missing required field: ${name}`];
      throw new Refusal("invalid_arguments", { response_metadata: { messages } });
    },
  };
}

/** Returns one page of a list by `cursor` and `limit`, as Slack does. */
export function pageOf<T>(args: Args, all: readonly T[]) {
  const cursor = args.text("cursor");
  const [, offset] = /^next:(\d+)$/.exec(Buffer.from(cursor, "base64").toString()) ?? [];
  if (cursor !== "" && offset === undefined) throw new Refusal("invalid_cursor");
  const start = Number(offset ?? 0);
  const size = Number.parseInt(args.text("limit"), 10);
  const limit = Math.min(Number.isNaN(size) || size < 1 ? 100 : size, 1000);
  const end = start + limit;
  const next_cursor = end < all.length ? Buffer.from(`next:${end}`).toString("base64") : "";
  return { items: all.slice(start, end), response_metadata: { next_cursor } };
}

/** Returns the conversation that the bot names, if the bot may know of it. */
export function visibleChannel(world: World, place: string): Channel {
  const { channels, app } = world;
  const channel = channels.find(place) ?? channels.named(place.replace(/^#/, "") || "?");
  const isHidden = channel?.kind === "private" && !channel.members.includes(app.botUserId);
  if (channel === undefined || isHidden) throw new Refusal("channel_not_found");
  return channel;
}

/** Returns a conversation that the bot is in: reading and writing both need it. */
export function joinedChannel(world: World, place: string): Channel {
  const channel = visibleChannel(world, place);
  if (!channel.members.includes(world.app.botUserId)) throw new Refusal("not_in_channel");
  return channel;
}

/** Returns a conversation in which the bot may write; a person's id means their direct message. */
export function writableChannel(world: World, place: string): Channel {
  const isPerson = world.people.find(place) !== undefined;
  const channel = isPerson ? world.channels.direct(place) : visibleChannel(world, place);
  if (channel.isArchived) throw new Refusal("is_archived");
  return joinedChannel(world, channel.id);
}

/** Checks the root of a thread and returns its `ts`; an empty text is no thread. */
export function threadRoot(world: World, channel: Channel, threadTs: string): string | undefined {
  if (threadTs === "") return undefined;
  const root = world.messages.find(channel.id, threadTs);
  // Slack answers ok, and the message stands in the conversation itself.
  if (root === undefined) return undefined;
  if (root.threadTs !== undefined) throw new Refusal("cannot_reply_to_message");
  return threadTs;
}

export function foundMessage(world: World, channel: Channel, ts: string): Message {
  const message = world.messages.find(channel.id, ts);
  if (message === undefined) throw new Refusal("message_not_found");
  return message;
}
