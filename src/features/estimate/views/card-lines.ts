import { type Quote, manuscriptOf, type Endorsement } from "../../../core/quote.ts";
import { type Slice, lengthOf } from "../../../core/slice.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { noteWords } from "../../intake/views/request-words.ts";
import { endingWords, shortWords } from "../../translation/views/endings.ts";
import type { CardNote, CardState } from "../rules/card-model.ts";
import { existingLine, freeLine, knownWords, partShown } from "./coverage-words.ts";
import { type Headline, runHeadline } from "./run-words.ts";
import { termsWords } from "./terms-line.ts";

/** Returns the state of a card. */
export function headlineOf(quote: Quote, state: CardState, context: ViewContext): Headline {
  const { nameOf, rules, locale } = context;
  const { t, counted } = locale;
  switch (state.status) {
    case "reading":
      return { lead: t`Reading the manuscript…`, rest: "" };
    case "doubtful":
      return {
        lead: t`Which of these reads correctly?`,
        rest: t`If none does, please save the file as UTF-8 and post it again.`,
      };
    case "refused":
      return { lead: t`I couldn’t read this file.`, rest: "" };
    case "detecting":
      return { lead: t`Detecting the language…`, rest: "" };
    case "language-needed": {
      const language = languageShown(quote.target, rules.languages, locale);
      return { lead: t`This manuscript is already in ${language}.`, rest: "" };
    }
    case "offer": {
      const { price, slice } = state.offer;
      return { lead: counted(price, "credit"), rest: `· ${factsOf(quote, slice, context)}` };
    }
    case "unsettled":
      return {
        lead: t`An earlier translation has to be settled first.`,
        rest: existingLine(quote, state.runs, context),
      };
    case "all-approved":
      return { lead: t`All chapters were approved.`, rest: "" };
    case "lost":
    case "run":
      return runHeadline(quote, state.task, context);
    case "declined":
      return {
        lead: t`Declined by ${nameOf(state.by)}, ${when(state.at)}.`,
        // Outside the lead, which is set in bold: a star in somebody's words would end that.
        rest: state.reason === undefined ? "" : noteWords(state.reason, locale),
      };
    case "expired":
      return {
        lead: t`Nobody decided in time.`,
        rest: state.isFree ? t`Nothing was charged.` : "",
      };
  }
}

/** `English, 4 chapters, 6,279 characters`. */
function factsOf(quote: Quote, part: Slice | undefined, { rules, locale }: ViewContext): string {
  const { counted, enumerated } = locale;
  const { chapters = [], characters = 0 } = manuscriptOf(quote) ?? {};
  const whole = chapters.length === 0 ? [] : [counted(chapters.length, "chapter")];
  return enumerated([
    ...(quote.language === undefined
      ? []
      : [languageShown(quote.language, rules.languages, locale)]),
    ...(part === undefined ? whole : [partShown(quote, part, locale)]),
    counted(part === undefined ? characters : lengthOf(part), "character"),
  ]);
}

/** The one line beside the price, in mrkdwn. */
export function noteLine(quote: Quote, note: CardNote, context: ViewContext): string {
  const { locale } = context;
  const { t, counted, enumerated } = locale;
  switch (note.kind) {
    case "ended":
      return `⚠️ ${endingWords(quote, note.task, context)}`;
    case "free":
      return `♻️ ${freeLine(quote, note.run, context)}`;
    case "existing":
      return [`♻️ ${existingLine(quote, note.runs, context)}`, ...knownWords(quote, context)].join(
        " ",
      );
    case "over-cap":
      return `⚠️ ${t`Over the limit of ${counted(note.cap, "credit")}, so it can’t be approved.`}`;
    case "short":
      return `⚠️ ${shortWords(quote, note, context)}`;
    case "endorsed":
      return `👥 ${endorsedBy(note.first, note.above, context)}`;
    case "two-approvers":
      return `👥 ${t`Over ${counted(note.above, "credit")}: needs two approvers.`}`;
    case "known":
      return `♻️ ${knownWords(quote, context).join(" ")}`;
    case "variants": {
      const { languages } = context.rules;
      const names = note.languages.map((code) => languageShown(code, languages, locale));
      return `♻️ ${t`Translated before into another variant of the language: ${enumerated(names)}.`}`;
    }
    case "terms":
      return `📖 ${termsWords(quote, note.terms, locale)}`;
  }
}

/** Says that one of two people approved. */
export function endorsedBy(
  first: Endorsement,
  above: number,
  { nameOf, locale }: Pick<ViewContext, "nameOf" | "locale">,
): string {
  const { t, counted } = locale;
  const needs = t`Over ${counted(above, "credit")}: needs two approvers.`;
  return `${needs} ${t`Approved by ${nameOf(first.by)}`}`;
}
