import { join } from "node:path";

import { expect, test } from "vitest";

import { openStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { lookAtSqlite } from "#store/sqlite-store.ts";

import { aPostedQuote, aQuote } from "../builders.ts";
import { aFolder } from "./stores.ts";

test("a store is opened where its address says", async () => {
  await using folder = await aFolder();
  const path = join(folder.path, "bot.sqlite");
  const written = { key: "quote:1", before: undefined, after: "{}" };

  const file = await openStore({ kind: "sqlite", path });
  await file.commit([written]);
  await file.close();
  const again = await openStore({ kind: "sqlite", path });
  const memory = await openStore({ kind: "memory" });

  expect(await again.read("quote:1")).toBe("{}");
  expect(await memory.read("quote:1")).toBeUndefined();
  await again.close();
});

test("without a connection there is no store on Redis", async () => {
  await expect(openStore({ kind: "redis", url: "redis://127.0.0.1:1" })).rejects.toThrow(
    "not connected",
  );
});

test("a look at a store's file counts what is open, and says who keeps it from looking", async () => {
  await using folder = await aFolder();
  const path = join(folder.path, "bot.sqlite");
  const store = await openStore({ kind: "sqlite", path });
  const quoteStore = createQuoteStore(store, ({ decision }) => decision.status === "open");
  for (const id of ["q1", "q2"]) await quoteStore.add(aPostedQuote({ id }));
  await quoteStore.add(aQuote({ id: "q3", decision: { status: "expired", at: 1 } }));

  const inUse = lookAtSqlite(path);
  await store.close();
  const closed = lookAtSqlite(path);
  const missing = lookAtSqlite(join(folder.path, "no.sqlite"));

  expect(inUse).toEqual({ status: "in-use" });
  expect(closed).toEqual({ status: "opens", openQuotes: 2, heard: false });
  expect(missing).toEqual({ status: "broken", why: "unable to open database file" });
});
