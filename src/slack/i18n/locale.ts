import { languageNamesIn } from "../../core/languages.ts";
import { type Catalogue, createSay, type Say } from "./say.ts";
import { type Unit, units } from "./units.ts";

/** One language that Galley speaks. */
export type Locale = {
  /** BCP 47. */
  readonly language: string;
  readonly t: Say;
  readonly counted: (count: number, unit: Unit) => string;
  readonly amount: (count: number) => string;
  /** `fraction` from 0 to 1. */
  readonly percentOf: (fraction: number) => string;
  /** Returns a size in kB or MB. */
  readonly sizeOf: (bytes: number) => string;
  /** Returns the name of a language in this one; the code itself when it has no name. */
  readonly languageName: (code: string) => string;
  /** Returns a time (ms since 1970) for places where Slack formats no dates. */
  readonly utc: (ms: number) => string;
  /** The same day in every time zone: `27 November 2026`. */
  readonly day: (ms: number) => string;
  /** `a, b, c`, separated as in the language: 「a、b、c」. */
  readonly enumerated: (parts: readonly string[]) => string;
  /** `a, b, and c`. */
  readonly listed: (parts: readonly string[]) => string;
};

export function createLocale(language: string, catalogue: Catalogue): Locale {
  const numbers = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: "percent" });
  const sizes = { kilobyte: inUnit(language, "kilobyte"), megabyte: inUnit(language, "megabyte") };
  const dates = language === "en" ? "en-GB" : language;
  const times = new Intl.DateTimeFormat(dates, timeStyle);
  const days = new Intl.DateTimeFormat(dates, dayStyle);
  const lists = new Intl.ListFormat(language);
  // Intl has no list without “and”: the separator is taken from a list with it.
  const comma = lists.formatToParts(["a", "b", "c"]).find(({ type }) => type === "literal")?.value;
  const t = createSay(language, catalogue);
  return {
    language,
    t,
    counted: (count, unit) => units[unit](t, count),
    amount: (count) => numbers.format(count),
    percentOf: (fraction) => percents.format(fraction),
    sizeOf: (bytes) =>
      bytes < 999_500
        ? sizes.kilobyte.format(Math.ceil(bytes / 1000))
        : sizes.megabyte.format(Math.round(bytes / 100_000) / 10),
    languageName: languageNamesIn(language),
    utc: (ms) => `${times.format(ms)} UTC`,
    day: (ms) => days.format(ms),
    enumerated: (parts) => parts.join(comma),
    listed: (parts) => lists.format(parts),
  };
}

function inUnit(language: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" });
}

const dayStyle = { dateStyle: "long", timeZone: "UTC" } as const;
const timeStyle = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;

export const inEnglish: Locale = createLocale("en", {});
