import type { Button, KnownBlock, Overflow } from "@slack/types";

import { coveringRuns } from "../../../core/coverage.ts";
import type { Opening } from "../../../core/manuscript.ts";
import { type Offer, missingCredits, offerTag } from "../../../core/offer.ts";
import { type Product, type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, lengthOf, sameSlice } from "../../../core/slice.ts";
import { actions, button, confirm, limits, overflow } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageLabel, plainTitle } from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/endorsements.ts";
import { actionIds, menuValue, offerBlockId, partValue, taskValue } from "../../ids.ts";
import {
  type CardButton,
  type CardModel,
  type MenuItem,
  approveButton,
  cardModel,
  limitedPrice,
} from "../rules/card-model.ts";
import { existsWords, knownWords, partInFull, partName } from "./coverage-words.ts";
import { lossWarning, policyWarning } from "./policy-words.ts";
import { spokenTerms } from "./terms-line.ts";

/** Draws the buttons of a card. The block's id names the offer, so that a click on an older one is refused. */
export function cardButtons(
  quote: Quote,
  { buttons }: Pick<CardModel, "buttons">,
  context: ViewContext,
): KnownBlock[] {
  const drawn = buttons.map((one) => cardButton(quote, one, context));
  return drawn.length === 0 ? [] : [offerActions(quote, drawn, context)];
}

/**
 * Draws *Approve*, without the preview, and *Decline* for decisions outside the card. *Translate
 * again* stays on the card, beside the free translation that it would pay for once more.
 */
export function decidingButtons(quote: Quote, context: ViewContext): KnownBlock[] {
  const { buttons } = cardModel(quote, context.rules);
  const deciding = buttons.filter(
    (one) =>
      one.act === "decline" ||
      (one.act === "approve" && one.product !== "preview" && one.offer.exists.length === 0),
  );
  return cardButtons(quote, { buttons: deciding }, context);
}

export function offerActions(quote: Quote, buttons: Button[], { rules }: ViewContext) {
  const tag = offerTag(quote, rules);
  return actions(offerBlockId({ tag, part: "buttons", quoteId: quote.id }), buttons);
}

/** Returns the approval button of one product; none when it is not on offer now. */
export function approvalButton(quote: Quote, product: Product, context: ViewContext): Button[] {
  return approveButton(quote, product, context.rules).map((one) => cardButton(quote, one, context));
}

function cardButton(quote: Quote, one: CardButton, context: ViewContext): Button {
  const { t } = context.tongue;
  const { id: value } = quote;
  switch (one.act) {
    case "approve":
      return approval(quote, one, context);
    case "existing":
      return button({
        label: t`Use existing translation · free`,
        actionId: actionIds.existing,
        value,
        style: "primary",
      });
    case "ask-again":
      return button({ label: t`Request again`, actionId: actionIds.askAgain, value });
    case "decline":
      return button({ label: t`Decline`, actionId: actionIds.decline, value });
    case "undo":
      return undoButton({ quoteId: value, key: one.key }, context.tongue);
  }
}

function undoButton(task: { quoteId: string; key: string }, { t }: Tongue): Button {
  const question = {
    title: t`Undo the approval?`,
    text: t`Nothing is sent or charged, and the price stays on offer.`,
    yes: t`Undo approval`,
    no: t`Not now`,
  };
  return button({
    label: t`Undo approval`,
    actionId: actionIds.undo,
    value: taskValue(task),
    confirm: confirm(question),
  });
}

type Approve = Extract<CardButton, { act: "approve" }>;

function approval(
  quote: Quote,
  { product, offer, isPrimary }: Approve,
  context: ViewContext,
): Button {
  const { label, actionId, ...question } = wording({ quote, product, offer, context });
  return button({
    label,
    actionId,
    value: product === "part" ? partValue(quote.id) : quote.id,
    ...(isPrimary && { style: "primary" as const }),
    confirm: confirm({
      ...question,
      text: [question.text, ...warnings(quote, { product, offer }, context)].join(" "),
      no: context.tongue.t`Not now`,
    }),
  });
}

/** Returns what an approver has to know beside the price. */
function warnings(
  quote: Quote,
  { product, offer }: { readonly product: Product; readonly offer: Offer },
  context: ViewContext,
): readonly string[] {
  const { t, counted } = context.tongue;
  const missing = missingCredits(quote, offer.price);
  const isText = product === "translation" || product === "part";
  const hasPreview = isText && coveringRuns(quote, "preview").length > 0;
  const first = endorsementOf(quote, product, context.rules);
  const price = limitedPrice(quote, offer.price);
  return [
    lossWarning(context),
    ...(product === "glossary" ? [] : spokenTerms(quote, context)),
    policyWarning({ policy: quote.approval?.policy, price, first }, context.tongue),
    ...(missing > 0 ? [t`The balance is ${counted(missing, "credit")} short.`] : []),
    ...(hasPreview ? [t`The preview is charged separately.`] : []),
    ...(product === "preview" ? [t`The whole translation is charged separately.`] : []),
    ...existsWords(offer.exists, context),
    ...(isText ? knownWords(quote, context) : []),
  ].filter(Boolean);
}

type Approving = {
  readonly quote: Quote;
  readonly product: Product;
  readonly offer: Offer;
  readonly context: ViewContext;
};

/** Returns the label of a button that spends, and the question of its confirm dialog. */
function wording({ quote, product, offer, context }: Approving) {
  const { tongue, rules } = context;
  const { t, counted } = tongue;
  const language = languageLabel(quote.target, rules.languages, tongue);
  const file = t`“${plainTitle(quote, limits.nameInConfirm, tongue)}”`;
  const range = openingWords(quote, { slice: offer.slice ?? [], file }, tongue);
  const price = counted(offer.price, "credit");
  switch (product) {
    case "translation":
    case "part":
      return translationWording({ quote, product, offer, context }, { file, language, price });
    case "preview":
      return {
        label: t`Preview · ${price}`,
        actionId: actionIds.preview,
        title: t`Approve a preview?`,
        text: t`${capital(range)} will be translated into ${language} for ${price}.`,
        yes: t`Approve`,
      };
    case "glossary":
      return {
        label: t`Extract glossary · ${price}`,
        actionId: actionIds.glossary,
        title: t`Extract a glossary?`,
        text: t`Names and terms with ${language} translations will be extracted from ${range} for ${price}.`,
        yes: t`Extract`,
      };
  }
}

type Named = { readonly file: string; readonly language: string; readonly price: string };

function translationWording(
  { quote, offer, context: { rules, tongue } }: Approving,
  { file, language, price }: Named,
) {
  const { t } = tongue;
  const { slice: part, exists } = offer;
  const what = part === undefined ? file : `${file} · ${partInFull(quote, part, tongue)}`;
  const source = quote.language && languageLabel(quote.language, rules.languages, tongue);
  const text =
    source === undefined
      ? t`${what} will be translated into ${language} for ${price}.`
      : t`${what} will be translated from ${source} into ${language} for ${price}.`;
  if (exists.length > 0) {
    const yes = t`Translate again`;
    const label = t`Translate again · ${price}`;
    return { label, actionId: actionIds.again, title: t`Translate again?`, text, yes };
  }
  const question = { title: t`Approve ${price}?`, text, yes: t`Approve` };
  return part === undefined
    ? { label: t`Approve · ${price}`, actionId: actionIds.approve, ...question }
    : {
        label: t`Approve ${partName(quote, part, tongue)} · ${price}`,
        actionId: actionIds.part,
        ...question,
      };
}

function openingWords(
  quote: Quote,
  { slice, file }: { readonly slice: Slice; readonly file: string },
  tongue: Tongue,
): string {
  const { t, counted } = tongue;
  const manuscript = manuscriptOf(quote);
  const end = manuscript?.openings.find((one) => sameSlice(one.slice, slice))?.end;
  const count = counted(lengthOf(slice), "character");
  const length = end === undefined ? count : `${count} (${endWords(end, tongue)})`;
  return lengthOf(slice) === manuscript?.characters
    ? t`all ${length} of ${file}`
    : t`the opening ${length} of ${file}`;
}

function endWords(end: NonNullable<Opening["end"]>, { t }: Tongue): string {
  switch (end) {
    case "chapter":
      return t`to the end of a chapter`;
    case "paragraph":
      return t`to the end of a paragraph`;
    case "sentence":
      return t`to the end of a sentence`;
  }
}

/** Draws the ⋯ of a card: each item opens a form. Undefined when there are no items. */
export function cardMenu(
  { id }: Pick<Quote, "id">,
  items: readonly MenuItem[],
  { tongue }: ViewContext,
): Overflow | undefined {
  if (items.length === 0) return undefined;
  const options = items.map((item) => ({
    text: menuLabel(item, tongue),
    value: menuValue(item, id),
  }));
  return overflow(actionIds.more, options);
}

function menuLabel(item: MenuItem, { t }: Tongue): string {
  switch (item) {
    case "chapters":
      return t`Choose chapters…`;
    case "glossary":
      return t`Glossary…`;
    case "language":
      return t`Change language…`;
    case "note":
      return t`Add a note…`;
    case "details":
      return t`Details…`;
  }
}
