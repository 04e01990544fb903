import { languageSampleChars } from "../../../core/desk-rules.ts";
import type { Manuscript } from "../../../core/manuscript.ts";
import { needsLanguage } from "../../../core/offer.ts";
import {
  type Quote,
  estimateOf,
  isLanguageSettled,
  keyGround,
  languageTaskOf,
  manuscriptOf,
} from "../../../core/quote.ts";
import { type Task, planTask } from "../../../core/task.ts";

/** What Galley asks the partner for the card's sake. It is never sold: it is free, or it is not asked. */
export type Inquiry = "language" | "estimate";

/** In the order in which they are asked. */
export const inquiries: readonly Inquiry[] = ["language", "estimate"];

/** Adds what the desk asks the partner by itself: first the language, then the estimate for the target. */
export function withInquiries(quote: Quote): Quote {
  if (manuscriptOf(quote) === undefined || quote.decision.status !== "open") return quote;
  if (languageTaskOf(quote) === undefined) return ask(quote, "language");
  const mayEstimate = isLanguageSettled(quote) && !needsLanguage(quote);
  return mayEstimate && estimateOf(quote) === undefined ? ask(quote, "estimate") : quote;
}

/** Which one a task is that nobody approved. */
export function inquiryOf({ action }: Pick<Task, "action">): Inquiry {
  return action === "preview_metadata" ? "language" : "estimate";
}

/** What is sent for it, of a text of so many characters. */
export function requestOf(inquiry: Inquiry, { characters }: Pick<Manuscript, "characters">) {
  const isLanguage = inquiry === "language";
  return {
    action: isLanguage ? ("preview_metadata" as const) : ("token_estimate" as const),
    scope: isLanguage ? Math.min(languageSampleChars, characters) : undefined,
    glossaryHash: undefined,
    strategy: undefined,
  };
}

function ask(quote: Quote, inquiry: Inquiry): Quote {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return quote;
  const task = planTask(keyGround(quote, manuscript), {
    ...requestOf(inquiry, manuscript),
    target: quote.target,
    generation: 0,
    price: 0,
    approval: undefined,
  });
  return { ...quote, tasks: [...quote.tasks, task] };
}
