import { covered, existing } from "../../../core/coverage.ts";
import {
  type Decided,
  type Quote,
  type Received,
  findTask,
  hasSpent,
  manuscriptOf,
} from "../../../core/quote.ts";
import { isWhole, rangeOf, sliceOf } from "../../../core/slice.ts";
import type { Task } from "../../../core/task.ts";

export type PartOutcome =
  | { readonly status: "chosen" }
  | { readonly status: "whole" }
  /** Some of them were approved on this card already. */
  | { readonly status: "approved-before"; readonly task: Task }
  | { readonly status: "no-such-chapters" }
  | { readonly status: "closed" };

/** Counted from 1. */
export type Chosen = {
  readonly first: number;
  readonly last: number;
  /** True when front and back matter among them is left out. */
  readonly isTextAlone?: boolean;
};

/** Narrows the card to these chapters; all of them means the whole again. Approves nothing. */
export function choosePart(
  quote: Quote,
  { first, last, isTextAlone = false }: Chosen,
): Decided<PartOutcome> {
  const no = (outcome: PartOutcome) => ({ quote, outcome });
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || quote.decision.status !== "open") return no({ status: "closed" });
  const isThere = first >= 1 && last <= manuscript.chapters.length;
  const chapters = manuscript.chapters.slice(first - 1, last);
  const wanted = chapters.filter(({ isMatter = false }) => !(isTextAlone && isMatter));
  if (!isThere || wanted.length === 0) return no({ status: "no-such-chapters" });
  const part = sliceOf(wanted.map(rangeOf));
  const own = existing(quote, "translation", part).find(
    (run) => run.quoteId === quote.id && run.status !== "failed",
  );
  const task = own && findTask(quote, own.key);
  if (task !== undefined) return no({ status: "approved-before", task });
  if (!isWhole(manuscript, part))
    return { quote: { ...quote, part }, outcome: { status: "chosen" } };
  // Once a part was translated, the default offer is the rest: the whole has to be set explicitly.
  const isDefault = covered(quote).length === 0;
  return {
    quote: { ...quote, part: isDefault ? undefined : part },
    outcome: { status: "whole" },
  };
}

type Amendment = { readonly by: string } & Pick<Received, "details" | "book" | "previewChars">;

/** Applies the requester's later changes while nothing is approved; fields left out stay as they were. */
export function amend(quote: Quote, { by, ...said }: Amendment): Quote {
  const isOpen = quote.decision.status === "open" && !hasSpent(quote);
  if (!isOpen || by !== quote.request.by) return quote;
  const { request } = quote;
  const { details = request.details, book = quote.book } = said;
  const { previewChars = request.previewChars } = said;
  const isSame =
    book === quote.book &&
    previewChars === request.previewChars &&
    JSON.stringify(details) === JSON.stringify(request.details);
  return isSame ? quote : { ...quote, book, request: { ...request, details, previewChars } };
}
