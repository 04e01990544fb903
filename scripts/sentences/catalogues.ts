import type { Catalogue, DueTranslation } from "#slack/i18n/locale.ts";

type Catalogues = Readonly<Record<string, Catalogue>>;

/** What a sentence lacks, by the codes of the languages. */
export type DueSentence = {
  readonly key: string;
  /** Languages that have no translation. */
  readonly missing: readonly string[];
  /** Languages whose translation is of an earlier wording. */
  readonly revise: readonly string[];
};

/** Returns the sentences that some language does not say yet. */
export function dueSentences(said: readonly string[], all: Catalogues): readonly DueSentence[] {
  const languages = Object.entries(all);
  const codes = (wanted: (catalogue: Catalogue) => boolean) =>
    languages.filter(([, catalogue]) => wanted(catalogue)).map(([language]) => language);
  return said
    .map((key) => ({
      key,
      missing: codes((catalogue) => !Object.hasOwn(catalogue, key)),
      revise: codes((catalogue) => isDue(catalogue[key])),
    }))
    .filter(({ missing, revise }) => missing.length + revise.length > 0);
}

/** Returns the keys of a catalogue that no code says any longer. */
export function unusedSentences(said: readonly string[], catalogue: Catalogue): readonly string[] {
  return Object.keys(catalogue).filter((key) => !said.includes(key));
}

/**
 * Returns a catalogue in which a sentence has its new wording. Its translation is due then, unless
 * the new wording means the same.
 */
export function renamed(
  catalogue: Catalogue,
  { from, to, isSame }: { readonly from: string; readonly to: string; readonly isSame: boolean },
): Catalogue {
  const isKnown = Object.hasOwn(catalogue, to);
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, translation]) => {
      if (key !== from) return [[key, translation]];
      if (isKnown) return [];
      return [[to, isSame || isDue(translation) ? translation : { due: translation }]];
    }),
  );
}

export function sorted(catalogue: Catalogue): Catalogue {
  const inOrder = Object.entries(catalogue).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(inOrder);
}

export function isDue(translation: Catalogue[string] | undefined): translation is DueTranslation {
  return typeof translation === "object";
}
