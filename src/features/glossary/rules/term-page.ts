import type { Effective } from "./glossary.ts";

/** A person's view of a glossary; `page` counts from 0. */
export type TermLook = {
  readonly search: string;
  readonly page: number;
};

export const firstLook: TermLook = { search: "", page: 0 };

export type ListedTerm = Effective & { readonly doubted: readonly string[] };

export type TermPage = {
  readonly rows: readonly ListedTerm[];
  readonly look: TermLook;
  readonly pages: number;
  readonly counts: {
    readonly all: number;
    readonly unreviewed: number;
  };
};

/**
 * Returns the requested page, or the last one if there are fewer. Doubtful terms come first, then
 * unreviewed ones by rising confidence, so reviewed terms move to the end.
 */
export function termPage(terms: readonly Effective[], look: TermLook): TermPage {
  const doubts = doubtsIn(terms);
  const sought = folded(look.search);
  const found = terms.filter(
    (term) => sought === "" || folded(`${term.source}\n${term.target}`).includes(sought),
  );
  const rank = ({ source }: Effective) => (doubts.has(source) ? 0 : 1);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(0, look.page), pages - 1);
  const rows = found
    .toSorted((one, other) => rank(one) - rank(other) || sureness(one) - sureness(other))
    .slice(page * pageSize, (page + 1) * pageSize)
    .map((term) => ({ ...term, doubted: [...(doubts.get(term.source) ?? [])] }));
  const counts = {
    all: terms.length,
    unreviewed: terms.filter(isUnreviewed).length,
  };
  return { rows, look: { ...look, page }, pages, counts };
}

export function isUnreviewed({ origin }: Pick<Effective, "origin">): boolean {
  return origin.by === "extraction";
}

/** Ranks a person's decision above any confidence of a run. */
function sureness(term: Effective): number {
  return isUnreviewed(term) ? (term.confidence ?? 0) : 2;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** A number of terms that a person can review at once; Slack allows 100 blocks in a modal. */
const pageSize = 20;

type Named = Pick<Effective, "source" | "target">;

/**
 * Returns the terms that a person should look at before a glossary is paid for, each with a few
 * others: the same name in different spellings, different names with the same translation, or part
 * of a longer name that is translated differently when alone. Linear in the number of terms.
 */
export function doubtsIn(terms: readonly Named[]): ReadonlyMap<string, ReadonlySet<string>> {
  const doubtful = [
    ...groups(terms, ({ source }) => plain(source)),
    ...groups(terms, ({ target }) => plain(target)),
    ...splits(terms),
  ];
  const doubts = new Map<string, Set<string>>();
  for (const group of doubtful) {
    const few = group.slice(0, mostOthers + 1);
    for (const { source } of group) {
      const others = doubts.get(source) ?? new Set();
      for (const other of few) if (other.source !== source) others.add(other.source);
      doubts.set(source, others);
    }
  }
  return doubts;
}

const mostOthers = 3;

/** “Aaron” is 亚伦 alone, but “Aaron Smith” is 艾伦·史密斯. Checks only names written in words. */
function splits(terms: readonly Named[]): readonly (readonly Named[])[] {
  const bySource = new Map(terms.map((term) => [plain(term.source), term]));
  return terms.flatMap((whole) => {
    const words = whole.source.split(/[\s·・]+/u);
    if (words.length < 2) return [];
    return words
      .map((word) => bySource.get(plain(word)))
      .filter((part) => part !== undefined)
      .filter((part) => !plain(whole.target).includes(plain(part.target)))
      .map((part) => [part, whole]);
  });
}

function groups<T>(all: readonly T[], nameOf: (one: T) => string): readonly (readonly T[])[] {
  return [...Map.groupBy(all, nameOf).values()].filter((same) => same.length > 1);
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s·・.’'-]+/gu, "");
}
