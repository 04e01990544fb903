import { expect, test } from "vitest";

import { parseCardSource } from "#features/shared/card-facts.ts";
import { restoreQuote } from "#features/shared/restore-quote.ts";
import { cardMetadata } from "#features/shared/thread.ts";

import { aQuote, noon } from "../../builders.ts";
import { testAppContext } from "../../support/app-context.ts";

/** A card in a language that is not on offer, whose first language nothing says any more. */
const card = aQuote({ id: "lost", target: "is" });
const { place, file, request } = card;
const posted = { ...file, person: request.by, ts: place.message, thread: place.message };
const found = {
  quoteId: card.id,
  channel: place.channel,
  source: parseCardSource(cardMetadata(card).event_payload),
};

test("a lost card gets its record back from what it says, under its own id", async () => {
  const { ctx } = testAppContext();
  const another = { ...posted, id: "F0OTHER" };

  expect(await restoreQuote(ctx, found, [another, posted])).toBe(true);

  const {
    id,
    target,
    file: manuscript,
    request: asked,
  } = (await ctx.quoteStore.find("lost")) ?? {};
  expect({ id, target, manuscript, by: asked?.by }).toEqual({
    id: "lost",
    target: "is",
    manuscript: file,
    by: request.by,
  });
});

test.each([
  ["does not say its manuscript", { ...found, source: undefined }, [posted]],
  ["is of a file that is gone", found, []],
  ["is of the same file in another message", found, [{ ...posted, ts: "9.9" }]],
])("a card that %s is not restored", async (_, which, files) => {
  const { ctx } = testAppContext();

  expect(await restoreQuote(ctx, which, files)).toBe(false);
});

test("a card whose records were erased stays erased", async () => {
  const { ctx } = testAppContext();
  await ctx.erased.change("lost", () => noon);

  expect(await restoreQuote(ctx, found, [posted])).toBe(false);
});
