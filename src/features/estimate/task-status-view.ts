import type { ExistingRun } from "#domain/claim.ts";
import { covered, knownText } from "#domain/coverage.ts";
import { placesToCheck } from "#domain/delivery/delivery.ts";
import { shownMinutesLeft, shownProgress } from "#domain/estimate/card-digest.ts";
import { suppliedOf } from "#domain/glossary/quote-terms.ts";
import { productOf } from "#domain/offer.ts";
import { type Product, type Quote, paidTasks, translationOf, manuscriptOf } from "#domain/quote.ts";
import { isWhole, lengthOf, sliceOf } from "#domain/slice.ts";
import { type Approval, type Task, partOf, thePolicy } from "#domain/task.ts";
import { sendTrouble } from "#domain/translation/sending.ts";
import { chargeWords, endingOf } from "#features/translation/task-end-view.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { linkTo, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languageShown, partnersWord, partName } from "#slack/words.ts";

/** The state of a card or a run, in mrkdwn: on the card, `lead` is set in bold. */
export type Headline = { readonly lead: string; readonly rest: string };

export function inOneLine({ lead, rest }: Headline): string {
  return `${lead} ${rest}`.trim();
}

export function runHeadline(quote: Quote, task: Task, context: ViewContext): Headline {
  const { locale } = context;
  const { t } = locale;
  const { state } = task;
  switch (state.status) {
    case "approved":
    case "sending":
      return sendingWords(task, locale);
    case "running": {
      if (state.lackingSince !== undefined) {
        return {
          lead: `⏳ ${t`The partner calls it done, but its result isn’t there yet.`}`,
          rest: t`I keep looking.`,
        };
      }
      const doing = productOf(task) === "glossary" ? t`In progress` : t`Translating…`;
      const word = partnersWord(state.word, locale);
      // Contract, States: `pending` is the only word that is shown for a run under way.
      const strange =
        state.word.toLowerCase() === "pending"
          ? ""
          : t`The partner calls it ${word}, which I take as still running.`;
      const late = state.overdueSince === undefined ? "" : t`Taking longer than usual.`;
      return {
        lead: `⏳ ${doing} ${progressWords(state, locale)}`.trim(),
        rest: `${strange} ${late}`.trim(),
      };
    }
    case "completed":
      return {
        lead: doneWords(task, locale),
        rest: chargeWords(state.result.charged, task.price, locale),
      };
    case "rejected":
    case "unknown":
    case "vanished":
      return endingOf(quote, task, context) ?? { lead: "", rest: "" };
    case "failed":
      // Its reply says how to go on, and the card has the button for it.
      return { lead: endingOf(quote, task, context)?.lead ?? "", rest: "" };
  }
}

function doneWords(task: Task, { t }: Locale): string {
  const places = placesToCheck(task);
  return places === 0
    ? `✅ ${t`Done.`}`
    : `⚠️ ${t`{${places}, plural, one {Done, but # place needs a look.} other {Done, but # places need a look.}}`}`;
}

function sendingWords(task: Task, { t }: Locale): Headline {
  switch (sendTrouble(task)) {
    case "unclear":
      return {
        lead: `⏳ ${t`The partner hasn’t answered clearly.`}`,
        rest: t`Retrying safely; you won’t be charged twice.`,
      };
    case "unreachable":
      return {
        lead: `⏳ ${t`The partner can’t take it just now.`}`,
        rest: t`Nothing was sent or charged yet; I keep trying.`,
      };
    case undefined:
      return { lead: `⏳ ${t`Being sent to the partner…`}`, rest: "" };
  }
}

type Running = Extract<Task["state"], { status: "running" }>;

/** Returns `45% · about 12 minutes left`, as far as the partner reports it. */
function progressWords({ progress, msLeft }: Running, locale: Locale): string {
  const { percentOf } = locale;
  if (progress === undefined) return "";
  const far = percentOf(shownProgress(progress));
  return msLeft === undefined ? far : `${far} · ${timeLeft(msLeft, locale)}`;
}

export function timeLeft(msLeft: number, { t, counted }: Locale): string {
  const minutes = shownMinutesLeft(msLeft);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const duration = [
    ...(hours === 0 ? [] : [counted(hours, "hour")]),
    ...(rest === 0 ? [] : [counted(rest, "minute")]),
  ].join(" ");
  return t`about ${duration} left`;
}

/** The newest of each kind beside the translation that the card is about: one line each, newest last. */
export function otherRuns(quote: Quote, context: ViewContext): readonly string[] {
  const main = translationOf(quote);
  const newest = new Map<string, Task>();
  for (const task of paidTasks(quote)) {
    newest.set(`${productOf(task)} ${task.target} ${JSON.stringify(partOf(task))}`, task);
  }
  // The card no longer names the language of some rejected runs, and has room for six.
  return [...newest.values()]
    .filter((task) => task !== main)
    .filter(({ state, target }) => state.status !== "rejected" || target === quote.target)
    .slice(-6)
    .map((task) => line(quote, task, context));
}

function line(quote: Quote, task: Task, context: ViewContext): string {
  const { locale, setup } = context;
  const language = languageShown(task.target, setup.languages, locale);
  const slice = partOf(task);
  const name =
    slice === undefined
      ? productName(productOf(task), locale)
      : capital(partName(quote, slice, locale));
  const title = locale.t`${`*${name}*`} (${language})`;
  return locale.t`${title}: ${inOneLine(runHeadline(quote, task, context))}`;
}

export function productName(product: Product, { t }: Locale): string {
  const names: { readonly [P in Product]: string } = {
    translation: t`Translation`,
    part: t`Chapters`,
    preview: t`Preview`,
    glossary: t`Glossary`,
  };
  return names[product];
}

export function approvers({ by, first }: Approval, { nameOf, locale }: ViewContext): string {
  if (by === thePolicy) return locale.t`Galley, under the spending rules`;
  return first === undefined ? nameOf(by) : locale.listed([nameOf(first.by), nameOf(by)]);
}

/** Describes earlier runs of an offer, in plain text, for the dialog that asks whether to make it again. */
export function existsWords(
  quote: Quote,
  exists: readonly ExistingRun[],
  { locale }: ViewContext,
): readonly string[] {
  // A dialog is cut at its limit, and the last sentence is the one that matters.
  const sentences = exists.slice(0, 2).map((run) => runWords(quote, run, locale));
  return exists.length === 0 ? [] : [...new Set(sentences), locale.t`This is charged as well.`];
}

export function freeLine(quote: Quote, run: ExistingRun, { locale, setup }: ViewContext): string {
  const { t } = locale;
  const language = languageShown(quote.target, setup.languages, locale);
  const had = t`Translated into ${language} (${when(run.at)}). You can use that translation for free.`;
  const isOther = run.glossary?.hash !== suppliedOf(quote)?.hash;
  return [
    had,
    ...(run.isReset === true
      ? [t`It has the same words; punctuation, spacing, capitals or accents may differ.`]
      : []),
    ...(run.isLonger === true ? [t`It is of a longer text and comes as a whole.`] : []),
    ...(isOther ? [t`It was made with another glossary.`] : []),
  ].join(" ");
}

/** Describes runs of the text on the newest three other cards: a card has no room for more. */
export function existingLine(
  quote: Quote,
  runs: readonly ExistingRun[],
  { locale }: ViewContext,
): string {
  const cards = new Map<string, ExistingRun>();
  for (const run of runs) {
    const name = `${run.quoteId} ${run.kind} ${run.status}`;
    cards.set(name, joined(cards.get(name), run));
  }
  return [...cards.values()]
    .slice(0, 3)
    .toSorted((one, other) => beginOf(one) - beginOf(other))
    .map((run) => `${runWords(quote, run, locale)} ${whereWords(run, locale)}`.trim())
    .join(" ");
}

/** Joins two runs of one card. */
function joined(one: ExistingRun | undefined, other: ExistingRun): ExistingRun {
  if (one === undefined) return other;
  const slice = sliceOf([...one.slice, ...other.slice]);
  if (one.known === undefined && other.known === undefined) return { ...one, slice };
  const [a, b] = [one, other].map(
    (run) => run.known ?? { slice: run.slice, characters: lengthOf(run.slice) },
  );
  const overlap = {
    slice: sliceOf([...(a?.slice ?? []), ...(b?.slice ?? [])]),
    characters: (a?.characters ?? 0) + (b?.characters ?? 0),
  };
  return { ...one, slice, known: overlap };
}

function beginOf({ slice, known }: ExistingRun): number {
  return (known?.slice ?? slice)[0]?.from ?? 0;
}

function runWords(quote: Quote, run: ExistingRun, locale: Locale): string {
  const { t } = locale;
  const { kind, status } = run;
  const what = runText(quote, run, locale);
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

function runText(quote: Quote, { kind, slice, known }: ExistingRun, locale: Locale): string {
  const { t } = locale;
  const manuscript = manuscriptOf(quote);
  const characters = manuscript?.characters ?? 0;
  if (known === undefined) {
    const isAll = manuscript !== undefined && isWhole(manuscript, slice);
    if (kind !== "translation") return openingText(lengthOf(slice), characters, locale);
    return isAll ? t`This text` : capital(partName(quote, slice, locale));
  }
  const name = partName(quote, known.slice, locale);
  const some = about(known.characters, locale);
  return kind === "translation" && (manuscript?.chapters.length ?? 0) > 0
    ? t`${capital(name)} (about ${some} characters)`
    : openingText(known.characters, characters, locale);
}

function openingText(length: number, characters: number, locale: Locale): string {
  const { t } = locale;
  if (length >= nearlyAll * characters) return t`This text`;
  return t`About ${about(length, locale)} of ${about(characters, locale)} characters`;
}

function whereWords({ link, status }: ExistingRun, { t }: Locale): string {
  if (status === "erased") return "";
  return link === undefined
    ? t`The earlier card is in another conversation; please ask an admin.`
    : linkTo(link, t`Open card`);
}

/** Says how much was translated before, in plain text; empty where runs have it to the letter. */
export function knownWords(quote: Quote, { locale }: ViewContext): readonly string[] {
  const { t } = locale;
  const text = knownText(quote);
  const chapters = manuscriptOf(quote)?.chapters.length ?? 0;
  if (text === undefined || !text.isJudged) return [];
  const { known, characters, whole, changed, fresh } = text;
  if (chapters === 0) return [knownSentence(known, characters, locale)];
  if (covered(quote).length === 0) {
    const [some, all] = [about(known, locale), about(characters, locale)];
    return [
      t`About ${some} of ${all} characters, in ${chapters - fresh} of ${chapters} chapters, were translated before.`,
    ];
  }
  const had = changed.reduce((sum, unit) => sum + unit.known, 0);
  const length = changed.reduce((sum, { from, to }) => sum + to - from, 0);
  const parts = [
    ...(whole > 0 ? [t`${whole} translated before`] : []),
    ...(changed.length > 0
      ? [
          t`${changed.length} changed (about ${about(had, locale)} of ${about(length, locale)} characters translated before)`,
        ]
      : []),
    ...(fresh > 0 ? [t`${fresh} new`] : []),
  ];
  return [t`${chapters} chapters: ${locale.enumerated(parts)}.`];
}

function knownSentence(length: number, characters: number, locale: Locale): string {
  const { t } = locale;
  if (length >= nearlyAll * characters) return t`Nearly all of this was translated before.`;
  const [some, all] = [about(length, locale), about(characters, locale)];
  return t`About ${some} of ${all} characters were translated before.`;
}

/** Two digits of an amount are honest. */
function about(characters: number, { amount }: Locale): string {
  return amount(Number(characters.toPrecision(2)));
}

const nearlyAll = 0.95;
