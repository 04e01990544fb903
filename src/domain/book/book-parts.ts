import { cardModel } from "#domain/estimate/card-model.ts";
import { type Quote, manuscriptOf, paidTasks } from "#domain/quote.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { type Slice, contains, lengthOf, rangeOf, sliceOf, wholeOf } from "#domain/slice.ts";
import { costOf, isStanding } from "#domain/task.ts";

/** How far a chapter has come in one language; a later word beats an earlier one. */
export const stages = ["free", "requested", "running", "done"] as const;
export type Stage = (typeof stages)[number];

/** Chapters of a book that stand together in one language: not requested, on offer, or of one run. */
export type BookPart = {
  readonly stage: Stage;
  /** The card that the chapters stand on; one of another language for `free` chapters. */
  readonly quote: Quote;
  /** In code points of the quote's text. */
  readonly slice: Slice;
  readonly characters: number;
  /** What the run costs, or would cost; undefined for `free` chapters. */
  readonly price: number | undefined;
};

export type BookLanguage = { readonly target: string; readonly parts: readonly BookPart[] };

/**
 * Returns the chapters of a book by language, in the order in which they were handed in. A chapter that
 * several manuscripts have, as those of a growing serial do, counts once, where it has come furthest.
 */
export function partsByLanguage(quotes: readonly Quote[], setup: Setup): readonly BookLanguage[] {
  const oldestFirst = quotes
    .filter((quote) => manuscriptOf(quote) !== undefined)
    .toSorted((one, other) => one.request.at - other.request.at);
  const targets = new Set(oldestFirst.map(({ target }) => target));
  return [...targets].map((target) => ({ target, parts: partsIn(target, oldestFirst, setup) }));
}

/**
 * Returns how long a book is, in code points and in chapters. What several manuscripts have counts once.
 */
export function lengthOfBook(languages: readonly BookLanguage[]) {
  // Every language lists all of the book.
  const [{ parts } = { parts: [] }] = languages;
  const chaptersOf = ({ quote, slice }: BookPart) =>
    (manuscriptOf(quote)?.chapters ?? []).filter((one) => contains(slice, rangeOf(one))).length;
  return {
    characters: parts.reduce((sum, { characters }) => sum + characters, 0),
    chapters: parts.reduce((sum, part) => sum + chaptersOf(part), 0),
  };
}

function partsIn(target: string, quotes: readonly Quote[], setup: Setup): readonly BookPart[] {
  const byTitle = new Map<string, Cell[]>();
  const cells: Cell[] = [];
  for (const cell of quotes.flatMap((quote) => cellsOf(quote, target, setup))) {
    const alike = byTitle.get(cell.title) ?? [];
    const before = alike.find(({ range }) => isSameLength(range, cell.range));
    if (before === undefined) {
      cells.push(cell);
      byTitle.set(cell.title, [...alike, cell]);
    } else if (rank(cell) > rank(before) || (rank(cell) === rank(before) && cell.of !== "")) {
      cells[cells.indexOf(before)] = cell;
      byTitle.set(cell.title, [...alike.filter((one) => one !== before), cell]);
    }
  }
  const groups = Map.groupBy(cells, ({ stage, quote, of }) => `${stage} ${quote.id} ${of}`);
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { stage, quote, price } = first;
    const slice = sliceOf(members.map(({ range }) => range));
    return [{ stage, quote, slice, price, characters: lengthOf(slice) }];
  });
}

function rank({ stage }: Cell): number {
  return stages.indexOf(stage);
}

/** One chapter of one manuscript. `of` names the run or the offer; empty for a card of another language. */
type Cell = {
  readonly title: string;
  readonly range: Slice[number];
  readonly stage: Stage;
  readonly quote: Quote;
  readonly of: string;
  readonly price: number | undefined;
};

function cellsOf(quote: Quote, target: string, setup: Setup): readonly Cell[] {
  const stretches = quote.target === target ? stretchesOf(quote, setup) : [];
  return unitsIn(quote).map(({ title, range }) => {
    const stretch = stretches.find(({ slice }) => contains(slice, range));
    const of = quote.target === target ? "card" : "";
    const { stage = "free", price } = stretch ?? {};
    return { title, range, quote, stage, price, of: stretch?.of ?? of };
  });
}

/** A record has no hash of each chapter, which is known by its title and length. */
function unitsIn(quote: Quote): readonly Pick<Cell, "title" | "range">[] {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const { chapters, characters, textSha256: title } = manuscript;
  if (chapters.length === 0) return [{ title, range: { from: 0, to: characters } }];
  return chapters.map((chapter) => ({ title: chapter.title, range: rangeOf(chapter) }));
}

/** True when a manuscript has every chapter of the others, as the newest upload of a serial does. */
export function hasAllOf(quote: Quote, others: readonly Quote[]): boolean {
  const own = unitsIn(quote);
  return others
    .flatMap(unitsIn)
    .every(({ title, range }) =>
      own.some((one) => one.title === title && isSameLength(one.range, range)),
    );
}

/** The last chapter of a file lacks the blank lines that it has before another one. */
function isSameLength(one: Slice[number], other: Slice[number]): boolean {
  return Math.abs(lengthOf([one]) - lengthOf([other])) <= mostBlanks;
}

const mostBlanks = 8;

type Stretch = {
  readonly stage: Stage;
  readonly slice: Slice;
  readonly price: number;
  readonly of: string;
};

/** What a card has translated, is translating, and offers; the furthest first. */
function stretchesOf(quote: Quote, setup: Setup): readonly Stretch[] {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const whole = wholeOf(manuscript);
  const runs = paidTasks(quote)
    .filter((task) => task.kind === "translation" && task.target === quote.target)
    .filter(isStanding)
    .map((task): Stretch => {
      const stage = task.state.status === "completed" ? "done" : "running";
      return { stage, slice: task.slice ?? whole, price: costOf(task), of: task.key };
    });
  const { state } = cardModel(quote, setup);
  const offered: readonly Stretch[] =
    state.status === "offer"
      ? [
          {
            stage: "requested",
            slice: state.offer.slice ?? whole,
            price: state.offer.price,
            of: "offer",
          },
        ]
      : [];
  return [...runs.toSorted((one, other) => rankOf(other) - rankOf(one)), ...offered];
}

function rankOf({ stage }: Stretch): number {
  return stages.indexOf(stage);
}
