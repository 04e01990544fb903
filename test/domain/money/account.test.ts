import { describe, expect, test } from "vitest";

import {
  type Account,
  type Commitment,
  book,
  channelMonth,
  commit,
  newAccount,
  noteReading,
  promisedCredits,
} from "../../../src/domain/money/account.ts";
import { minute, noon } from "../../builders.ts";

const day = 24 * 60 * minute;

function anAccount(changes: Partial<Account> = {}): Account {
  return { ...newAccount, reading: { balance: 1000, used: 0, at: noon }, ...changes };
}

function aCommitment(changes: Partial<Commitment> = {}): Commitment {
  return {
    key: "k1",
    quoteId: "q1",
    workspace: "T1",
    channel: "C1",
    price: 600,
    at: noon,
    ...changes,
  };
}

describe("setting credits aside", () => {
  test("two approvals never count on the same credits, and the second hears the numbers", () => {
    const first = commit(anAccount(), [aCommitment()], undefined);
    const second = commit(first.account, [aCommitment({ key: "k2" })], undefined);

    expect(first.outcome).toEqual({ status: "committed" });
    expect(second.outcome).toEqual({
      status: "short-of-credits",
      balance: 1000,
      readAt: noon,
      promised: 600,
      needed: 600,
      missing: 200,
    });
    expect(second.account).toBe(first.account);
  });

  test("the same approval twice sets its credits aside once", () => {
    const first = commit(anAccount(), [aCommitment()], undefined);
    const again = commit(first.account, [aCommitment()], undefined);

    expect(again).toEqual({ account: first.account, outcome: { status: "committed" } });
  });

  test("several runs of one approval are covered all or none", () => {
    const wished = [aCommitment(), aCommitment({ key: "k2" })];

    expect(commit(anAccount(), wished, undefined).outcome).toMatchObject({ missing: 200 });
    expect(commit(anAccount(), wished, undefined).account.commitments).toEqual([]);
  });

  test("to the last credit is not too much", () => {
    const wished = [aCommitment({ price: 1000 })];

    expect(commit(anAccount(), wished, undefined).outcome.status).toBe("committed");
  });

  test("a balance that nobody could read keeps nothing back", () => {
    const wished = [aCommitment({ price: 1_000_000 })];

    expect(commit(newAccount, wished, undefined).outcome.status).toBe("committed");
  });
});

describe("the monthly cap of a channel", () => {
  const spent = anAccount({ spent: { "2026-11/T1/C1": 500 } });

  test("counts what is spent and what is promised", () => {
    const { account } = commit(spent, [aCommitment({ price: 100 })], 1000);

    expect(commit(account, [aCommitment({ key: "k2", price: 401 })], 1000).outcome).toEqual({
      status: "over-month-cap",
      cap: 1000,
      spent: 500,
      promised: 100,
      needed: 401,
    });
    expect(commit(account, [aCommitment({ key: "k2", price: 400 })], 1000).outcome.status).toBe(
      "committed",
    );
  });

  test("is the channel's own, and begins anew with the month", () => {
    const elsewhere = [aCommitment({ channel: "C2" })];
    const later = [aCommitment({ at: noon + 11 * day })];

    expect(commit(spent, elsewhere, 600).outcome.status).toBe("committed");
    expect(commit(spent, later, 600).outcome.status).toBe("committed");
  });
});

describe("booking what has ended", () => {
  const account = anAccount({ commitments: [aCommitment()] });
  const ending = { key: "k1", credits: 550, as: "final", now: noon + day } as const;

  test("moves it from what is promised to what is spent, once", () => {
    const booked = book(account, ending);

    expect(promisedCredits(booked)).toBe(0);
    expect(channelMonth(booked, aCommitment())).toEqual({ spent: 550, promised: 0 });
    expect(booked.booked).toBe(550);
    expect(book(booked, ending)).toBe(booked);
  });

  test("a failed run holds no credits back, but counts in its month until it is clear", () => {
    const doubtful = book(account, { ...ending, as: "doubtful" });

    expect(promisedCredits(doubtful)).toBe(0);
    expect(channelMonth(doubtful, aCommitment())).toEqual({ spent: 0, promised: 600 });
    expect(channelMonth(book(doubtful, ending), aCommitment())).toEqual({
      spent: 550,
      promised: 0,
    });
  });

  test("counts in the month of the approval, and forgets months that no cap asks for", () => {
    const old = { ...account, spent: { "2026-08/T1/C1": 9, "2026-10/T1/C1": 7 } };

    expect(book(old, { ...ending, now: noon + 11 * day }).spent).toEqual({
      "2026-10/T1/C1": 7,
      "2026-11/T1/C1": 550,
    });
  });
});

test("an older reading that comes late does not take the place of a newer one", () => {
  const late = noteReading(anAccount(), { balance: 5000, used: 0, at: noon - minute });

  expect(late.reading?.balance).toBe(1000);
});
