import type { KnownBlock } from "@slack/types";

import type { SampleLines } from "../../../core/manuscript.ts";
import { mainProduct, offerTag } from "../../../core/offer.ts";
import { type Endorsement, type Quote, hasSpent, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, lengthOf } from "../../../core/slice.ts";
import { type Message, actions, contextBlock, limits, section } from "../../../slack/blocks.ts";
import { escapeMrkdwn, isDirectMessage, mentions, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import {
  languageLabel,
  plainTitle,
  languageShown,
  partShown,
  languageSelect,
} from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/approving.ts";
import { actionIds, offerBlockId } from "../../ids.ts";
import { readingChoices } from "../../intake/views/encodings.ts";
import { requestLine, noteWords } from "../../intake/views/intake-replies.ts";
import { endingWords, shortWords } from "../../translation/views/endings.ts";
import { type CardModel, type CardNote, type CardState, cardModel } from "../rules/card-model.ts";
import { cardButtons, cardMenu, termsWords } from "./card-buttons.ts";
import {
  type Headline,
  approvers,
  existingLine,
  freeLine,
  inOneLine,
  knownWords,
  otherRuns,
  productName,
  runHeadline,
} from "./run-words.ts";

/** Draws the one message that shows the state of a manuscript, from the first look to the final charge. */
export function estimateCard(
  quote: Quote,
  context: ViewContext,
  samples: readonly SampleLines[] = [],
): Message {
  const { t } = context.locale;
  const model = cardModel(quote, context.rules);
  const title = cardTitle(quote, context);
  const headline = headlineOf(quote, model.state, context);
  const note = model.note && noteLine(quote, model.note, context);
  const lines = [
    ...(note === undefined ? [] : [note]),
    ...(quote.decision.status === "open" ? requestLine(quote, context.locale) : []),
    ...otherRuns(quote, context),
    ...endorsements(quote, context),
  ];
  const asked = context.nameOf(quote.request.by);
  const menu = cardMenu(quote, model.menu, context);
  return {
    // For notifications and screen readers: an offer asks for the approval.
    text:
      model.state.status === "offer"
        ? `${t`Approval needed: ${title}, ${headline.lead} (${asked}).`} ${note ?? ""}`.trim()
        : t`${title}: ${inOneLine(headline)}`,
    blocks: [
      {
        ...section(`*${title}*\n*${headline.lead}* ${headline.rest}`.trim()),
        ...(menu !== undefined && { accessory: menu }),
      },
      ...(lines.length === 0 ? [] : [section(lines.join("\n"))]),
      ...(model.state.status === "doubtful" ? readingChoices(quote, samples) : []),
      ...(model.state.status === "language-needed" ? languageChoice(quote, context) : []),
      ...cardButtons(quote, model, context),
      ...footer(quote, model, context),
    ],
  };
}

export function peopleOnCard({ request, decision, approval, tasks }: Quote): readonly string[] {
  const approvals = tasks.flatMap((task) => [task.approval, task.approval?.first]);
  const decided = decision.status === "declined" ? [decision] : [];
  const all = [request, ...decided, ...(approval?.endorsements ?? []), ...approvals];
  return [...new Set(all.flatMap((one) => one?.by ?? []))];
}

/** `The Salt Clock → French`: an arrow needs no grammar in any language. In mrkdwn. */
export function cardTitle(quote: Quote, { locale, rules }: ViewContext): string {
  const name = plainTitle(quote, limits.nameShown, locale);
  const title = `${name} → ${languageLabel(quote.target, rules.languages, locale)}`;
  // The title is set in bold: a star or a backtick of its own would end that.
  return escapeMrkdwn(title.replaceAll("*", "∗").replaceAll("`", "ˋ"));
}

/** Lists the other products that wait for a second approver; the note covers the main one. */
function endorsements(quote: Quote, context: ViewContext): readonly string[] {
  const { locale } = context;
  const above = quote.approval?.policy?.secondApprovalAbove;
  if (quote.decision.status !== "open" || above === undefined) return [];
  return (["part", "preview", "glossary"] as const).flatMap((product) => {
    const first = endorsementOf(quote, product, context.rules);
    return first === undefined || product === mainProduct(quote)
      ? []
      : [locale.t`${`*${productName(product, locale)}*`}: ${endorsedBy(first, above, context)}`];
  });
}

function languageChoice(quote: Quote, { rules, locale }: ViewContext): KnownBlock[] {
  if (rules.languages.length === 0) return [];
  const id = offerBlockId({ tag: offerTag(quote, rules), part: "language", quoteId: quote.id });
  const { languages } = rules;
  return [
    actions(id, [
      languageSelect({ actionId: actionIds.targetLang, languages, chosen: undefined, locale }),
    ]),
  ];
}

/** Shows who requested it, who may approve and until when; for a run, who approved it and for how much. */
function footer(quote: Quote, { state }: CardModel, context: ViewContext): KnownBlock[] {
  const { nameOf, locale } = context;
  const { t, counted } = locale;
  const { request, expiresAt } = quote;
  const asked = t`Requested by ${nameOf(request.by)}`;
  const facts = [asked];
  if (state.status === "run") {
    const { approval, price } = state.task;
    const cost = counted(price, "credit");
    facts.unshift(
      approval === undefined ? cost : `${t`Approved by ${approvers(approval, context)}`} · ${cost}`,
    );
  } else if (state.status === "offer") {
    facts.push(...mayApprove(quote, context), t`price good until ${when(expiresAt)}`);
  }
  return [contextBlock(facts.join(" · "))];
}

function mayApprove(
  { place, request }: Quote,
  { approvers: all, locale }: ViewContext,
): readonly string[] {
  // The batch's own message mentions the approvers, so its cards do not.
  if (all.length === 0 || request.batch !== undefined) return [];
  const { t } = locale;
  const isDirect = place.isClosed === true || isDirectMessage(place.channel);
  const who = mentions(all, locale);
  return [isDirect ? t`${who} can approve on Galley’s Home tab` : t`${who} can approve`];
}

export function headlineOf(quote: Quote, state: CardState, context: ViewContext): Headline {
  const { nameOf, rules, locale } = context;
  const { t, counted } = locale;
  switch (state.status) {
    case "due":
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
        rest: state.note === undefined ? "" : noteWords(state.note, locale),
      };
    case "expired":
      return {
        lead: t`Nobody decided in time.`,
        rest: hasSpent(quote) ? "" : t`Nothing was charged.`,
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
