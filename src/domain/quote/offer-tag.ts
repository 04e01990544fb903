import { createHash } from "node:crypto";

import { encodingTaken } from "../manuscript/reading.ts";
import type { DeskRules } from "../rules.ts";
import { inquiryPrice } from "../task/inquiries.ts";
import { offerOf } from "./offer.ts";
import type { Quote } from "./quote.ts";

/**
 * Names what the card offers (language and prices). It travels in the card's block ids: a click on a card
 * that has changed since is refused instead of buying something else.
 */
export function offerTag(quote: Quote, rules: Pick<DeskRules, "previewChars">): string {
  const prices = (["translation", "preview", "glossary"] as const).map(
    (product) => offerOf(quote, product, rules) ?? null,
  );
  const inquiries = (["language", "estimate"] as const).flatMap((inquiry) => {
    const price = inquiryPrice(quote, inquiry);
    return price === undefined ? [] : [[inquiry, price]];
  });
  const encodings = isEncodingOpen(quote) ? [encodingTaken(quote.reading)] : [];
  const part = offerOf(quote, "part", rules);
  const parts = part === undefined ? [] : [part];
  const offered = [quote.id, quote.target, prices, ...inquiries, ...encodings, ...parts];
  const ingredients = JSON.stringify(offered);
  return createHash("sha256").update(ingredients).digest("hex").slice(0, 16);
}

/** Another reading is another text, also where it is as long and costs the same. */
function isEncodingOpen({ reading }: Quote): boolean {
  if (reading.status !== "read") return false;
  return reading.chosen !== undefined || reading.manuscript.otherEncodings !== undefined;
}
