import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";

import { z } from "zod";

import { taskSchema } from "./task.ts";
import type { Task } from "./task.ts";

const at = z.number();
const ofTask = taskSchema.pick({ status: true, charged: true, terms: true, outputBytes: true });

/** What happened, as the journal keeps it: one JSON line each. */
const eventSchema = z.discriminatedUnion("type", [
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
    outcome: z.enum(["created", "replayed", "conflict", "unpaid", "malformed"]),
    action: z.string().optional(),
    taskId: z.string().optional(),
    /** Present for `created` alone: the task, its reservation and its key are one line, so one write. */
    task: taskSchema.optional(),
  }),
  ofTask.extend({ type: z.literal("end"), at, taskId: z.string() }),
  z.object({ type: z.literal("forget"), at }),
]);
export type BookEvent = z.infer<typeof eventSchema>;
type Create = Extract<BookEvent, { type: "create" }>;

export type Account = {
  balance: number;
  reserved: number;
  charges: { at: number; credits: number }[];
};

const emptyState = () => ({
  accounts: new Map<string, Account>(),
  keys: new Map<string, Extract<BookEvent, { type: "key" }>>(),
  tasks: new Map<string, Task>(),
  /** Task ids by account and idempotency key. */
  remembered: new Map<string, string>(),
  creates: [] as Omit<Create, "task">[],
});
type State = ReturnType<typeof emptyState>;

/**
 * What the service remembers: all of it follows from the events, in order, and each is written
 * before it holds.
 *
 * @param path the journal, or undefined to keep nothing
 */
export function openBooks(path?: string) {
  const state = emptyState();
  for (const event of path === undefined ? [] : readEvents(path)) apply(state, event);
  let file = path === undefined ? undefined : openSync(path, "a", 0o600);
  return {
    ...state,
    record: (event: BookEvent) => {
      // Written through to the operating system before the reply: survives kill -9.
      if (file !== undefined) writeSync(file, `${JSON.stringify(event)}\n`);
      apply(state, event);
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
export type Books = ReturnType<typeof openBooks>;

/** A line is complete or it did not happen: what a kill left half-written is cut off. */
function readEvents(path: string): BookEvent[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const complete = bytes.lastIndexOf(0x0a) + 1;
  if (complete < bytes.length) truncateSync(path, complete);
  const lines = bytes.subarray(0, complete).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => eventSchema.parse(JSON.parse(line)));
}

/** Idempotency keys belong to the account that sent them. */
export function memoryOf(account: string, idempotencyKey: string | undefined): string {
  return JSON.stringify([account, idempotencyKey]);
}

/** Credits that are neither spent nor promised to a running task. */
export function available(account: Account): number {
  return account.balance - account.reserved;
}

function apply(state: State, event: BookEvent): void {
  switch (event.type) {
    case "key":
      state.keys.set(event.key, event);
      break;
    case "balance":
      accountIn(state, event.account).balance = event.credits;
      break;
    case "create":
      applyCreate(state, event);
      break;
    case "end":
      applyEnd(state, event);
      break;
    case "forget":
      state.remembered.clear();
      break;
  }
}

function applyCreate(state: State, { task, ...row }: Create): void {
  state.creates.push(row);
  if (task === undefined) return;
  state.tasks.set(task.id, task);
  accountIn(state, task.account).reserved += task.reserved;
  if (task.idempotencyKey === undefined) return;
  state.remembered.set(memoryOf(task.account, task.idempotencyKey), task.id);
}

function applyEnd(state: State, event: Extract<BookEvent, { type: "end" }>): void {
  const task = state.tasks.get(event.taskId);
  if (task === undefined) return;
  const { status, charged, terms, outputBytes } = event;
  const account = accountIn(state, task.account);
  account.reserved -= task.reserved;
  account.balance -= charged;
  if (charged > 0) account.charges.push({ at: event.at, credits: charged });
  state.tasks.set(task.id, { ...task, status, charged, terms, outputBytes, endedAt: event.at });
}

function accountIn(state: State, name: string): Account {
  const known = state.accounts.get(name);
  if (known !== undefined) return known;
  const account: Account = { balance: 0, reserved: 0, charges: [] };
  state.accounts.set(name, account);
  return account;
}
