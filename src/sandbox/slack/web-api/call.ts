import type { Outbox } from "../delivery/outbox.ts";
import type { Sockets } from "../delivery/sockets.ts";
import { fieldsOf, type Fields, parsedJson, textOf } from "../json.ts";
import type { World } from "../world.ts";

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

/**
 * Reads arguments as the client sends them: JSON, or form fields whose objects are JSON in a
 * string.
 */
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
  const start = startOf(args.text("cursor"));
  const asked = Number.parseInt(args.text("limit"), 10);
  const limit = Math.min(Number.isNaN(asked) || asked < 1 ? 100 : asked, 1000);
  const end = start + limit;
  const next_cursor = end < all.length ? Buffer.from(`next:${end}`).toString("base64") : "";
  return { items: all.slice(start, end), response_metadata: { next_cursor } };
}

function startOf(cursor: string): number {
  if (cursor === "") return 0;
  const match = /^next:(\d+)$/.exec(Buffer.from(cursor, "base64").toString());
  if (match === null) throw new Refusal("invalid_cursor");
  return Number(match[1]);
}
