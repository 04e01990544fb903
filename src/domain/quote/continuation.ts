import { termHome } from "../glossary/term-home.ts";
import type { Manuscript } from "../manuscript/manuscript.ts";
import { type Range, overlapping, rangeOf } from "./parts.ts";
import { type Quote, begunOf, isOnOffer, manuscriptOf } from "./quote.ts";
import { isBefore } from "./twin.ts";

/** The beginning of a text that the card of another upload deals with: what this card sells follows it. */
export type Begun = {
  readonly quoteId: string;
  /** Where people can look at that card, if Slack says. */
  readonly link: string | undefined;
  /** Of that file. */
  readonly name: string;
  /** Code points of this text, to the end of a chapter. */
  readonly to: number;
  /** When the newest run on it was approved, ms. */
  readonly at: number;
  /** Whether runs were approved for all of it; what was not can be bought on that card. */
  readonly bought: "all" | "some";
  /** Whether both texts go on behind it, each otherwise. */
  readonly isChanged: boolean;
};

/**
 * Of the cards with the same beginning, newest first, the one that reaches furthest into this text: an
 * upload to the same conversation or book, of which something was bought for this language, and which has
 * at least half of the chapters of the shorter text unchanged. Of two that offer the same chapters the
 * earlier one sells them; of a later one counts what was bought. So a chapter is not paid for on both.
 */
export function continued(quote: Quote, others: readonly Quote[]): Omit<Begun, "link"> | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || manuscript.chapters.length < 2) return undefined;
  const found = others.flatMap((other) => begunOn(other, quote, manuscript) ?? []);
  return found.toSorted((one, next) => next.to - one.to)[0];
}

/** An earlier card offers chapters of this text too, and nothing is bought there yet: both may be approved. */
export function isOfferedBefore(quote: Quote, others: readonly Quote[]): boolean {
  const manuscript = manuscriptOf(quote);
  return others.some((other) => {
    const text = manuscriptOf(other);
    const isRival = mayShare(quote, other) && isBefore(other, quote);
    const isOpen = isOnOffer(other) && other.target === quote.target;
    const isBought = overlapping(other, undefined).length > 0;
    const common = manuscript && text && commonOf(manuscript, text);
    return isRival && isOpen && !isBought && common !== undefined;
  });
}

/** Other uploads of the workspace that may be states of the same text; whether they are is to be seen. */
export function mayShare(quote: Quote, other: Quote): boolean {
  const isHere = other.place.channel === quote.place.channel;
  const isOfBook = quote.book !== undefined && termHome(other) === termHome(quote);
  const isSameWorkspace = other.place.workspace === quote.place.workspace;
  return other.id !== quote.id && isSameWorkspace && (isHere || isOfBook);
}

function begunOn(other: Quote, quote: Quote, manuscript: Manuscript) {
  const text = manuscriptOf(other);
  const common = text && mayShare(quote, other) ? commonOf(manuscript, text) : undefined;
  if (common === undefined) return undefined;
  const isEarlier = isBefore(other, quote);
  const sold = { ...other, target: quote.target };
  const ranges = manuscript.chapters.slice(0, common.count).map(rangeOf);
  const runs = overlapping(sold, undefined).filter(({ part }) =>
    ranges.some((one) => holds(part, one)),
  );
  const before = isEarlier ? begunOf(sold) : undefined;
  const bought = ranges.map(
    (range) => range.to <= (before?.to ?? 0) || runs.some(({ part }) => holds(part, range)),
  );
  // What an earlier card still sells is not sold here as well; an erased one has no chapters to sell.
  const isOpen = isOnOffer(other) && other.target === quote.target && other.erasedAt === undefined;
  const count = isEarlier && isOpen ? common.count : bought.lastIndexOf(true) + 1;
  const last = runs.length === 0 ? undefined : ranges[count - 1];
  if (last === undefined) return undefined;
  return {
    quoteId: other.id,
    name: other.file.name,
    to: last.to,
    at: Math.max(...runs.map(({ approval }) => approval?.at ?? 0)),
    bought: bought.slice(0, count).every(Boolean) ? ("all" as const) : ("some" as const),
    isChanged: common.isChanged,
  };
}

/**
 * How many chapters of a text are the first of another one as well; undefined when they are less than half
 * of the shorter one. One mark names all that stands before it.
 */
function commonOf({ marks = [] }: Manuscript, { marks: others = [] }: Manuscript) {
  const chapters = new Map(others.map((mark, index) => [mark, index + 1]));
  const index = marks.findLastIndex((mark) => mark !== "" && chapters.has(mark));
  const there = chapters.get(marks[index] ?? "") ?? 0;
  const isMost = 2 * there >= Math.min(others.length, marks.length);
  const isChanged = index + 1 < marks.length && there < others.length;
  return index >= 0 && isMost ? { count: index + 1, isChanged } : undefined;
}

/** A run of another text may have ended before blanks that stand behind the chapter here. */
function holds(part: Range | undefined, { from, to }: Range): boolean {
  return part === undefined || (part.from <= from && from < part.to && to - mostBlanks <= part.to);
}

/** Code points. */
const mostBlanks = 64;
