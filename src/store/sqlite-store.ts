import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import {
  type Adapter,
  type CasStore,
  type Change,
  OldStoreError,
  type Page,
  createStore,
  namespace,
} from "./store.ts";

/**
 * Thrown when another process has the file open: two bots on one file would not see each other's
 * work.
 */
export class StoreInUseError extends Error {
  override readonly name = "StoreInUseError";
}

/**
 * Creates a store in one file on this machine. WAL with FULL synchronisation: an acknowledged write
 * is on the disk. The exclusive lock ends with the process, so a kill leaves nothing to clean up.
 *
 * @throws StoreInUseError when another process has the file open; OldStoreError.
 */
export function createSqliteStore(path: string, locking: Locking = "EXCLUSIVE"): CasStore {
  return createStore(openSqliteAdapter(path, locking));
}

/** With NORMAL, other processes may use the file at the same time. */
type Locking = "EXCLUSIVE" | "NORMAL";

/** Opens the file as a Keyv adapter. */
export function openSqliteAdapter(path: string, locking: Locking = "EXCLUSIVE"): Adapter {
  makeFolder(dirname(path));
  closeSync(openSync(path, "a", ownersAlone));
  const db = open(path, locking);
  const { commit, hasAllCommits, closeCount } = createCommit(db, path);
  const get = db.prepare("SELECT value FROM keyv WHERE key = ?");
  const set = db.prepare("INSERT OR REPLACE INTO keyv (key, value) VALUES (?, ?)");
  const erase = db.prepare("DELETE FROM keyv WHERE key = ?");
  const list = db.prepare(
    'SELECT key FROM entries WHERE "index" = ? AND value = ? ORDER BY sort DESC, key LIMIT ? OFFSET ?',
  );
  const keys = (name: string, value: string, { offset, limit }: Page) =>
    list.all(name, value, limit, offset).map((row) => String(row["key"]));
  return {
    get: async (key) => text(get.get(named(key))?.["value"]),
    set: async (key, value) => void set.run(named(key), value),
    delete: async (key) => Number(erase.run(named(key)).changes) > 0,
    clear: async () => db.exec("DELETE FROM keyv; DELETE FROM entries"),
    commit,
    hasAllCommits,
    deadlinesPassed: async () => {},
    list: async (name, value, page) => keys(name, value, page),
    find: async (name, values, limit) => {
      const lists = values.map(
        (value) => [value, keys(name, value, { offset: 0, limit })] as const,
      );
      return new Map(lists.filter(([, keys]) => keys.length > 0));
    },
    ping: async () => void db.prepare("SELECT 1").get(),
    writable: createProbe(db, path),
    // The log keeps overwritten values until other pages replace them.
    purge: async () => db.exec("PRAGMA wal_checkpoint(TRUNCATE)"),
    close: async () => {
      closeCount();
      db.close();
    },
  };
}

/** One folder at a time: below /proc Node tries for ever to make them all. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function createCommit(db: DatabaseSync, path: string) {
  const count = openCommitCount(db, path);
  const get = db.prepare("SELECT value FROM keyv WHERE key = ?");
  const insert = db.prepare("INSERT INTO keyv (key, value) VALUES (?, ?)");
  const update = db.prepare("UPDATE keyv SET value = ? WHERE key = ?");
  const erase = db.prepare("DELETE FROM keyv WHERE key = ?");
  const drop = db.prepare('DELETE FROM entries WHERE "index" = ? AND value = ? AND key = ?');
  // An entry that stands already is not written again: most changes of a record move none.
  const add = db.prepare(
    `INSERT INTO entries ("index", value, key, sort) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sort = excluded.sort WHERE sort IS NOT excluded.sort`,
  );
  const stands = ({ key, before }: Change) => text(get.get(named(key))?.["value"]) === before;
  const write = ({ key, before, after, remove = [], add: added = [] }: Change) => {
    if (after === undefined) erase.run(named(key));
    else if (before === undefined) insert.run(named(key), after);
    else if (before !== after) update.run(after, named(key));
    for (const entry of remove) drop.run(entry.index, entry.value, key);
    for (const entry of added) add.run(entry.index, entry.value, key, entry.order);
  };
  const commit: Adapter["commit"] = async (changes) => {
    const isBrief = changes.every((change) => change.isBrief === true);
    const writeAll = () =>
      transaction(db, () => {
        if (!changes.every(stands)) return false;
        for (const change of changes) write(change);
        if (!isBrief) count.raise();
        return true;
      });
    if (isBrief) return withoutSync(db, writeAll);
    const isWritten = writeAll();
    const notesLoss = changes.some((change) => change.notesLoss === true);
    if (isWritten) count.committed({ notesLoss });
    return isWritten;
  };
  return {
    commit,
    hasAllCommits: async () => count.isComplete(),
    closeCount: count.close,
  } satisfies Partial<Adapter> & { readonly closeCount: () => void };
}

/**
 * Counts commits in the file and in a small one beside it, which is written after each commit. A file
 * that counts fewer, or has another id, than the small one says is an older copy of itself or another.
 */
function openCommitCount(db: DatabaseSync, path: string) {
  const isEmpty = db.prepare("SELECT 1 FROM keyv").get() === undefined;
  db.prepare("INSERT INTO life SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM life)").run(
    randomUUID(),
  );
  const { id, commits: found } = countSchema.parse(db.prepare("SELECT * FROM life").get());
  const raise = db.prepare("UPDATE life SET commits = commits + 1");
  const name = `${path}-commits`;
  const file = openSync(name, existsSync(name) ? "r+" : "w+", ownersAlone);
  const beside = readCount(file);
  let commits = found;
  let isComplete =
    isEmpty || beside === undefined || (beside.id === id && beside.commits <= commits);
  const note = () => {
    try {
      writeSync(file, JSON.stringify({ id, commits }).padEnd(noteBytes), 0);
    } catch {
      // The commit stands. A count that is too low accuses nobody.
    }
  };
  if (isComplete) note();
  return {
    isComplete: () => isComplete,
    raise: () => void raise.run(),
    committed: ({ notesLoss }: { readonly notesLoss: boolean }) => {
      commits += 1;
      isComplete ||= notesLoss;
      if (isComplete) note();
    },
    close: () => closeSync(file),
  };
}

function readCount(file: number) {
  try {
    return countSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

const countSchema = z.object({ id: z.string(), commits: z.number() });
const noteBytes = 96;

/** Returns a key in the form of Keyv for one table with several namespaces. */
function named(key: string): string {
  return `${namespace}:${key}`;
}

function open(path: string, locking: Locking): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: locking === "NORMAL" ? 5000 : 0 });
  try {
    db.exec(`PRAGMA locking_mode = ${locking}`);
    refuseOld(db, path);
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = FULL");
    db.exec("PRAGMA secure_delete = ON");
    db.exec(schema);
    // Opening does not take the lock, so this writes once.
    db.exec("BEGIN IMMEDIATE; COMMIT");
    for (const file of [path, `${path}-wal`]) keepFromOthers(file);
    return db;
  } catch (error) {
    db.close();
    if (error instanceof OldStoreError) throw error;
    const why = isLocked(error)
      ? "is in use by another process; stop that one, or give each its own STORE_URL"
      : `cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
    const Fault = isLocked(error) ? StoreInUseError : Error;
    throw new Fault(`the store ${path} ${why}`, { cause: error });
  }
}

const ownersAlone = 0o600;

/**
 * Restricts a file to its owner: an older store, or one restored from a copy, may be open to
 * others.
 */
function keepFromOthers(file: string): void {
  const isOpenToOthers = existsSync(file) && (statSync(file).mode & 0o077) !== 0;
  if (isOpenToOthers) chmodSync(file, ownersAlone);
}

/** @throws OldStoreError */
function refuseOld(db: DatabaseSync, path: string): void {
  const table = db
    .prepare("SELECT 1 FROM sqlite_schema WHERE name IN ('records', 'accounts')")
    .get();
  if (table !== undefined) throw new OldStoreError(`the store ${path}`);
}

/** The state of a store's file, read whole and without changing it. */
export type SqliteLook =
  | { readonly status: "opens"; readonly openQuotes: number; readonly heard: boolean }
  /** Another process holds its lock, most probably a running Galley. */
  | { readonly status: "in-use" }
  | { readonly status: "old"; readonly why: string }
  | { readonly status: "broken"; readonly why: string };

/** Inspects an existing file, and holds it meanwhile. */
export function lookAtSqlite(path: string): SqliteLook {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      refuseOld(db, path);
      const { quick_check: check } = db.prepare("PRAGMA quick_check(1)").get() ?? {};
      if (check !== "ok") return { status: "broken", why: "parts of it are damaged" };
      // A start on a full disk leaves an empty file.
      const isEmpty = db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
      if (isEmpty) return { status: "opens", openQuotes: 0, heard: false };
      const row = db.prepare(`SELECT count(*) AS n FROM entries WHERE "index" = 'open'`).get();
      const heard = db.prepare("SELECT 1 FROM keyv WHERE key = ?").get(named("heard:slack"));
      return { status: "opens", openQuotes: Number(row?.["n"]), heard: heard !== undefined };
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof OldStoreError) return { status: "old", why: error.message };
    const why = error instanceof Error ? error.message : String(error);
    return isLocked(error) ? { status: "in-use" } : { status: "broken", why };
  }
}

/** Writes a record that is large enough to need new room on the disk each time. */
function createProbe(db: DatabaseSync, path: string): CasStore["writable"] {
  const inode = () => statSync(path, { throwIfNoEntry: false })?.ino;
  const inodeBefore = inode();
  const probe = db.prepare(
    `INSERT OR REPLACE INTO keyv (key, value)
     VALUES ('${named("probe")}', '{"value":"' || hex(randomblob(2048)) || '"}')`,
  );
  return async () => {
    if (inode() !== inodeBefore) {
      return [`The store’s file ${path} was removed or replaced: start Galley again.`];
    }
    try {
      probe.run();
      return [];
    } catch (error) {
      return [`The store takes no writes (${error instanceof Error ? error.message : "?"}).`];
    }
  };
}

/** Lets a transaction go without waiting for the disk. The next one that waits takes it along. */
function withoutSync<T>(db: DatabaseSync, work: () => T): T {
  db.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    db.exec("PRAGMA synchronous = FULL");
  }
}

function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /database is locked/iu.test(error.message);
}

const schema = `
  CREATE TABLE IF NOT EXISTS keyv (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS entries (
    "index" TEXT NOT NULL, value TEXT NOT NULL, key TEXT NOT NULL, sort REAL NOT NULL,
    PRIMARY KEY ("index", value, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS life (id TEXT NOT NULL, commits INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS entries_by_age ON entries ("index", value, sort DESC, key);
`;
