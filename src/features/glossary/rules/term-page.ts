import { type Flag, flagsOf } from "./glossary-flags.ts";
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
