import { expect, test } from "vitest";

import { bytesName } from "#domain/coverage.ts";
import { invalidateCoverage } from "#features/shared/read-coverage.ts";

import { aCoverage } from "../../builders.ts";
import { anOffer, manuscript, testAppContext } from "../../support/app-context.ts";

test("other cards of the text look again, for the language and its variants alone", async () => {
  const { ctx } = testAppContext();
  const { textSha256 } = manuscript;
  const reading = {
    status: "read",
    manuscript: { ...manuscript, indexedNames: [bytesName(textSha256)] },
  } as const;
  const cards = ["pt", "pt-BR", "fr"].map((target) =>
    anOffer({ id: target, target, reading, coverage: aCoverage({ target, textSha256 }) }),
  );
  for (const card of cards) await ctx.quoteStore.add(card);

  await invalidateCoverage(ctx, anOffer({ id: "approved", target: "pt", reading }));

  const versions = cards.map(async ({ id }) => (await ctx.quoteStore.find(id))?.coverage?.version);
  expect(await Promise.all(versions)).toEqual([-1, -1, 0]);
});
