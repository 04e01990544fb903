import { type Flag, flagsOf } from "./glossary-flags.ts";
import type { Effective } from "./glossary.ts";

/** How somebody looks at a glossary; `page` counts from 0. */
export type TermLook = {
  readonly sort: TermSort;
  readonly filter: TermFilter;
  readonly search: string;
  readonly page: number;
};

export const termSorts = ["unsure", "frequent", "alphabet"] as const;
export const termFilters = ["all", "flagged", "unreviewed"] as const;
export type TermSort = (typeof termSorts)[number];
export type TermFilter = (typeof termFilters)[number];

export const firstLook: TermLook = { sort: "unsure", filter: "all", search: "", page: 0 };

export type ListedTerm = Effective & { readonly flags: readonly Flag[] };

export type TermPage = {
  readonly rows: readonly ListedTerm[];
  readonly look: TermLook;
  readonly pages: number;
  readonly counts: {
    readonly all: number;
    readonly flagged: number;
    readonly unreviewed: number;
    /** What filter and search leave. */
    readonly found: number;
  };
};

/** The page that is looked at; the last one where there are fewer. Linear but for the sorting. */
export function termPage(terms: readonly Effective[], look: TermLook): TermPage {
  const flags = flagsBySource(terms);
  const sought = folded(look.search);
  const found = terms.filter(
    (term) =>
      passes(term, look.filter, flags) &&
      (sought === "" || folded(`${term.source}\n${term.target}`).includes(sought)),
  );
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(0, look.page), pages - 1);
  const rows = found
    .toSorted(orders[look.sort])
    .slice(page * pageSize, (page + 1) * pageSize)
    .map((term) => ({ ...term, flags: flags.get(term.source) ?? [] }));
  const counts = {
    all: terms.length,
    flagged: flags.size,
    unreviewed: terms.filter(isUnreviewed).length,
    found: found.length,
  };
  return { rows, look: { ...look, page }, pages, counts };
}

/** Nobody has looked at it yet. */
export function isUnreviewed({ origin }: Pick<Effective, "origin">): boolean {
  return origin.by === "extraction";
}

/** What there is to say about each term; one that has a flag is in it. */
export function flagsBySource(terms: readonly Effective[]): ReadonlyMap<string, readonly Flag[]> {
  const bySource = new Map<string, Flag[]>();
  for (const flag of flagsOf(terms)) {
    const sources = flag.kind === "split" ? [flag.part, flag.whole] : flag.sources;
    for (const source of sources) {
      const told = bySource.get(source);
      if (told === undefined) bySource.set(source, [flag]);
      else told.push(flag);
    }
  }
  return bySource;
}

function passes(
  term: Effective,
  filter: TermFilter,
  flags: ReadonlyMap<string, readonly Flag[]>,
): boolean {
  switch (filter) {
    case "all":
      return true;
    case "flagged":
      return flags.has(term.source);
    case "unreviewed":
      return isUnreviewed(term);
  }
}

type Order = (one: Effective, other: Effective) => number;

/** They come in the order of the alphabet, and sorting keeps what is equal as it was. */
const orders: Readonly<Record<TermSort, Order>> = {
  // What people decided is surer than any run.
  unsure: (one, other) => sureness(one) - sureness(other),
  frequent: (one, other) => (other.frequency ?? -1) - (one.frequency ?? -1),
  alphabet: () => 0,
};

function sureness(term: Effective): number {
  return isUnreviewed(term) ? (term.confidence ?? 0) : 2;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** As many as one looks through at once; Slack takes 100 blocks in a modal. */
const pageSize = 20;
