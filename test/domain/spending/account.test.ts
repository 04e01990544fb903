import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { digestOf } from "#domain/fields.ts";
import {
  type Account,
  type Reservation,
  reserveAnyway,
  recordEnd,
  channelMonth,
  reserve,
  reservationFor,
  countAuto,
  isReadingOf,
  newAccount,
  noteReading,
  reservedCredits,
  release,
  watchBalance,
} from "#domain/spending/account.ts";

import { aQuote, aRequest, aTask, hour, minute, noon, second } from "../../builders.ts";

const day = 24 * 60 * minute;
const december = Date.UTC(2026, 11);

function anAccount(changes: Partial<Account> = {}): Account {
  return { ...newAccount, reading: { balance: 1000, used: 0, at: noon }, ...changes };
}

function aReservation(changes: Partial<Reservation> = {}): Reservation {
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

function granted(outcome: ReturnType<typeof reserve>): Account {
  if ("status" in outcome) throw new Error(outcome.status);
  return outcome;
}

describe("setting credits aside", () => {
  test("two approvals never count on the same credits, and the second hears the numbers", () => {
    const first = granted(reserve(anAccount(), aReservation()));

    expect(reservedCredits(first)).toBe(600);
    expect(reserve(first, aReservation({ key: "k2" }))).toEqual({
      status: "short-of-credits",
      balance: 1000,
      readAt: noon,
      reserved: 600,
      needed: 600,
    });
  });

  test("the same approval twice sets its credits aside once", () => {
    const first = granted(reserve(anAccount(), aReservation()));

    expect(reserve(first, aReservation())).toBe(first);
  });

  test("what was never bought is let go, and nothing else", () => {
    const account = anAccount({ reservations: [aReservation(), aReservation({ key: "k2" })] });

    expect(release(account, new Set(["k1", "k9"])).reservations).toEqual([
      aReservation({ key: "k2" }),
    ]);
    expect(release(account, new Set(["k9"]))).toBe(account);
  });

  test("what the books have lost is set aside whatever is left, and once", () => {
    const account = anAccount({ reading: { balance: 0, used: 0, at: noon } });
    const found = reserveAnyway(account, [aReservation()]);

    expect(found.reservations).toEqual([aReservation()]);
    expect(reserveAnyway(found, [aReservation({ price: 1 })])).toBe(found);
    expect(
      reservedCredits(reserveAnyway(found, [aReservation(), aReservation({ key: "k2" })])),
    ).toBe(1200);
  });

  test("to the last credit is not too much", () => {
    const asked = aReservation({ price: 1000 });

    expect(reservedCredits(granted(reserve(anAccount(), asked)))).toBe(1000);
  });

  test("a balance that nobody could read keeps nothing back", () => {
    const asked = aReservation({ price: 1_000_000 });

    expect(reservedCredits(granted(reserve(newAccount, asked)))).toBe(1_000_000);
  });
});

describe("the monthly cap of a channel", () => {
  const spent = anAccount({ spent: { "2026-11/T1/C1": 500 } });

  test("counts what is spent and what is reserved", () => {
    const account = granted(reserve(spent, aReservation({ price: 100 }), 1000));

    expect(reserve(account, aReservation({ key: "k2", price: 401 }), 1000)).toEqual({
      status: "over-month-cap",
      cap: 1000,
      spent: 500,
      reserved: 100,
      needed: 401,
    });
    const last = granted(reserve(account, aReservation({ key: "k2", price: 400 }), 1000));
    expect(reservedCredits(last)).toBe(500);
  });

  test("is the channel's own, and begins anew with the month", () => {
    const elsewhere = aReservation({ channel: "C2" });
    const later = aReservation({ at: noon + 11 * day });

    expect(reservedCredits(granted(reserve(spent, elsewhere, 600)))).toBe(600);
    expect(reservedCredits(granted(reserve(spent, later, 600)))).toBe(600);
  });
});

test("credits count in the month of the approval, not of the request", () => {
  const quote = aQuote({ request: aRequest({ at: noon - 30 * day }) });

  expect(reservationFor(quote, aTask({ approval: { by: "U0ANA", at: noon } })).at).toBe(noon);
});

describe("what Galley approves by itself", () => {
  const totalOf = (all: readonly { readonly price: number }[]) =>
    all.reduce((sum, { price }) => sum + price, 0);
  const caps = { perPersonDay: 1000, perMonth: 1500 };
  const own = { workspace: "T1", person: "U1", price: 600, at: noon };
  const once = countAuto(newAccount, own, caps) ?? newAccount;

  test("is bounded for a person and a day (UTC)", () => {
    const more = (changes: Partial<typeof own>) =>
      countAuto(once, { ...own, price: 401, ...changes }, caps);

    expect(more({})).toBeUndefined();
    expect(more({ price: 400 })).toBeDefined();
    expect(more({ person: "U2" })).toBeDefined();
    expect(more({ at: noon + day })).toBeDefined();
  });

  test("is bounded for a workspace and a month (UTC), whoever asked", () => {
    const more = (changes: Partial<typeof own>) =>
      countAuto(once, { ...own, price: 901, person: "U2", ...changes }, caps);

    expect(more({})).toBeUndefined();
    expect(more({ at: noon + day })).toBeUndefined();
    expect(more({ price: 900 })).toBeDefined();
    expect(more({ workspace: "T2" })).toBeDefined();
    expect(more({ at: noon + 11 * day })).toBeDefined();
  });

  test("counts for both, and the account forgets days and months that are over", () => {
    const later = countAuto(once, { ...own, at: noon + 12 * day }, caps);

    const hers = `T1/${digestOf(["U1"])}`;
    expect(once.auto).toEqual({ [`2026-11-20/${hers}`]: 600, "2026-11/T1": 600 });
    expect(later?.auto).toEqual({ [`2026-12-02/${hers}`]: 600, "2026-12/T1": 600 });
  });

  test("counts on, whoever is approved for next, anywhere", () => {
    const next = { ...own, workspace: "T2", person: "U2", at: noon + day };

    expect(countAuto(once, next, caps)?.auto).toMatchObject(once.auto);
  });

  test("is never more than both allow, whoever asks for what when", () => {
    const asked = fc.record({
      person: fc.constantFrom("U1", "U2"),
      price: fc.integer({ min: 1, max: 700 }),
      // Replicas may see a month end one after the other, and a clock that was ahead is set back.
      at: fc.constantFrom(noon, noon + day, december - second, december, december + 23 * hour),
    });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 12 }), (all) => {
        const approved: (typeof all)[number][] = [];
        all.reduce<Account>((left, one) => {
          const next = countAuto(left, { workspace: "T1", ...one }, caps);
          if (next !== undefined) approved.push(one);
          return next ?? left;
        }, newAccount);
        const days = Map.groupBy(approved, ({ person, at }) => `${person} ${Math.floor(at / day)}`);
        const months = Map.groupBy(approved, ({ at }) => at < december);
        const most = (groups: ReadonlyMap<unknown, typeof approved>) =>
          Math.max(0, ...[...groups.values()].map((group) => totalOf(group)));

        expect(most(days)).toBeLessThanOrEqual(caps.perPersonDay);
        expect(most(months)).toBeLessThanOrEqual(caps.perMonth);
      }),
    );
  });
});

describe("booking what has ended", () => {
  const account = anAccount({ reservations: [aReservation()] });
  const ending = { key: "k1", credits: 550, as: "final", now: noon + day } as const;

  test("moves it from what is reserved to what is spent, once", () => {
    const recorded = recordEnd(account, ending);

    expect(reservedCredits(recorded)).toBe(0);
    expect(channelMonth(recorded, aReservation())).toEqual({ spent: 550, reserved: 0 });
    expect(recorded.recorded).toBe(550);
    expect(recordEnd(recorded, ending)).toBe(recorded);
    expect(recordEnd(recorded, { ...ending, as: "doubtful" })).toBe(recorded);
  });

  test("a failed run holds no credits back, but counts in its month until it is clear", () => {
    const doubtful = recordEnd(account, { ...ending, as: "doubtful" });

    expect(reservedCredits(doubtful)).toBe(0);
    expect(channelMonth(doubtful, aReservation())).toEqual({ spent: 0, reserved: 600 });
    expect(channelMonth(recordEnd(doubtful, ending), aReservation())).toEqual({
      spent: 550,
      reserved: 0,
    });
  });

  test("counts in the month of the approval, and forgets months that no cap asks for", () => {
    const old = { ...account, spent: { "2026-08/T1/C1": 9, "2026-10/T1/C1": 7 } };

    expect(recordEnd(old, { ...ending, now: noon + 11 * day }).spent).toEqual({
      "2026-10/T1/C1": 7,
      "2026-11/T1/C1": 550,
    });
  });
});

test("a failed run that stays unclear is forgotten with its month, a running one never", () => {
  const freed = { key: "k2", freed: true } as const;
  const account = anAccount({
    reservations: [aReservation(), aReservation(freed), aReservation({ key: "k3" })],
  });
  const ending = { key: "k1", credits: 1, as: "final" } as const;
  const kept = (now: number) =>
    recordEnd(account, { ...ending, now }).reservations.map(({ key }) => key);

  expect(kept(noon + 62 * day)).toEqual(["k2", "k3"]);
  expect(kept(noon + 93 * day)).toEqual(["k3"]);
});

test("a failed run is freed once, and others stay as they were", () => {
  const account = anAccount({ reservations: [aReservation(), aReservation({ key: "k2" })] });
  const ending = { key: "k1", credits: 0, as: "doubtful", now: noon } as const;
  const freed = recordEnd(account, ending);

  expect(reservedCredits(freed)).toBe(600);
  expect(recordEnd(freed, ending)).toBe(freed);
  expect(freed.recorded).toBe(0);
});

test("credits of one channel are added up over its runs", () => {
  const account = anAccount({ reservations: [aReservation()], spent: { "2026-11/T1/C1": 50 } });
  const recorded = recordEnd(account, { key: "k1", credits: 550, as: "final", now: noon });

  expect(channelMonth(recorded, aReservation())).toEqual({ spent: 600, reserved: 0 });
  expect(channelMonth(recorded, aReservation({ channel: "C2" }))).toEqual({
    spent: 0,
    reserved: 0,
  });
});

describe("a low balance", () => {
  const low = anAccount({ reading: { balance: 99, used: 0, at: noon } });

  test("is told of each workspace once, until it is no longer low", () => {
    const told = watchBalance(low, "T1", 100);
    const both = watchBalance(told, "T2", 100);
    const better = noteReading(both, { balance: 100, used: 0, at: noon }, noon);

    expect(told.low).toEqual(["T1"]);
    expect(watchBalance(told, "T1", 100)).toBe(told);
    expect(both.low).toEqual(["T1", "T2"]);
    expect(watchBalance(better, "T1", 100).low).toEqual(["T2"]);
  });

  test("is none that was never read, or for which nobody has drawn a line", () => {
    expect(watchBalance(newAccount, "T1", 100)).toBe(newAccount);
    expect(watchBalance(low, "T1", undefined)).toBe(low);
  });
});

test("what is reserved in another channel or month counts there alone", () => {
  const account = anAccount({ reservations: [aReservation()] });

  expect(channelMonth(account, aReservation({ channel: "C2" })).reserved).toBe(0);
  expect(channelMonth(account, aReservation({ workspace: "T2" })).reserved).toBe(0);
  expect(channelMonth(account, aReservation({ at: noon + 11 * day })).reserved).toBe(0);
  expect(channelMonth(account, aReservation()).reserved).toBe(600);
});

test("a reading stands with what all runs had come to by then", () => {
  const account = anAccount({ recorded: 550 });
  const reading = { balance: 450, used: 550, at: noon };

  expect(noteReading(account, reading, noon).reading).toEqual({ ...reading, recorded: 550 });
  expect(noteReading({ ...newAccount, recorded: 7 }, reading, noon).reading?.recorded).toBe(7);
});

test("an older reading that comes late does not take the place of a newer one", () => {
  const late = noteReading(anAccount(), { balance: 5000, used: 0, at: noon - minute }, noon);

  expect(late.reading?.balance).toBe(1000);
});

test("a reading that a clock has noted which was ahead keeps no later one out", () => {
  const ahead = anAccount({ reading: { balance: 1000, used: 0, at: noon + hour } });
  const now = { balance: 5000, used: 0, at: noon };

  expect(noteReading(ahead, now, noon + second).reading?.balance).toBe(5000);
});

describe("a reading with another key", () => {
  const bought = anAccount({ reading: { balance: 1000, used: 500, at: noon }, recorded: 500 });
  const read = (balance: number, used: number, account = bought) =>
    isReadingOf(account, { balance, used, at: noon });

  test.each([
    ["that is unchanged is of this account", 1000, 500, true],
    ["is of it as well when more was used meanwhile", 700, 800, true],
    ["cannot be told after a top-up", 2000, 500, false],
    ["cannot be told once a new period has begun", 1500, 0, false],
    ["cannot be of it when less was used", 1100, 400, false],
    ["is of another one that has another sum", 1_000_000, 500, false],
  ])("%s", (_, balance, used, isSame) => {
    expect(read(balance, used)).toBe(isSame);
  });

  test("cannot be told while nothing of the period was used: new accounts look alike", () => {
    const fresh = { ...bought, reading: { balance: 1000, used: 0, at: noon } };

    expect(read(1000, 0, fresh)).toBe(false);
  });

  test("cannot be told while there is none with the first key", () => {
    expect(read(5, 5, newAccount)).toBe(false);
  });
});
