import type { Button, KnownBlock, SectionBlock } from "@slack/types";

import type { Excerpt } from "#domain/context.ts";
import type { Place, Compared, Size, TermsUsed } from "#domain/delivery/compare.ts";
import {
  bringsText,
  fileNotice,
  isWholeTranslation,
  placesToCheck,
} from "#domain/delivery/delivery.ts";
import { type Inline, type PutBack, canBePutBack } from "#domain/manuscript.ts";
import type { Download } from "#domain/partner.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { actionIds, taskValue, excerptBlock } from "#features/shared/ids.ts";
import { partnerSilentReply, staleCardReply } from "#features/shared/short-replies-view.ts";
import { type Message, actions, button, limits, plainText, say, section } from "#slack/blocks.ts";
import type { Locale, Unit } from "#slack/i18n/locale.ts";
import { outside, when, plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languageShown, partShown, formatNames } from "#slack/words.ts";

import type { DeliveryOutcome, ExistingOutcome, PostFileOutcome } from "./deliver-result.ts";

type Answered<Outcome> = Exclude<Outcome, { status: "unknown-card" | "not-allowed" }>;

export function deliveryReply(
  outcome: Answered<DeliveryOutcome | ExistingOutcome> | { readonly status: "there" },
  context: ViewContext,
): Message {
  const { locale } = context;
  const { t } = locale;
  switch (outcome.status) {
    case "open":
      return linkReply(outcome.download, outcome.fileName, locale);
    case "not-finished":
      return say(t`There is no file yet. The card in this thread shows the progress.`);
    case "partner-trouble":
      return partnerSilentReply(context);
    case "host-not-allowed":
      return say(
        t`The link to your file leads to ${outside(outcome.host, limits.nameShown)}, where I may not send anybody. Please ask an admin to add that host to \`RESULT_HOSTS\`, then click again.`,
      );
    case "too-many":
      return say(
        t`Too many links were asked for just now. The button works again from ${when(outcome.until)}.`,
      );
    case "there":
      return say(t`The file is in the thread.`);
    case "none":
      return staleCardReply(context);
    case "not-theirs":
      return say(t`The earlier card is in another conversation; please ask an admin.`);
    case "gone":
      return say(
        t`The partner no longer has that translation. Nothing was charged; the card offers a new one.`,
      );
  }
}

/** Answers *Post in thread*; undefined for a file that the result's message announces. */
export function fileReply(
  outcome: Answered<PostFileOutcome>,
  context: ViewContext,
): Message | undefined {
  return outcome.status === "posting" ? undefined : deliveryReply(outcome, context);
}

/** Draws the fresh link, for the person who clicked alone. The address was checked before. */
export function linkReply({ url }: Download, fileName: string, { t }: Locale): Message {
  const text = t`Here is your link to “${outside(fileName, limits.nameShown)}”; it expires soon.`;
  return { text, blocks: [section(text), opener(url, t`Download`)] };
}

/** A button takes addresses up to a limit; a longer one is still a link. */
function opener(url: string, label: string): KnownBlock {
  if (url.length > limits.buttonUrl) {
    const link = { type: "link", url, text: label } as const;
    return { type: "rich_text", elements: [{ type: "rich_text_section", elements: [link] }] };
  }
  const text = plainText(label, limits.buttonText);
  return actions("link", [{ type: "button", text, url, action_id: actionIds.openLink }]);
}

export function deliveryWords(quote: Quote, task: Task, locale: Locale): string {
  const { t } = locale;
  const state = fileNotice(quote, task.key)?.state;
  switch (state?.status) {
    case undefined:
      return "";
    case "undeliverable":
      return t`I couldn’t post the file here. “Download” gives you a link to it.`;
    case "due":
    case "saying":
      return t`The file follows in this thread.`;
    case "said": {
      const manuscript = manuscriptOf(quote);
      const isPart =
        manuscript !== undefined && canBePutBack(manuscript) && !isWholeTranslation(task);
      const form = isPart ? plainWords(t) : formWords(state.putBack, locale);
      return `${t`The file is in the thread.`} ${form}`.trim();
    }
  }
}

export function formWords(putBack: PutBack | undefined, locale: Locale): string {
  const { t, counted, enumerated } = locale;
  if (putBack === undefined) return "";
  if (putBack.status !== "document") return plainWords(t);
  const { emphasis: { kept = 0, of = 0 } = {}, inline = [] } = putBack;
  const losses = inline.flatMap(({ kind, kept, of }) =>
    kept < of ? [counted(of - kept, inlineUnits[kind])] : [],
  );
  return [
    of === 0 ? "" : t`${kept} of ${of} italics, bold words, and links were kept.`,
    losses.length === 0 ? "" : t`Not back in place: ${enumerated(losses)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

const inlineUnits = {
  emphasis: "italic or bold phrase",
  link: "link",
  field: "field",
  formula: "formula",
  picture: "picture",
  page: "page break",
  note: "note mark",
} as const satisfies Readonly<Record<Inline["kind"], Unit>>;

function plainWords(t: Locale["t"]): string {
  return t`It is plain text, because the layout couldn’t be restored.`;
}

/**
 * Draws the buttons that get the result; a file in the thread, or on its way there, is not offered again. The
 * link leads to the partner’s text: of a document, the translated document itself comes first.
 */
export function deliveryButtons(quote: Quote, task: Task, { t }: Locale): readonly Button[] {
  const manuscript = manuscriptOf(quote);
  const state = fileNotice(quote, task.key)?.state.status;
  const value = taskValue({ quoteId: quote.id, key: task.key });
  // No link where only the file is wanted, unless it could not be posted.
  const link = (label: string) =>
    task.delivery?.way !== "file" || state === "undeliverable"
      ? [button({ label, actionId: actionIds.freshLink, value })]
      : [];
  const file = (label: string) =>
    state === undefined || state === "undeliverable"
      ? [button({ label, actionId: actionIds.postFile, value })]
      : [];
  return manuscript !== undefined && canBePutBack(manuscript) && isWholeTranslation(task)
    ? [...file(t`Post ${formatNames[manuscript.format]} file`), ...link(t`Download text`)]
    : [...link(t`Download`), ...file(t`Post in thread`)];
}

/** Draws the way to what the comparison found; none where nothing has to be looked at. */
export function lookButton({ id: quoteId }: Quote, task: Task, { t }: Locale): readonly Button[] {
  const places = placesToCheck(task);
  if (places === 0 || !bringsText(task)) return [];
  const label = t`{${places}, plural, one {Look at # place} other {Look at # places}}`;
  const value = taskValue({ quoteId, key: task.key });
  return [button({ label, actionId: actionIds.lookFirst, value })];
}

/** Asks people to check a result that differs from its source; empty when it does not. */
export function missingWords(quote: Quote, { delivery }: Task, locale: Locale): string {
  const comparison = delivery?.comparison;
  if (typeof comparison !== "object") return "";
  const { t, counted } = locale;
  const { source, result, isUnaligned, shortened = 0, repeated = 0 } = comparison;
  const missing = isUnaligned === true ? 0 : comparison.missing;
  const warnings = [
    isUnaligned === true ? uncompared(t) : "",
    missing === 0
      ? ""
      : t`*Something may be missing:* the original has ${sizeWords(source, source, locale)}, the translation ${sizeWords(result, source, locale)}.`,
    missing === 0 ? "" : placeWords(quote, comparison.place, locale),
    shortened + repeated === 0
      ? ""
      : t`*These look cut short, repeated or out of place:* ${counted(shortened + repeated, "paragraph")}.`,
  ].filter(Boolean);
  return warnings.length === 0
    ? ""
    : [...warnings, t`Please check. “Report a problem…” tells the admins.`].join(" ");
}

function uncompared(t: Locale["t"]): string {
  return t`I couldn’t compare the translation with the original.`;
}

/** Returns the other findings of the comparison with the source, a paragraph each. */
export function comparisonWords(quote: Quote, task: Task, locale: Locale): readonly string[] {
  const comparison = task.delivery?.comparison;
  const { t, counted } = locale;
  const gapNotes = gapWords(task, locale);
  if (comparison === "none") return [uncompared(t), ...gapNotes];
  if (typeof comparison !== "object") return gapNotes;
  const { same, terms, added = 0, forbidden = [] } = comparison;
  const isDoubted = missingWords(quote, task, locale) !== "";
  return [
    isDoubted ? "" : wholeWords(quote, comparison, locale),
    added === 0
      ? ""
      : t`Only in the translation, before the beginning or after the end: ${counted(added, "paragraph")}.`,
    ...gapNotes,
    same === 0 || gapNotes.length > 0
      ? ""
      : t`These look untranslated: ${counted(same, "paragraph")}.`,
    forbidden.length === 0 ? "" : forbiddenWords(forbidden, locale),
    terms === undefined || terms.looked === 0 ? "" : termWords(terms, locale),
  ].filter(Boolean);
}

/** Says what the partner itself named. */
function gapWords(task: Task, { t, counted }: Locale): readonly string[] {
  const { gaps } = task.state.status === "completed" ? task.state.result : {};
  if (gaps === undefined) return [];
  const all = [...gaps.untranslated, ...gaps.doubtful];
  const number = all.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const size = counted(number, "paragraph");
  return [
    t`The partner left these untranslated or in doubt: ${size}. “Look here first” begins with them.`,
  ];
}

function wholeWords(quote: Quote, compared: Compared, locale: Locale): string {
  const { source, result, place, added = 0 } = compared;
  const { t, counted } = locale;
  if (source.paragraphs < 2) return "";
  if (source.paragraphs === result.paragraphs - added) {
    return t`Nothing is missing: ${sizeWords(source, source, locale)}.`;
  }
  const before = counted(source.paragraphs, "paragraph");
  const after = counted(result.paragraphs, "paragraph");
  const differ = t`The original has ${before}, the translation ${after}. Most seem to have been merged or split; a short one may be missing.`;
  return `${differ} ${placeWords(quote, place, locale)}`.trim();
}

function forbiddenWords(terms: readonly string[], { t, enumerated }: Locale): string {
  const names = terms.map((term) => t`“${outside(term, nameShown)}”`);
  return t`*Forbidden terms in the translation:* ${enumerated(names)}.`;
}

function termWords({ looked, unused, missing }: TermsUsed, locale: Locale): string {
  const { t, counted, enumerated } = locale;
  if (unused === 0) {
    return t`Every glossary term that occurs here was used: ${counted(looked, "term")}.`;
  }
  const names = missing.slice(0, mostNamed).map((name) => t`“${outside(name, nameShown)}”`);
  const more = unused - names.length;
  const list = enumerated(names);
  const listing = more > 0 ? t`${list} and ${more} more` : list;
  return t`${looked - unused} of ${looked} glossary terms were used; not found in exactly this form: ${listing}.`;
}

function sizeWords({ chapters, paragraphs }: Size, original: Size, locale: Locale): string {
  const { t, counted } = locale;
  return original.chapters < 2
    ? counted(paragraphs, "paragraph")
    : t`${counted(chapters, "chapter")} and ${counted(paragraphs, "paragraph")}`;
}

function placeWords(quote: Quote, place: Place | undefined, locale: Locale): string {
  const { t, amount } = locale;
  if (place === undefined) return "";
  const { start = 0, characters = 0 } =
    manuscriptOf(quote)?.chapters[(place.chapter ?? 0) - 1] ?? {};
  const where =
    place.chapter === undefined
      ? t`paragraph ${amount(place.after + 1)}`
      : partShown(quote, [{ from: start, to: start + characters }], locale);
  return t`First difference: ${where}.`;
}

const mostNamed = 5;
const nameShown = 40;

/** Source left, translation right, as fields: a table would stand below the buttons. */
export function excerptBlocks(
  excerpt: Excerpt | undefined,
  { language, target }: { readonly language: string | undefined; readonly target: string },
  { setup, locale }: ViewContext,
): readonly KnownBlock[] {
  if (excerpt === undefined) return [];
  const languageName = (code: string) => capital(languageShown(code, setup.languages, locale));
  const headings = [
    language === undefined ? locale.t`Original` : languageName(language),
    languageName(target),
  ];
  const rows = fitting(excerpt);
  const blocks: readonly KnownBlock[] = [
    { type: "divider" },
    { type: "section", fields: headings.map((text) => ({ type: "mrkdwn", text: `*${text}*` })) },
    ...Array.from({ length: Math.ceil(rows.length / pairsInBlock) }, (_, n) =>
      columns(rows.slice(n * pairsInBlock, (n + 1) * pairsInBlock)),
    ),
  ];
  return blocks.map((block, n) => ({ ...block, block_id: `${excerptBlock}${n}` }));
}

function columns(rows: Excerpt): SectionBlock {
  return {
    type: "section",
    fields: rows.flat().map((text) => plainText(plain(text, longestField) || "–", longestField)),
    expand: true,
  };
}

function fitting(rows: Excerpt): Excerpt {
  let room = most;
  const end = rows.findIndex(([source, target]) => {
    room -= Math.min(source.length, longestField) + Math.min(target.length, longestField);
    return room < 0;
  });
  return rows.slice(0, Math.min(rowLimit, end < 0 ? rows.length : Math.max(1, end)));
}

const pairsInBlock = 5;
const rowLimit = 10;
/** UTF-16 units, of 2,000 that Slack takes. */
const longestField = 1500;
/** UTF-16 units of both columns together. */
const most = 5000;
