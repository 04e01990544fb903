import { titleOf } from "../core/file-names.ts";
import { type Language, languageName } from "../core/languages.ts";
import type { Quote } from "../core/quote.ts";
import { limits } from "./blocks.ts";
import type { Locale } from "./i18n/locale.ts";
import { escapeMrkdwn, outside, plain } from "./mrkdwn.ts";

/** Capitalises words that begin a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The manuscript's name for mrkdwn, in quotation marks. */
export function named(quote: Pick<Quote, "file">, locale: Locale): string {
  return locale.t`“${escapeMrkdwn(plainName(quote, limits.nameShown, locale))}”`;
}

function plainName(quote: Pick<Quote, "file">, limit: number, { t }: Locale): string {
  return plain(quote.file.name, limit) || t`file without a name`;
}

/** The manuscript's name without the ending of its file. */
export function plainTitle(quote: Pick<Quote, "file">, limit: number, locale: Locale): string {
  return plain(titleOf(quote.file), limit) || plainName(quote, limit, locale);
}

/**
 * Returns the label of a language from the settings, otherwise its name in the reader's language.
 */
export function languageLabel(
  code: string,
  languages: readonly Language[],
  { t, languageName: nameOf }: Locale,
): string {
  const label = languages.find((language) => language.code === code)?.name;
  const isOwn = label !== undefined && label !== languageName(code);
  return plain(isOwn ? label : nameOf(code), limits.languageShown) || t`an unnamed language`;
}

export function languageShown(
  code: string,
  languages: readonly Language[],
  locale: Locale,
): string {
  return escapeMrkdwn(languageLabel(code, languages, locale));
}

export function partnersWord(word: string, { t }: Locale): string {
  return t`“${outside(word, limits.wordShown)}”`;
}
