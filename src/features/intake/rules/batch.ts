import { createHash } from "node:crypto";

import type { DeskRules } from "../../../core/desk-rules.ts";
import { mainProduct, needsLanguage, offerOf } from "../../../core/offer.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { lengthOf } from "../../../core/slice.ts";
import { type Wait, after } from "../../../core/waits.ts";
import type { Count } from "./bundle.ts";

/** What the speaker has to hear of a quote; undefined when there is nothing new. */
export function newsOf(
  quote: Quote,
  rules: Pick<DeskRules, "previewChars">,
): { readonly speaker: string; readonly count: Count } | undefined {
  const count = countOf(quote, rules);
  if (quote.bundle === undefined || count === undefined) return undefined;
  const { speaker, told } = quote.bundle;
  return isSame(told, count) ? undefined : { speaker, count };
}

function countOf(quote: Quote, rules: Pick<DeskRules, "previewChars">): Count | undefined {
  const { target, reading } = quote;
  if (reading.status === "refused") {
    return { status: "refused", target, characters: 0, credits: 0 };
  }
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const { price: credits = 0, part } = offerOf(quote, mainProduct(quote), rules) ?? {};
  const characters = part === undefined ? manuscript.characters : lengthOf(part);
  const status = needsLanguage(quote) ? "needs-language" : "priced";
  return { status, target, characters, credits };
}

/** The speaker after it was told. */
export function hear(speaker: Quote, quoteId: string, count: Count): Quote {
  const { bundle } = speaker;
  const part = bundle?.sum?.parts.find((one) => one.quoteId === quoteId);
  if (bundle?.sum === undefined || part === undefined || isSame(part.count, count)) return speaker;
  const heard = { ...part, target: count.target, count };
  const parts = bundle.sum.parts.map((one) => (one === part ? heard : one));
  return { ...speaker, bundle: { ...bundle, sum: { ...bundle.sum, parts } } };
}

/** A quote that has told. */
export function haveTold(quote: Quote, count: Count): Quote {
  return quote.bundle === undefined || isSame(quote.bundle.told, count)
    ? quote
    : { ...quote, bundle: { ...quote.bundle, told: count } };
}

/** A digest of the sum: what was said is updated when it differs. */
export function sumFace({ bundle }: Pick<Quote, "bundle">): string {
  return createHash("sha256")
    .update(JSON.stringify(bundle?.sum ?? null))
    .digest("hex")
    .slice(0, 16);
}

/** Nobody wants to watch a sum grow: it is said once all have counted, or after a while. */
export function sumSayableFrom({ bundle, receivedAt }: Quote): Wait {
  const isWhole = bundle?.sum?.parts.every(({ count }) => count !== undefined) ?? true;
  return isWhole ? after(0, 0) : after(receivedAt, sumPatienceMs);
}

const sumPatienceMs = 15_000;

function isSame(one: Count | undefined, other: Count): boolean {
  return (
    one?.status === other.status &&
    one.target === other.target &&
    one.characters === other.characters &&
    one.credits === other.credits
  );
}
