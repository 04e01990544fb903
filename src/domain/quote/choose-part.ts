import type { Decided } from "../approval/decisions.ts";
import type { Task } from "../task/task.ts";
import { type Range, isWhole, overlapping } from "./parts.ts";
import { type Quote, begunOf, manuscriptOf } from "./quote.ts";

export type PartOutcome =
  | { readonly status: "chosen" }
  | { readonly status: "whole" }
  /** Some of them were bought already. */
  | { readonly status: "bought-before"; readonly task: Task }
  | { readonly status: "no-such-chapters" }
  | { readonly status: "closed" };

/** The card is then about these chapters, counted from 1; all of them is the whole again. Buys nothing. */
export function choosePart(
  quote: Quote,
  { first, last }: { readonly first: number; readonly last: number },
): Decided<PartOutcome> {
  const no = (outcome: PartOutcome) => ({ quote, outcome });
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || quote.decision.status !== "open") return no({ status: "closed" });
  const begin = manuscript.chapters[first - 1];
  const end = manuscript.chapters[last - 1];
  if (begin === undefined || end === undefined || last < first) {
    return no({ status: "no-such-chapters" });
  }
  const part: Range = { from: begin.start, to: end.start + end.characters };
  const [task] = overlapping(quote, part);
  if (task !== undefined) return no({ status: "bought-before", task });
  if (!isWhole(manuscript, part))
    return { quote: { ...quote, part }, outcome: { status: "chosen" } };
  // Of a text that continues an earlier one the new chapters are on offer unless somebody wants it all.
  const isDefault = begunOf(quote) === undefined;
  return {
    quote: { ...quote, part: isDefault ? undefined : part },
    outcome: { status: "whole" },
  };
}
