import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";

import { z } from "zod";

import { taskSchema } from "./task.ts";

const at = z.number();
const outcome = z.enum(["created", "replayed", "conflict", "unpaid", "malformed"]);

const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("opened"), at, linkSecret: z.string() }),
  z.object({
    type: z.literal("key"),
    at,
    key: z.string(),
    account: z.string(),
    rpm: z.number(),
    revoked: z.boolean(),
  }),
  z.object({ type: z.literal("balance"), at, account: z.string(), credits: z.number() }),
  z.object({
    type: z.literal("create"),
    at,
    account: z.string(),
    idempotencyKey: z.string().optional(),
    fingerprint: z.string().optional(),
    outcome,
    action: z.string().optional(),
    taskId: z.string().optional(),
    /** Present for `created` alone: the task, its reservation and its key are one line, so one write. */
    task: taskSchema.optional(),
  }),
  z.object({
    type: z.literal("end"),
    at,
    taskId: z.string(),
    status: z.string(),
    charged: z.number(),
    terms: taskSchema.shape.terms,
    outputBytes: taskSchema.shape.outputBytes,
  }),
  z.object({ type: z.literal("forget"), at }),
]);
export type JournalEvent = z.infer<typeof eventSchema>;

/**
 * An append-only file of one JSON line an event. A line is complete or it did not happen: what a
 * kill left half-written is cut off when the file is opened again.
 *
 * @param path the file, or undefined to keep nothing
 */
export function openJournal(path: string | undefined) {
  const events = path === undefined ? [] : readEvents(path);
  const file = path === undefined ? undefined : openSync(path, "a", 0o600);
  let closed = false;
  return {
    events,
    append: (event: JournalEvent) => {
      if (closed) throw new Error("the journal is closed");
      // Written through to the operating system before the reply: survives kill -9.
      if (file !== undefined) writeSync(file, `${JSON.stringify(event)}\n`);
    },
    close: () => {
      closed = true;
      if (file !== undefined) closeSync(file);
    },
  };
}
export type Journal = ReturnType<typeof openJournal>;

function readEvents(path: string): JournalEvent[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const complete = bytes.lastIndexOf(0x0a) + 1;
  if (complete < bytes.length) truncateSync(path, complete);
  const lines = bytes.subarray(0, complete).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => eventSchema.parse(JSON.parse(line)));
}
