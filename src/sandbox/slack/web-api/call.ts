import type { Outbox } from "../delivery/outbox.ts";
import type { Sockets } from "../delivery/sockets.ts";
import { fieldsOf, type Fields, parsedJson, textOf } from "../json.ts";
import type { World } from "../world.ts";

export type Args = ReturnType<typeof createArgs>;

/** One call of the bot. `hiddenAfter` is a stale replica: newer messages are not seen by reads. */
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

/** Arguments as the client sends them: JSON, or form fields whose objects are JSON in a string. */
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
    /** A required text; absent is Slack's `invalid_arguments`. */
    required(name: string): string {
      const value = text(name);
      if (value !== "") return value;
      const messages = [`[ERROR] missing required field: ${name}`];
      throw new Refusal("invalid_arguments", { response_metadata: { messages } });
    },
  };
}
