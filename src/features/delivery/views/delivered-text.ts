import type { Button } from "@slack/types";

import { fileNotice, isWhole, largestFileBytes, tooLarge } from "../../../core/delivery.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { button } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { actionIds, taskValue } from "../../ids.ts";
import { type PutBack, canBePutBack } from "../rules/put-back.ts";

/** Where the text that a run has brought is to be had. */
export function deliveryWords(quote: Quote, task: Task, { t }: Tongue): string {
  const link = t`The button shows you a link that works for a short time, as often as you need one.`;
  const state = fileNotice(quote, task.key)?.state;
  if (state?.status === "parked") return `${parkedWords(state.why, t)} ${link}`;
  const file =
    state?.status === "said" ? t`The file is in this thread.` : t`The file follows in this thread.`;
  if (state === undefined)
    return canComeAsDocument(quote, task)
      ? t`“Post the file here” makes the document itself of it, translated; the other button shows you a link to its text alone, which works for a short time, as often as you need one.`
      : link;
  const words = [file, formWords(quote, task, t), ...(offersLink(quote, task) ? [link] : [])];
  return words.filter((word) => word !== "").join(" ");
}

function canComeAsDocument(quote: Quote, task: Task): boolean {
  const manuscript = manuscriptOf(quote);
  return manuscript !== undefined && canBePutBack(manuscript) && isWhole(task);
}

/** Of a document: whether it is that again, or why it is not. */
function formWords(quote: Quote, task: Task, t: Tongue["t"]): string {
  const manuscript = manuscriptOf(quote);
  const state = fileNotice(quote, task.key)?.state;
  if (manuscript === undefined || !canBePutBack(manuscript) || state?.status !== "said") return "";
  if (!isWhole(task)) return t`A part of a document comes as text.`;
  switch (state.putBack?.status) {
    case "document":
      return offersLink(quote, task)
        ? t`It is the document itself, translated; the link gives its text alone.`
        : t`It is the document itself, translated.`;
    case "unmatched":
      return unmatchedWords(state.putBack, t);
    case "too-large":
      return t`As a document it would be too large to be posted here, so it comes as text.`;
    case "unreadable":
      return t`The document could not be read once more, so the translation comes as text.`;
    case undefined:
      return "";
  }
}

function unmatchedWords({ book, translation }: Unmatched, t: Tongue["t"]): string {
  return book === translation
    ? t`The paragraphs of the translation do not seem to be those of the document one by one, so it comes as text.`
    : t`The translation has ${translation} paragraphs and the document ${book}, so it comes as text: put back, they could land in wrong places.`;
}

type Unmatched = Extract<PutBack, { status: "unmatched" }>;

/** The ways to get it. */
export function deliveryButtons(quote: Quote, task: Task, { t }: Tongue): readonly Button[] {
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const link = button({ label: t`Get a fresh link`, actionId: actionIds.freshLink, value });
  const file = button({ label: t`Post the file here`, actionId: actionIds.postFile, value });
  return offersLink(quote, task) ? [link, file] : [file];
}

/** Where only the file was wanted there is no link, unless the file could not be posted. */
function offersLink(quote: Quote, { key, delivery }: Task): boolean {
  return delivery !== "file" || fileNotice(quote, key)?.state.status === "parked";
}

function parkedWords(why: string, t: Tongue["t"]): string {
  return why === tooLarge
    ? t`The file is too large to be posted here: I post files of up to ${largestFileBytes / megabyte} MB.`
    : t`The file could not be posted here: Slack or the partner did not let me.`;
}

const megabyte = 1024 * 1024;
