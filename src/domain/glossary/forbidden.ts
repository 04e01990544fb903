import { type Layer, type TermBase, tidy } from "./glossary.ts";
import { createTermCounts, folded } from "./term-counts.ts";

/** Returns the terms that no translation into a language may use: the book's and those that it inherits. */
export function forbiddenIn(layers: readonly Layer[], language: string): readonly string[] {
  const terms = layers.flatMap(({ base }) => ownForbidden(base, language));
  return [...new Map(terms.map((term) => [folded(term), term])).values()];
}

export function ownForbidden({ forbidden = {} }: TermBase, language: string): readonly string[] {
  return forbidden[language] ?? [];
}

export function withForbidden(
  base: TermBase,
  language: string,
  terms: readonly string[],
): TermBase {
  const { [language]: _, ...others } = base.forbidden ?? {};
  const forbidden = terms.length === 0 ? others : { ...others, [language]: [...terms] };
  return { ...base, forbidden: Object.keys(forbidden).length === 0 ? undefined : forbidden };
}

/** Returns the forbidden terms of two bases. */
export function forbiddenOfBoth(one: TermBase, other: TermBase): TermBase["forbidden"] {
  const languages = [one, other].flatMap(({ forbidden = {} }) => Object.keys(forbidden));
  if (languages.length === 0) return undefined;
  return Object.fromEntries(
    languages.map((language) => {
      const both = [...ownForbidden(one, language), ...ownForbidden(other, language)];
      return [language, [...new Set(both)]];
    }),
  );
}

/** Parses a field with one term on each line. */
export function typedForbidden(text: string): readonly string[] {
  const terms = text.split(/\r?\n/u).map(tidy);
  return [...new Set(terms.filter((term) => term !== ""))];
}

/** Looks for forbidden terms in a streamed translation; case makes no difference. */
export function createForbiddenCheck(terms: readonly string[]) {
  const byForm = new Map(terms.map((term) => [folded(term), term]));
  const counts = createTermCounts([...byForm.keys()]);
  return {
    add: (piece: string): void => counts.add(folded(piece)),
    /** Returns the terms that occur, as people wrote them. */
    end: (): readonly string[] => {
      const found = counts.end();
      return [...byForm].flatMap(([form, term]) => (found.has(form) ? [term] : []));
    },
  };
}
