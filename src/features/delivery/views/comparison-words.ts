import type { Compared, Place, Size, TermsUsed } from "../../../core/comparing.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import { partShown } from "../../../slack/words.ts";

/** Asks people to check a result that differs from its source; empty when it does not. */
export function missingWords(quote: Quote, { delivery }: Task, locale: Locale): string {
  const comparison = delivery?.comparison;
  if (typeof comparison !== "object") return "";
  const { t } = locale;
  const found =
    comparison.isUnaligned === true
      ? [t`I couldn’t compare the translation with the original.`]
      : doubtWords(quote, comparison, locale);
  return found.length === 0
    ? ""
    : [...found, t`Please check. “Report a problem…” tells the admins.`].join(" ");
}

function doubtWords(quote: Quote, compared: Compared, locale: Locale): readonly string[] {
  const { t, counted } = locale;
  const { source, result, missing, place, shortened = 0, repeated = 0 } = compared;
  return [
    missing === 0
      ? ""
      : t`*Something may be missing:* the original has ${sizeWords(source, source, locale)}, the translation ${sizeWords(result, source, locale)}.`,
    missing === 0 ? "" : placeWords(quote, place, locale),
    shortened + repeated === 0
      ? ""
      : t`*These look cut short, repeated or out of place:* ${counted(shortened + repeated, "paragraph")}.`,
  ].filter(Boolean);
}

/** Returns the other findings of the comparison with the source, a paragraph each. */
export function comparisonWords(
  quote: Quote,
  { delivery }: Task,
  locale: Locale,
): readonly string[] {
  const comparison = delivery?.comparison;
  if (comparison === undefined || comparison === "due" || comparison === "again") return [];
  const { t, counted } = locale;
  if (comparison === "none") {
    return [t`I couldn’t compare the translation with the original.`];
  }
  const { same, terms } = comparison;
  return [
    wholeWords(quote, comparison, locale),
    same === 0 ? "" : t`These look untranslated: ${counted(same, "paragraph")}.`,
    terms === undefined || terms.looked === 0 ? "" : termWords(terms, locale),
  ].filter(Boolean);
}

/**
 * Compares the numbers of paragraphs; empty when `missingWords` reports a doubt, or there is next to
 * nothing to count.
 */
function wholeWords(quote: Quote, compared: Compared, locale: Locale): string {
  const { t, counted } = locale;
  const { source, result, missing, place, shortened, repeated, isUnaligned } = compared;
  const isDoubted = missing > 0 || shortened !== undefined || repeated !== undefined;
  if (isDoubted || isUnaligned === true || source.paragraphs < 2) return "";
  if (source.paragraphs === result.paragraphs) {
    return t`All ${sizeWords(source, source, locale)} are there.`;
  }
  const [before, after] = [source, result].map((size) => counted(size.paragraphs, "paragraph"));
  const differ = t`The original has ${before ?? ""}, the translation ${after ?? ""}. Most seem to have been merged or split; a short one may be missing.`;
  return `${differ} ${placeWords(quote, place, locale)}`.trim();
}

function termWords({ looked, unused, missing }: TermsUsed, locale: Locale): string {
  const { t, counted, enumerated } = locale;
  if (unused === 0) {
    return t`All ${counted(looked, "term")} of the glossary that occur here were used.`;
  }
  const names = missing.slice(0, mostNamed).map((name) => t`“${outside(name, nameShown)}”`);
  const more = unused - names.length;
  const list = enumerated(names);
  const shown = more > 0 ? t`${list} and ${more} more` : list;
  return t`${looked - unused} of ${looked} glossary terms were used; not found in exactly this form: ${shown}.`;
}

/** Leaves out the chapters of an original that has fewer than two. */
function sizeWords({ chapters, paragraphs }: Size, original: Size, locale: Locale): string {
  const { t, counted } = locale;
  return original.chapters < 2
    ? counted(paragraphs, "paragraph")
    : t`${counted(chapters, "chapter")} and ${counted(paragraphs, "paragraph")}`;
}

function placeWords(quote: Quote, place: Place | undefined, locale: Locale): string {
  const { t, amount } = locale;
  if (place === undefined) return "";
  const { after, chapter } = place;
  const where =
    chapter === undefined
      ? t`paragraph ${amount(after + 1)}`
      : chapterWords(quote, chapter, locale);
  return t`First difference: ${where}.`;
}

function chapterWords(quote: Quote, number: number, locale: Locale): string {
  const { start = 0, characters = 0 } = manuscriptOf(quote)?.chapters[number - 1] ?? {};
  return partShown(quote, [{ from: start, to: start + characters }], locale);
}

const mostNamed = 5;
const nameShown = 40;
