import { expect, test } from "vitest";

import { delegate } from "../../../src/features/approval/rules/delegations.ts";
import { saveTerms } from "../../../src/features/glossary/actions/terms.ts";
import { showBook } from "../../../src/features/home/actions/show-home.ts";
import { lookAtText } from "../../../src/features/intake/actions/read-manuscript.ts";
import { aDesk, anOffer } from "../desk.ts";

const book = "The Lighthouse";

/** Sam decides for Ana, who may approve, on something that Maia asked for. */
async function standingIn() {
  const { desk, clock } = aDesk();
  const quote = anOffer({ requester: "U0MAIA", book });
  await desk.ledger.add(quote);
  const absence = { from: "U0ANA", to: "U0SAM", until: clock.now + 1 };
  await desk.settings.change("T1", (before) => delegate(before, absence, clock.now));
  const sam = { ...quote.place, person: "U0SAM", quoteId: quote.id };
  return { desk, clock, sam, place: { ...sam, layer: "book", target: "fr" } as const };
}

const typed = {
  rows: [],
  added: [{ source: "Aaron", target: "Aharon" }],
  untouched: "leave",
} as const;

test("who stands in sees what they decide on: the text, the book, and its terms to correct", async () => {
  const { desk, sam, place } = await standingIn();

  expect(await lookAtText(desk, sam)).toMatchObject({ status: "seen" });
  expect(await showBook(desk, { ...sam, book })).toMatchObject({ book });
  expect(await saveTerms(desk, place, typed)).toMatchObject({ status: "saved" });
});

test("and nothing of it any more once the one they stand in for is back", async () => {
  const { desk, clock, sam, place } = await standingIn();
  clock.now += 1;

  expect(await lookAtText(desk, sam)).toMatchObject({ status: "not-allowed" });
  expect(await showBook(desk, { ...sam, book })).toBeUndefined();
  expect(await saveTerms(desk, place, typed)).toMatchObject({ status: "may-not-edit" });
});
