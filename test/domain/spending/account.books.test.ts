import { describe, expect, test } from "vitest";

import { postName } from "#domain/approval/approved-before.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import {
  type Account,
  type Reservation,
  bookDigest,
  bookSpending,
  newAccount,
  recordEnd,
  release,
  reservationFor,
  reserve,
  reserveAnyway,
  withBookCounted,
} from "#domain/spending/account.ts";

import { aQuote, aRequest, aTask, hour, noon } from "../../builders.ts";

const day = 24 * hour;
const december = Date.UTC(2026, 11, 2);
const lantern = { workspace: "T1", book: "lantern", at: noon };

function aReservation(key: string, changes: Partial<Reservation> = {}): Reservation {
  const place = { quoteId: `q-${key}`, workspace: "T1", channel: "C1" };
  return { key, ...place, price: 100, at: noon, book: "lantern", ...changes };
}

function withReservations(...reservations: readonly Reservation[]): Account {
  return { ...newAccount, reservations };
}

const ofAll = (account: Account, of: Partial<typeof lantern> = {}) =>
  bookSpending(account, { ...lantern, ...of, per: "book" });
const ofMonth = (account: Account, of: Partial<typeof lantern> = {}) =>
  bookSpending(account, { ...lantern, ...of, per: "month" });

describe("a book’s spending", () => {
  test("includes what is reserved for it, and for nothing else", () => {
    const account = withReservations(
      aReservation("k1"),
      aReservation("k2", { price: 10, at: december }),
      aReservation("k3", { book: "harbour" }),
      aReservation("k4", { workspace: "T2" }),
      aReservation("k5", { book: undefined }),
    );

    expect([ofAll(account), ofMonth(account)]).toEqual([110, 100]);
    expect(ofMonth(account, { at: december })).toBe(10);
  });

  test("is moved from what is reserved to what is spent by the end of a run", () => {
    const counted = withBookCounted(withReservations(aReservation("k1")), lantern, []);
    const ended = recordEnd(counted, { key: "k1", credits: 70, as: "final", now: noon });

    expect([ofAll(counted), ofAll(ended), ofMonth(ended)]).toEqual([100, 70, 70]);
    expect(ofMonth(ended, { at: december })).toBe(0);
    expect(ofAll(ended, { book: "harbour" })).toBe(0);
    expect(ofAll(ended, { workspace: "T2" })).toBe(0);
  });

  test("adds one run to the others", () => {
    const account = withReservations(aReservation("k1"), aReservation("k2"));
    const ended = ["k1", "k2"].reduce(
      (left, key) => recordEnd(left, { key, credits: 70, as: "final", now: noon }),
      withBookCounted(account, lantern, []),
    );

    expect([ofAll(ended), ofMonth(ended)]).toEqual([140, 140]);
  });

  test("is not kept for a book that has no budget, nor for a run of no book", () => {
    const account = withReservations(aReservation("k1"), aReservation("k2", { book: undefined }));
    const ended = ["k1", "k2"].reduce(
      (left, key) => recordEnd(left, { key, credits: 70, as: "final", now: noon }),
      account,
    );

    expect(ended.spent).toEqual({ "2026-11/T1/C1": 140 });
  });

  test("is kept in all, and by the month no longer than a cap asks for it", () => {
    const old = withBookCounted(withReservations(aReservation("k1")), lantern, []);
    const ended = recordEnd(old, { key: "k1", credits: 70, as: "final", now: noon });
    const later = recordEnd(
      { ...ended, reservations: [aReservation("k2", { at: noon + 93 * day, book: undefined })] },
      { key: "k2", credits: 1, as: "final", now: noon + 93 * day },
    );

    expect([ofAll(later), ofMonth(later)]).toEqual([70, 0]);
  });
});

describe("once a book has a budget", () => {
  const charge = (key: string, credits: number, at = noon) => ({ key, credits, at });

  test("its spending is what its runs came to, each once", () => {
    const charges = [charge("k1", 5), charge("k2", 30), charge("k3", 400, december)];
    const account = withBookCounted(newAccount, { ...lantern, at: december }, charges);

    expect(ofAll(account)).toBe(435);
    expect([ofMonth(account), ofMonth(account, { at: december })]).toEqual([35, 400]);
    expect(withBookCounted(account, { ...lantern, at: december }, charges)).toEqual(account);
  });

  test("a run that is reserved counts as reserved, and belongs to the book from then on", () => {
    const elsewhere = aReservation("k1", { book: "harbour" });
    const other = aReservation("k9", { book: "harbour" });
    const account = withBookCounted(withReservations(elsewhere, other), lantern, [
      charge("k1", 100),
      charge("k2", 30),
    ]);

    expect(account.reservations).toEqual([aReservation("k1"), other]);
    expect([ofAll(account), ofMonth(account)]).toEqual([130, 130]);
  });

  test("months that no cap asks for are left out of it, and count in all", () => {
    const old = noon - 93 * day;
    const account = withBookCounted(newAccount, lantern, [charge("k1", 5, old), charge("k2", 6)]);

    expect(ofAll(account)).toBe(11);
    expect([ofMonth(account, { at: old }), ofMonth(account)]).toEqual([0, 6]);
  });

  test("months of which it has no run any more count for nothing", () => {
    const moved = [charge("k1", 5), charge("k2", 400, december)];
    const account = withBookCounted(newAccount, { ...lantern, at: december }, moved);
    const without = withBookCounted(account, { ...lantern, at: december }, moved.slice(1));

    expect(ofAll(without)).toBe(400);
    expect([ofMonth(without), ofMonth(without, { at: december })]).toEqual([0, 400]);
  });

  test("other sums of the account stay", () => {
    const before = {
      ...newAccount,
      spent: { "2026-11/T1/C1": 9, "book/T1/harbour": 8, "2026-11/T2/book/lantern": 7 },
    };

    expect(withBookCounted(before, lantern, []).spent).toEqual({
      ...before.spent,
      "book/T1/lantern": 0,
    });
  });
});

describe("a reservation", () => {
  test("says for which run, book and post it is, and since when", () => {
    const quote = aQuote({ book: "Lantern", request: aRequest({ at: noon - hour }) });
    const task = aTask({ price: 70, approval: { by: "U0ANA", at: noon } });

    expect(reservationFor(quote, task)).toEqual({
      key: task.key,
      quoteId: quote.id,
      workspace: "T1",
      channel: "C0BOOKS",
      price: 70,
      at: noon,
      post: postName("U0ANA", quote),
      book: bookDigest(termHome(quote)),
    });
  });

  test("counts for its post while it stands, however it was made", () => {
    const [one, other] = [
      aReservation("k1", { post: "post" }),
      aReservation("k2", { post: "post", price: 20 }),
    ];
    const nameless = aReservation("k3");
    const first = reserve(newAccount, one);
    if ("status" in first) throw new Error(first.status);
    const all = reserveAnyway(first, [one, other, nameless]);
    const credits = ({ posts = {} }: Account) => posts["post"]?.credits;

    expect([first, all].map(credits)).toEqual([100, 120]);
    expect(credits(release(all, new Set(["k1", "k3"])))).toBe(20);
    expect(Object.keys(all.posts ?? {})).toEqual(["post"]);
  });
});

test("the account knows a book by a digest, which stored accounts have", () => {
  expect(bookDigest("T1/lantern")).toBe("fbc31e9602e9f5f0");
  expect(bookDigest("T1/harbour")).not.toBe(bookDigest("T1/lantern"));
});
