import { z } from "zod";

import { type ReadonlyOf, at, count as credits, optional, stored } from "#domain/fields.ts";
import { isInTargetLanguage } from "#domain/offer.ts";
import {
  type Quote,
  estimateOf,
  isLanguageInquiryOver,
  keyGround,
  languageTaskOf,
  manuscriptOf,
} from "#domain/quote.ts";
import type { InquiryRule, Policy } from "#domain/settings/settings.ts";
import { inquiryChars } from "#domain/settings/setup.ts";
import { openingOf } from "#domain/slice.ts";
import { monthOf } from "#domain/spending/account.ts";
import { type Task, hasEnded, planTask } from "#domain/task.ts";

/**
 * A request to the partner that only informs the card, which never waits for it. It is never sold, and
 * carries no more than the opening of the text.
 */
export type Inquiry = "language" | "estimate";

/** Adds the next inquiry: the language, if the text itself does not tell it, then the estimate. */
export function withInquiries(quote: Quote): Quote {
  if (quote.decision.status !== "open") return quote;
  const isKnown = quote.language !== undefined || isLanguageInquiryOver(quote);
  if (!isKnown) return languageTaskOf(quote) === undefined ? ask(quote, "language") : quote;
  const mayEstimate = !isInTargetLanguage(quote) && estimateOf(quote) === undefined;
  return mayEstimate ? ask(quote, "estimate") : quote;
}

/** Adds another estimate: the partner's earlier one may be out of date. */
export function withNewEstimate(quote: Quote): Quote {
  const estimate = estimateOf(quote);
  return estimate !== undefined && hasEnded(estimate)
    ? ask(quote, "estimate")
    : withInquiries(quote);
}

function ask(quote: Quote, inquiry: Inquiry): Quote {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return quote;
  const { target } = quote;
  const isSame = (task: Task) => task.kind === inquiry && task.target === target;
  const task = planTask(keyGround(quote, manuscript), {
    kind: inquiry,
    slice: openingOf(manuscript, inquiryChars),
    target,
    generation: quote.tasks.filter(isSame).length,
    price: 0,
    approval: undefined,
  });
  return { ...quote, tasks: [...quote.tasks, task] };
}

/**
 * What is known of the inquiries at one partner account. Not in the contract: whether they cost
 * anything.
 */
export const inquiriesSchema = stored({
  version: z.literal(1),
  /** Set when credits were used that nobody ordered: no more is asked, unless a rule is `always`. */
  off: optional(stored({ credits, at })),
  /** The unordered credits that the admins were told of while no inquiry was left to switch off. */
  told: optional(stored({ credits, at })),
  /** The partner's credits for each 1,000 characters, if the admins were told of them. */
  rateTold: optional(credits),
});
export type Inquiries = ReadonlyOf<typeof inquiriesSchema>;

export const firstInquiries: Inquiries = { version: 1 };

export type InquiryPolicy = Pick<Policy, "askLanguage" | "askEstimate">;

export function mayAsk({ off }: Inquiries, inquiry: Inquiry, policy: InquiryPolicy): boolean {
  const rule = ruleOf(policy, inquiry);
  return rule === "always" || (rule === undefined && off === undefined);
}

/** True while unordered credits would switch off an inquiry. */
export function isSwitchable({ off }: Inquiries, policy: InquiryPolicy): boolean {
  const rules = [ruleOf(policy, "language"), ruleOf(policy, "estimate")];
  return off === undefined && rules.includes(undefined);
}

/**
 * True once a month for credits that nobody ordered, beyond those that switched the inquiries off. A
 * workspace that wants inquiries whatever they cost has ordered them.
 */
export function isUntold(
  { off, told }: Inquiries,
  policy: InquiryPolicy,
  seen: { readonly credits: number; readonly at: number },
): boolean {
  if (policy.askLanguage === "always" || policy.askEstimate === "always") return false;
  if (told !== undefined) return monthOf(told.at) !== monthOf(seen.at);
  // Inquiries that were under way show what they cost a little later.
  return off === undefined || (seen.credits > off.credits && seen.at - off.at >= hourMs);
}

const hourMs = 3_600_000;

/** Returns the workspace's rule for a kind; undefined: it is asked while it costs nothing. */
function ruleOf(policy: InquiryPolicy, inquiry: Inquiry): InquiryRule | undefined {
  return inquiry === "language" ? policy.askLanguage : policy.askEstimate;
}
