import { expect, test } from "vitest";

import { findTask } from "#domain/quote.ts";
import { cardItem, personLimits } from "#domain/spending/person-limits.ts";
import { sendInquiry } from "#features/estimate/send-inquiry.ts";
import { countItems } from "#features/shared/records.ts";

import { aQuote, aTask } from "../../builders.ts";
import { manuscript, testAppContext } from "../../support/app-context.ts";

const estimate = aTask({ kind: "estimate", approval: undefined, target: "de" });
const reading = { status: "read", manuscript } as const;
const quote = aQuote({ target: "de", tasks: [estimate], reading });

/** Returns ports with the quote, whose requester has handed in this many manuscripts today. */
async function after(handedIn: number) {
  const galley = testAppContext();
  await galley.ctx.quoteStore.add(quote);
  const ids = Array.from({ length: handedIn }, (_, n) => cardItem(`F${n}`, "fr"));
  await countItems(galley.ctx, { kind: "cards", person: quote.request.by, ids });
  return galley;
}

const estimated = async (galley: Awaited<ReturnType<typeof after>>) => {
  const sent = await sendInquiry(galley.ctx, quote, estimate.key);
  return findTask(sent, estimate.key)?.state;
};

test("a language that is chosen on the card counts as one more card", async () => {
  const galley = await after(1);

  await estimated(galley);
  await estimated(galley);

  const counted = await galley.ctx.limits.read(`${quote.request.by}.cards`);
  expect(counted?.now.map(({ id }) => id)).toEqual([
    cardItem("F0", "fr"),
    cardItem(quote.file.id, "de"),
  ]);
});

test("beyond the limit the partner is not asked, and our own count is the price", async () => {
  const galley = await after(personLimits.cards.atMost);

  expect(await estimated(galley)).toMatchObject({ status: "rejected", reason: "not-asked" });
});
