import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { CasStore, IndexEntry } from "./store.ts";

/** Thrown when another process holds the file: two desks on one file would not see each other's work. */
export class StoreInUse extends Error {
  override readonly name = "StoreInUse";
}

/**
 * One file on this machine. WAL with FULL synchronisation: what was answered has reached the disk.
 * The exclusive lock goes with the process, so a kill leaves nothing to clean up.
 *
 * @throws StoreInUse when another process has the file open.
 */
export function createSqliteStore(path: string): CasStore {
  mkdirSync(dirname(path), { recursive: true });
  const db = open(path);
  const read = db.prepare("SELECT value FROM records WHERE key = ?");
  const insert = db.prepare(
    "INSERT INTO records (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );
  const update = db.prepare("UPDATE records SET value = ? WHERE key = ? AND value = ?");
  const drop = db.prepare('DELETE FROM entries WHERE "index" = ? AND value = ? AND key = ?');
  const add = db.prepare(
    'INSERT OR REPLACE INTO entries ("index", value, key, sort) VALUES (?, ?, ?, ?)',
  );
  const list = db.prepare(
    'SELECT key FROM entries WHERE "index" = ? AND value = ? ORDER BY sort DESC, key LIMIT ? OFFSET ?',
  );

  const write = (key: string, before: string | undefined, after: string) =>
    before === undefined ? insert.run(key, after) : update.run(after, key, before);
  const index = (key: string, removed: readonly IndexEntry[], added: readonly IndexEntry[]) => {
    for (const entry of removed) drop.run(entry.index, entry.value, key);
    for (const entry of added) add.run(entry.index, entry.value, key, entry.order);
  };

  return {
    read: async (key) => text(read.get(key)?.["value"]),
    swap: async ({ key, before, after, remove, add }) =>
      transaction(db, () => {
        if (write(key, before, after).changes === 0) return false;
        index(key, remove, add);
        return true;
      }),
    list: async (name, value, { offset, limit }) =>
      list.all(name, value, limit, offset).map((row) => String(row["key"])),
    ping: async () => void db.prepare("SELECT 1").get(),
    close: async () => db.close(),
  };
}

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = FULL");
    db.exec(schema);
    // The lock is taken by the first write, not by opening.
    db.exec("BEGIN IMMEDIATE; COMMIT");
    return db;
  } catch (error) {
    db.close();
    throw isLocked(error)
      ? new StoreInUse(
          `the store ${path} is in use by another process; stop that one, or give each its own STORE_URL`,
          { cause: error },
        )
      : error;
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
  CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS entries (
    "index" TEXT NOT NULL, value TEXT NOT NULL, key TEXT NOT NULL, sort REAL NOT NULL,
    PRIMARY KEY ("index", value, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_by_age ON entries ("index", value, sort DESC, key);
`;
