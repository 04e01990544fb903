import type { MultiStaticSelect, StaticSelect } from "@slack/types";

import { shownTitle } from "#domain/book/manuscript-name.ts";
import type { DocumentFormat } from "#domain/manuscript.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import { type Language, type Setup, languageName } from "#domain/settings/setup.ts";
import { type Slice, chaptersIn } from "#domain/slice.ts";
import type { Locale } from "#slack/i18n/locale.ts";

import { limits, optionsOf, plainText, whole } from "./blocks.ts";
import { escapeMrkdwn, outside, plain } from "./mrkdwn.ts";

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names a manuscript in a sentence: by its title, see `shownTitle`, or by a file that could not be read. */
export function named(quote: Quote, locale: Locale): string {
  const isRefused = quote.reading.status === "refused";
  return namedFile(isRefused ? quote.file : { name: shownTitle(quote) || quote.file.name }, locale);
}

/** Names a card of a thread, which may have one for each language: “The Salt Clock” → French. */
export function namedInto(
  quote: Quote,
  { setup, locale }: { readonly setup: Pick<Setup, "languages">; readonly locale: Locale },
): string {
  return `${named(quote, locale)} → ${languageShown(quote.target, setup.languages, locale)}`;
}

export function namedFile({ name }: { readonly name: string }, locale: Locale): string {
  return locale.t`“${escapeMrkdwn(plainName(name, limits.nameShown, locale))}”`;
}

/** Returns the name of a file or manuscript as plain text, or words for one without a name. */
export function plainName(name: string, limit: number, { t }: Locale): string {
  return plain(name, limit) || t`file without a name`;
}

export function plainTitle(quote: Quote, limit: number, locale: Locale): string {
  return plain(shownTitle(quote), limit) || plainName(quote.file.name, limit, locale);
}

/** The label of the language in the settings, else its name in the reader's language. */
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

/** “chapters 3 to 17”, “chapters 3 and 4”, “chapter 3”, or “chapters 2, 5 to 6”, as the manuscript counts them. */
export function partName(quote: Quote, slice: Slice, locale: Locale): string {
  const { t, amount, enumerated, listed } = locale;
  const manuscript = manuscriptOf(quote);
  const rows = manuscript === undefined ? [] : chaptersIn(manuscript, slice).rows;
  const [row] = rows;
  if (row !== undefined && rows.length === 1 && row.last === row.first + 1) {
    return t`chapters ${listed([amount(row.first), amount(row.last)])}`;
  }
  const names = rows.map(({ first, last }) =>
    first === last ? amount(first) : t`${first} to ${last}`,
  );
  const more = names.length - rowsShown;
  if (names.length === 0) return t`a part`;
  if (more > 0) return t`chapters ${enumerated(names.slice(0, rowsShown))} and ${more} more`;
  const isOne = rows.length === 1 && rows[0]?.first === rows[0]?.last;
  return isOne ? t`chapter ${enumerated(names)}` : t`chapters ${enumerated(names)}`;
}

/** “ch. 3–17”, for a button; further rows are counted. */
export function partInShort(quote: Quote, slice: Slice, locale: Locale): string {
  const { t } = locale;
  const manuscript = manuscriptOf(quote);
  const { rows } = manuscript === undefined ? { rows: [] } : chaptersIn(manuscript, slice);
  const [row] = rows;
  if (row === undefined) return t`a part`;
  const range = row.first === row.last ? `${row.first}` : `${row.first}–${row.last}`;
  return t`ch. ${rows.length > 1 ? `${range} +${rows.length - 1}` : range}`;
}

/**
 * Adds the first and the last title when the chapters follow each other, unless they are numbers alone,
 * such as “Chapter 3”; in plain text.
 */
export function partInFull(quote: Quote, slice: Slice, locale: Locale): string {
  const name = partName(quote, slice, locale);
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || slice.length > 1) return name;
  const { rows, titles } = chaptersIn(manuscript, slice);
  const [row] = rows;
  const [first = "", last = ""] = [titles[0], titles.at(-1)];
  if (row === undefined || (isNumber(first, row.first) && isNumber(last, row.last))) return name;
  const quoted = (title: string) => locale.t`“${plain(title, titleShown)}”`;
  return titles.length === 1
    ? locale.t`${name} (${quoted(first)})`
    : locale.t`${name} (${quoted(first)} to ${quoted(last)})`;
}

/** True for “Chapter 3”, “第3章” and the like, where 3 is the chapter's place in the manuscript. */
function isNumber(title: string, place: number): boolean {
  return new RegExp(`(?<!\\d)${place}\\D?$`, "u").test(title.trim());
}

export function partShown(quote: Quote, slice: Slice, locale: Locale): string {
  return escapeMrkdwn(partInFull(quote, slice, locale));
}

const titleShown = 30;
/** The most that a button has room for. */
const rowsShown = 4;

type Choice<Chosen> = {
  readonly actionId: string;
  readonly languages: readonly Language[];
  /** What is among the languages is shown as chosen. */
  readonly chosen: Chosen;
  /** The language of the person who chooses. */
  readonly locale: Locale;
};

export function languageSelect(choice: Choice<string | undefined>): StaticSelect {
  const placeholder = plainText(choice.locale.t`Choose a language`, limits.optionText);
  const { initial, ...rest } = languageOptions({ ...choice, chosen: [choice.chosen ?? ""] });
  const [initial_option] = initial;
  return { type: "static_select", placeholder, ...rest, ...(initial_option && { initial_option }) };
}

export function languagesSelect(choice: Choice<readonly string[]>): MultiStaticSelect {
  const { initial, ...rest } = languageOptions(choice);
  return {
    type: "multi_static_select",
    ...rest,
    ...(initial.length > 0 && { initial_options: initial }),
  };
}

function languageOptions({ actionId, languages, chosen, locale }: Choice<readonly string[]>) {
  const { t } = locale;
  const options = languages.slice(0, limits.options * limits.options).map(({ code }) => ({
    text: plainText(capital(languageLabel(code, languages, locale)), limits.optionText),
    value: whole(code, limits.optionValue),
  }));
  return {
    action_id: actionId,
    initial: chosen.flatMap((code) => options.find(({ value }) => value === code) ?? []),
    ...optionsOf(options, (first, last) => t`${first.text.text} to ${last.text.text}`),
  };
}

export const formatNames: Readonly<Record<DocumentFormat, string>> = {
  docx: "Word",
  epub: "EPUB",
  html: "HTML",
  odt: "OpenDocument",
};

/** How people recognise a document of each format. */
const documentWords: Readonly<Record<DocumentFormat, string>> = {
  docx: `${formatNames.docx} (.docx)`,
  epub: formatNames.epub,
  odt: `${formatNames.odt} (.odt)`,
  html: formatNames.html,
};

/** The formats of a manuscript, for sentences that list them. */
export const readableFormats: readonly string[] = [...Object.values(documentWords), ".txt", ".md"];
