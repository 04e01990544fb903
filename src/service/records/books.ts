import { createHash, randomUUID } from "node:crypto";

import { z } from "zod";

import { createSmallRecords } from "../../store/small-records.ts";
import type { CasStore, Change, IndexEntry } from "../../store/store.ts";
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

type Placed = {
  readonly outcome: "created" | "known" | "unpaid";
  /** The task of the idempotency key. */
  readonly known?: Task | undefined;
};

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
    /** The task of each idempotency key. */
    remembered: openKind(store, "remembered", z.object({ name: z.string(), taskId: z.string() })),
    tasks: openKind(store, "tasks", rowSchema, entriesOfTask),
    /** From 0 to 1, of pending tasks. */
    progress: openKind(store, "progress", z.number()),
    usage: openKind(store, "usage", usageSchema),
    /** Finished parts of running tasks, listed by task. */
    passages: openKind(store, "passages", passageSchema, ({ taskId }) => [
      entryOf("passages", 0, taskId),
    ]),
    creates: openKind(store, "creates", createSchema, ({ at }) => [entryOf("creates", at)]),
  };
}

/** Opens the records of one kind, and lists of them by their index entries. */
function openKind<T extends object | number>(
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

function tasksIn(store: CasStore, records: Records, seal: Seal) {
  const { tasks, remembered, progress } = records;
  const { rowOf, opened } = sealingOf(seal);
  const find = async (id: string) => {
    const row = await tasks.read(id);
    return row && opened(row);
  };
  const list = async (index: string, limit = everything) =>
    (await tasks.list({ index, limit })).map(opened);
  return {
    find,
    /** Oldest first. */
    all: () => list("tasks"),
    pending: () => list("pending"),
    /**
     * Places a task in one step: of two equal requests one makes the task, and no credit is
     * promised twice.
     */
    place: async (task: Task): Promise<Placed> => {
      for (;;) {
        const key = await lookAtKey(records, task);
        if (key?.record !== undefined) {
          return { outcome: "known", known: await find(key.record.taskId) };
        }
        const changes = await placing(records, task, rowOf(task));
        if (changes === undefined) return { outcome: "unpaid" };
        const remembering = key?.changeTo({ name: keyName(task), taskId: task.id });
        if (await store.commit([...changes, ...(remembering ? [remembering] : [])])) {
          return { outcome: "created" };
        }
      }
    },
    /** Ends it and charges its account, once: a task that has ended stays as it is. */
    end: async (id: string, end: TaskEnd): Promise<Task | undefined> => {
      for (;;) {
        const row = await tasks.look(id);
        const task = row.record && opened(row.record);
        if (task?.status !== "pending") return task;
        const ended = { ...task, ...end };
        const changes = await charging(records, ended);
        if (!(await store.commit([row.changeTo(rowOf(ended)), ...changes]))) continue;
        await forgetWork(records, id);
        return ended;
      }
    },
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
    /** Returns the progress of a pending task, from 0 to 1. */
    progress: async (id: string) => (await progress.read(id)) ?? 0,
    advance: async (id: string, share: number) => void (await progress.change(id, () => share)),
  };
}

const erasedAtOnce = 500;

function sealingOf(seal: Seal) {
  const rowOf = (task: Task, isErased = false): Row => {
    const { id, createdAt, status, endedAt } = task;
    const sealed = seal.text(`task ${id}`, JSON.stringify(task)).toString("base64");
    return { id, createdAt, status, endedAt, isErased, sealed };
  };
  const opened = ({ id, sealed }: Row): Task =>
    taskSchema.parse(JSON.parse(seal.openText(`task ${id}`, Buffer.from(sealed, "base64"))));
  return { rowOf, opened };
}

function entriesOfTask({ createdAt, status, endedAt, isErased }: Row): readonly IndexEntry[] {
  return [
    entryOf("tasks", createdAt),
    ...(status === "pending" ? [entryOf("pending", createdAt)] : []),
    ...(endedAt === undefined || isErased ? [] : [entryOf("ended", endedAt)]),
  ];
}

function keyName({ account, idempotencyKey }: Task): string {
  return `${account}\n${idempotencyKey}`;
}

/** Returns the record of the task's idempotency key, if it was sent with one. */
async function lookAtKey({ remembered }: Records, task: Task) {
  return task.idempotencyKey === undefined ? undefined : await remembered.look(keyName(task));
}

/** Returns the changes that make a task; undefined when the balance does not cover it. */
async function placing(
  { accounts, tasks, creates }: Records,
  task: Task,
  row: Row,
): Promise<readonly Change[] | undefined> {
  const { id: taskId, idempotencyKey, createdAt: at, action } = task;
  const account = await accounts.look(task.account);
  const { balance = 0, reserved = 0 } = account.record ?? {};
  if (task.reserved > 0 && balance - reserved < task.reserved) return undefined;
  const create = { at, account: task.account, idempotencyKey, outcome: "created", action, taskId };
  return [
    account.changeTo(account.record && { ...account.record, reserved: reserved + task.reserved }),
    (await tasks.look(taskId)).changeTo(row),
    (await creates.look(taskId)).changeTo(createSchema.parse(create)),
  ];
}

/** Returns the changes that charge an ended task. */
async function charging(
  { accounts, usage }: Records,
  { account: name, keyPrefix: prefix, charged, reserved, endedAt }: Task & TaskEnd,
): Promise<readonly Change[]> {
  const account = await accounts.look(name);
  const used = { month: monthOf(endedAt), account: name, prefix };
  const month = await usage.look(usageName(used));
  const { tasks = 0, credits = 0 } = month.record ?? {};
  return [
    account.changeTo(
      account.record && {
        name,
        balance: account.record.balance - charged,
        reserved: account.record.reserved - reserved,
      },
    ),
    month.changeTo({ ...used, tasks: tasks + 1, credits: credits + charged }),
  ];
}

/** Removes what only a running task needs; a late write of it is removed with the texts. */
async function forgetWork({ passages, progress }: Records, taskId: string): Promise<void> {
  for (const { name } of await passages.list({ value: taskId })) {
    await passages.change(passageName(taskId, name), () => undefined);
  }
  await progress.change(taskId, () => undefined);
}

function passagesIn({ passages }: Records, seal: Seal) {
  return {
    find: async (taskId: string, name: string) => {
      const found = await passages.read(passageName(taskId, name));
      return found && seal.openText(`${taskId} ${name}`, Buffer.from(found.sealed, "base64"));
    },
    save: async (taskId: string, name: string, text: string) => {
      const sealed = seal.text(`${taskId} ${name}`, text).toString("base64");
      await passages.change(passageName(taskId, name), () => ({ taskId, name, sealed }));
    },
  };
}

function passageName(taskId: string, name: string): string {
  return `${taskId} ${name}`;
}
