import { languageNamesIn, type Language } from "#domain/settings/setup.ts";

type FoundLanguages =
  | { readonly status: "found"; readonly codes: readonly string[] }
  /** `near`: the language that may have been meant. */
  | { readonly status: "unknown"; readonly word: string; readonly near: string | undefined };

/** The names of the languages on offer; every name is folded. */
export type Vocabulary = {
  readonly languages: readonly { readonly code: string; readonly names: readonly string[] }[];
  /** Words that join two languages, such as “and”. */
  readonly joining: ReadonlySet<string>;
};

/** `locales`: the languages in which names of languages are understood. */
export function vocabularyOf(
  languages: readonly Language[],
  locales: readonly string[],
): Vocabulary {
  const namers = locales.map(languageNamesIn);
  return {
    languages: languages.map(({ code, name }) => {
      const codes = [code, ...writtenIn(code)];
      const names = [code, name, ...namers.flatMap((nameOf) => codes.map(nameOf))];
      return { code, names: [...new Set(names.map(folded))] };
    }),
    joining: new Set(["&", "+", ...locales.flatMap(andIn)]),
  };
}

/** Returns `zh-Hant` for `zh-TW`: people name the script, “Traditional Chinese”. */
function writtenIn(code: string): readonly string[] {
  try {
    const { language, script } = new Intl.Locale(code.replaceAll("_", "-")).maximize();
    const usual = new Intl.Locale(language).maximize().script;
    return language === "zh" || script !== usual ? [`${language}-${script}`] : [];
  } catch {
    return []; // Not every code is a BCP 47 tag.
  }
}

function andIn(locale: string): readonly string[] {
  const parts = new Intl.ListFormat(locale).formatToParts(["a", "b"]);
  return parts.filter(({ type }) => type === "literal").map(({ value }) => value.trim());
}

/**
 * Finds the languages that a person typed, by code or by name, between commas or blanks: `fr de`,
 * `brazilian portuguese, zh-TW`. A name may be cut short (`ukr`), its words in any order, as long as
 * only one language fits.
 */
export function findLanguages(text: string, { languages, joining }: Vocabulary): FoundLanguages {
  const codes: string[] = [];
  const longest = Math.max(
    ...languages.flatMap(({ names }) => names.map((name) => name.split(" ").length)),
  );
  for (const piece of text.split(/[,;、，；]+/u)) {
    const words = piece
      .trim()
      .split(/\s+/u)
      .filter((word) => word !== "" && !joining.has(word.toLowerCase()));
    for (let at = 0; at < words.length;) {
      // The longest name first: "Brazilian Portuguese" is one language, not two.
      const length = Math.min(longest, words.length - at);
      const beginnings = words
        .slice(at, at + length)
        .map((_, n) => words.slice(at, at + length - n));
      const match = beginnings
        .map((part) => ({ length: part.length, code: fit(part, languages) }))
        .find(({ code }) => code !== undefined);
      if (match?.code === undefined) {
        return { status: "unknown", word: words[at] ?? "", near: nearOf(beginnings, languages) };
      }
      codes.push(match.code);
      at += match.length;
    }
  }
  return { status: "found", codes: [...new Set(codes)] };
}

/**
 * Finds the languages that a request in a sentence aims at: “… to German and Dutch”, “ドイツ語に…”. Only
 * whole names count, and none that says what the text is in: “my Japanese novel”.
 */
export function languagesAimedAt(text: string, { languages, joining }: Vocabulary) {
  const and = [...joining].filter((word) => /^\p{L}+$/u.test(word)).join("|");
  const names = languages
    .flatMap(({ code, names: [, ...names] }) => names.map((name) => ({ code, name })))
    .toSorted((one, other) => other.name.length - one.name.length)
    .map(({ code, name }) => {
      const marked = name.replace(/[语語文]$/u, "[语語文]");
      const words = `(${aim} (?:(?:l|le|the|el|o|${and}) )*)${name}e?(?: |$)`;
      return {
        code,
        place: new RegExp(`${words}|[成为為]${marked}|${marked}(?:に|へ|로|으로)`, "u"),
      };
    });
  const codes = new Set<string>();
  // Without a name that was found, the next one stands behind the same word.
  for (let rest = folded(text.slice(0, aimChars)); ;) {
    const match = names.find(({ place }) => place.test(rest));
    if (match === undefined) return [...codes];
    codes.add(match.code);
    rest = rest.replace(match.place, "$1");
  }
}

/**
 * Finds the languages that a message beside a manuscript wishes for. `isRequest`: it asks for a
 * translation. A short one needs no such word, as long as it ends with the language: “into German, please”.
 */
export function languagesWished(text: string, vocabulary: Vocabulary, isRequest: boolean) {
  const aims = isRequest ? languagesAimedAt(text, vocabulary) : [];
  const words = folded(text.slice(0, aimChars)).split(" ");
  const wish = words.filter((word) => !courtesy.test(word)).join(" ");
  const names = vocabulary.languages.flatMap((one) => one.names.slice(1));
  const isWish = words.length <= longestWish && !words.some((word) => telling.test(word));
  const isShort = isWish && names.some((name) => wish.endsWith(name));
  if (aims.length > 0 || !isShort) return aims;
  const aimed = languagesAimedAt(`translate ${wish}`, vocabulary);
  return aimed.length > 0 ? aimed : languagesAimedAt(`translate in ${wish}`, vocabulary);
}

/** Words of a message of one wish. */
const longestWish = 8;
const courtesy =
  /^(?:please|thanks?|you|bitte|danke|por|favor|merci|svp|gracias|obrigad[oa]|(?:translat|ubersetz|tradu)\p{L}*)$/u;

/** “It is in German” tells what the text is in. */
const telling = /^(?:is|its|was|were|written|original|from|source|ist|war|aus|est|es|e)$/u;

/** A request says so early, and every name is looked for in it. */
const aimChars = 1000;

/** The words before a language that a translation goes into; “in” alone may tell of the source. */
const aim =
  "\\b(?:to|into|auf|ins|vers|al|para|(?:translat|tradu)\\S{0,12}(?: \\S{1,20}){0,3} (?:in|en))";

type Named = Vocabulary["languages"];

function fit(words: readonly string[], languages: Named): string | undefined {
  const phrase = folded(words.join(" "));
  const exact = languages.find(({ names }) => names.includes(phrase));
  if (exact !== undefined) return exact.code;
  const parts = phrase.split(" ");
  const matches = languages.filter(({ names }) =>
    names.some((name) => parts.every((part) => begins(part, name))),
  );
  return matches.length === 1 ? matches[0]?.code : undefined;
}

/** A single letter or two would hit a language by accident. */
function begins(part: string, name: string): boolean {
  return part.length >= 3 && name.split(" ").some((one) => one.startsWith(part));
}

/** Of the words with and without those that follow, the ones that are nearest to a name decide. */
function nearOf(phrases: readonly (readonly string[])[], languages: Named): string | undefined {
  const names = languages.flatMap((one) => one.names.map((name) => [name, one.code] as const));
  const near = phrases.flatMap((words) => nearestOf(folded(words.join(" ")), names) ?? []);
  return near.toSorted((one, other) => one.share - other.share)[0]?.value;
}

/** Removes differences of case, width, accents and punctuation from a name. */
function folded(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").normalize("NFC");
  return plain
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "")
    .join(" ");
}

type Names<T> = readonly (readonly [name: string, value: T])[];

/** Returns the value with the nearest name, if at most a third of the typed letters differ. */
export function nearest<T>(typed: string, names: Names<T>): T | undefined {
  return nearestOf(typed, names)?.value;
}

/** `share`: the share of the typed letters that differ. */
function nearestOf<T>(typed: string, names: Names<T>) {
  const length = Array.from(typed).length;
  return names
    .map(([name, value]) => ({ value, share: lettersApart(typed, name) / length }))
    .filter(({ share }) => share <= 1 / 3)
    .toSorted((one, other) => one.share - other.share)[0];
}

/** Counts the letters that one word has more than the other; their order does not count. */
function lettersApart(one: string, other: string): number {
  const rest = Array.from(other);
  const missing = Array.from(one).filter((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return Math.max(missing.length, rest.length);
}
