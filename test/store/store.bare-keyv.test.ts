import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import KeyvRedis from "@keyv/redis";
import { Keyv } from "keyv";
import { describe, expect, test } from "vitest";

import { createQuoteStore } from "#store/quotes.ts";
import { createRedisStore } from "#store/redis-store.ts";
import { openSmallStores } from "#store/small-stores.ts";
import { createSqliteStore, openSqliteAdapter } from "#store/sqlite-store.ts";
import type { CasStore } from "#store/store.ts";

import { aQuote, aTask } from "../builders.ts";
import { canRunRedis, connectTo, startRedisServer } from "../redis-server.ts";
import { aFolder } from "./stores.ts";

/** Writes as the bot does: a changed quote, settings, a glossary and a probe. */
async function fill(store: CasStore): Promise<void> {
  const quoteStore = createQuoteStore(store, () => true);
  await quoteStore.add(aQuote({ id: "q1" }));
  await quoteStore.change("q1", (quote) => ({ ...quote, tasks: [aTask({ key: "galley-key-1" })] }));
  await openSmallStores(store).settings.change("T1", (settings) => ({
    ...settings,
    delegations: [],
  }));
  await openSmallStores(store).glossaries.keep({ Aaron: "Aron" });
  expect(await store.writable()).toEqual([]);
}

const written = { id: "q1", tasks: [{ key: "galley-key-1" }] };
const bare = { namespace: "galley", useKeyPrefix: false };

describe("a bare Keyv finds a quote with its idempotency key", () => {
  test("in the file of a bot that has closed it", async () => {
    await using folder = await aFolder();
    const path = join(folder.path, "bot.sqlite");
    const store = createSqliteStore(path);
    await fill(store);
    await store.close();

    const adapter = openSqliteAdapter(path);
    const keyv = new Keyv({ ...bare, store: adapter });

    expect(await keyv.get("quote:q1")).toMatchObject(written);
    expect(await keyv.get("settings:T1")).toMatchObject({ version: 1 });
    expect(await keyv.get("probe")).toBeDefined();
    await adapter.close();
  });

  test.runIf(canRunRedis("a bare Keyv on Redis"))("on the Redis of a bot that runs", async () => {
    await using server = await startRedisServer();
    const store = await createRedisStore(await connectTo(server));
    await fill(store);

    const keyv = new Keyv({ ...bare, store: new KeyvRedis(server.url, { namespace: "galley" }) });

    expect(await keyv.get("quote:q1")).toMatchObject(written);
    expect(await keyv.get("settings:T1")).toMatchObject({ version: 1 });
    expect(await keyv.get("probe")).toBeDefined();
    await keyv.disconnect();
    await store.close();
  });
});

test("what a bare Keyv writes is read, and changed by nobody who has read something else", async () => {
  await using folder = await aFolder();
  const adapter = openSqliteAdapter(join(folder.path, "bot.sqlite"));
  const keyv = new Keyv({ ...bare, store: adapter });
  const before = '{"value":{"n":1}}';

  await keyv.set("one", { n: 1 });
  await keyv.set("two", { n: 2 });

  expect(await adapter.get("one")).toBe(before);
  expect(await adapter.commit([{ key: "two", before, after: before }])).toBe(false);
  expect(await adapter.commit([{ key: "one", before, after: '{"value":3}' }])).toBe(true);
  expect(await keyv.get("one")).toBe(3);
  expect(await keyv.delete("one")).toBe(true);
  expect(await keyv.delete("one")).toBe(false);
  await keyv.clear();
  expect(await keyv.get("two")).toBeUndefined();
  await adapter.close();
});

test("in the file each key bears the namespace, as Keyv itself would write it", async () => {
  await using folder = await aFolder();
  const path = join(folder.path, "bot.sqlite");
  const store = createSqliteStore(path);
  await store.set("one", "text");
  await store.close();

  const db = new DatabaseSync(path);
  const rows = db.prepare("SELECT key, value FROM keyv").all();
  db.close();

  expect(rows).toEqual([{ key: "galley:one", value: '{"value":"text"}' }]);
});
