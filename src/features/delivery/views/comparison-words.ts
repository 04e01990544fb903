import type { Compared, Place, Size, TermsUsed } from "../../../core/comparing.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import { capital } from "../../../slack/words.ts";
import { partShown } from "../../estimate/views/coverage-words.ts";

/** Asks people to check a result that differs from its source; empty when it does not. */
export function missingWords(quote: Quote, { delivery }: Task, tongue: Tongue): string {
  const comparison = delivery?.comparison;
  if (typeof comparison !== "object") return "";
  const { t } = tongue;
  const found =
    comparison.isUnaligned === true
      ? [t`*I couldn’t compare it with the original:* the paragraphs of the two don’t go together.`]
      : doubtWords(quote, comparison, tongue);
  return found.length === 0
    ? ""
    : [...found, t`Please check. “Report a problem…” tells the admins.`].join(" ");
}

function doubtWords(quote: Quote, compared: Compared, tongue: Tongue): readonly string[] {
  const { t, counted } = tongue;
  const { source, result, missing, place, shortened = 0, repeated = 0 } = compared;
  return [
    missing === 0
      ? ""
      : t`*Something may be missing:* the original has ${sizeWords(source, source, tongue)}, the translation ${sizeWords(result, source, tongue)}.`,
    missing === 0 || place === undefined ? "" : placeWords(quote, place, tongue),
    shortened === 0 ? "" : t`*These look cut short:* ${counted(shortened, "paragraph")}.`,
    repeated === 0
      ? ""
      : t`*These look repeated or out of place:* ${counted(repeated, "paragraph")}.`,
  ].filter(Boolean);
}

/** Returns the other findings of the comparison with the source, a paragraph each. */
export function comparisonWords(
  quote: Quote,
  { delivery }: Task,
  tongue: Tongue,
): readonly string[] {
  const comparison = delivery?.comparison;
  if (comparison === undefined || comparison === "due" || comparison === "again") return [];
  const { t, counted } = tongue;
  if (comparison === "none") {
    return [
      t`I couldn’t read the translation beside the original, so I can’t say whether it is complete.`,
    ];
  }
  const { same, terms } = comparison;
  return [
    wholeWords(quote, comparison, tongue),
    same === 0 ? "" : t`These look untranslated: ${counted(same, "paragraph")}.`,
    terms === undefined || terms.looked === 0 ? "" : termWords(terms, tongue),
  ].filter(Boolean);
}

/**
 * Compares the numbers of paragraphs; empty when `missingWords` reports a doubt, or there is next to
 * nothing to count.
 */
function wholeWords(quote: Quote, compared: Compared, tongue: Tongue): string {
  const { t, counted } = tongue;
  const { source, result, missing, place, shortened, repeated, isUnaligned } = compared;
  const isDoubted = missing > 0 || shortened !== undefined || repeated !== undefined;
  if (isDoubted || isUnaligned === true || source.paragraphs < 2) return "";
  if (source.paragraphs === result.paragraphs) {
    return t`All ${sizeWords(source, source, tongue)} are there.`;
  }
  const [before, after] = [source, result].map((size) => counted(size.paragraphs, "paragraph"));
  const chapter = place?.chapter && chapterWords(quote, place.chapter.number, tongue);
  return [
    t`The original has ${before ?? ""}, the translation ${after ?? ""}. Most seem to have been merged or split; a short one may be missing.`,
    chapter === undefined ? "" : t`The first of them is in ${chapter}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function termWords({ looked, unused, missing }: TermsUsed, tongue: Tongue): string {
  const { t, counted, enumerated } = tongue;
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
function sizeWords({ chapters, paragraphs }: Size, original: Size, tongue: Tongue): string {
  const { t, counted } = tongue;
  return original.chapters < 2
    ? counted(paragraphs, "paragraph")
    : t`${counted(chapters, "chapter")} and ${counted(paragraphs, "paragraph")}`;
}

function placeWords(quote: Quote, { after, chapter }: Place, tongue: Tongue): string {
  const { t, counted } = tongue;
  if (chapter === undefined) {
    return after === 0 ? "" : t`It seems to begin after ${counted(after, "paragraph")}.`;
  }
  const { number, source, result } = chapter;
  const it = chapterWords(quote, number, tongue);
  return result === 0
    ? t`${capital(it)} seems to be missing altogether.`
    : t`It seems to begin in ${it}, which has ${counted(source, "paragraph")} in the original and ${counted(result, "paragraph")} in the translation.`;
}

function chapterWords(quote: Quote, number: number, tongue: Tongue): string {
  const { start = 0, characters = 0 } = manuscriptOf(quote)?.chapters[number - 1] ?? {};
  return partShown(quote, [{ from: start, to: start + characters }], tongue);
}

const mostNamed = 5;
const nameShown = 40;
