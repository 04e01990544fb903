import { IntlMessageFormat } from "intl-messageformat";

import { languageNamesIn } from "#domain/settings/setup.ts";

export type Locale = ReturnType<typeof createLocale>;

/** @param language BCP 47 */
export function createLocale(language: string, catalogue: Catalogue) {
  const numbers = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: "percent" });
  const briefly = (unit: "minute" | "hour") =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" });
  const brief = { minute: briefly("minute"), hour: briefly("hour") };
  const dates = language === "en" ? "en-GB" : language;
  const dated = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dates, { ...style, timeZone: "UTC" });
  const times = dated({ dateStyle: "medium", timeStyle: "short" });
  const days = dated({ dateStyle: "long" });
  const lists = new Intl.ListFormat(language);
  const choices = new Intl.ListFormat(language, { type: "disjunction" });
  // Intl has no list without “and”: the separator is taken from a list with it.
  const comma = lists.formatToParts(["a", "b", "c"]).find(({ type }) => type === "literal")?.value;
  const t = createSay(language, catalogue, numbers);
  return {
    language,
    t,
    counted: (count: number, unit: Unit): string => units[unit](t, count),
    amount: (count: number): string => numbers.format(count),
    /** `40 min`, `2 hr`: for a line that has room for no more. */
    brief: (count: number, unit: keyof typeof brief): string => brief[unit].format(count),
    /** Credits on a button, where Slack has room for 30 characters. */
    price: (credits: number): string => t`${credits} cr`,
    /** `fraction` from 0 to 1. */
    percentOf: (fraction: number): string => percents.format(fraction),
    /** Returns the name of a language in this one; the code itself when it has no name. */
    languageName: languageNamesIn(language),
    /** Returns a time (ms since 1970) for places where Slack formats no dates. */
    utc: (ms: number): string => `${times.format(ms)} UTC`,
    /** The same day in every time zone: `27 November 2026`. */
    day: (ms: number): string => {
      const day = days.format(ms);
      // French counts the first of a month, which Intl does not know.
      return language === "fr" ? day.replace(/^1(?= )/u, "1er") : day;
    },
    /** `a, b, c`, separated as in the language: 「a、b、c」. */
    enumerated: (parts: readonly string[]): string => parts.join(comma),
    /** `a, b, and c`. */
    listed: (parts: readonly string[]): string => lists.format(parts),
    /** `a, b, or c`. */
    anyOf: (parts: readonly string[]): string => choices.format(parts),
  };
}

export const inEnglish = createLocale("en", {});

/** Languages of Galley beside English; a catalogue is read when it is first needed. */
export const catalogues = {
  de: () => import("#slack/i18n/catalogues/de.json", { with: { type: "json" } }),
  es: () => import("#slack/i18n/catalogues/es.json", { with: { type: "json" } }),
  fr: () => import("#slack/i18n/catalogues/fr.json", { with: { type: "json" } }),
  ja: () => import("#slack/i18n/catalogues/ja.json", { with: { type: "json" } }),
  ko: () => import("#slack/i18n/catalogues/ko.json", { with: { type: "json" } }),
  pt: () => import("#slack/i18n/catalogues/pt.json", { with: { type: "json" } }),
  zh: () => import("#slack/i18n/catalogues/zh.json", { with: { type: "json" } }),
  "zh-TW": () => import("#slack/i18n/catalogues/zh_TW.json", { with: { type: "json" } }),
} as const satisfies Readonly<Record<string, () => Promise<{ readonly default: Catalogue }>>>;

/** Every language that Galley speaks, BCP 47. */
export const spokenLanguages: readonly string[] = ["en", ...Object.keys(catalogues)];

/** Creates a lookup of locales by Slack's locale (`pt-BR`); any other language is English. */
export function createLocales(): (tag: string | undefined) => Promise<Locale> {
  const locales = new Map<string, Promise<Locale>>();
  return (tag) => {
    const language = languageOf(tag ?? "");
    if (!isSpoken(language)) return Promise.resolve(inEnglish);
    const locale =
      locales.get(language) ??
      catalogues[language]().then((catalogue) => createLocale(language, catalogue.default));
    locales.set(language, locale);
    return locale;
  };
}

/** Chinese is written in two ways; elsewhere the country makes no difference to us. */
function languageOf(tag: string): string {
  if (/^zh[-_](?:hant|tw|hk|mo)(?:[-_]|$)/iu.test(tag)) return "zh-TW";
  return tag.split(/[-_]/u)[0]?.toLowerCase() ?? "";
}

function isSpoken(language: string): language is keyof typeof catalogues {
  return Object.hasOwn(catalogues, language);
}

/**
 * Galley's sentences in one language, by the English sentence in the code. They are ICU messages
 * with `{0}`, `{1}` … for the values.
 */
export type Catalogue = Readonly<Record<string, string | DueTranslation>>;

/** A translation whose English sentence has changed since: it is not said until it is revised. */
export type DueTranslation = { readonly due: string };

/**
 * Translates an English sentence of the code; numbers are written as in the language. A part that
 * changes with a number is in the sentence: `{${count}, plural, one {# term was} other {# terms
 * were}} saved.`
 */
type Say = (sentence: TemplateStringsArray, ...values: readonly (string | number)[]) => string;

/**
 * Creates a translator. A sentence that the catalogue lacks, or whose translation is due, stays
 * English: a wrong language is better than silence, and than another meaning.
 */
function createSay(language: string, catalogue: Catalogue, numbers: Intl.NumberFormat): Say {
  const plurals = new Intl.PluralRules(language);
  // Created once, not for each message. `<@U1>` is no tag of a message.
  const options = {
    formatters: {
      getNumberFormat: () => numbers,
      getPluralRules: () => plurals,
      getDateTimeFormat: () => new Intl.DateTimeFormat(language),
    },
    ignoreTag: true,
  };
  const messages = new Map<string, IntlMessageFormat>();
  /** Sentences without values, by their place in the code. */
  const constants = new WeakMap<TemplateStringsArray, string>();
  return (sentence, ...values) => {
    const constant = constants.get(sentence);
    if (constant !== undefined) return constant;
    const key = keyOf(sentence);
    const message =
      messages.get(key) ??
      new IntlMessageFormat(wordsOf(catalogue[key]) ?? key, language, undefined, options);
    messages.set(key, message);
    if (values.length === 0) {
      const words = String(message.format());
      constants.set(sentence, words);
      return words;
    }
    const put = values.map((value, place) =>
      typeof value === "number" && !key.includes(`{${place}, plural`)
        ? numbers.format(value)
        : value,
    );
    return String(message.format(Object.fromEntries(put.entries())));
  };
}

function wordsOf(translation: Catalogue[string] | undefined): string | undefined {
  return typeof translation === "string" ? translation : undefined;
}

/** Returns the key of a sentence in the catalogues. A plural has its own braces. */
export function keyOf(parts: readonly string[]): string {
  return parts.reduce((key, part, index) =>
    part.startsWith(", plural, ") ? `${key}${index - 1}${part}` : `${key}{${index - 1}}${part}`,
  );
}

/** Amounts of everything that Galley counts, inserted into a sentence as money is. */
const units = {
  approval: (t, count) => t`{${count}, plural, one {# approval} other {# approvals}}`,
  card: (t, count) => t`{${count}, plural, one {# card} other {# cards}}`,
  character: (t, count) => t`{${count}, plural, one {# character} other {# characters}}`,
  chapter: (t, count) => t`{${count}, plural, one {# chapter} other {# chapters}}`,
  credit: (t, count) => t`{${count}, plural, one {# credit} other {# credits}}`,
  "description of a picture": (t, count) =>
    t`{${count}, plural, one {# description of a picture} other {# descriptions of pictures}}`,
  "drawing with words": (t, count) =>
    t`{${count}, plural, one {# drawing with words} other {# drawings with words}}`,
  estimate: (t, count) => t`{${count}, plural, one {# estimate} other {# estimates}}`,
  hour: (t, count) => t`{${count}, plural, one {# hour} other {# hours}}`,
  "list of contents": (t, count) =>
    t`{${count}, plural, one {# list of contents} other {# lists of contents}}`,
  manuscript: (t, count) => t`{${count}, plural, one {# manuscript} other {# manuscripts}}`,
  minute: (t, count) => t`{${count}, plural, one {# minute} other {# minutes}}`,
  paragraph: (t, count) => t`{${count}, plural, one {# paragraph} other {# paragraphs}}`,
  "reading beside a word": (t, count) =>
    t`{${count}, plural, one {# reading beside a word} other {# readings beside words}}`,
  request: (t, count) => t`{${count}, plural, one {# request} other {# requests}}`,
  task: (t, count) => t`{${count}, plural, one {# task} other {# tasks}}`,
  term: (t, count) => t`{${count}, plural, one {# term} other {# terms}}`,
  token: (t, count) => t`{${count}, plural, one {# token} other {# tokens}}`,
  "tracked deletion": (t, count) =>
    t`{${count}, plural, one {# tracked deletion} other {# tracked deletions}}`,
  "hidden passage": (t, count) =>
    t`{${count}, plural, one {# hidden passage} other {# hidden passages}}`,
  link: (t, count) => t`{${count}, plural, one {# link} other {# links}}`,
  formula: (t, count) => t`{${count}, plural, one {# formula} other {# formulas}}`,
  picture: (t, count) => t`{${count}, plural, one {# picture} other {# pictures}}`,
  "note mark": (t, count) => t`{${count}, plural, one {# note mark} other {# note marks}}`,
  "page break": (t, count) => t`{${count}, plural, one {# page break} other {# page breaks}}`,
  field: (t, count) => t`{${count}, plural, one {# field} other {# fields}}`,
  "italic or bold phrase": (t, count) =>
    t`{${count}, plural, one {# italic or bold phrase} other {# italic or bold phrases}}`,
} as const satisfies Record<string, (t: Say, count: number) => string>;

export type Unit = keyof typeof units;
