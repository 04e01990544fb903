import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  type Account,
  type Commitment,
  newAccount,
} from "../../src/features/spending/rules/account.ts";
import { createMemoryStore } from "../../src/store/open-store.ts";
import { openSmallStores } from "../../src/store/small-stores.ts";
import { serialise } from "../../src/store/store.ts";
import { type FieldsOf, at, count, id, maybe, text } from "../arbitraries/values.ts";

const commitment: FieldsOf<Commitment> = {
  key: id,
  quoteId: id,
  workspace: id,
  channel: id,
  price: count,
  at,
  freed: maybe(fc.constant(true as const)),
};

const account: FieldsOf<Account> = {
  version: fc.constant(1 as const),
  reading: maybe(fc.record({ balance: fc.integer(), used: count, at, recorded: maybe(count) })),
  commitments: fc.array(fc.record(commitment), { maxLength: 3 }),
  spent: fc.dictionary(
    text.filter((name) => name !== "__proto__"),
    count,
    { noNullPrototype: true },
  ),
  recorded: count,
  auto: fc.dictionary(
    text.filter((name) => name !== "__proto__"),
    count,
    { noNullPrototype: true },
  ),
  low: fc.array(id, { maxLength: 2 }),
};

test("every account reads back as it was written, under its own key alone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(account), async (written) => {
      const { accounts } = openSmallStores(createMemoryStore());

      await accounts.change("key-1", () => written);

      expect(await accounts.read("key-1")).toEqual(written);
      expect(await accounts.read("key-2")).toBe(newAccount);
    }),
  );
});

const whole = { ...newAccount, reading: { balance: 1, used: 1, at: 1 } };
const promised = { key: "k", quoteId: "q", workspace: "T", channel: "C", price: 1, at: 1 };

test.each([
  ["nothing at all", {}],
  ["a version of the future", { ...whole, version: 2 }],
  ["no commitments", { ...whole, commitments: undefined }],
  [
    "a commitment without its price",
    { ...whole, commitments: [{ ...promised, price: undefined }] },
  ],
  ["a commitment without its key", { ...whole, commitments: [{ ...promised, key: "" }] }],
  ["a reading without its balance", { ...whole, reading: { used: 1, at: 1 } }],
  ["no sum of what was spent", { ...whole, recorded: undefined }],
  ["a month that is no number", { ...whole, spent: { "2026-11/T/C": "12" } }],
])("an account with %s is never taken for one, and never overwritten", async (_, stored) => {
  const store = createMemoryStore();
  const { accounts } = openSmallStores(store);
  const raw = serialise(stored);
  await store.commit([{ key: "account:key-1", before: undefined, after: raw }]);

  await expect(accounts.read("key-1")).rejects.toMatchObject({ name: "ZodError" });
  await expect(accounts.change("key-1", () => newAccount)).rejects.toMatchObject({
    name: "ZodError",
  });

  expect(await store.read("account:key-1")).toBe(raw);
});
