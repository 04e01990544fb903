import type { Effective } from "./glossary.ts";

/** A person's view of a glossary; `page` counts from 0. */
export type TermLook = {
  readonly search: string;
  readonly page: number;
};

export const firstLook: TermLook = { search: "", page: 0 };

export type ListedTerm = Effective & { readonly flags: readonly Flag[] };

export type TermPage = {
  readonly rows: readonly ListedTerm[];
  readonly look: TermLook;
  readonly pages: number;
  readonly counts: {
    readonly all: number;
    readonly flagged: number;
    readonly unreviewed: number;
  };
};

/**
 * Returns the requested page, or the last one if there are fewer. Flagged terms come first, then
 * unreviewed ones by rising confidence, so reviewed terms move to the end.
 */
export function termPage(terms: readonly Effective[], look: TermLook): TermPage {
  const flags = flagsBySource(terms);
  const sought = folded(look.search);
  const found = terms.filter(
    (term) => sought === "" || folded(`${term.source}\n${term.target}`).includes(sought),
  );
  const rank = ({ source }: Effective) => (flags.has(source) ? 0 : 1);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(0, look.page), pages - 1);
  const rows = found
    .toSorted((one, other) => rank(one) - rank(other) || sureness(one) - sureness(other))
    .slice(page * pageSize, (page + 1) * pageSize)
    .map((term) => ({ ...term, flags: flags.get(term.source) ?? [] }));
  const counts = {
    all: terms.length,
    flagged: flags.size,
    unreviewed: terms.filter(isUnreviewed).length,
  };
  return { rows, look: { ...look, page }, pages, counts };
}

export function isUnreviewed({ origin }: Pick<Effective, "origin">): boolean {
  return origin.by === "extraction";
}

/** Returns the flags of each term that has any. */
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

/** Ranks a person's decision above any confidence of a run. */
function sureness(term: Effective): number {
  return isUnreviewed(term) ? (term.confidence ?? 0) : 2;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** A number of terms that a person can review at once; Slack allows 100 blocks in a modal. */
const pageSize = 20;

/** A problem that a person should look at before a glossary is paid for. */
export type Flag =
  /** The same name in different spellings (case, width, blanks, dots). */
  | { readonly kind: "duplicate"; readonly sources: readonly string[] }
  /** Part of a longer name is translated differently when alone. */
  | { readonly kind: "split"; readonly part: string; readonly whole: string }
  /** Different terms with the same translation. */
  | { readonly kind: "clash"; readonly target: string; readonly sources: readonly string[] };

type Named = Pick<Effective, "source" | "target">;

/** Returns all flags. Linear in the number of terms: a glossary may hold ten thousand. */
export function flagsOf(terms: readonly Named[]): readonly Flag[] {
  return [...duplicates(terms), ...clashes(terms), ...splits(terms)];
}

function duplicates(terms: readonly Named[]): readonly Flag[] {
  return groups(terms, ({ source }) => plain(source)).map((same) => ({
    kind: "duplicate",
    sources: same.map(({ source }) => source),
  }));
}

/** Skips terms that are one name in different spellings: those are duplicates. */
function clashes(terms: readonly Named[]): readonly Flag[] {
  return groups(terms, ({ target }) => plain(target))
    .filter((same) => new Set(same.map(({ source }) => plain(source))).size > 1)
    .map((same) => ({
      kind: "clash",
      target: same[0]?.target ?? "",
      sources: same.map(({ source }) => source),
    }));
}

/** “Aaron” is 亚伦 alone, but “Aaron Smith” is 艾伦·史密斯. Checks only names written in words. */
function splits(terms: readonly Named[]): readonly Flag[] {
  const bySource = new Map(terms.map((term) => [plain(term.source), term]));
  return terms.flatMap((whole) => {
    const words = whole.source.split(/[\s·・]+/u);
    if (words.length < 2) return [];
    return words
      .map((word) => bySource.get(plain(word)))
      .filter((part) => part !== undefined)
      .filter((part) => !plain(whole.target).includes(plain(part.target)))
      .map((part) => ({ kind: "split" as const, part: part.source, whole: whole.source }));
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
