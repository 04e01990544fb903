import type { Manuscript } from "../manuscript/manuscript.ts";
import { needsLanguage } from "../quote/offer.ts";
import {
  type Quote,
  estimateOf,
  hasSpent,
  isLanguageSettled,
  keyGround,
  languageTaskOf,
  manuscriptOf,
} from "../quote/quote.ts";
import { languageSampleChars } from "../rules.ts";
import { type Approval, type Task, type TaskPlan, isLive, isPaid, planTask } from "./task.ts";

/** What the desk asks the partner for its card: by itself while that is free, else after a click. */
export type Inquiry = "language" | "estimate";

/** What the partner charged for an inquiry: so many credits for so many code points. */
export type Tariff = { readonly credits: number; readonly characters: number };

/**
 * Not in the contract: whether such a charge goes by length. The higher of the two readings is what is
 * named and approved.
 */
export function priceBy({ credits, characters }: Tariff, asked: number): number {
  return Math.max(credits, Math.ceil((credits * asked) / Math.max(1, characters)));
}

/** Adds what the desk asks the partner by itself: first the language, then the estimate for the target. */
export function withInquiries(quote: Quote): Quote {
  if (manuscriptOf(quote) === undefined || quote.decision.status !== "open") return quote;
  if (languageTaskOf(quote) === undefined) return ask(quote, "language");
  const mayEstimate = isLanguageSettled(quote) && !needsLanguage(quote);
  return mayEstimate && estimateOf(quote) === undefined ? ask(quote, "estimate") : quote;
}

/** The latest of its kind: of estimates, the one for the language that the card names. */
export function latestInquiry(quote: Quote, inquiry: Inquiry): Task | undefined {
  return inquiry === "language" ? languageTaskOf(quote) : estimateOf(quote);
}

/**
 * Credits for which an inquiry can be had that the desk does not make by itself, because the partner
 * charges for it; undefined where it is not wanted any more, or is bought already.
 */
export function inquiryPrice(quote: Quote, inquiry: Inquiry): number | undefined {
  const latest = latestInquiry(quote, inquiry);
  const isWanted =
    quote.decision.status === "open" &&
    !hasSpent(quote) &&
    (inquiry === "language" ? quote.language === undefined : !needsLanguage(quote));
  if (!isWanted || latest?.state.status !== "rejected") return undefined;
  return isPaid(latest) ? latest.price : latest.state.price;
}

/** The task of an inquiry that somebody lets the desk pay for. */
export function paidInquiry(
  quote: Quote,
  { inquiry, price, approval }: { inquiry: Inquiry; price: number; approval: Approval },
): Task | undefined {
  const earlier = quote.tasks.filter(
    (task) => task.action === actionOf(inquiry) && task.target === quote.target,
  );
  return plan(quote, inquiry, { generation: earlier.length, price, approval });
}

/** One that is under way, or has come back, and was let pass by somebody. */
export function boughtInquiry(quote: Quote, inquiry: Inquiry): Task | undefined {
  const latest = latestInquiry(quote, inquiry);
  return latest !== undefined && isPaid(latest) && isLive(latest) ? latest : undefined;
}

/** Code points of the text that an inquiry is about. */
export function inquiredCharacters(quote: Quote, { scope }: Pick<Task, "scope">): number {
  return scope ?? manuscriptOf(quote)?.characters ?? 0;
}

function ask(quote: Quote, inquiry: Inquiry): Quote {
  const task = plan(quote, inquiry, { generation: 0, price: 0, approval: undefined });
  return task === undefined ? quote : { ...quote, tasks: [...quote.tasks, task] };
}

function plan(
  quote: Quote,
  inquiry: Inquiry,
  terms: Pick<TaskPlan, "generation" | "price" | "approval">,
): Task | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  return planTask(keyGround(quote, manuscript), {
    ...terms,
    ...requestOf(inquiry, manuscript),
    target: quote.target,
  });
}

/** All inquiries as they are sent, each with a price that no reading of a tariff by length exceeds. */
export function inquiryRequests(manuscript: Manuscript) {
  return (["language", "estimate"] as const).map((inquiry) => {
    const asked = requestOf(inquiry, manuscript);
    return { ...asked, price: asked.scope ?? manuscript.characters };
  });
}

function requestOf(inquiry: Inquiry, { characters }: Manuscript) {
  return {
    action: actionOf(inquiry),
    scope: inquiry === "language" ? Math.min(languageSampleChars, characters) : undefined,
    glossaryHash: undefined,
    strategy: undefined,
  };
}

function actionOf(inquiry: Inquiry) {
  return inquiry === "language" ? ("preview_metadata" as const) : ("token_estimate" as const);
}
