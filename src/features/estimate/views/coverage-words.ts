import type { CoveringRun } from "../../../core/claim.ts";
import { coverageFor } from "../../../core/coverage.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, chaptersIn, isWhole } from "../../../core/slice.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { escapeMrkdwn, linkTo, plain, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import { suppliedOf } from "../../glossary/rules/quote-terms.ts";

/** Describes earlier runs of an offer, in plain text, for the dialog that asks whether to make it again. */
export function existsWords(
  quote: Quote,
  exists: readonly CoveringRun[],
  { locale }: ViewContext,
): readonly string[] {
  // A dialog is cut at its limit, and the last sentence is the one that matters.
  const said = exists.slice(0, runsInDialog).map((run) => runWords(quote, run, locale));
  return exists.length === 0 ? [] : [...new Set(said), locale.t`Both are charged.`];
}

const runsInDialog = 2;

/** Offers the finished translation of the same text for free. */
export function freeLine(quote: Quote, run: CoveringRun, { locale, rules }: ViewContext): string {
  const { t } = locale;
  const language = languageShown(quote.target, rules.languages, locale);
  const had = t`Translated into ${language} (${when(run.at)}). You can use that translation for free.`;
  const isOther = run.glossary?.hash !== suppliedOf(quote)?.hash;
  return isOther ? `${had} ${t`It was made with another glossary.`}` : had;
}

/** Describes the newest few runs of the text elsewhere, in one line. */
export function existingLine(
  quote: Quote,
  runs: readonly CoveringRun[],
  { locale }: ViewContext,
): string {
  return runs
    .slice(0, runsShown)
    .map((run) => `${runWords(quote, run, locale)} ${whereWords(run, locale)}`.trim())
    .join(" ");
}

function runWords(quote: Quote, { kind, slice, status }: CoveringRun, locale: Locale): string {
  const { t } = locale;
  const manuscript = manuscriptOf(quote);
  const isAll = manuscript !== undefined && isWhole(manuscript, slice);
  const what = isAll ? t`This text` : capital(partName(quote, slice, locale));
  switch (status) {
    case "running":
    case "done":
    // Its records are gone, its result perhaps not.
    case "erased":
      if (kind !== "translation") return t`${what}: approved before.`;
      return status === "running"
        ? t`${what}: already being translated.`
        : t`${what}: translated before.`;
    case "gone":
      return t`${what}: translated before, but the result is gone.`;
    case "failed":
      return t`${what}: an earlier translation failed, and may still be charged.`;
    case "unknown":
      return t`${what}: it isn’t known whether an earlier translation was charged.`;
  }
}

function whereWords({ link, status }: CoveringRun, { t }: Locale): string {
  if (status === "erased") return "";
  return link === undefined
    ? t`It is in another conversation; please ask an admin.`
    : linkTo(link, t`Open card`);
}

/** Says how much was edited since an earlier translation, in plain text; empty when nothing is known. */
export function knownWords(quote: Quote, { locale }: ViewContext): readonly string[] {
  const { t, percentOf } = locale;
  const known = coverageFor(quote)?.known ?? [];
  const chapters = manuscriptOf(quote)?.chapters.length ?? 0;
  const [first] = known;
  if (first === undefined) return [];
  return [
    chapters === 0
      ? t`${percentOf(first.share)} of this was translated before.`
      : t`${known.length} of ${chapters} chapters changed since they were translated.`,
  ];
}

/** The most that a card has room for. */
const runsShown = 3;

/** “chapters 3 to 17”, “chapter 3”, or “chapters 2, 5 to 6”, as they are counted in the manuscript. */
export function partName(quote: Quote, slice: Slice, locale: Locale): string {
  const { t, amount, enumerated } = locale;
  const manuscript = manuscriptOf(quote);
  const rows = manuscript === undefined ? [] : chaptersIn(manuscript, slice).rows;
  const names = rows.map(({ first, last }) =>
    first === last ? amount(first) : t`${first} to ${last}`,
  );
  const more = names.length - rowsShown;
  if (names.length === 0) return t`a part`;
  if (more > 0) return t`chapters ${enumerated(names.slice(0, rowsShown))} and ${more} more`;
  const isOne = rows.length === 1 && rows[0]?.first === rows[0]?.last;
  return isOne ? t`chapter ${enumerated(names)}` : t`chapters ${enumerated(names)}`;
}

/** Adds the first and the last title when the chapters follow each other; in plain text. */
export function partInFull(quote: Quote, slice: Slice, locale: Locale): string {
  const manuscript = manuscriptOf(quote);
  const titles = manuscript === undefined ? [] : chaptersIn(manuscript, slice).titles;
  const [first = "", last = ""] = [titles.at(0), titles.at(-1)].map((title) =>
    title === undefined ? "" : locale.t`“${plain(title, titleShown)}”`,
  );
  const name = partName(quote, slice, locale);
  if (first === "" || slice.length > 1) return name;
  return titles.length === 1
    ? locale.t`${name} (${first})`
    : locale.t`${name} (${first} to ${last})`;
}

/** The same for mrkdwn. */
export function partShown(quote: Quote, slice: Slice, locale: Locale): string {
  return escapeMrkdwn(partInFull(quote, slice, locale));
}

const titleShown = 30;
/** The most that a button has room for. */
const rowsShown = 4;
