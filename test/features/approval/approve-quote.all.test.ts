import { expect, test } from "vitest";

import type { Coverage } from "#domain/claim.ts";
import { batchDigest } from "#domain/intake/batch.ts";
import { approveAll } from "#features/approval/approve-quote.ts";

import { aCoverage, aRequest } from "../../builders.ts";
import { anOffer, manuscript, testAppContext, text } from "../../support/app-context.ts";
import { chooseLanguage } from "../../support/deciding.ts";

const click = { channel: "C0BOOKS", person: "U0ANA" } as const;

/** Sets up a batch of one text, whose message names its price in French. */
async function aBatch(coverage: Partial<Coverage> = {}) {
  const galley = testAppContext();
  const { id: quoteId, file, target } = anOffer();
  const count = {
    status: "priced",
    target,
    characters: text.length,
    credits: text.length,
  } as const;
  const parts = [{ quoteId, fileId: file.id, target, count }];
  const total = { thread: undefined, parts, leftOut: [] };
  const batch = { first: quoteId, repeats: false, told: count, total };
  const { quote } = await galley.ctx.quoteStore.add(
    anOffer({
      request: aRequest({ batch }),
      coverage: aCoverage({ textSha256: manuscript.textSha256, ...coverage }),
    }),
  );
  return {
    ...galley,
    approving: () => approveAll(galley.ctx, { ...click, quoteId, face: batchDigest(quote) }),
    quote,
  };
}

test("the price and the language that the message named are approved", async () => {
  const { approving } = await aBatch();

  expect(await approving()).toMatchObject([{ outcome: { status: "approved" } }]);
});

test("a card whose language was changed a moment ago is left to its own buttons", async () => {
  const { ctx, quote, approving } = await aBatch();
  await chooseLanguage(ctx, { ...click, quoteId: quote.id, target: "de" });
  await ctx.quoteStore.change(quote.id, (now) => ({
    ...now,
    coverage: now.coverage && { ...now.coverage, target: "de" },
    glossary: now.glossary && {
      ...now.glossary,
      terms: now.glossary.terms && { ...now.glossary.terms, target: "de" },
    },
  }));

  expect(await approving()).toMatchObject([{ outcome: { status: "look" } }]);
});

test.each<readonly [string, Partial<Coverage>]>([
  [
    "as another variant of the language",
    { variants: ["fr-CA"], units: [{ from: 0, to: text.length, known: 0, bought: 9000 }] },
  ],
  ["before it was edited", { units: [{ from: 0, to: text.length, known: 600, bought: 600 }] }],
])("so is one whose text was translated %s: only the card says so", async (_, coverage) => {
  const { approving } = await aBatch(coverage);

  expect(await approving()).toMatchObject([{ outcome: { status: "look" } }]);
});
