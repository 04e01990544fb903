import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue } from "node:sqlite";

import { z } from "zod";

import { taskSchema } from "../contract/task.ts";
import type { Task } from "../contract/task.ts";
import { createOf, hashOf, prefixOf, withoutTexts } from "./books.ts";
import type { Books, Create, Placed } from "./books.ts";
import type { Seal } from "./seal.ts";

const version = 1;

const tables = `
  CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, balance INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY, prefix TEXT NOT NULL, account TEXT NOT NULL, rpm INTEGER NOT NULL,
    revoked INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE IF NOT EXISTS tasks (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, prefix TEXT NOT NULL, remembered TEXT,
    status TEXT NOT NULL, created INTEGER NOT NULL, ended INTEGER, reserved INTEGER NOT NULL,
    charged INTEGER NOT NULL, erased INTEGER NOT NULL DEFAULT 0, sealed BLOB NOT NULL) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS remembered ON tasks (account, remembered);
  CREATE INDEX IF NOT EXISTS pending ON tasks (status) WHERE status = 'pending';
  CREATE INDEX IF NOT EXISTS ended ON tasks (account, ended);
  CREATE TABLE IF NOT EXISTS creates (
    at INTEGER NOT NULL, account TEXT NOT NULL, idempotency_key TEXT, outcome TEXT NOT NULL,
    action TEXT, task TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS passages (
    task TEXT NOT NULL, name TEXT NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (task, name)) STRICT;
  PRAGMA user_version = ${version};`;

const accountSchema = z.object({ name: z.string(), balance: z.number(), reserved: z.number() });

const keySchema = z.object({
  hash: z.string(),
  prefix: z.string(),
  account: z.string(),
  rpm: z.number(),
  revoked: z.number().transform((flag) => flag === 1),
});

const createSchema = z.object({
  at: z.number(),
  account: z.string(),
  idempotencyKey: z.string().nullable().transform(orUndefined),
  outcome: z.enum(["created", "replayed", "conflict", "unpaid", "malformed"]),
  action: z.string().nullable().transform(orUndefined),
  taskId: z.string().nullable().transform(orUndefined),
});

const rowSchema = z.object({ id: z.string(), sealed: z.instanceof(Uint8Array) });
const sumSchema = z.object({ credits: z.number().nullable() });
const usageSchema = z.object({
  account: z.string(),
  prefix: z.string(),
  month: z.string(),
  tasks: z.number(),
  credits: z.number(),
});

type Options = { readonly path: string | undefined; readonly seal: Seal };

/** Keeps the books in SQLite: everything that was answered has reached the disk. */
export function openSqliteBooks({ path = ":memory:", seal }: Options): Books {
  const db = openDatabase(path);
  const run = (sql: string, values: SQLInputValue[] = []): void => {
    db.prepare(sql).run(...values);
  };
  const all = <Row>(schema: z.ZodType<Row>, sql: string, values?: SQLInputValue[]) =>
    z.array(schema).parse(db.prepare(sql).all(...(values ?? [])));
  const one = <Row>(schema: z.ZodType<Row>, sql: string, values?: SQLInputValue[]) =>
    all(schema, sql, values)[0];
  const together = <Result>(work: () => Result): Result => {
    db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      db.exec("COMMIT");
      return result;
    } catch (error) {
      db.exec("ROLLBACK");
      throw error;
    }
  };
  const addCreate = ({ at, account, idempotencyKey, outcome, action, taskId }: Create) =>
    run("INSERT INTO creates VALUES (?, ?, ?, ?, ?, ?)", [
      at,
      account,
      idempotencyKey ?? null,
      outcome,
      action ?? null,
      taskId ?? null,
    ]);
  return {
    accounts: accountsIn({ run, all, one }),
    keys: keysIn({ run, all, one }),
    tasks: tasksIn({ run, all, one }, { seal, together, addCreate }),
    passages: passagesIn({ run, all, one }, seal),
    creates: {
      add: async (create) => addCreate(create),
      all: async () =>
        all(
          createSchema,
          `SELECT at, account, idempotency_key AS idempotencyKey, outcome, action, task AS taskId
           FROM creates ORDER BY rowid`,
        ),
    },
    close: async () => {
      if (db.isOpen) db.close();
    },
  };
}

function openDatabase(path: string): DatabaseSync {
  if (path !== ":memory:") {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  }
  const db = new DatabaseSync(path);
  // The command line writes keys and credits while the service runs.
  db.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  const found = db.prepare("PRAGMA user_version").get()?.["user_version"];
  if (found === 0) db.exec(`BEGIN IMMEDIATE; ${tables} COMMIT`);
  else if (found !== version) throw new Error(`${path} was written by another version`);
  return db;
}

type Sql = {
  readonly run: (sql: string, values?: SQLInputValue[]) => void;
  readonly all: <Row>(schema: z.ZodType<Row>, sql: string, values?: SQLInputValue[]) => Row[];
  readonly one: <Row>(
    schema: z.ZodType<Row>,
    sql: string,
    values?: SQLInputValue[],
  ) => Row | undefined;
};

const accountColumns = `name, balance, (SELECT coalesce(sum(reserved), 0) FROM tasks
  WHERE account = name AND status = 'pending') AS reserved`;

function accountsIn({ run, all, one }: Sql): Books["accounts"] {
  return {
    find: async (name) =>
      one(accountSchema, `SELECT ${accountColumns} FROM accounts WHERE name = ?`, [name]),
    all: async () => all(accountSchema, `SELECT ${accountColumns} FROM accounts ORDER BY rowid`),
    set: async (name, balance) =>
      run(
        `INSERT INTO accounts (name, balance) VALUES (?, ?)
         ON CONFLICT DO UPDATE SET balance = excluded.balance`,
        [name, balance],
      ),
    add: async (name, credits) =>
      run(
        `INSERT INTO accounts (name, balance) VALUES (?, ?)
         ON CONFLICT DO UPDATE SET balance = balance + excluded.balance`,
        [name, credits],
      ),
    used: async (name, since) =>
      one(sumSchema, "SELECT sum(charged) AS credits FROM tasks WHERE account = ? AND ended >= ?", [
        name,
        since,
      ])?.credits ?? 0,
    usage: async () =>
      all(
        usageSchema,
        `SELECT account, prefix, strftime('%Y-%m', ended / 1000, 'unixepoch') AS month,
           count(*) AS tasks, sum(charged) AS credits
         FROM tasks WHERE ended IS NOT NULL GROUP BY account, prefix, month ORDER BY month, account`,
      ),
  };
}

function keysIn({ run, all, one }: Sql): Books["keys"] {
  return {
    find: async (key) => one(keySchema, "SELECT * FROM keys WHERE hash = ?", [hashOf(key)]),
    all: async () => all(keySchema, "SELECT * FROM keys ORDER BY rowid"),
    issue: async (key, { account, rpm }) =>
      run("INSERT INTO keys (hash, prefix, account, rpm) VALUES (?, ?, ?, ?)", [
        hashOf(key),
        prefixOf(key),
        account,
        rpm,
      ]),
    change: async ({ hash, rpm, revoked }) =>
      run("UPDATE keys SET rpm = ?, revoked = ? WHERE hash = ?", [rpm, Number(revoked), hash]),
  };
}

type Tools = {
  readonly seal: Seal;
  readonly together: <Result>(work: () => Result) => Result;
  readonly addCreate: (create: Create) => void;
};

function tasksIn(sql: Sql, tools: Tools): Books["tasks"] {
  const { run, one } = sql;
  const { seal, together } = tools;
  const { list, find, update } = taskRows(sql, seal);
  const progress = new Map<string, number>();
  return {
    find: async (id) => find(id),
    all: async () => list(""),
    pending: async () => list("WHERE status = 'pending'"),
    place: async (task) => together(() => placeIn(sql, task, tools)),
    end: async (id, end) =>
      together(() => {
        const task = find(id);
        if (task?.status !== "pending") return task;
        const ended = { ...task, ...end };
        update(ended);
        run("UPDATE accounts SET balance = balance - ? WHERE name = ?", [
          end.charged,
          task.account,
        ]);
        run("DELETE FROM passages WHERE task = ?", [id]);
        progress.delete(id);
        return ended;
      }),
    isKept: async (id) =>
      one(rowSchema, "SELECT id, sealed FROM tasks WHERE id = ? AND erased = 0", [id]) !==
      undefined,
    endedBefore: async (time) => list("WHERE erased = 0 AND ended < ?", [time]),
    erase: async (task) => {
      update(withoutTexts(task));
      run("UPDATE tasks SET erased = 1 WHERE id = ?", [task.id]);
    },
    forgetKeys: async () => run("UPDATE tasks SET remembered = NULL"),
    progress: async (id) => progress.get(id) ?? 0,
    advance: async (id, share) => void progress.set(id, share),
  };
}

function placeIn(sql: Sql, task: Task, { seal, addCreate }: Tools): Placed {
  const { run, one } = sql;
  const { list, sealed } = taskRows(sql, seal);
  const { account, idempotencyKey } = task;
  const known =
    idempotencyKey !== undefined &&
    list("WHERE account = ? AND remembered = ?", [account, idempotencyKey])[0];
  if (known) return { outcome: "known", known };
  const query = `SELECT ${accountColumns} FROM accounts WHERE name = ?`;
  const { balance = 0, reserved = 0 } = one(accountSchema, query, [account]) ?? {};
  if (task.reserved > 0 && balance - reserved < task.reserved) return { outcome: "unpaid" };
  run(
    `INSERT INTO tasks (id, account, prefix, remembered, status, created, reserved, charged, sealed)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    [
      task.id,
      account,
      task.keyPrefix,
      idempotencyKey ?? null,
      task.status,
      task.createdAt,
      task.reserved,
      sealed(task),
    ],
  );
  addCreate(createOf(task, "created"));
  return { outcome: "created" };
}

function taskRows({ run, all }: Sql, seal: Seal) {
  const sealed = (task: Task) => seal.text(`task ${task.id}`, JSON.stringify(task));
  const opened = ({ id, sealed }: z.infer<typeof rowSchema>): Task =>
    taskSchema.parse(JSON.parse(seal.openText(`task ${id}`, sealed)));
  const list = (where: string, values: SQLInputValue[] = []) =>
    all(rowSchema, `SELECT id, sealed FROM tasks ${where} ORDER BY rowid`, values).map(opened);
  const find = (id: string) => list("WHERE id = ?", [id])[0];
  const update = (task: Task) =>
    run("UPDATE tasks SET status = ?, ended = ?, charged = ?, sealed = ? WHERE id = ?", [
      task.status,
      task.endedAt ?? null,
      task.charged,
      sealed(task),
      task.id,
    ]);
  return { list, find, update, sealed };
}

function passagesIn({ run, one }: Sql, seal: Seal): Books["passages"] {
  const row = z.object({ sealed: z.instanceof(Uint8Array) });
  const query = "SELECT sealed FROM passages WHERE task = ? AND name = ?";
  return {
    find: async (taskId, name) => {
      const found = one(row, query, [taskId, name]);
      return found && seal.openText(`${taskId} ${name}`, found.sealed);
    },
    /**
     * Survives the process at once. A part lost in a power cut is requested again: a wait for the
     * disk would hold up everything.
     */
    save: async (taskId, name, text) => {
      const values = [taskId, name, seal.text(`${taskId} ${name}`, text)];
      run("PRAGMA synchronous = NORMAL");
      run("INSERT OR REPLACE INTO passages (task, name, sealed) VALUES (?, ?, ?)", values);
      run("PRAGMA synchronous = FULL");
    },
  };
}

function orUndefined<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}
