import { expect, test } from "vitest";

import { createMemoryStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { type CasStore, serialise } from "#store/store.ts";

import { aPostedQuote, noon } from "../builders.ts";
import { watched } from "./stores.ts";

const firstPage = { offset: 0, limit: 10 };
const list = (quoteStore: ReturnType<typeof createQuoteStore>) =>
  quoteStore.list("open", "all", firstPage);

/** Returns a ledger of three open quotes, whose store reads the second one in another way. */
async function three(second: CasStore["read"]) {
  const store = createMemoryStore();
  const heard: unknown[] = [];
  const spoilt: CasStore = {
    ...store,
    read: (key) => (key === "quote:q2" ? second(key) : store.read(key)),
  };
  for (const id of ["q1", "q2", "q3"]) {
    await createQuoteStore(store, () => true).add(aPostedQuote({ id }));
  }
  return {
    quoteStore: createQuoteStore(spoilt, () => true, {
      onUnreadable: (id, error) => void heard.push([id, error]),
    }),
    heard,
  };
}

test("a record that cannot be read is left out of a list and told of, and the others are there", async () => {
  const { quoteStore, heard } = await three(async () => serialise({}));

  expect((await list(quoteStore)).map(({ id }) => id)).toEqual(["q1", "q3"]);
  expect(heard).toMatchObject([["q2", { name: "UnreadableRecordError" }]]);

  // Every look at Home lists it again: a log says it once.
  await list(quoteStore);
  expect(heard).toHaveLength(1);
});

test("a record that is gone is left out of a list", async () => {
  const { quoteStore, heard } = await three(async () => undefined);

  expect((await list(quoteStore)).map(({ id }) => id)).toEqual(["q1", "q3"]);
  expect(heard).toEqual([]);
});

test("a store that does not answer fails the list: nobody may take a part for the whole", async () => {
  const { quoteStore, heard } = await three(async () => {
    throw new Error("the store is down");
  });

  await expect(list(quoteStore)).rejects.toThrow("the store is down");
  expect(heard).toEqual([]);
});

test("a quote whose id is taken by nothing that can be found is no quote", async () => {
  const store = createMemoryStore();
  const quoteStore = createQuoteStore({ ...store, commit: async () => false }, () => true);

  await expect(quoteStore.add(aPostedQuote({ id: "q1" }))).rejects.toMatchObject({
    name: "QuoteMissingError",
    message: "no quote q1",
  });
});

test("of what any replica wrote, the ids of quotes are told, and how far that goes", async () => {
  const asked: unknown[] = [];
  const writtenSince = async (since: string | undefined) => {
    asked.push(since);
    return { keys: ["quote:q1", "once:alert", "quote:q2"], until: "8" };
  };
  const quoteStore = createQuoteStore({ ...createMemoryStore(), writtenSince }, () => true);

  expect(await quoteStore.writtenSince("7")).toEqual({ ids: ["q1", "q2"], until: "8" });
  expect(asked).toEqual(["7"]);
});

test("a store of one process has nothing to tell of others", async () => {
  const quoteStore = createQuoteStore(createMemoryStore(), () => true);

  expect(await quoteStore.writtenSince("7")).toEqual({ ids: [], until: "7" });
  expect(await quoteStore.writtenSince(undefined)).toEqual({ ids: [], until: undefined });
});

test("a change takes out of the index what is not so any more, and nothing else", async () => {
  const { store, asked } = watched(createMemoryStore());
  const quoteStore = createQuoteStore(store, ({ target }) => target === "fr");
  await quoteStore.add(aPostedQuote({ id: "q1" }));

  await quoteStore.change("q1", (quote) => ({ ...quote, target: "de" }));

  expect(asked.at(-1)?.remove).toEqual([{ index: "open", value: "all", order: noon }]);
  expect(asked.at(-1)?.add?.map(({ index }) => index)).toEqual([
    "workspace",
    "person",
    "channel",
    "thread",
    "file",
    "book-id",
  ]);
});
