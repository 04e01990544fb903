import { expect, test } from "vitest";

import { UnclearWriteError } from "#domain/errors.ts";
import type { Spending, PurchaseState } from "#domain/spending/account.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import type { CasStore } from "#store/store.ts";

import { aPostedQuote } from "../builders.ts";

const lost = () => {
  throw new UnclearWriteError({ cause: "lost" });
};

/** Returns a way to spend on a quote, on a store with some methods replaced. */
async function spending(spoil: (store: CasStore) => Partial<CasStore>) {
  const store = createMemoryStore();
  await createQuoteStore(store, () => true).add(aPostedQuote({ id: "q1", expiresAt: 0 }));
  const quoteStore = createQuoteStore({ ...store, ...spoil(store) }, () => true);
  const spend = () => quoteStore.spend("q1", countUp);
  return { spend, count: async () => (await quoteStore.find("q1"))?.expiresAt };
}

function countUp({ quote, account }: PurchaseState): Spending<string> {
  const expiresAt = quote.expiresAt + 1;
  return { quote: { ...quote, expiresAt }, account, outcome: `count ${expiresAt}` };
}

test("a purchase whose answer was lost is read back, once it can come no more: it stands", async () => {
  const seen: string[] = [];
  const { spend, count } = await spending((store) => ({
    commit: async (changes) => (await store.commit(changes)) && lost(),
    deadlinesPassed: async () => void seen.push("deadlinesPassed"),
    read: async (key) => {
      if (key === "quote:q1") seen.push("read");
      return await store.read(key);
    },
  }));

  expect(await spend()).toBe("count 1");
  expect(seen).toEqual(["read", "deadlinesPassed", "read"]);
  expect(await count()).toBe(1);
});

test("one that never arrived is made again, once", async () => {
  const answers = [lost];
  const { spend, count } = await spending((store) => ({
    commit: async (changes) => answers.pop()?.() ?? (await store.commit(changes)),
  }));

  expect(await spend()).toBe("count 1");
  expect(await count()).toBe(1);
});

test("one that a store cannot be asked about stays unclear", async () => {
  const { spend } = await spending(() => ({
    commit: async () => lost(),
    deadlinesPassed: async () => {
      throw new Error("the store is down");
    },
  }));

  await expect(spend()).rejects.toThrow(UnclearWriteError);
});
