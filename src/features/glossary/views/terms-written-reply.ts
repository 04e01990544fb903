import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, button, limits, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel, languageShown, named } from "../../../slack/words.ts";
import { actionIds } from "../../ids.ts";
import type { ReplyOutcome, TermsSaved } from "../actions/terms.ts";
import { effectiveTerms } from "../rules/glossary.ts";
import type { Made } from "../rules/term-edits.ts";
import { flagsBySource } from "../rules/term-page.ts";
import { reviewButton } from "./glossary-table.ts";
import { whoMayEdit } from "./terms-form.ts";
import { notSavedAsFull, termsTrouble } from "./terms-replies.ts";
import { flagWords } from "./terms-words.ts";

type Taken = Extract<ReplyOutcome, { status: "taken" }>;

/** Draws the outcome of terms written in a thread; only their author sees it. */
export function termsWrittenReply({ quote, saved }: Taken, context: ViewContext): Message {
  const text = wordsOf(saved, quote, context);
  const { tongue } = context;
  const review = actions("terms.review", [reviewButton(quote, quote, tongue)]);
  return { text, blocks: [section(text), ...(saved.status === "saved" ? [review] : [])] };
}

function wordsOf(saved: TermsSaved, quote: Quote, context: ViewContext): string {
  const { tongue } = context;
  switch (saved.status) {
    case "saved":
      return savedWords(saved, quote, context);
    case "may-not-edit":
      return `${whoMayEdit(saved.seen, tongue)} ${tongue.t`Nothing was changed.`}`;
    case "full":
      return notSavedAsFull(tongue);
    case "unknown-card":
    case "not-allowed":
      return termsTrouble(saved.status, tongue);
  }
}

function savedWords(
  { edits, seen }: Extract<TermsSaved, { status: "saved" }>,
  { target }: Quote,
  { tongue, rules }: ViewContext,
): string {
  const { t, counted } = tongue;
  const terms = effectiveTerms(seen.layers, target);
  const standing = new Map(terms.map((term) => [term.source, term]));
  const flags = flagsBySource(terms);
  const language = languageShown(target, rules.languages, tongue);
  const more = edits.length - editsShown;
  return [
    t`Noted for the ${language} glossary of this book:`,
    ...edits
      .slice(0, editsShown)
      .flatMap((edit) => [
        `• ${editWords(edit, standing.get(edit.source)?.target, tongue)}`,
        ...flagWords({ source: edit.source, flags: flags.get(edit.source) ?? [] }, tongue).map(
          (words) => `   ${words}`,
        ),
      ]),
    ...(more > 0 ? [t`and ${counted(more, "term")} more.`] : []),
  ].join("\n");
}

function editWords({ source, target, was }: Made, now: string | undefined, { t }: Tongue): string {
  const shown = (text: string) => t`“${outside(text, limits.wordShown)}”`;
  if (target !== "") {
    return was === undefined || was === target
      ? t`${shown(source)} is ${shown(target)}.`
      : t`${shown(source)} is ${shown(target)}; it was ${shown(was)}.`;
  }
  if (now !== undefined) {
    return t`${shown(source)} is ${shown(now)}, which the book inherits: it can only be deleted there.`;
  }
  return was === undefined
    ? t`${shown(source)} was not in it.`
    : t`${shown(source)} is deleted; it was ${shown(was)}.`;
}

/** Asks which glossary is meant if a thread has cards of several books or languages. */
export function whichTermsReply(quotes: readonly Quote[], { tongue, rules }: ViewContext): Message {
  const text = tongue.t`This thread has more than one glossary, so nothing was changed. Which one do you mean? Its form takes your lines as well.`;
  const buttons = quotes.slice(0, quotesShown).map((quote, n) => {
    const { id, target } = quote;
    const label = `${languageLabel(target, rules.languages, tongue)} · ${quote.file.name}`;
    const value = `${id}/${target}`;
    return actions(`terms.which.${n}`, [button({ label, actionId: actionIds.openTerms, value })]);
  });
  const names = quotes.slice(0, quotesShown).map((quote) => named(quote, tongue));
  return { text: `${text} ${tongue.enumerated(names)}`, blocks: [section(text), ...buttons] };
}

const editsShown = 10;
const quotesShown = 10;
