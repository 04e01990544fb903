import { expect, test } from "vitest";

import { UnclearWrite } from "#domain/errors.ts";
import type { Quote } from "#domain/quote.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createLedger } from "#store/quotes.ts";
import type { CasStore } from "#store/store.ts";

import { aPostedQuote } from "../builders.ts";

const countUp = (quote: Quote): Quote => ({ ...quote, expiresAt: quote.expiresAt + 1 });

/** Returns a ledger with one quote, and the reported expiry times as "before to after". */
async function observed(spoil: (store: CasStore) => Partial<CasStore> = () => ({})) {
  const store = createMemoryStore();
  const { quote } = await createLedger(store, () => true).add(aPostedQuote({ expiresAt: 0 }));
  const told: string[] = [];
  const ledger = createLedger({ ...store, ...spoil(store) }, () => true);
  ledger.watch((before, after) => told.push(`${before.expiresAt} to ${after.expiresAt}`));
  return { ledger, told, id: quote.id };
}

test("each change is told of once it is written", async () => {
  const { ledger, told, id } = await observed();

  const changed = await ledger.change(id, countUp);
  await ledger.change(id, (quote) => quote);

  expect(changed.expiresAt).toBe(1);
  expect(told).toEqual(["0 to 1"]);
});

test("when somebody else was first, only what was written is told of", async () => {
  let rival: Promise<unknown> | undefined;
  const { ledger, told, id } = await observed((store) => ({
    commit: async (asked) => {
      rival ??= createLedger(store, () => true).change(id, (quote) => ({ ...quote, expiresAt: 7 }));
      await rival;
      return await store.commit(asked);
    },
  }));

  await ledger.change(id, countUp);

  expect(told).toEqual(["7 to 8"]);
});

test("a write that may stand is told of, one that does not stand is not", async () => {
  const faults = [new UnclearWrite({ cause: "lost" }), new Error("the store is down")];
  const { ledger, told, id } = await observed(() => ({
    commit: async () => {
      throw faults.shift();
    },
  }));

  await expect(ledger.change(id, countUp)).rejects.toThrow(UnclearWrite);
  await expect(ledger.change(id, countUp)).rejects.toThrow("the store is down");

  expect(told).toEqual(["0 to 1"]);
});

test("a change of nothing is not told of, and keeps its fault", async () => {
  const { ledger, told } = await observed();

  await expect(ledger.change("another", countUp)).rejects.toThrow("no quote another");

  expect(told).toEqual([]);
});
