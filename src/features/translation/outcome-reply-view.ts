import type { Button, KnownBlock, TableBlock } from "@slack/types";

import { fileNotice, placesToCheck } from "#domain/delivery/delivery.ts";
import { offerOf, offerTag, productOf } from "#domain/offer.ts";
import type { Term } from "#domain/partner.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { isResultLate } from "#domain/translation/polling.ts";
import {
  comparisonWords,
  missingWords,
  deliveryButtons,
  deliveryWords,
  lookButton,
} from "#features/delivery/delivery-reply-view.ts";
import { approvalButton } from "#features/estimate/card-buttons-view.ts";
import { bookButtons } from "#features/exports/export-view.ts";
import { glossaryTable, reviewButton } from "#features/glossary/terms-replies-view.ts";
import {
  type TaskMenuItem,
  actionIds,
  menuValue,
  offerBlockId,
  taskValue,
} from "#features/shared/ids.ts";
import {
  type Message,
  actions,
  button,
  contextBlock,
  limits,
  overflow,
  plainText,
  section,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { mentioning } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import { endingWords } from "./task-end-view.ts";

/** Draws the one reply that mentions the requester when a run has ended, well or not. */
export function outcomeReply(
  quote: Quote,
  task: Task,
  context: ViewContext,
  excerpt: readonly KnownBlock[] = [],
): Message {
  const { locale } = context;
  const { sentence, missing, rest } = outcomeParts(quote, task, context);
  const requester = [quote.request.by];
  return {
    text: mentioning(requester, `${sentence} ${missing}`.trim(), locale),
    blocks: [
      section(mentioning(requester, sentence, locale)),
      ...(missing === "" ? [] : [section(missing)]),
      ...excerpt,
      ...rest,
    ],
  };
}

/** The end of a run: a sentence, a question about what may be missing, and the blocks below them. */
export function outcomeParts(quote: Quote, task: Task, context: ViewContext) {
  const { locale } = context;
  const ending =
    endingWords(quote, task, context) ||
    locale.t`There is no file yet. The card in this thread shows the progress.`;
  const isGlossary = productOf(task) === "glossary";
  const table = isGlossary ? glossaryTable(termsOf(task), locale) : undefined;
  const whole = `${ending} ${nextStep(quote, task, { ...context, table })}`.trim();
  return {
    sentence: placesToCheck(task) > 0 ? `⚠️ ${whole}` : whole,
    missing: missingWords(quote, task, locale),
    rest: [
      ...comparisonWords(quote, task, locale).map(contextBlock),
      ...result(quote, task, { ...context, table }),
    ],
  };
}

/** A view's context, with the table of a glossary's terms if there are any. */
type WithTable = ViewContext & { readonly table: TableBlock | undefined };

function termsOf({ state }: Task): readonly Term[] {
  return state.status === "completed" ? (state.result.terms ?? []) : [];
}

function result(quote: Quote, task: Task, context: WithTable): KnownBlock[] {
  const { locale, table } = context;
  const { t } = locale;
  if (isResultLate(task.state)) {
    const value = taskValue({ quoteId: quote.id, key: task.key });
    const download = { label: t`Download`, actionId: actionIds.freshLink, value };
    return [actions(`delivery.${task.key}`, [button(download)])];
  }
  if (task.state.status !== "completed") return [];
  const isGlossary = productOf(task) === "glossary";
  // The posted file may have been deleted since.
  const isPosted = fileNotice(quote, task.key)?.state.status === "said";
  const items = isGlossary ? glossaryItems : textItems;
  const menu = overflow<TaskMenuItem>(actionIds.taskMore, items, (item) => {
    if (item === "file" && !isPosted) return undefined;
    const { opens, label } = resultItems[item];
    const text = opens ? t`${label(locale)}…` : label(locale);
    return { text, value: menuValue(item, taskValue({ quoteId: quote.id, key: task.key })) };
  });
  const buttons = [
    ...(isGlossary ? [] : deliveryButtons(quote, task, locale)),
    ...lookButton(quote, task, locale),
    ...(productOf(task) === "part" ? bookButtons(quote, context) : []),
    ...(table ? [reviewButton(quote, task.target, locale)] : []),
  ];
  return [
    actions(`delivery.${task.key}`, [...buttons, ...(menu ? [menu] : [])]),
    ...decision(quote, task, context),
    ...(table ? [table] : []),
  ];
}

/** An item of a result's ⋯. The label of one that opens something ends with an ellipsis. */
type ResultItem = { readonly opens: boolean; readonly label: (locale: Locale) => string };

const resultItems: { readonly [Item in TaskMenuItem]: ResultItem } = {
  file: { opens: false, label: ({ t }) => t`Post in thread` },
  receipt: { opens: true, label: ({ t }) => t`Receipt` },
  csv: { opens: false, label: ({ t }) => t`Send me all as ${"CSV"}` },
  json: { opens: false, label: ({ t }) => t`Send me all as ${"JSON"}` },
  look: { opens: true, label: ({ t }) => t`Look here first` },
  export: { opens: true, label: ({ t }) => t`Export` },
  report: { opens: true, label: ({ t }) => t`Report a problem` },
};
const glossaryItems = ["file", "receipt", "csv", "json", "report"] as const;
const textItems = ["file", "receipt", "look", "export", "report"] as const;

/** Offers what follows a preview: the whole text, at the price of its card, or its names first. */
function decision(quote: Quote, task: Task, context: ViewContext): KnownBlock[] {
  const { t } = context.locale;
  const runAll = productOf(task) === "preview" ? approvalButton(quote, "translation", context) : [];
  if (runAll.length === 0) return [];
  const price = context.locale.price(offerOf(quote, "translation", context.setup)?.price ?? 0);
  const withLabel = (one: Button, text: string) => ({
    ...one,
    text: plainText(text, limits.buttonText),
  });
  const tag = offerTag(quote, context.setup);
  return [
    actions(offerBlockId({ tag, part: "buttons", quoteId: quote.id }), [
      ...runAll.map((approve) => withLabel(approve, t`Translate all · ${price}`)),
      withLabel(reviewButton(quote, task.target, context.locale), t`Correct names first`),
    ]),
  ];
}

function nextStep(quote: Quote, task: Task, context: WithTable): string {
  const { state } = task;
  if (state.status !== "completed") return "";
  const link = deliveryWords(quote, task, context.locale);
  switch (productOf(task)) {
    case "translation":
    case "part":
      return link;
    case "preview":
      return `${shareWords(quote, state.result.charged, context)} ${link}`.trim();
    case "glossary":
      return glossaryWords(termsOf(task), context);
  }
}

function shareWords(
  quote: Quote,
  charged: number | undefined,
  { setup, locale: { t, counted, percentOf } }: ViewContext,
): string {
  const whole = offerOf(quote, "translation", setup)?.price;
  if (whole === undefined || charged === undefined) return "";
  const share = charged / whole;
  return share < leastShare || share >= 1
    ? ""
    : t`That is ${percentOf(share)} of the ${counted(whole, "credit")} that the whole costs.`;
}

const leastShare = 0.01;

function glossaryWords(
  terms: readonly Term[],
  { table, locale: { t, counted } }: WithTable,
): string {
  if (terms.length === 0) return t`The partner found no names or terms.`;
  // The first row is the heading.
  return table?.rows.length === terms.length + 1
    ? ""
    : t`The table has the most certain of ${counted(terms.length, "term")}; “Review the terms” has them all.`;
}
