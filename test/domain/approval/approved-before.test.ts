import { describe, expect, test } from "vitest";

import { addToPost, approvedBefore, postName } from "#domain/approval/approved-before.ts";
import type { Quote } from "#domain/quote.ts";
import { newAccount, release, reservationFor, reserveAnyway } from "#domain/spending/account.ts";

import { aCoverage, aQuote, aRequest, aTask, hour, noon } from "../../builders.ts";

const month = 30 * 24 * hour;
const postedAt = 1_795_183_000;

function aCard(seconds = 0, by = "U0ROBIN"): Quote {
  const card = aQuote({ request: aRequest({ by }) });
  return { ...card, place: { ...card.place, message: `${postedAt + seconds}.000100` } };
}

/** The sums after Ana approved 400 credits of a card. */
const sums = addToPost({}, postName("U0ANA", aCard()), { credits: 400, at: noon });

const counted = (quote: Quote, by = "U0ANA", at = noon) => approvedBefore(quote, { by, at }, sums);

describe("what a person approved counts on the next card", () => {
  test.each([
    ["of the same message", aCard(), 400],
    ["of a message within an hour after", aCard(3600), 400],
    ["of a message within an hour before", aCard(-3600), 400],
    ["of a message more than an hour apart", aCard(3601), 0],
    ["of somebody else’s message", aCard(0, "U0SAM"), 0],
  ])("%s", (_, quote, credits) => {
    expect(counted(quote)).toBe(credits);
  });

  test("of the same message, though its name is no time", () => {
    const card = { ...aCard(), place: { ...aCard().place, message: "a-form" } };
    const before = addToPost({}, postName("U0ANA", card), { credits: 400, at: noon });

    expect(approvedBefore(card, { by: "U0ANA", at: noon }, before)).toBe(400);
  });

  test("but not what another person approved", () => {
    expect(counted(aCard(), "U0ADA")).toBe(0);
  });

  test("for 30 days", () => {
    expect(counted(aCard(), "U0ANA", noon + month - 1)).toBe(400);
    expect(counted(aCard(), "U0ANA", noon + month)).toBe(0);
  });

  test("where more was approved of the text or book, that counts instead", () => {
    const of = (price: number) => aCoverage({ approved: [{ key: "k1", at: noon, price }] });

    expect(counted({ ...aCard(), coverage: of(399) })).toBe(400);
    expect(counted({ ...aCard(), coverage: of(401) })).toBe(401);
  });
});

test("a sum goes with the last approval that is taken back, and after 30 days without one", () => {
  const name = postName("U0ANA", aCard());
  const other = postName("U0ADA", aCard());

  expect(addToPost(sums, name, { credits: -400, at: noon })).toEqual({});
  expect(addToPost(sums, other, { credits: 1, at: noon + month })).toEqual({
    [other]: { credits: 1, at: noon + month },
  });
});

test("the account counts a reserved run once, and no longer when it is released", () => {
  const run = aTask({ price: 400, approval: { by: "U0ANA", at: noon } });
  const reserved = reserveAnyway(newAccount, [reservationFor(aCard(), run)]);

  expect(reserveAnyway(reserved, [reservationFor(aCard(), run)])).toEqual(reserved);
  expect(reserved.posts).toEqual(sums);
  expect(release(reserved, new Set([run.key])).posts).toEqual({});
});
