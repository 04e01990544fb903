import type { Button, KnownBlock, SectionBlock } from "@slack/types";

import {
  fileNotice,
  hostNotAllowed,
  isWholeTranslation,
  largestFileBytes,
  tooLarge,
} from "../../../core/delivery.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { button, contextBlock, limits, plainText, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { plain, shortened } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { actionIds, excerptBlock, taskValue } from "../../ids.ts";
import type { Excerpt } from "../rules/excerpt.ts";
import { type PutBack, canBePutBack } from "../rules/put-back.ts";

/** Draws the opening of a preview, its source to the left and its translation to the right. */
export function excerptBlocks(
  excerpt: Excerpt | undefined,
  languages: Languages,
  context: ViewContext,
): readonly KnownBlock[] {
  if (excerpt === undefined) return [];
  const { t } = context.tongue;
  const headings = headingsOf(languages, context);
  const { blocks, isAll } =
    excerpt.kind === "paired" ? sideBySide(excerpt.rows, headings) : inTurn(excerpt, headings);
  const rest = isAll ? [] : [contextBlock(t`That is the opening. The buttons get you everything.`)];
  return [{ type: "divider" } as const, ...blocks, ...rest].map((block, n) => ({
    ...block,
    block_id: `${excerptBlock}${n}`,
  }));
}

type Languages = Pick<Quote, "language" | "target">;
type Pair = readonly [source: string, target: string];
type Drawn = { readonly blocks: readonly SectionBlock[]; readonly isAll: boolean };

/** Draws a column for each, as fields: a table would be shown below the buttons. */
function sideBySide(rows: readonly Pair[], [source, target]: Pair): Drawn {
  const shown = fitting(rows);
  const sections = Array.from({ length: Math.ceil(shown.length / pairsInBlock) }, (_, n) =>
    columns(shown.slice(n * pairsInBlock, (n + 1) * pairsInBlock)),
  );
  const heading: SectionBlock = {
    type: "section",
    fields: [source, target].map((text) => ({ type: "mrkdwn", text: `*${text}*` })),
  };
  const isCut = shown.flat().some((text) => text.length > longestField);
  return { blocks: [heading, ...sections], isAll: shown.length === rows.length && !isCut };
}

function columns(rows: readonly Pair[]): SectionBlock {
  return {
    type: "section",
    fields: rows.flat().map((text) => plainText(plain(text, longestField) || "–", longestField)),
    expand: true,
  };
}

/** Returns the first rows, as many as keep a message short. */
function fitting(rows: readonly Pair[]): readonly Pair[] {
  let room = most;
  const end = rows.findIndex(([source, target]) => {
    room -= Math.min(source.length, longestField) + Math.min(target.length, longestField);
    return room < 0;
  });
  return rows.slice(0, Math.min(rowLimit, end < 0 ? rows.length : Math.max(1, end)));
}

/** Draws one text after the other, because their paragraphs do not match. */
function inTurn({ source, target }: { source: string; target: string }, headings: Pair): Drawn {
  const texts = [source, target].map((text) => text.toWellFormed().trim());
  const blocks = texts.flatMap((text, n): readonly SectionBlock[] => [
    section(`*${headings[n]}*`),
    { type: "section", text: plainText(shortened(text, most / 2), limits.passage), expand: true },
  ]);
  return { blocks, isAll: texts.every(({ length }) => length <= most / 2) };
}

function headingsOf({ language, target }: Languages, { rules, tongue }: ViewContext): Pair {
  const source =
    language === undefined ? tongue.t`Original` : languageShown(language, rules.languages, tongue);
  return [source, languageShown(target, rules.languages, tongue)];
}

const pairsInBlock = 5;
const rowLimit = 10;
/** UTF-16 units, of 2,000 that Slack takes. */
const longestField = 1500;
/** UTF-16 units of both columns together. */
const most = 5000;

/** Says where people get the result of a run. */
export function deliveryWords(quote: Quote, task: Task, { t }: Tongue): string {
  const state = fileNotice(quote, task.key)?.state;
  if (state?.status === "parked") return parkedWords(state.why, t);
  const file =
    state?.status === "said" ? t`The file is in this thread.` : t`The file follows in this thread.`;
  if (state === undefined)
    return canComeAsDocument(quote, task)
      ? t`“Post in thread” gives you the document itself, translated; “Download” its text.`
      : "";
  return `${file} ${formWords(quote, task, t)}`.trim();
}

function canComeAsDocument(quote: Quote, task: Task): boolean {
  const manuscript = manuscriptOf(quote);
  return manuscript !== undefined && canBePutBack(manuscript) && isWholeTranslation(task);
}

/** Says whether the posted file is the document itself, or why it is plain text; empty for other formats. */
function formWords(quote: Quote, task: Task, t: Tongue["t"]): string {
  const manuscript = manuscriptOf(quote);
  const state = fileNotice(quote, task.key)?.state;
  if (manuscript === undefined || !canBePutBack(manuscript) || state?.status !== "said") return "";
  if (!isWholeTranslation(task)) return t`A part of a document comes as plain text.`;
  if (state.putBack?.status !== "document") return plainWords(state.putBack, t);
  return [
    offersLink(quote, task)
      ? t`It is the document itself, translated; “Download” gives its text.`
      : t`It is the document itself, translated.`,
    ...emphasisWords(state.putBack, t),
  ].join(" ");
}

/** Says why the translation of a document comes as text; empty when it does not. */
export function plainWords(putBack: PutBack | undefined, t: Tongue["t"]): string {
  switch (putBack?.status) {
    case "unmatched":
      return unmatchedWords(putBack, t);
    case "too-large":
      return t`As a document it would be too large to post here, so it comes as plain text.`;
    case "unreadable":
      return t`I couldn’t read the document again, so the translation comes as plain text.`;
    case "document":
    case undefined:
      return "";
  }
}

function emphasisWords({ emphasis }: Made, t: Tongue["t"]): readonly string[] {
  if (emphasis === undefined || emphasis.of === 0) return [];
  return [t`${emphasis.kept} of ${emphasis.of} italics, bold words, and links were kept.`];
}

type Made = Extract<PutBack, { status: "document" }>;

function unmatchedWords({ book, translation }: Unmatched, t: Tongue["t"]): string {
  return book === translation
    ? t`Delivered as plain text: the paragraphs do not match one by one, so the layout couldn’t be restored.`
    : t`Delivered as plain text: the translation has ${translation} paragraphs, the original ${book}, so the layout couldn’t be restored.`;
}

type Unmatched = Extract<PutBack, { status: "unmatched" }>;

/** Draws the buttons that get the result; a file in the thread, or on its way there, is not offered again. */
export function deliveryButtons(quote: Quote, task: Task, { t }: Tongue): readonly Button[] {
  const state = fileNotice(quote, task.key)?.state.status ?? "parked";
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const link = button({ label: t`Download`, actionId: actionIds.freshLink, value });
  const file = button({ label: t`Post in thread`, actionId: actionIds.postFile, value });
  return [...(offersLink(quote, task) ? [link] : []), ...(state === "parked" ? [file] : [])];
}

/** Returns false when only the file is wanted, unless it could not be posted. */
function offersLink(quote: Quote, { key, delivery }: Task): boolean {
  return delivery?.way !== "file" || fileNotice(quote, key)?.state.status === "parked";
}

function parkedWords(why: string, t: Tongue["t"]): string {
  if (why === tooLarge) {
    return t`The file is too large to post here: my limit is ${largestFileBytes / megabyte} MB.`;
  }
  if (why === hostNotAllowed) {
    return t`I may not fetch the file from its host. It is not lost: “Download” names the host, which an admin can add to \`RESULT_HOSTS\`.`;
  }
  return t`I couldn’t post the file here: Slack or the partner didn’t let me.`;
}

const megabyte = 1024 * 1024;
