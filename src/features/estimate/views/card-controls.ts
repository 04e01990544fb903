import type { Button, KnownBlock, StaticSelect } from "@slack/types";

import { coveringRuns, freeTranslation } from "../../../core/coverage.ts";
import type { Opening } from "../../../core/manuscript.ts";
import {
  type Offer,
  blockedBy,
  leadingProduct,
  mainProduct,
  missingCredits,
  needsLanguage,
  offerOf,
  offerTag,
  productOf,
} from "../../../core/offer.ts";
import {
  type Product,
  type Quote,
  hasSpent,
  hasTranslation,
  isOnOffer,
  manuscriptOf,
  paidTasks,
  products,
} from "../../../core/quote.ts";
import { possibleEncodings } from "../../../core/reading.ts";
import { type Slice, holds, rangeOf } from "../../../core/slice.ts";
import { isLive, isStanding } from "../../../core/task.ts";
import { actions, button, confirm, limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel, plainName } from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/endorsements.ts";
import { actionIds, offerBlockId, partValue } from "../../ids.ts";
import { isTextLost } from "../../intake/views/encodings.ts";
import { seemsUnsent } from "../../translation/rules/send-trouble.ts";
import { mayReopen } from "../rules/reopening.ts";
import { existingButton, existsWords, knownWords, partInFull, partName } from "./coverage-words.ts";
import { languageSelect } from "./language-select.ts";
import { limitedPrice, lossWarning, policyWarning } from "./policy-words.ts";
import { spokenTerms, termsButtons } from "./terms-line.ts";

/** The buttons and the select that the quote's state allows; a click is checked again all the same. */
export function cardControls(quote: Quote, context: ViewContext): KnownBlock[] {
  const tag = offerTag(quote, context.rules);
  const select = targetSelect(quote, context);
  const buttons = [
    ...existingButton(quote, context),
    ...askedFirst(quote).flatMap((product) => buyButton(quote, product, context)),
    ...askAgainButton(quote, context),
    ...declineButton(quote, context),
    ...chooseButton(quote, context),
    ...noteButton(quote, context),
    ...termsButtons(quote, context),
    ...doubtButton(quote, context),
    ...textButton(quote, context),
  ];
  const id = (part: "buttons" | "language") => offerBlockId({ tag, part, quoteId: quote.id });
  return [
    ...(select === undefined ? [] : [actions(id("language"), [select])]),
    ...(buttons.length === 0 ? [] : [actions(id("buttons"), buttons)]),
  ];
}

/** Of a document not everything is text: people see what they pay for. */
function textButton(quote: Quote, { tongue: { t } }: ViewContext): Button[] {
  const format = manuscriptOf(quote)?.format;
  const isOpen = quote.decision.status === "open" && !hasTranslation(quote);
  if (format === undefined || !isOpen || isTextLost(quote)) return [];
  return [button({ label: t`Look at the text`, actionId: actionIds.lookAtText, value: quote.id })];
}

/** What was asked for comes first. */
function askedFirst({ details }: Quote): readonly Product[] {
  return products.toSorted((one, other) => rank(one) - rank(other));

  function rank(product: Product): number {
    return product === details?.first ? -1 : products.indexOf(product);
  }
}

function targetSelect(quote: Quote, context: ViewContext): StaticSelect | undefined {
  const { languages } = context.rules;
  const open = quote.decision.status === "open" && manuscriptOf(quote) !== undefined;
  if (!open || hasSpent(quote) || isTextLost(quote) || languages.length === 0) return undefined;
  return languageSelect({
    actionId: actionIds.targetLang,
    languages,
    chosen: needsLanguage(quote) ? undefined : quote.target,
    tongue: context.tongue,
  });
}

/** Nothing where it is not for sale now. */
export function buyButton(quote: Quote, product: Product, context: ViewContext): Button[] {
  const offer = offerOf(quote, product, context.rules);
  if (offer === undefined || !isForSale(quote, product, context)) return [];
  const { tongue } = context;
  const { label, title, text, yes, ...rest } = wording({ quote, product, offer, context });
  const first = endorsementOf(quote, product, context.rules);
  const asked = policyWarning(
    { policy: quote.policy, price: limitedPrice(quote, offer.price), first },
    tongue,
  );
  const terms = product === "glossary" ? [] : spokenTerms(quote, context);
  const said = [
    text,
    lossWarning(context),
    ...terms,
    asked,
    ...warnings(quote, { product, offer }, context),
  ];
  const isLeading =
    product === leadingProduct(quote, context.rules) && freeTranslation(quote) === undefined;
  return [
    button({
      label,
      value: offer.part === undefined ? quote.id : partValue(quote.id),
      ...rest,
      ...(isLeading && { style: "primary" as const }),
      confirm: confirm({ title, text: said.filter(Boolean).join(" "), yes, no: tongue.t`Not now` }),
    }),
  ];
}

function askAgainButton(quote: Quote, { tongue: { t } }: ViewContext): Button[] {
  return mayReopen(quote)
    ? [button({ label: t`Ask again`, actionId: actionIds.askAgain, value: quote.id })]
    : [];
}

/** Not while the same is running or done, and nothing small any more once the whole is on its way. */
export function isForSale(
  quote: Quote,
  product: Product,
  context: Pick<ViewContext, "rules">,
): boolean {
  const offer = offerOf(quote, product, context.rules);
  const standing = paidTasks(quote).filter(
    (task) => isStanding(task) && task.target === quote.target,
  );
  const approved = new Set(standing.map(productOf));
  if (!isOnOffer(quote) || isTextLost(quote) || approved.has("translation")) return false;
  if (offer === undefined || blockedBy(quote, offer) !== undefined) return false;
  return product === "translation" || product === "part" || !approved.has(product);
}

function warnings(
  quote: Quote,
  { product, offer }: { readonly product: Product; readonly offer: Offer },
  context: ViewContext,
): readonly string[] {
  const { t, counted } = context.tongue;
  const missing = missingCredits(quote, offer.price);
  const isAll = product === "preview" && offer.scope === manuscriptOf(quote)?.characters;
  const isText = product === "translation" || product === "part";
  const hasPreview = isText && coveringRuns(quote, "preview").length > 0;
  return [
    ...(isAll
      ? [
          t`That is all of it, for the price of the whole: if the whole is approved as well, both are paid for.`,
        ]
      : []),
    ...(missing > 0 ? [t`The balance is ${counted(missing, "credit")} short.`] : []),
    ...(hasPreview ? [t`The preview is charged besides.`] : []),
    ...existsWords(offer.exists, context),
    ...(isText ? knownWords(quote, context) : []),
  ];
}

function doubtButton(quote: Quote, { tongue: { t } }: ViewContext): Button[] {
  return possibleEncodings(quote).length === 0
    ? []
    : [
        button({
          label: t`Wrong characters?`,
          actionId: actionIds.doubtEncoding,
          value: quote.id,
        }),
      ];
}

/** Where there are chapters to choose from that were not approved on this card. */
function chooseButton(quote: Quote, { tongue: { t } }: ViewContext): Button[] {
  const { chapters } = manuscriptOf(quote) ?? { chapters: [] };
  const isOpen = isOnOffer(quote) && !needsLanguage(quote) && !isTextLost(quote);
  const own = coveringRuns(quote, "translation").filter((run) => run.quoteId === quote.id);
  const isLeft = chapters.some((one) => !own.some(({ slice }) => holds(slice, rangeOf(one))));
  if (chapters.length < 2 || !isOpen || !isLeft) return [];
  return [button({ label: t`Choose chapters`, actionId: actionIds.choosePart, value: quote.id })];
}

/** Beside the plain buttons, for those who have something to say to their decision. */
function noteButton(quote: Quote, context: ViewContext): Button[] {
  const product = mainProduct(quote);
  const both = isForSale(quote, product, context) && declineButton(quote, context).length > 0;
  if (!both) return [];
  const label = context.tongue.t`Decide with a note`;
  return [button({ label, actionId: actionIds.decideWithNote, value: quote.id })];
}

function declineButton(quote: Quote, { tongue }: ViewContext): Button[] {
  const translations = paidTasks(quote).filter(
    (task) => productOf(task) === "translation" && isLive(task),
  );
  const sent = translations.some((task) => !seemsUnsent(task));
  const open = quote.decision.status === "open" && manuscriptOf(quote) !== undefined;
  if (!open || sent || isTextLost(quote)) return [];
  const { t } = tongue;
  const file = `“${plainName(quote, limits.nameInConfirm, tongue)}”`;
  const words =
    translations.length > 0
      ? {
          label: t`Take back`,
          title: t`Take the approval back?`,
          text: t`The approval for ${file} is withdrawn if nothing has been sent yet, and the estimate is closed.`,
        }
      : {
          label: t`Decline`,
          title: t`Decline this estimate?`,
          text: t`The estimate for ${file} is closed, and nothing more is bought on it.`,
        };
  const { label, ...question } = words;
  return [
    button({
      label,
      actionId: actionIds.decline,
      value: quote.id,
      style: "danger",
      confirm: confirm({ ...question, yes: label, no: t`Not now`, style: "danger" }),
    }),
  ];
}

type Buy = {
  readonly quote: Quote;
  readonly product: Product;
  readonly offer: Offer;
  readonly context: ViewContext;
};

/** What a button that spends says, and what it asks once more. */
export function wording({ quote, product, offer, context }: Buy) {
  const { tongue, rules } = context;
  const { t, counted } = tongue;
  const language = languageLabel(quote.target, rules.languages, tongue);
  const file = `“${plainName(quote, limits.nameInConfirm, tongue)}”`;
  const range = openingWords(quote, { scope: offer.scope ?? 0, file }, tongue);
  const price = counted(offer.price, "credit");
  if (offer.exists.length > 0 && (product === "translation" || product === "part")) {
    const what =
      offer.part === undefined ? file : `${partInFull(quote, offer.part, tongue)} (${file})`;
    return {
      label: t`Translate again`,
      actionId: actionIds.again,
      title: t`Translate again?`,
      text: t`Translating ${what} into ${language} again costs ${price}.`,
      yes: t`Translate again`,
    };
  }
  switch (product) {
    case "translation":
      return {
        label: t`Approve`,
        actionId: actionIds.approve,
        title: t`Translate into ${language}?`,
        text: t`Translating ${file} into ${language} costs ${price}.`,
        yes: t`Approve`,
      } as const;
    case "part": {
      const { part = [] } = offer;
      return partWording({ quote, part, file, language, price, tongue });
    }
    case "preview":
      return {
        label: t`Preview`,
        actionId: actionIds.preview,
        title: t`Translate a preview?`,
        text: t`Translating ${range} into ${language} costs ${price}.`,
        yes: t`Translate preview`,
      };
    case "glossary":
      return {
        label: t`Extract glossary`,
        actionId: actionIds.glossary,
        title: t`Extract a glossary?`,
        text: t`Extracting names and terms, with ${language} translations, from ${range} costs ${price}.`,
        yes: t`Extract glossary`,
      };
  }
}

function openingWords(
  quote: Quote,
  { scope, file }: { readonly scope: number; readonly file: string },
  tongue: Tongue,
): string {
  const { t, counted } = tongue;
  const manuscript = manuscriptOf(quote);
  const end = manuscript?.openings.find((one) => one.characters === scope)?.end;
  const count = counted(scope, "character");
  const length = end === undefined ? count : `${count} (${endWords(end, tongue)})`;
  return scope === manuscript?.characters
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

type Chapters = {
  readonly quote: Quote;
  readonly part: Slice;
  readonly file: string;
  readonly language: string;
  readonly price: string;
  readonly tongue: Tongue;
};

function partWording({ quote, part, file, language, price, tongue }: Chapters) {
  const { t } = tongue;
  const name = partName(quote, part, tongue);
  return {
    label: t`Approve ${name}`,
    actionId: actionIds.part,
    title: t`Translate ${name} into ${language}?`,
    text: t`Translating ${partInFull(quote, part, tongue)} of ${file} into ${language} costs ${price}.`,
    yes: t`Approve`,
  };
}
