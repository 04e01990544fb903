import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { describe, expect, test } from "vitest";

import { createQuoteStore } from "#store/quotes.ts";
import { createSqliteStore, lookAtSqlite } from "#store/sqlite-store.ts";
import { serialise } from "#store/store.ts";

import { aQuote } from "../builders.ts";
import { aFolder } from "./stores.ts";

/** Starts a second process on the same file, and reads its first line. */
async function anotherProcess(path: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "keep-open.ts"), path], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const said: unknown[] = await once(child.stdout, "data");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { said: said.join().trim(), kill, [Symbol.asyncDispose]: kill };
}

describe("a store in a file", () => {
  test("refuses a second process, and says what to do", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "bot.sqlite");
    // The file exists already: opening it writes nothing.
    await createSqliteStore(path).close();
    const store = createSqliteStore(path);

    await using second = await anotherProcess(path);

    expect(second.said).toBe(
      `the store ${path} is in use by another process; stop that one, or give each its own STORE_URL`,
    );
    await store.ping();
    await store.close();
  });

  test("writes a mark that may be lost with the power, and does not count it", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "bot.sqlite");
    const store = createSqliteStore(path);
    const change = { before: undefined, after: serialise(1) };
    const counted = () => readFile(`${path}-commits`, "utf8");
    const before = await counted();

    await store.commit([{ ...change, key: "once:click", isBrief: true }]);
    const marked = await counted();
    await store.commit([
      { ...change, key: "once:other", isBrief: true },
      { ...change, key: "quote:1" },
    ]);

    expect(marked).toBe(before);
    expect(await counted()).not.toBe(before);
    expect(await store.get("once:click")).toBe(1);
    await store.close();
  });

  test("knows an older copy of itself until a loss is noted, also after a restart", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "bot.sqlite");
    const change = { key: "marker:store", before: undefined, after: serialise(1) };
    const first = createSqliteStore(path);
    await first.commit([{ ...change, key: "quote:1" }]);
    await first.close();
    await copyFile(path, `${path}.copy`);
    const last = createSqliteStore(path);
    await last.commit([{ ...change, key: "quote:2" }]);
    const seen = [await last.hasAllCommits()];
    await last.close();
    await copyFile(`${path}.copy`, path);

    for (const notesLoss of [false, true]) {
      const older = createSqliteStore(path);
      seen.push(await older.hasAllCommits());
      await older.commit([{ ...change, key: `marker:${notesLoss}`, notesLoss }]);
      await older.commit([{ ...change, key: `quote:${notesLoss}` }]);
      seen.push(await older.hasAllCommits());
      await older.close();
      await copyFile(`${path}.copy`, path);
    }

    expect(seen).toEqual([true, false, false, false, true]);
  });

  test("is free at once when its process was killed, with everything that was written", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "bot.sqlite");
    await using first = await anotherProcess(path);
    expect(first.said).toBe("open");
    expect(() => createSqliteStore(path)).toThrow(
      expect.objectContaining({ name: "StoreInUseError" }),
    );

    await first.kill();

    const store = createSqliteStore(path);
    const quoteStore = createQuoteStore(store, () => true);
    expect(await quoteStore.find(aQuote().id)).toEqual(aQuote());
    expect(await quoteStore.list("open", "all", { offset: 0, limit: 9 })).toEqual([aQuote()]);
    await quoteStore.close();
  });

  test("keeps its records when it is opened again", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "in", "a", "new", "folder", "bot.sqlite");
    const first = createQuoteStore(createSqliteStore(path), () => true);
    await first.add(aQuote());
    await first.close();

    const second = createQuoteStore(createSqliteStore(path), () => true);

    expect(await second.find(aQuote().id)).toEqual(aQuote());
    await second.close();
  });

  test("writes record and entries together or not at all", async () => {
    await using folder = await aFolder();
    const store = createSqliteStore(join(folder.path, "bot.sqlite"));
    const entry = { index: "open", value: "all", order: Number.NaN };
    const swap = { key: "quote:1", before: undefined, after: "{}", remove: [], add: [entry] };

    // SQLite stores NaN as NULL, which this column refuses.
    await expect(store.commit([swap])).rejects.toThrow("NOT NULL constraint failed: entries.sort");

    expect(await store.read("quote:1")).toBeUndefined();
    expect(await store.list("open", "all", { offset: 0, limit: 9 })).toEqual([]);
    await store.close();
  });

  test("is its owner’s alone, also one that was open to others before", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "data", "bot.sqlite");
    const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
    const first = createSqliteStore(path);
    await first.set("name", "Aaron");
    const made = await Promise.all([dirname(path), path, `${path}-wal`].map(modeOf));
    await first.close();
    await chmod(path, 0o644);

    const second = createSqliteStore(path);
    await second.set("name", "Maia");

    expect(made).toEqual(["700", "600", "600"]);
    expect(await Promise.all([path, `${path}-wal`].map(modeOf))).toEqual(["600", "600"]);
    await second.close();
  });

  test("holds nothing on the disk of what was erased", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "bot.sqlite");
    const store = createSqliteStore(path);
    const key = "quote:1";
    const named = serialise({ name: "The Harbour Light. ".repeat(500) });
    await store.commit([{ key, before: undefined, after: named }]);
    await store.commit([{ key, before: named, after: serialise({ name: "" }) }]);

    await store.purge?.();

    const files = await Promise.all([path, `${path}-wal`].map((file) => readFile(file, "latin1")));
    expect(files.filter((bytes) => bytes.includes("Harbour"))).toEqual([]);
    await store.close();
  });

  test("that is closed throws instead of answering", async () => {
    await using folder = await aFolder();
    const store = createSqliteStore(join(folder.path, "bot.sqlite"));
    await store.close();

    await expect(store.read("quote:1")).rejects.toThrow(/finalized|not open/u);
    await expect(store.ping()).rejects.toThrow("database is not open");
  });

  test("that holds records of an earlier version is refused, and left as it is", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "bot.sqlite");
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE records (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
    db.close();
    const bytes = await readFile(path);

    expect(() => createSqliteStore(path)).toThrow(
      `the store ${path} holds records of an earlier version, which this one cannot read: name an empty store, or let the earlier version run on`,
    );
    expect(lookAtSqlite(path)).toMatchObject({ status: "old" });
    expect(await readFile(path)).toEqual(bytes);
  });

  test("in a place where no folder can be made is refused at once", () => {
    expect(() => createSqliteStore("/proc/nothing/galley/bot.sqlite")).toThrow(/ENOENT|EACCES/u);
  });

  test("that is no database is refused, and left as it is", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "novel.txt");
    await writeFile(path, "It rained. ".repeat(500));

    expect(() => createSqliteStore(path)).toThrow(
      `the store ${path} cannot be opened: file is not a database`,
    );
    expect(await readFile(path, "utf8")).toBe("It rained. ".repeat(500));
  });
});
