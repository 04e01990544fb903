import type { Button } from "@slack/types";

import { largestFileBytes } from "../../../core/delivery.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { isWhole } from "../../../core/slice.ts";
import { type Message, button, say } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named, partShown } from "../../../slack/words.ts";
import { deliveryReply, formWords } from "../../delivery/views/delivery-reply.ts";
import { actionIds } from "../../ids.ts";
import { noManuscriptWords, strangerReply, unknownCardReply } from "../../short-replies.ts";
import type { BookOutcome, JoinedBook } from "../actions/join-book.ts";
import { finishedRuns, isWholeInParts } from "../rules/book-plan.ts";

/** Draws the button that joins the chapters of several runs; none where one run has all of them. */
export function bookButtons(quote: Quote, { locale: { t } }: ViewContext): readonly Button[] {
  const manuscript = manuscriptOf(quote);
  const runs = finishedRuns(quote);
  const isOne = manuscript && runs.some(({ slice }) => isWhole(manuscript, slice));
  if (runs.length === 0 || isOne !== false) return [];
  const label = isWholeInParts(quote) ? t`Post whole book` : t`Post book so far`;
  return [button({ label, actionId: actionIds.postBook, value: quote.id })];
}

export function bookComment(
  quote: Quote,
  { file, missing }: JoinedBook,
  { rules, locale }: ViewContext,
): string {
  const { t } = locale;
  const language = languageShown(quote.target, rules.languages, locale);
  const book = `${named(quote, locale)} → ${language}`;
  const left = partShown(quote, missing, locale);
  const still = missing.length === 0 ? "" : t`Still in the original language: ${left}.`;
  return [book, still, formWords(file.putBack, t)].filter(Boolean).join("\n");
}

export function bookReply(
  outcome: BookOutcome | { readonly status: "at-it" },
  context: ViewContext,
): Message {
  const { t } = context.locale;
  switch (outcome.status) {
    case "joined":
      return say(t`The file is in the thread.`);
    case "at-it":
      return say(
        t`I’m putting this book together. If it isn’t in the thread in a minute, please click again.`,
      );
    case "nothing":
      return say(t`I found no translation of this manuscript that you can have.`);
    case "unreadable":
      return say(noManuscriptWords(named(outcome, context.locale), context.locale));
    case "too-large":
      return say(
        t`The file is too large to post here: my limit is ${largestFileBytes / megabyte} MB.`,
      );
    case "unknown-card":
      return unknownCardReply(context);
    case "not-allowed":
      return strangerReply(context);
    case "partner-trouble":
    case "host-not-allowed":
    case "too-many":
      return deliveryReply(outcome, context);
  }
}

const megabyte = 1024 * 1024;
