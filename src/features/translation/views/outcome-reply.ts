import type { Button, KnownBlock } from "@slack/types";

import { freeSlice } from "../../../core/coverage.ts";
import { fileNotice } from "../../../core/delivery.ts";
import { estimatedCredits, offerOf, offerTag, productOf } from "../../../core/offer.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Task, charactersOf } from "../../../core/task.ts";
import {
  type Field,
  type Message,
  actions,
  contextBlock,
  fields,
  limits,
  overflow,
  plainText,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { bookButtons } from "../../books/views/book-replies.ts";
import { comparisonWords, missingWords } from "../../delivery/views/comparison-words.ts";
import { deliveryButtons, deliveryWords } from "../../delivery/views/excerpt-blocks.ts";
import { termsOnCard } from "../../estimate/rules/card-model.ts";
import { approvalButton } from "../../estimate/views/card-buttons.ts";
import { glossaryTable, reviewButton } from "../../glossary/views/glossary-table.ts";
import { actionIds, offerBlockId, taskMenuValue } from "../../ids.ts";
import { chargedWords, endingOf, fullName } from "./endings.ts";

/**
 * Draws the one reply in the thread that mentions the requester when a run has ended, well or not.
 * `excerpt` is the text of a preview.
 */
export function outcomeReply(
  quote: Quote,
  task: Task,
  context: ViewContext,
  excerpt: readonly KnownBlock[] = [],
): Message {
  const { tongue } = context;
  const it = fullName(quote, task, context);
  const ending = endingOf({ quote, task, context, it });
  const said =
    ending === undefined
      ? tongue.t`I am still working on ${it}.`
      : [ending.what, ending.cost, ending.next, nextStep(quote, task, context)]
          .filter(Boolean)
          .join(" ");
  const text = `${mention(quote.request.by)} ${said}`;
  const missing = missingWords(quote, task, tongue);
  return {
    text: `${text} ${missing}`.trim(),
    blocks: [
      section(text),
      ...(missing === "" ? [] : [section(missing)]),
      ...figures(quote, task, tongue),
      ...excerpt,
      ...comparisonWords(quote, task, tongue).map(contextBlock),
      ...result(quote, task, context),
    ],
  };
}

/** Draws the buttons and the table of a finished run. */
function result(quote: Quote, task: Task, context: ViewContext): KnownBlock[] {
  const { tongue } = context;
  if (task.state.status !== "completed") return [];
  const { t } = tongue;
  const ref = { quoteId: quote.id, key: task.key };
  const isPosted = fileNotice(quote, task.key)?.state.status === "said";
  const isGlossary = productOf(task) === "glossary";
  const isPart = productOf(task) === "part";
  const others = overflow(actionIds.taskMore, [
    // The posted file may have been deleted since.
    ...(isPosted ? [{ text: t`Post in thread again`, value: taskMenuValue("file", ref) }] : []),
    { text: t`Receipt…`, value: taskMenuValue("receipt", ref) },
    ...(isGlossary
      ? []
      : [
          { text: t`Look here first…`, value: taskMenuValue("look", ref) },
          { text: t`Export…`, value: taskMenuValue("export", ref) },
        ]),
    { text: t`Report a problem…`, value: taskMenuValue("report", ref) },
  ]);
  if (!isGlossary) {
    const book = isPart ? bookButtons(quote, context) : [];
    const buttons = [...deliveryButtons(quote, task, tongue), ...book];
    return [
      actions(`delivery.${task.key}`, [...buttons, others]),
      ...decision(quote, task, context),
    ];
  }
  const { table } = glossaryTable(task.state.result.terms ?? [], tongue);
  const review = reviewButton(quote, task, tongue);
  return table === undefined
    ? [actions(`delivery.${task.key}`, [others])]
    : [actions(`delivery.${task.key}`, [review, others]), table];
}

/**
 * Offers the next step after a preview: the whole text, or its names first. A click is checked like
 * the card's.
 */
function decision(quote: Quote, task: Task, context: ViewContext): KnownBlock[] {
  const runAll = productOf(task) === "preview" ? runAllButton(quote, context) : [];
  if (runAll.length === 0) return [];
  const tag = offerTag(quote, context.rules);
  const fix = {
    ...reviewButton(quote, task, context.tongue),
    text: plainText(context.tongue.t`Correct names first`, limits.buttonText),
  };
  return [actions(offerBlockId({ tag, part: "buttons", quoteId: quote.id }), [...runAll, fix])];
}

/** Draws the button for the whole text, at the price and with the glossary that the card names. */
function runAllButton(quote: Quote, context: ViewContext): Button[] {
  const offer = offerOf(quote, "translation", context.rules);
  const price = context.tongue.counted(offer?.price ?? 0, "credit");
  return approvalButton(quote, "translation", context).map((approve) => ({
    ...approve,
    text: plainText(
      termsOnCard(quote) === undefined || quote.glossary?.strategy === "without"
        ? context.tongue.t`Translate everything · ${price}`
        : context.tongue.t`Translate everything with this glossary · ${price}`,
      limits.buttonText,
    ),
  }));
}

/** Draws estimate and charge side by side if they differ. */
function figures(quote: Quote, task: Task, tongue: Tongue): KnownBlock[] {
  if (task.state.status !== "completed") return [];
  const { t, counted } = tongue;
  const whole = manuscriptOf(quote)?.characters;
  const own = whole === undefined ? undefined : charactersOf(task, whole);
  const estimated = productOf(task) === "translation" ? estimatedCredits(quote) : undefined;
  const { charged } = task.state.result;
  const isPlain = charged === task.price && (estimated === undefined || estimated === task.price);
  if (isPlain) return [];
  const facts: readonly Field[] = [
    ...(own === undefined ? [] : [[t`Galley’s count`, counted(own, "character")] as const]),
    ...(estimated === undefined
      ? []
      : [[t`Partner’s estimate`, counted(estimated, "credit")] as const]),
    [t`Approved`, counted(task.price, "credit")],
    [t`Charged`, chargedWords(charged, tongue)],
  ];
  return [fields(facts)];
}

function nextStep(quote: Quote, task: Task, context: ViewContext): string {
  if (task.state.status !== "completed") return "";
  const { t } = context.tongue;
  const link = deliveryWords(quote, task, context.tongue);
  switch (productOf(task)) {
    case "translation":
      return link;
    case "part":
      return freeSlice(quote).length === 0
        ? link
        : `${link} ${t`The card has the button for the remaining chapters.`}`.trim();
    case "preview":
      return [...shareWords(quote, task, context), link, ...decisionWords(quote, context)]
        .filter(Boolean)
        .join(" ");
    case "glossary":
      return glossaryWords(task, context);
  }
}

/** Compares the preview's charge with the price of the whole. */
function shareWords(
  quote: Quote,
  { state }: Task,
  { rules, tongue }: ViewContext,
): readonly string[] {
  const { t, counted, percentOf } = tongue;
  const whole = offerOf(quote, "translation", rules)?.price;
  const charged = state.status === "completed" ? state.result.charged : undefined;
  if (whole === undefined || charged === undefined || charged >= whole) return [];
  const price = counted(whole, "credit");
  const share = charged / whole;
  return share < leastShare
    ? [t`That is less than ${percentOf(leastShare)} of the ${price} that the whole costs.`]
    : [t`That is ${percentOf(share)} of the ${price} that the whole costs.`];
}

function decisionWords(quote: Quote, context: ViewContext): readonly string[] {
  return runAllButton(quote, context).length === 0
    ? []
    : [
        context.tongue
          .t`If it reads well, an approver can approve the rest; if a name is wrong, correct it first.`,
      ];
}

const leastShare = 0.01;

function glossaryWords({ state }: Task, { tongue }: ViewContext): string {
  const { t } = tongue;
  const terms = (state.status === "completed" ? state.result.terms : undefined) ?? [];
  const { shown } = glossaryTable(terms, tongue);
  if (terms.length === 0) return t`The partner found no names or terms.`;
  return shown === terms.length
    ? t`{${shown}, plural, one {It has one term; a CSV and a JSON file in this thread have it as well.} other {The table has all # terms; so do a CSV and a JSON file in this thread.}}`
    : t`The table has the ${shown} most certain terms; the CSV and the JSON file in this thread have all ${terms.length}.`;
}
