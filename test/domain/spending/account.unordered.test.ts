import { expect, test } from "vitest";

import {
  type Account,
  newAccount,
  noteReading,
  recordEnd,
  reserveAnyway,
  unorderedCredits,
} from "#domain/spending/account.ts";

import { noon } from "../../builders.ts";

const reservation = {
  key: "k",
  quoteId: "q",
  workspace: "T1",
  channel: "C0BOOKS",
  price: 600,
  at: noon,
};

/** Notes readings one after the other; returns the credits that nobody ordered after each. */
function reading(start: Account = newAccount) {
  let [account, at] = [start, noon];
  return {
    reads: (used: number) => {
      at += 1000;
      account = noteReading(account, { balance: 10_000, used, at }, at);
      return unorderedCredits(account);
    },
    buys: () => void (account = reserveAnyway(account, [reservation])),
    ends: (credits = 600) =>
      void (account = recordEnd(account, { key: "k", credits, as: "final", now: at })),
  };
}

test("what the account had used before the first reading is nobody's fault", () => {
  expect(reading().reads(5000)).toBe(0);
});

test("what Galley had recorded before the first reading is no other use", () => {
  const account = reading({ ...newAccount, recorded: 700 });

  expect(account.reads(5000)).toBe(0);
  expect(account.reads(5001)).toBe(1);
});

test("nothing is unordered while nothing was read, or only by a version that noted no beginning", () => {
  const last = { balance: 10_000, used: 9000, at: noon };
  const earlier = { ...newAccount, reading: { ...last, recorded: 700 }, recorded: 700 };
  const account = reading(earlier);

  expect([newAccount, earlier].map(unorderedCredits)).toEqual([0, 0]);
  expect(account.reads(9100)).toBe(0);
  expect(account.reads(9103)).toBe(3);
});

test("credits beside all that was recorded and reserved are unordered", () => {
  const account = reading();

  account.reads(5000);
  account.buys();
  expect(account.reads(5600)).toBe(0);
  expect(account.reads(5601)).toBe(1);
  account.ends(500);
  expect(account.reads(5601)).toBe(101);
});

test("a charge that shows late is not taken for another use", () => {
  const account = reading();

  account.reads(0);
  account.buys();
  account.ends();
  expect(account.reads(0)).toBe(0);
  expect(account.reads(600)).toBe(0);
  expect(account.reads(2600)).toBe(2000);
});

test("a new period begins at its own first figure, with a charge that shows in it late", () => {
  const account = reading();

  account.reads(5000);
  account.buys();
  account.ends();
  expect(account.reads(0)).toBe(0);
  expect(account.reads(600)).toBe(0);
  expect(account.reads(601)).toBe(1);
});
