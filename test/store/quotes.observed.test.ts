import { expect, test } from "vitest";

import { UnclearWriteError } from "#domain/errors.ts";
import type { Quote } from "#domain/quote.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import type { CasStore } from "#store/store.ts";

import { aPostedQuote } from "../builders.ts";

const countUp = (quote: Quote): Quote => ({ ...quote, expiresAt: quote.expiresAt + 1 });

/** Returns a ledger with one quote, and the reported expiry times as "before to after". */
async function observed(spoil: (store: CasStore) => Partial<CasStore> = () => ({})) {
  const store = createMemoryStore();
  const { quote } = await createQuoteStore(store, () => true).add(aPostedQuote({ expiresAt: 0 }));
  const told: string[] = [];
  const quoteStore = createQuoteStore({ ...store, ...spoil(store) }, () => true);
  quoteStore.watch((before, after) => told.push(`${before.expiresAt} to ${after.expiresAt}`));
  return { quoteStore, told, id: quote.id };
}

test("each change is told of once it is written", async () => {
  const { quoteStore, told, id } = await observed();

  const changed = await quoteStore.change(id, countUp);
  await quoteStore.change(id, (quote) => quote);

  expect(changed.expiresAt).toBe(1);
  expect(told).toEqual(["0 to 1"]);
});

test("when somebody else was first, only what was written is told of", async () => {
  let rival: Promise<unknown> | undefined;
  const { quoteStore, told, id } = await observed((store) => ({
    commit: async (asked) => {
      rival ??= createQuoteStore(store, () => true).change(id, (quote) => ({
        ...quote,
        expiresAt: 7,
      }));
      await rival;
      return await store.commit(asked);
    },
  }));

  await quoteStore.change(id, countUp);

  expect(told).toEqual(["7 to 8"]);
});

test("a write that may stand is told of, one that does not stand is not", async () => {
  const faults = [new UnclearWriteError({ cause: "lost" }), new Error("the store is down")];
  const { quoteStore, told, id } = await observed(() => ({
    commit: async () => {
      throw faults.shift();
    },
  }));

  await expect(quoteStore.change(id, countUp)).rejects.toThrow(UnclearWriteError);
  await expect(quoteStore.change(id, countUp)).rejects.toThrow("the store is down");

  expect(told).toEqual(["0 to 1"]);
});

test("a change of nothing is not told of, and keeps its fault", async () => {
  const { quoteStore, told } = await observed();

  await expect(quoteStore.change("another", countUp)).rejects.toThrow("no quote another");

  expect(told).toEqual([]);
});
