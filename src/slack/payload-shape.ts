import { z } from "zod";

import type { Delivery, Intake } from "./intake.ts";

type Log = (fields: object, message: string) => void;

/**
 * Logs each kind of payload that cannot be read once, by its shape: the names of its fields and
 * none of their values.
 */
export function createUnreadable(log: Log): (body: unknown) => void {
  const known = new Set<string>();
  return (body) => {
    const shape = shapeOf(body, 2);
    if (known.has(shape) || known.size >= knownAtMost) return;
    known.add(shape);
    log({ shape }, "a payload from Slack cannot be read");
  };
}

const knownAtMost = 100;

/**
 * Returns the same intake for deliveries of known kinds. Bolt breaks on others, and Slack would
 * send them again: they are logged and acknowledged.
 */
export function forKnownKinds(intake: Intake, onUnreadable: (body: unknown) => void): Intake {
  return {
    ...intake,
    take: async (delivery) => {
      const body = withoutNulls(delivery.body);
      if (knownKind.safeParse(body).success) return await intake.take({ ...delivery, body });
      onUnreadable(body);
      await delivery.answer();
    },
  };
}

/** Removes nulls, which Slack writes for absent fields, because Bolt reads into some of them. */
function withoutNulls(body: Delivery["body"]): Delivery["body"] {
  const given = present(body);
  const event = fields.safeParse(given["event"]).data;
  return event === undefined ? given : { ...given, event: present(event) };
}

function present(all: Delivery["body"]): Delivery["body"] {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

const fields = z.record(z.string(), z.unknown());

const user = z.object({ id: z.string() });

const knownKind = z.union([
  z.object({ type: z.literal("event_callback"), event: z.object({ type: z.string() }) }),
  z.object({ type: z.literal("block_actions"), user, actions: z.array(z.unknown()) }),
  z.object({ type: z.literal("message_action"), user }),
  z.object({ type: z.literal("view_submission"), user, view: fields }),
  z.object({ command: z.string(), user_id: z.string() }),
]);

/**
 * Returns the names of fields to a depth: deeper names may be people's choice, such as ids of
 * fields and channels.
 */
function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${depth > 0 ? shapeOf(value[0], depth) : ""}]`;
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  if (depth === 0) return "{}";
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${shapeOf(field, depth - 1)}`).join(",")}}`;
}
