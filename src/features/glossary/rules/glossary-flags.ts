import type { Effective } from "./glossary.ts";

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
