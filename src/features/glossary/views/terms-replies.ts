import type { ModalView } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import {
  type Message,
  actions,
  button,
  limits,
  plainText,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel } from "../../../slack/words.ts";
import { actionIds, callbackIds } from "../../ids.ts";
import { unknownCardReply } from "../../short-replies.ts";
import type { ReplyOutcome, TermsSaved, TermsSeen } from "../actions/terms.ts";
import { effectiveTerms, termsInGlossary } from "../rules/glossary.ts";
import type { Made } from "../rules/term-edits.ts";
import { doubtsIn } from "../rules/term-page.ts";
import { reviewButton } from "./glossary-table.ts";
import { doubtWords, inheritedWords, savedTermsWords } from "./terms-words.ts";

export function termsNote(words: string, { t }: Locale): ModalView {
  return {
    type: "modal",
    callback_id: callbackIds.terms,
    title: plainText(t`Review the terms`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
    blocks: [section(words)],
  };
}

type Unsaved = Exclude<TermsSaved | TermsSeen, { status: "saved" | "terms" }>["status"];

export function termsTrouble(trouble: Unsaved, context: ViewContext): string {
  const { t } = context.locale;
  switch (trouble) {
    case "unknown-card":
      return unknownCardReply(context).text;
    case "not-allowed":
      return t`Only full members in the conversation where the book was first posted, and approvers, can use its terms. Nothing was changed.`;
    case "may-not-edit":
      return t`Only approvers and admins can change these terms, and the requester those of the book.`;
    case "full":
      return `${t`Nothing was changed.`} ${fullWords(context)}`;
  }
}

export function fullWords({ locale: { t, counted } }: ViewContext): string {
  return t`A glossary has at most ${counted(termsInGlossary, "term")}, all languages together. Please delete some first.`;
}

/** `line` is already escaped for where it is shown. */
export function typedWrongly(line: string, { t }: Locale): string {
  return t`“${line}” is not a term and its translation. Please write one per line, like Salt Clock = Horloge de sel. Nothing was saved.`;
}

type Taken = Extract<ReplyOutcome, { status: "taken" }>;

/** Draws the outcome of terms written in a thread; only their author sees it. */
export function termsWrittenReply({ quote, saved }: Taken, context: ViewContext): Message {
  const { locale } = context;
  if (saved.status !== "saved") return say(termsTrouble(saved.status, context));
  const terms = effectiveTerms(saved.seen.layers, quote.target);
  const standing = new Map(terms.map((term) => [term.source, term.target]));
  const doubts = doubtsIn(terms);
  const lines = saved.edits
    .slice(0, editsShown)
    .flatMap((edit) => [
      `• ${editWords(edit, standing.get(edit.source), locale)}`,
      ...doubtWords(doubts.get(edit.source) ?? [], locale).map((words) => `   ${words}`),
    ]);
  const more = saved.edits.length > editsShown ? ["…"] : [];
  const text = [...savedTermsWords(saved, locale), ...lines, ...more].join("\n");
  const review = actions("terms.review", [reviewButton(quote, quote, locale)]);
  return { text, blocks: [section(text), review] };
}

/**
 * Returns the term, its translation before, if it changed, and the new one. `now` is the translation
 * that applies after the edit: below a deleted one may be one that the book inherits.
 */
function editWords({ source, target, was }: Made, now: string | undefined, { t }: Locale): string {
  if (target === "" && now !== undefined && now === was) return inheritedWords(source, t);
  const shown = (text: string) => t`“${outside(text, limits.wordShown)}”`;
  const after = target || now;
  const before = was === undefined || was === after ? [] : [shown(was)];
  return t`${shown(source)}: ${[...before, after === undefined ? "–" : shown(after)].join(" → ")}`;
}

/** Asks which glossary is meant if a thread has cards of several books or languages. */
export function whichTermsReply(quotes: readonly Quote[], { locale, rules }: ViewContext): Message {
  const text = locale.t`This thread has more than one glossary, so nothing was changed. Which one do you mean? Its form takes your lines as well.`;
  const choices = quotes.slice(0, quotesShown).map(({ id, target, file }) => ({
    label: `${languageLabel(target, rules.languages, locale)} · ${file.name}`,
    value: `${id}/${target}`,
  }));
  const buttons = choices.map((choice, n) =>
    actions(`terms.which.${n}`, [button({ ...choice, actionId: actionIds.openTerms })]),
  );
  const names = choices.map(({ label }) => outside(label, limits.nameShown));
  return {
    text: `${text} ${locale.enumerated(names)}`,
    blocks: [section(text), ...buttons],
  };
}

const editsShown = 10;
const quotesShown = 10;
