import { createHash, randomUUID } from "node:crypto";

import { z } from "zod";

import { createSmallRecords } from "../../store/small-records.ts";
import type { CasStore, IndexEntry } from "../../store/store.ts";
import { taskSchema, type Task, type TaskEnd } from "../contract/task.ts";
import type { Seal } from "./seal.ts";

/** `reserved` is the most that its running tasks may cost. */
const accountSchema = z.object({ name: z.string(), balance: z.number(), reserved: z.number() });

const keySchema = z.object({
  hash: z.string(),
  prefix: z.string(),
  account: z.string(),
  rpm: z.number(),
  revoked: z.boolean(),
  /** Its place in the order in which keys were issued. */
  place: z.number(),
});
export type Key = z.infer<typeof keySchema>;

/** A create request and its outcome, for disputes. */
const createSchema = z.object({
  at: z.number(),
  account: z.string(),
  idempotencyKey: z.string().optional(),
  outcome: z.enum(["created", "replayed", "conflict", "unpaid", "malformed"]),
  action: z.string().optional(),
  taskId: z.string().optional(),
});
export type Create = z.infer<typeof createSchema>;

/** The use of a key in a month, in UTC. */
const usageSchema = z.object({
  month: z.string(),
  account: z.string(),
  prefix: z.string(),
  tasks: z.number(),
  credits: z.number(),
});
type Usage = z.infer<typeof usageSchema>;

/** A task with everything that reveals its text sealed. */
const rowSchema = taskSchema
  .pick({ id: true, createdAt: true, status: true, endedAt: true })
  .extend({ isErased: z.boolean(), sealed: z.string() });
type Row = z.infer<typeof rowSchema>;

const passageSchema = z.object({ taskId: z.string(), name: z.string(), sealed: z.string() });

/**
 * Accounts, keys and tasks: everything that was answered is kept. Keys are stored as hashes, and
 * everything that reveals a text is sealed.
 */
export function createBooks(store: CasStore, seal: Seal) {
  const records = openRecords(store);
  return {
    accounts: accountsIn(records),
    keys: keysIn(records),
    tasks: tasksIn(store, records, seal),
    passages: passagesIn(records, seal),
    creates: {
      add: async (create: Create) =>
        void (await records.creates.change(randomUUID(), () => create)),
      all: () => records.creates.list(),
    },
    close: store.close,
  };
}
export type Books = ReturnType<typeof createBooks>;

type Records = ReturnType<typeof openRecords>;

function openRecords(store: CasStore) {
  return {
    accounts: openKind(store, "accounts", accountSchema),
    keys: openKind(store, "keys", keySchema, ({ place }) => [entryOf("keys", place)]),
    /** The task of each idempotency key, or of a request without one. */
    remembered: openKind(store, "remembered", z.object({ name: z.string(), taskId: z.string() })),
    tasks: openKind(store, "tasks", rowSchema, entriesOfTask),
    usage: openKind(store, "usage", usageSchema),
    /** Finished parts and the progress of running tasks, listed by task. */
    passages: openKind(store, "passages", passageSchema, ({ taskId }) => [
      entryOf("passages", 0, taskId),
    ]),
    creates: openKind(store, "creates", createSchema, ({ at }) => [entryOf("creates", at)]),
  };
}

/** Opens the records of one kind, and lists of them by their index entries. */
function openKind<T extends object>(
  store: CasStore,
  kind: string,
  schema: z.ZodType<T>,
  entriesOf: (record: T) => readonly IndexEntry[] = () => [entryOf(kind, 0)],
) {
  const prefix = nameOf(kind);
  const records = createSmallRecords<T | undefined>(store, {
    prefix,
    schema,
    initial: undefined,
    entriesOf,
  });
  return {
    ...records,
    list: async ({ index = kind, value = "all", limit = everything } = {}) => {
      const keys = await store.list(nameOf(index), value, { offset: 0, limit });
      const names = keys.map((key) => key.slice(prefix.length + 1));
      const found = await Promise.all(names.map((name) => records.read(name)));
      return found.filter((record) => record !== undefined);
    },
  };
}

/** A Redis may hold the records of other programs as well. */
function nameOf(kind: string): string {
  return `service-${kind}`;
}

/** Lists begin with the smallest place. */
function entryOf(index: string, place: number, value = "all"): IndexEntry {
  return { index: nameOf(index), value, order: -place };
}

const everything = 1_000_000;

function accountsIn({ accounts, usage }: Records) {
  return {
    find: accounts.read,
    all: () => accounts.list(),
    set: async (name: string, balance: number) => {
      await accounts.change(name, (known) => ({ name, reserved: 0, ...known, balance }));
    },
    add: async (name: string, credits: number) => {
      await accounts.change(name, (known = { name, balance: 0, reserved: 0 }) => {
        return { ...known, balance: known.balance + credits };
      });
    },
    /** Credits that were charged since the beginning of a month. */
    used: async (name: string, since: number) => {
      const rows = (await usage.list()).filter(({ account, month }) => {
        return account === name && month >= monthOf(since);
      });
      return rows.reduce((sum, { credits }) => sum + credits, 0);
    },
    usage: async () => {
      const rows = await usage.list();
      return rows.toSorted((one, other) => (usageName(one) < usageName(other) ? -1 : 1));
    },
  };
}

function usageName({ month, account, prefix }: Omit<Usage, "tasks" | "credits">): string {
  return [month, account, prefix].join("\n");
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

function keysIn({ keys }: Records) {
  return {
    find: (key: string) => keys.read(hashOf(key)),
    /** In the order in which they were issued. */
    all: () => keys.list(),
    issue: async (key: string, { account, rpm }: Pick<Key, "account" | "rpm">) => {
      const [hash, prefix, place] = [hashOf(key), prefixOf(key), (await keys.list()).length];
      await keys.change(hash, () => ({ hash, prefix, account, rpm, revoked: false, place }));
    },
    change: async (key: Key) => void (await keys.change(key.hash, () => key)),
  };
}

/** Keys are long and random, so nobody finds one by its plain hash. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** The leading characters of a key, never more than half of it. */
function prefixOf(key: string): string {
  return key.slice(0, Math.min(8, Math.floor(key.length / 2)));
}

type Desk = Records & ReturnType<typeof sealingOf> & { readonly store: CasStore };

function tasksIn(store: CasStore, records: Records, seal: Seal) {
  const { tasks, remembered } = records;
  const desk = { ...records, ...sealingOf(seal), store };
  const { rowOf, opened } = desk;
  const list = async (index: string, limit = everything) =>
    (await tasks.list({ index, limit })).map(opened);
  return {
    find: async (id: string) => {
      const row = await tasks.read(id);
      return row && opened(row);
    },
    /** Oldest first. */
    all: () => list("tasks"),
    pending: () => list("pending"),
    place: (task: Task) => place(desk, task),
    end: (id: string, end: TaskEnd) => endTask(desk, id, end),
    /** True while its texts are wanted. */
    isKept: async (id: string) => (await tasks.read(id))?.isErased === false,
    /** Those that ended first; many are returned in parts. */
    endedBefore: async (time: number) => {
      const first = await list("ended", erasedAtOnce);
      return first.filter(({ endedAt = time }) => endedAt < time);
    },
    /** Erases everything that reveals its text. Its cost and its key stay. */
    erase: async (task: Task) => {
      const emptied = { fileName: "", glossary: [], terms: undefined, outputBytes: undefined };
      await tasks.change(task.id, () => rowOf({ ...task, ...emptied }, true));
      await forgetWork(records, task.id);
    },
    forgetKeys: async () => {
      for (const { name } of await remembered.list()) {
        await remembered.change(name, () => undefined);
      }
    },
  };
}

const erasedAtOnce = 500;

function sealingOf(seal: Seal) {
  const rowOf = (task: Task, isErased = false): Row => {
    const { id, createdAt, status, endedAt } = task;
    const sealed = seal.text(`task ${id}`, JSON.stringify(task));
    return { id, createdAt, status, endedAt, isErased, sealed };
  };
  const opened = ({ id, sealed }: Row): Task =>
    taskSchema.parse(JSON.parse(seal.openText(`task ${id}`, sealed)));
  return { rowOf, opened };
}

function entriesOfTask({ createdAt, status, endedAt, isErased }: Row): readonly IndexEntry[] {
  return [
    entryOf("tasks", createdAt),
    ...(status === "pending" ? [entryOf("pending", createdAt)] : []),
    ...(endedAt === undefined || isErased ? [] : [entryOf("ended", endedAt)]),
  ];
}

/**
 * Places a task in one step: of two equal requests one makes the task, and no credit is promised
 * twice. Returns the task of its idempotency key, if there is one already.
 */
async function place(desk: Desk, task: Task): Promise<"created" | "unpaid" | Task> {
  const { store, accounts, creates, remembered, tasks } = desk;
  const { id: taskId, account: name, idempotencyKey, createdAt: at, action } = task;
  const create = { at, account: name, idempotencyKey, outcome: "created", action, taskId };
  // No header has a line break in it.
  const keyName = `${name}\n${idempotencyKey ?? `\n${taskId}`}`;
  for (;;) {
    const key = await remembered.look(keyName);
    const known = key.record && (await tasks.read(key.record.taskId));
    if (known !== undefined) return desk.opened(known);
    const account = await accounts.look(name);
    const { balance = 0, reserved = 0 } = account.record ?? {};
    if (task.reserved > 0 && balance - reserved < task.reserved) return "unpaid";
    const isPlaced = await store.commit([
      key.changeTo({ name: keyName, taskId }),
      account.changeTo(account.record && { name, balance, reserved: reserved + task.reserved }),
      (await tasks.look(taskId)).changeTo(desk.rowOf(task)),
      (await creates.look(taskId)).changeTo(createSchema.parse(create)),
    ]);
    if (isPlaced) return "created";
  }
}

/** Ends a task and charges its account, once: a task that has ended stays as it is. */
async function endTask(desk: Desk, id: string, end: TaskEnd): Promise<Task | undefined> {
  const { store, accounts, tasks, usage } = desk;
  for (;;) {
    const row = await tasks.look(id);
    const task = row.record && desk.opened(row.record);
    if (task?.status !== "pending") return task;
    const ended = { ...task, ...end };
    const { account: name, keyPrefix: prefix, charged } = ended;
    const account = await accounts.look(name);
    const { balance = 0, reserved = 0 } = account.record ?? {};
    const left = { name, balance: balance - charged, reserved: reserved - task.reserved };
    const used = { month: monthOf(end.endedAt), account: name, prefix };
    const month = await usage.look(usageName(used));
    const { tasks: number = 0, credits = 0 } = month.record ?? {};
    const isEnded = await store.commit([
      row.changeTo(desk.rowOf(ended)),
      account.changeTo(account.record && left),
      month.changeTo({ ...used, tasks: number + 1, credits: credits + charged }),
    ]);
    if (!isEnded) continue;
    await forgetWork(desk, id);
    return ended;
  }
}

/** Removes what only a running task needs; a late write of it is removed with the texts. */
async function forgetWork({ passages }: Records, taskId: string): Promise<void> {
  for (const { name } of await passages.list({ value: taskId })) {
    await passages.change(passageName(taskId, name), () => undefined);
  }
}

function passagesIn({ passages }: Records, seal: Seal) {
  return {
    find: async (taskId: string, name: string) => {
      const found = await passages.read(passageName(taskId, name));
      return found && seal.openText(`${taskId} ${name}`, found.sealed);
    },
    save: async (taskId: string, name: string, text: string) => {
      const sealed = seal.text(`${taskId} ${name}`, text);
      await passages.change(passageName(taskId, name), () => ({ taskId, name, sealed }));
    },
  };
}

function passageName(taskId: string, name: string): string {
  return `${taskId} ${name}`;
}
