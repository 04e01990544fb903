import { createHash } from "node:crypto";

import { coverageFor } from "./coverage.ts";
import type { DeskRules } from "./desk-rules.ts";
import { offerOf, offerWords, productOf } from "./offer.ts";
import { type Quote, paidTasks, products } from "./quote.ts";
import { encodingTaken } from "./reading.ts";

/**
 * Names what the card offers: language, prices, slices, glossary, what exists of them already, how long it
 * stands and how often it ran. It travels in the card's block ids: a click on a card that has changed since is
 * refused instead of buying something else.
 */
export function offerTag(quote: Quote, rules: Pick<DeskRules, "previewChars">): string {
  const offers = products.map((product) => {
    const offer = offerOf(quote, product, rules);
    const runs = paidTasks(quote).filter(
      (task) => productOf(task) === product && task.target === quote.target,
    );
    return [product, offer === undefined ? null : offerWords(offer), runs.length];
  });
  const encodings = isEncodingOpen(quote) ? [encodingTaken(quote.reading)] : [];
  const known = (coverageFor(quote)?.known ?? []).map(({ from, to }) => [from, to]);
  const offered = [quote.id, quote.target, quote.expiresAt, offers, known, ...encodings];
  return createHash("sha256").update(JSON.stringify(offered)).digest("hex").slice(0, 16);
}

/** Another reading is another text, also where it is as long and costs the same. */
function isEncodingOpen({ reading }: Quote): boolean {
  if (reading.status !== "read") return false;
  return reading.chosen !== undefined || reading.manuscript.otherEncodings !== undefined;
}
