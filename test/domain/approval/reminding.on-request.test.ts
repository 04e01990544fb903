import { describe, expect, test } from "vitest";

import {
  approvalSeen,
  directReminder,
  dueWith,
  isNamed,
  isObsolete,
  isOfBatch,
  isStillAsked,
  nextReminder,
  remindNow,
  toldEndorsement,
} from "#domain/approval/reminding.ts";
import { addNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { type Policy, initialSettings } from "#domain/settings/settings.ts";

import {
  aPostedQuote,
  aQuote,
  aRequest,
  aTask,
  hour,
  minute,
  noon,
  running,
} from "../../builders.ts";

const day = 24 * hour;
const robin = "U0ROBIN";
const bought = { tasks: [aTask({ state: running() })] };
const reminder = { kind: "reminder", to: "approvers", at: noon, beside: [] } as const;

describe("a person reminds the approvers", () => {
  const asks = (quote: Quote, at: number, by = robin) => remindNow(quote, { by, at });
  const once = asks(aQuote(), noon);

  test("and that counts as the first reminder", () => {
    expect(once.outcome).toEqual({ status: "reminded" });
    expect(once.quote.notices).toMatchObject([{ about: { ...reminder, by: robin } }]);
    expect(nextReminder(once.quote)).toEqual({ to: "admins" });
  });

  test("once a day, whoever asks", () => {
    const again = asks(once.quote, noon + day - 1, "U0SAM");

    expect(again).toEqual({
      quote: once.quote,
      outcome: { status: "reminded-before", at: noon },
    });
    expect(asks(once.quote, noon + day).outcome).toEqual({ status: "reminded" });
  });

  test("also soon after Galley did", () => {
    const reminded = addNotice(aQuote(), { ...reminder, at: noon - minute });

    expect(asks(reminded, noon).outcome).toEqual({ status: "reminded" });
    const later = asks(asks(reminded, noon).quote, noon + hour);
    expect(later.outcome).toEqual({ status: "reminded-before", at: noon });
  });

  test.each<readonly [string, Quote]>([
    ["is decided", aQuote({ decision: { status: "declined", by: "U0ANA", at: noon } })],
    ["is bought", aQuote(bought)],
    ["is not read", aPostedQuote()],
    ["needs another language first", aQuote({ language: "fr" })],
  ])("of nothing that %s", (_, quote) => {
    expect(asks(quote, noon)).toEqual({ quote, outcome: { status: "stale" } });
  });
});

describe("a reminder goes directly", () => {
  const place = aQuote().place;
  const sentFor = (changes: Partial<Quote["place"]>, to: "approvers" | "admins" = "approvers") =>
    directReminder(aQuote({ place: { ...place, ...changes } }), { ...reminder, to, beside: ["2"] });
  const direct = (to: string) => ({ to, why: "waiting", at: noon, beside: ["2"] });

  test("to the admins, who need not see the conversation", () => {
    expect(sentFor({}, "admins")).toEqual(direct("admins"));
  });

  test("to approvers in a closed conversation and a direct one, and in no other", () => {
    expect(sentFor({})).toBeUndefined();
    expect(sentFor({ isClosed: false })).toBeUndefined();
    expect(sentFor({ isClosed: true })).toEqual(direct("approvers"));
    expect(sentFor({ channel: "D0ANA" })).toEqual(direct("approvers"));
  });

  test("and no other notice does", () => {
    expect(directReminder(aQuote(), { kind: "endorsed", offer: "o", by: robin })).toBeUndefined();
  });
});

describe("a message to an approver", () => {
  const direct = { kind: "direct", person: "U0ANA", at: noon, why: "asked", beside: [] } as const;
  const part = { quoteId: "q1", fileId: "F1", target: "fr" };
  const count = { status: "priced", target: "fr", characters: 7, credits: 7 } as const;
  const inBatch = (
    ...counts: readonly ({ readonly status: "priced" | "decided" } | undefined)[]
  ) => {
    const parts = counts.map((one) => ({ ...part, count: one && { ...count, ...one } }));
    const total = { thread: undefined, parts, leftOut: [] };
    const batch = { first: "q1", repeats: false, told: undefined, total };
    return aQuote({ request: aRequest({ batch }) });
  };

  test("is about the batch where its requester asked for a decision on all of it", () => {
    const batch = { first: "q1", repeats: false, told: undefined, total: undefined };
    const alone = aQuote({ request: aRequest({ batch }) });

    expect(isOfBatch(inBatch(count), direct)).toBe(true);
    expect(isOfBatch(inBatch(count), { ...direct, why: "waiting" })).toBe(false);
    expect([alone, aQuote()].map((quote) => isOfBatch(quote, direct))).toEqual([false, false]);
  });

  test("is still a question while the quote waits, unless it was opened anew since", () => {
    const reopened = aQuote({ request: aRequest({ at: noon + 1 }) });

    expect([aQuote(), reopened, aQuote(bought)].map((one) => isStillAsked(one, direct))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("is obsolete once all that it is about is decided", () => {
    const beside = { ...direct, beside: ["2"] };

    expect(isObsolete(aQuote(), direct)).toBe(false);
    expect(isObsolete(aQuote(bought), direct)).toBe(true);
    expect(isObsolete(aQuote(bought), beside)).toBe(false);
    expect(isObsolete(aQuote(bought), reminder)).toBe(true);
    expect(isObsolete(aQuote(bought), { ...reminder, beside: ["2"] })).toBe(false);
  });

  test("about a batch is obsolete while no part of it has a price to decide on", () => {
    const counts = [[undefined, count], [undefined, { ...count, status: "decided" }], []] as const;

    expect(counts.map((some) => isObsolete(inBatch(...some), direct))).toEqual([false, true, true]);
  });
});

test("the first of two approvals is told of by its own offer and person", () => {
  const one = { product: "translation", offer: "o1", price: 5, by: "U0ANA", at: noon } as const;
  const quote = aQuote({ approval: { endorsements: [one] } });
  const told = (offer: string, by: string) =>
    toldEndorsement(quote, { kind: "endorsed", offer, by });

  expect(told("o1", "U0ANA")).toBe(one);
  expect([told("o2", "U0ANA"), told("o1", "U0ADA")]).toEqual([undefined, undefined]);
  expect(toldEndorsement(aQuote(), { kind: "endorsed", offer: "o1", by: "U0ANA" })).toBeUndefined();
});

test("a card notes what the settings say of its approval, and nothing where they say nothing", () => {
  const seen = (changes: Partial<Policy>) =>
    approvalSeen({ policy: { ...initialSettings.policy, ...changes } }, aQuote());

  expect(seen({ remindAfterHours: undefined })).toBeUndefined();
  expect(seen({ remindAfterHours: 4 })).toEqual({ policy: undefined, remindAt: noon + 4 * hour });
  expect(seen({ remindAfterHours: undefined, capPerApproval: 7 })).toMatchObject({
    policy: { capPerApproval: 7 },
    remindAt: undefined,
  });
});

describe("of several in one conversation", () => {
  const due = noon + 4 * hour;
  const waiting = (id: string, at = noon, remindAt: number | undefined = due) =>
    aQuote({ id, request: aRequest({ at }), approval: { remindAt } });
  const first = waiting("1");
  const idsWith = (...others: readonly Quote[]) =>
    dueWith(first, [...others, first], due).map(({ id }) => id);

  test("those are told of together that are due within a quarter of an hour", () => {
    const others = [
      waiting("2", noon + 2, due + 15 * minute),
      waiting("3", noon, due + 15 * minute + 1),
    ];

    expect(idsWith(...others)).toEqual(["1", "2"]);
  });

  test("only those that still wait for the same people, and none without a reminder", () => {
    const decided = { ...waiting("2"), ...bought };
    const escalated = addNotice(waiting("3"), reminder);
    const silent = aQuote({ id: "4", approval: undefined });

    expect(idsWith(decided, escalated, silent)).toEqual(["1"]);
  });

  test("in the order in which they were requested, and of one moment by their ids", () => {
    expect(idsWith(waiting("3"), waiting("0"), waiting("2", noon - 1))).toEqual([
      "2",
      "0",
      "1",
      "3",
    ]);
  });

  test("one was named by a reminder to the same people since it was requested", () => {
    const naming = (changes: Partial<typeof reminder>, beside = ["2"]) =>
      addNotice(first, { ...reminder, ...changes, beside });
    const named = (one: Quote, quote = waiting("2")) => isNamed(quote, [one]);

    expect(named(naming({}))).toBe(true);
    expect(named(naming({}, ["3"]))).toBe(false);
    expect(named(naming({}), waiting("2", noon + 1))).toBe(false);
    expect(named(addNotice(first, { ...reminder, to: "admins", beside: ["2"] }))).toBe(false);
  });
});
