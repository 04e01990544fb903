import { type Flag, flagsOf } from "./glossary-flags.ts";
import type { Effective } from "./glossary.ts";

/** How somebody looks at a glossary; `page` counts from 0. */
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
 * The page that is looked at; the last one where there are fewer. What needs attention comes first: terms with
 * a flag, then what nobody reviewed, the least sure of it first. So what was reviewed gives way by itself.
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

/** What people decided is surer than any run. */
function sureness(term: Effective): number {
  return isUnreviewed(term) ? (term.confidence ?? 0) : 2;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** As many as one looks through at once; Slack takes 100 blocks in a modal. */
const pageSize = 20;
