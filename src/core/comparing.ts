import type { Comparison } from "../features/delivery/rules/compare.ts";
import type { TermsUsed } from "../features/glossary/rules/terms-used.ts";
import { type Quote, changeTask } from "./quote.ts";
import type { Task } from "./task.ts";

/** What a result proved to have of its source, and of the glossary that was agreed. */
export type Compared = Comparison & { readonly terms?: TermsUsed | undefined };

/**
 * Whether a finished translation was held against its source: `due`, `again` after a try that failed, or
 * `none` where it could not be.
 */
export type Comparing = "due" | "again" | "none" | Compared;

/** The result is to be read. */
export function awaitsComparing({ comparison }: Pick<Task, "comparison">): boolean {
  return comparison === "due" || comparison === "again";
}

/** Once: what was found is not found again. */
export function withComparison(
  quote: Quote,
  key: string,
  found: Compared | "again" | "none",
): Quote {
  return changeTask(quote, key, (task) =>
    awaitsComparing(task) ? { ...task, comparison: found } : task,
  );
}

/** A partner or a Slack in trouble is asked again for so long, in ms; then the result is delivered as it is. */
export const comparingMs = 15 * 60_000;
