import type { Button, KnownBlock, ModalView } from "@slack/types";

import { largestFileBytes } from "#domain/delivery/delivery.ts";
import type { Bilingual } from "#domain/exports/bilingual.ts";
import { finishedRuns } from "#domain/exports/book-plan.ts";
import { type FormatId, formatIds } from "#domain/exports/formats.ts";
import { findSuspects, remarkOf } from "#domain/exports/suspects.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import { contains, isWhole, unitsOf } from "#domain/slice.ts";
import { deliveryReply, formWords } from "#features/delivery/delivery-reply-view.ts";
import { type ResultPlace, actionIds, callbackIds, resultMemory } from "#features/shared/ids.ts";
import { entriesOf } from "#features/shared/payloads.ts";
import {
  noManuscriptWords,
  strangerReply,
  unknownCardReply,
} from "#features/shared/short-replies-view.ts";
import {
  type Message,
  button,
  contextBlock,
  entry,
  limits,
  modal,
  plainText,
  say,
  section,
} from "#slack/blocks.ts";
import { outside } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languageLabel, languageShown, namedFile, partShown } from "#slack/words.ts";

import type { ExportOutcome, PairedBook } from "./export-result.ts";
import type { BookOutcome, JoinedBook } from "./join-book.ts";

const formatBlock = "export.format";

export function exportForm(memory: ResultPlace, { locale }: ViewContext): ModalView {
  const { t } = locale;
  const names: { readonly [Format in FormatId]: string } = {
    word: t`Word table`,
    epub: t`Bilingual EPUB`,
    tmx: "TMX 1.4b",
    xliff12: "XLIFF 1.2",
    xliff21: "XLIFF 2.1",
  };
  const options = formatIds.map((value) => ({
    value,
    text: plainText(names[value], limits.optionText),
  }));
  const [first] = options;
  return modal({
    callback_id: callbackIds.exports,
    private_metadata: resultMemory(memory),
    title: t`Export`,
    submit: t`Export`,
    close: t`Cancel`,
    blocks: [
      entry(
        formatBlock,
        t`Original and translation as`,
        { type: "radio_buttons", options, ...(first !== undefined && { initial_option: first }) },
        {
          hint: t`You’ll get the file in a direct message, free of charge.`,
          optional: false,
        },
      ),
    ],
  });
}

export function parseFormat(values: unknown): FormatId | undefined {
  const choice = entriesOf(values)(formatBlock).selected_option?.value;
  return formatIds.find((id) => id === choice);
}

export function headsOf(
  { source, target }: PairedBook,
  { setup, locale }: ViewContext,
): Bilingual["heads"] {
  const { t } = locale;
  const original = source === "und" ? t`Original` : languageLabel(source, setup.languages, locale);
  const translation = languageLabel(target, setup.languages, locale);
  return [t`No.`, capital(original), capital(translation), t`Comment`];
}

export function remarksIn({ locale: { t } }: ViewContext): Bilingual["remarks"] {
  return {
    title: t`Look here first`,
    missing: t`No translation`,
    untranslated: t`Looks untranslated`,
    doubtful: t`The partner has doubts`,
    repeated: t`The same translation as another paragraph`,
    length: t`Much shorter or longer than usual`,
    numbers: t`Missing numbers: ${"{0}"}`,
    terms: t`Glossary terms not used: ${"{0}"}`,
    forbidden: t`Forbidden terms: ${"{0}"}`,
  };
}

/** `at-it`: a second click on a book that is being joined. */
type Outcome =
  | Exclude<ExportOutcome, { status: "paired" }>
  | BookOutcome
  | { readonly status: "at-it" };

export function exportReply(outcome: Outcome, context: ViewContext): Message {
  const { locale } = context;
  const { t } = locale;
  switch (outcome.status) {
    case "unknown-card":
      return unknownCardReply(context);
    case "not-allowed":
      return strangerReply(context);
    case "unpaired":
      return say(
        t`I couldn’t put original and translation into one file. “Download” gives you the translation.`,
      );
    case "joined":
      return say(t`The file is in the thread.`);
    case "at-it":
      return say(
        t`I’m putting this book together. If it isn’t in the thread in a minute, please click again.`,
      );
    case "nothing":
      return say(t`I found no translation of this manuscript that you can have.`);
    case "unreadable":
      return say(noManuscriptWords(namedFile(outcome.file, locale), locale));
    case "too-large":
      return say(
        t`The file is too large to post here: my limit is ${largestFileBytes / megabyte} MB.`,
      );
    case "not-finished":
    case "partner-trouble":
    case "host-not-allowed":
    case "too-many":
      return deliveryReply(outcome, context);
  }
}

const megabyte = 1024 * 1024;

/** `outcome` is undefined while the text is read. */
export function lookFirstView(outcome: ExportOutcome | undefined, context: ViewContext): ModalView {
  const { t } = context.locale;
  const blocks =
    outcome?.status === "paired"
      ? suspectBlocks(outcome.book, context)
      : [section(outcome === undefined ? t`One moment…` : exportReply(outcome, context).text)];
  return modal({ title: t`Look here first`, close: t`Close`, blocks });
}

function suspectBlocks(book: PairedBook, context: ViewContext): KnownBlock[] {
  const { t, counted, amount } = context.locale;
  const remarks = remarksIn(context);
  const { pairs } = book;
  const suspects = findSuspects(pairs, book);
  const all = counted(pairs.length, "paragraph");
  const summary = t`${suspects.length} of ${all} stand out. Mistakes within a sentence are not looked for.`;
  const rows = suspects.slice(0, mostShown).flatMap(({ row, doubts }) => {
    const { source = "", target = "" } = pairs[row] ?? {};
    const remark = outside(remarkOf(doubts, remarks).replaceAll("\n", " · "), limits.passage);
    const texts = [source, target].filter((text) => text !== "");
    return [
      section(`*${amount(row + 1)}* · ${remark}`),
      ...texts.map((text) => contextBlock(outside(text, textShown))),
    ];
  });
  return [section(summary), ...rows];
}

/** Slack allows 100 blocks in a form. */
const mostShown = 20;
const textShown = 300;

/** Draws the button that joins the chapters of several runs; none where one run has all of them. */
export function bookButtons(quote: Quote, { locale: { t } }: ViewContext): readonly Button[] {
  const manuscript = manuscriptOf(quote);
  const runs = finishedRuns(quote);
  if (manuscript === undefined || runs.length === 0) return [];
  if (runs.some(({ slice }) => isWhole(manuscript, slice))) return [];
  const shared = runs.filter(({ isShared }) => isShared);
  const isAll = unitsOf(manuscript).every((unit) =>
    shared.some(({ slice }) => contains(slice, unit)),
  );
  const label = isAll ? t`Post whole book` : t`Post book so far`;
  return [button({ label, actionId: actionIds.postBook, value: quote.id })];
}

export function bookComment(
  { quote, title, file, missing }: JoinedBook,
  { setup, locale }: ViewContext,
): string {
  const { t } = locale;
  const language = languageShown(quote.target, setup.languages, locale);
  const book = `${namedFile({ name: title }, locale)} → ${language}`;
  const rest = partShown(quote, missing, locale);
  const still = missing.length === 0 ? "" : t`Still in the original language: ${rest}.`;
  return [book, still, formWords(file.putBack, locale)].filter(Boolean).join("\n");
}
