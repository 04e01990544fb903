import { createHash, randomUUID } from "node:crypto";
import { setImmediate as letOthersRun } from "node:timers/promises";

import { z } from "zod";

import { taskSchema, type Task, type TaskEnd } from "#service/contract/task.ts";
import type { CasStore } from "#store/store.ts";

import { entryOf, nameOf, openKind, type Sweep } from "./kinds.ts";
import { type Cipher, UnreadableValueError } from "./seal.ts";

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

/** What a key's pending tasks work on, all together. */
const loadSchema = z.object({ name: z.string(), tasks: z.number(), characters: z.number() });

/** The most pending work of one key. */
export type MostPending = { readonly tasks: number; readonly characters: number };

/** A piece of what is kept of a task's text. */
const pieceSchema = z.object({ taskId: z.string(), sealed: z.string() });

/** A text whose request may still make a task. */
const uploadSchema = z.object({ taskId: z.string(), at: z.number() });

/**
 * Accounts, keys, tasks and their texts: everything that was answered is kept. Keys are stored as
 * hashes, and everything that reveals a text is sealed.
 */
export function createRecords(store: CasStore, seal: Cipher) {
  const records = openRecords(store, seal);
  const texts = textsIn(records, seal);
  return {
    accounts: accountsIn(records),
    keys: keysIn(records),
    tasks: tasksIn(store, records, texts),
    texts,
    creates: {
      add: async (create: Create) =>
        void (await records.creates.change(randomUUID(), () => create)),
      all: () => records.creates.list(),
      remove: ({ before, signal }: Sweep) =>
        records.creates.sweep({ signal }, async ({ at }, name) => {
          if (at >= before) return "young";
          await records.creates.remove(name);
          return "removed";
        }),
    },
    writable: store.writable,
    close: store.close,
  };
}
export type ServiceRecords = ReturnType<typeof createRecords>;

type Records = ReturnType<typeof openRecords>;

function openRecords(store: CasStore, seal: Cipher) {
  return {
    accounts: openKind(store, "accounts", { schema: accountSchema }),
    keys: openKind(store, "keys", {
      schema: keySchema,
      entriesOf: ({ place }) => [entryOf("keys", place)],
    }),
    /** The task of each idempotency key, or of a request without one. */
    remembered: openKind(store, "remembered", {
      schema: z.object({ name: z.string(), taskId: z.string() }),
    }),
    tasks: openKind(store, "tasks", sealedTasks(seal)),
    usage: openKind(store, "usage", {
      schema: usageSchema,
      entriesOf: ({ month, account }) => [
        entryOf("usage", 0),
        // Months in order, the newest first.
        { index: nameOf("used"), value: account, order: Number(month.replace("-", "")) },
      ],
    }),
    loads: openKind(store, "loads", { schema: loadSchema }),
    pieces: openKind(store, "pieces", {
      schema: pieceSchema,
      entriesOf: ({ taskId }) => [entryOf("pieces", 0, taskId)],
    }),
    uploads: openKind(store, "uploads", {
      schema: uploadSchema,
      entriesOf: ({ at }) => [entryOf("uploads", at)],
    }),
    creates: openKind(store, "creates", {
      schema: createSchema,
      entriesOf: ({ at }) => [entryOf("creates", at)],
    }),
  };
}

/** Tasks reveal their text by their names and terms. */
function sealedTasks(seal: Cipher) {
  const sealName = (id: string) => `task ${id}`;
  return {
    schema: z
      .object({ id: z.string(), sealed: z.string() })
      .transform(({ id, sealed }) => taskSchema.parse(JSON.parse(seal.open(sealName(id), sealed)))),
    stored: (task: Task) => {
      const { id } = task;
      return { id, sealed: seal.close(sealName(id), JSON.stringify(task)) };
    },
    entriesOf: ({ createdAt, status, endedAt, isErased }: Task) => [
      entryOf("tasks", createdAt),
      ...(status === "pending" ? [entryOf("pending", createdAt)] : []),
      ...(endedAt === undefined ? [] : [entryOf(isErased === true ? "erased" : "ended", endedAt)]),
    ],
  };
}

function accountsIn({ accounts, usage }: Records) {
  return {
    find: accounts.read,
    all: () => accounts.list(),
    set: async (name: string, balance: number) => {
      await accounts.change(name, (before) => ({ name, reserved: 0, ...before, balance }));
    },
    add: async (name: string, credits: number) => {
      await accounts.change(name, (before = { name, balance: 0, reserved: 0 }) => {
        return { ...before, balance: before.balance + credits };
      });
    },
    /** Credits that were charged since the beginning of a month. */
    used: async (name: string, since: number) => {
      let [sum, limit] = [0, 32];
      for (;;) {
        const rows = await usage.list({ index: "used", value: name, limit });
        const recent = rows.filter(({ month }) => month >= monthOf(since));
        sum = recent.reduce((all, { credits }) => all + credits, 0);
        // All rows before this month are older still.
        if (recent.length < rows.length || rows.length < limit) return sum;
        limit *= 8;
      }
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

function tasksIn(store: CasStore, records: Records, { forget }: ReturnType<typeof textsIn>) {
  const { tasks, remembered, uploads } = records;
  return {
    find: tasks.read,
    /** Oldest first. */
    all: () => tasks.list(),
    pending: () => tasks.list({ index: "pending" }),
    place: (task: Task, most?: MostPending) => place(store, records, { task, most }),
    /** Ends a task and charges its account, once: a task that has ended stays as it is. */
    end: async (id: string, end: TaskEnd) => {
      const result = await endTask(store, records, { id, end });
      await forget(id, result?.output);
      return result;
    },
    /** Erases everything that reveals the text of ended tasks. Their costs and keys stay. */
    eraseEnded: ({ before, signal }: Sweep, erased: (task: Task) => void) =>
      tasks.sweep({ index: "ended", signal }, async (task) => {
        if (isAfter(task, before)) return "young";
        const emptied = { fileName: "", glossary: [], terms: undefined, output: undefined };
        await tasks.change(task.id, () => ({ ...task, ...emptied, isErased: true }));
        await forget(task.id);
        erased(task);
        return "removed";
      }),
    /** Removes texts whose request never made a task: a kill cut it short. */
    forgetStrays: ({ before, signal }: Sweep) =>
      uploads.sweep({ signal }, async ({ taskId, at }) => {
        if (at >= before) return "young";
        if ((await tasks.read(taskId)) !== undefined) return "kept";
        await forget(taskId);
        return "removed";
      }),
    /** Removes what is left of erased tasks, with their idempotency keys. */
    removeErased: ({ before, signal }: Sweep) =>
      tasks.sweep({ index: "erased", signal }, async (task) => {
        if (isAfter(task, before)) return "young";
        await remembered.remove(rememberedName(task));
        await tasks.remove(task.id);
        return "removed";
      }),
    forgetKeys: async () => {
      for (const { name } of await remembered.list()) await remembered.remove(name);
    },
  };
}

function isAfter({ endedAt = 0 }: Task, time: number): boolean {
  return endedAt >= time;
}

/**
 * Places a task in one step: of two equal requests one makes the task, and no credit is promised
 * twice. Returns the task of its idempotency key, if there is one already.
 */
async function place(
  store: CasStore,
  { accounts, creates, loads, remembered, tasks }: Records,
  { task, most }: { readonly task: Task; readonly most: MostPending | undefined },
): Promise<"created" | "unpaid" | "crowded" | Task> {
  const { id: taskId, account: name, idempotencyKey, createdAt: at, action } = task;
  const create = { at, account: name, idempotencyKey, outcome: "created", action, taskId } as const;
  const keyName = rememberedName(task);
  for (;;) {
    const key = await remembered.look(keyName);
    const existing = key.record && (await tasks.read(key.record.taskId));
    if (existing !== undefined) return existing;
    const account = await accounts.look(name);
    const { balance = 0, reserved = 0 } = account.record ?? {};
    if (task.reserved > 0 && balance - reserved < task.reserved) return "unpaid";
    const load = await loads.look(loadName(task));
    const more = loadWith(load.record, task, 1);
    if (most !== undefined && isCrowded(more, most)) return "crowded";
    const isPlaced = await store.commit([
      key.changeTo({ name: keyName, taskId }),
      account.changeTo(account.record && { name, balance, reserved: reserved + task.reserved }),
      load.changeTo(more),
      (await tasks.look(taskId)).changeTo(task),
      (await creates.look(taskId)).changeTo(create),
    ]);
    if (isPlaced) return "created";
  }
}

function rememberedName({ account, idempotencyKey, id }: Task): string {
  // No header has a line break in it.
  return `${account}\n${idempotencyKey ?? `\n${id}`}`;
}

function loadName({ account, keyPrefix }: Task): string {
  return [account, keyPrefix].join("\n");
}

function loadWith(load: z.infer<typeof loadSchema> | undefined, task: Task, sign: 1 | -1) {
  const { tasks = 0, characters = 0 } = load ?? {};
  return {
    name: loadName(task),
    tasks: Math.max(0, tasks + sign),
    characters: Math.max(0, characters + sign * task.characters),
  };
}

/** One task is always taken, however long it is. */
function isCrowded({ tasks, characters }: MostPending, most: MostPending): boolean {
  return tasks > most.tasks || (tasks > 1 && characters > most.characters);
}

async function endTask(
  store: CasStore,
  { accounts, loads, tasks, usage }: Records,
  { id, end }: { readonly id: string; readonly end: TaskEnd },
): Promise<Task | undefined> {
  for (;;) {
    const { record: task, changeTo } = await tasks.look(id);
    if (task?.status !== "pending") return task;
    const next = { ...task, ...end };
    const { account: name, keyPrefix: prefix, charged } = next;
    const account = await accounts.look(name);
    const { balance = 0, reserved = 0 } = account.record ?? {};
    const funds = { name, balance: balance - charged, reserved: reserved - task.reserved };
    const used = { month: monthOf(end.endedAt), account: name, prefix };
    const month = await usage.look(usageName(used));
    const { tasks: number = 0, credits = 0 } = month.record ?? {};
    const load = await loads.look(loadName(task));
    const isEnded = await store.commit([
      changeTo(next),
      load.changeTo(loadWith(load.record, task, -1)),
      account.changeTo(account.record && funds),
      month.changeTo({ ...used, tasks: number + 1, credits: credits + charged }),
    ]);
    if (isEnded) return next;
  }
}

/** UTF-16 units: no manuscript is in memory as a whole. */
const pieceLength = 1 << 18;

/**
 * What is kept of a task's text, sealed: its source, its output, and its finished parts. Longer
 * texts are several pieces.
 */
function textsIn({ pieces, uploads }: Records, seal: Cipher) {
  const find = async (taskId: string, name: string) => {
    const place = `${taskId} ${name}`;
    const piece = await pieces.read(place);
    return piece && seal.open(place, piece.sealed);
  };
  const save = async (taskId: string, name: string, text: string) => {
    const place = `${taskId} ${name}`;
    await pieces.change(place, () => ({ taskId, sealed: seal.close(place, text) }));
  };
  return {
    find,
    save,
    /** Announces a text to `forgetStrays`. */
    begin: async (taskId: string, at: number) =>
      void (await uploads.change(taskId, () => ({ taskId, at }))),
    /** Returns the bytes of the text. Until a task names it, it counts for nothing. */
    write: async (taskId: string, name: string, text: AsyncIterable<string>): Promise<number> => {
      let [bytes, at, rest] = [0, 0, ""];
      const put = async () => {
        await save(taskId, `${name} ${at}`, rest);
        bytes += Buffer.byteLength(rest);
        at += 1;
        rest = "";
      };
      for await (const part of text) {
        rest += part;
        if (rest.length >= pieceLength) await put();
      }
      await put();
      return bytes;
    },
    /** @throws UnreadableValueError when a piece is missing or was changed. */
    read: async function* (taskId: string, name: string, bytes: number) {
      let remaining = bytes;
      for (let at = 0; remaining > 0; at += 1) {
        const piece = await find(taskId, `${name} ${at}`);
        if (piece === undefined) throw new UnreadableValueError(`${name} of ${taskId} was cut off`);
        remaining -= Buffer.byteLength(piece);
        yield piece;
      }
    },
    /** Removes all that is kept of a task's text, but for the text of this name. */
    forget: async (taskId: string, version?: string) => {
      for (const place of await pieces.names({ value: taskId })) {
        await letOthersRun();
        if (!place.startsWith(`${taskId} ${version} `)) await pieces.remove(place);
      }
      await uploads.remove(taskId);
    },
  };
}
