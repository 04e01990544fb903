import type { Button, KnownBlock, StaticSelect } from "@slack/types";

import { isUnsent } from "../../../domain/approval/decisions.ts";
import { endorsementOf } from "../../../domain/approval/endorsements.ts";
import { possibleEncodings } from "../../../domain/manuscript/reading.ts";
import { offerTag } from "../../../domain/quote/offer-tag.ts";
import {
  type Offer,
  type Product,
  leadingProduct,
  mainProduct,
  missingCredits,
  needsLanguage,
  offerOf,
  productOf,
  products,
} from "../../../domain/quote/offer.ts";
import { isUnbought } from "../../../domain/quote/parts.ts";
import {
  type Quote,
  hasSpent,
  hasTranslation,
  hasTwin,
  isOnOffer,
  manuscriptOf,
  boughtTasks,
} from "../../../domain/quote/quote.ts";
import { mayRenew } from "../../../domain/quote/renewal.ts";
import { type Inquiry, inquiryPrice } from "../../../domain/task/inquiries.ts";
import { isLive } from "../../../domain/task/task.ts";
import { actionIds, offerBlockId, partValue } from "../../ids.ts";
import type { Tongue } from "../../locale/tongue.ts";
import { actions, button, confirm, limits } from "../blocks.ts";
import type { Desk } from "../desk.ts";
import { languageSelect } from "../language-select.ts";
import { languageLabel, plainName } from "../words.ts";
import { begunWarning } from "./begun-words.ts";
import { wording } from "./buy-words.ts";
import { existingShown } from "./existing.ts";
import { isTextLost } from "./lost-text.ts";
import { policyWarning } from "./policy-words.ts";
import { spokenTerms, termsButtons } from "./terms-line.ts";

/** The buttons and the select that the quote's state allows; a click is checked again all the same. */
export function cardControls(quote: Quote, desk: Desk): KnownBlock[] {
  const tag = offerTag(quote, desk.rules);
  const select = targetSelect(quote, desk);
  const buttons = [
    ...wishedFirst(quote).flatMap((product) => buyButton(quote, product, desk)),
    ...againButton(quote, desk),
    ...askAgainButton(quote, desk),
    ...inquiryButton(quote, "language", desk),
    ...inquiryButton(quote, "estimate", desk),
    ...declineButton(quote, desk),
    ...chooseButton(quote, desk),
    ...noteButton(quote, desk),
    ...termsButtons(quote, desk),
    ...doubtButton(quote, desk),
    ...textButton(quote, desk),
  ];
  const id = (part: "buttons" | "language") => offerBlockId({ tag, part, quoteId: quote.id });
  return [
    ...(select === undefined ? [] : [actions(id("language"), [select])]),
    ...(buttons.length === 0 ? [] : [actions(id("buttons"), buttons)]),
  ];
}

/** Of a document not everything is text: people see what they pay for. */
function textButton(quote: Quote, { tongue: { t } }: Desk): Button[] {
  const format = manuscriptOf(quote)?.format ?? "text";
  const isOpen = quote.decision.status === "open" && !hasTranslation(quote);
  if (format === "text" || !isOpen || isTextLost(quote)) return [];
  return [button({ label: t`Look at the text`, actionId: actionIds.lookAtText, value: quote.id })];
}

/** What was asked for comes first. */
function wishedFirst({ wish }: Quote): readonly Product[] {
  return products.toSorted((one, other) => rank(one) - rank(other));

  function rank(product: Product): number {
    return product === wish?.first ? -1 : products.indexOf(product);
  }
}

function targetSelect(quote: Quote, desk: Desk): StaticSelect | undefined {
  const { languages } = desk.rules;
  const open = quote.decision.status === "open" && manuscriptOf(quote) !== undefined;
  if (!open || hasSpent(quote) || isTextLost(quote) || languages.length === 0) return undefined;
  return languageSelect({
    actionId: actionIds.targetLang,
    languages,
    chosen: needsLanguage(quote) ? undefined : quote.target,
    tongue: desk.tongue,
  });
}

/** Nothing where it is not for sale now. */
export function buyButton(quote: Quote, product: Product, desk: Desk): Button[] {
  const offer = offerOf(quote, product, desk.rules);
  if (offer === undefined || !isForSale(quote, product)) return [];
  const { tongue } = desk;
  const { label, title, text, yes, ...rest } = wording({ quote, product, offer, desk });
  const first = endorsementOf(quote, product, desk.rules);
  const asked = policyWarning({ policy: quote.policy, price: offer.price, first }, tongue);
  const terms = product === "glossary" ? [] : spokenTerms(quote, desk);
  const said = [text, ...terms, asked, ...warnings(quote, { product, offer }, tongue)];
  const isLeading = product === leadingProduct(quote, desk.rules);
  return [
    button({
      label,
      value: offer.part === undefined ? quote.id : partValue(quote.id, offer.part),
      ...rest,
      ...(isLeading && { style: "primary" as const }),
      confirm: confirm({ title, text: said.filter(Boolean).join(" "), yes, no: tongue.t`Not now` }),
    }),
  ];
}

function againButton(quote: Quote, { rules, tongue }: Desk): Button[] {
  const { t } = tongue;
  if (!hasTwin(quote) || quote.decision.status !== "open" || isTextLost(quote)) return [];
  const language = languageLabel(quote.target, rules.languages, tongue);
  return [
    button({
      label: t`Offer it all the same`,
      actionId: actionIds.again,
      value: quote.id,
      confirm: confirm({
        title: t`Offer the same again?`,
        text: t`The same text is under way into ${language} already. If both are approved, both are paid for.`,
        yes: t`Offer it`,
        no: t`Not now`,
      }),
    }),
  ];
}

function askAgainButton(quote: Quote, { tongue: { t } }: Desk): Button[] {
  return mayRenew(quote)
    ? [button({ label: t`Ask again`, actionId: actionIds.askAgain, value: quote.id })]
    : [];
}

/** What the desk does not ask by itself, because the partner charges for it. */
function inquiryButton(quote: Quote, inquiry: Inquiry, { tongue }: Desk): Button[] {
  const price = inquiryPrice(quote, inquiry);
  if (price === undefined || isTextLost(quote)) return [];
  const { t, counted } = tongue;
  const file = `“${plainName(quote, limits.nameInConfirm, tongue)}”`;
  const about = { file, price: counted(price, "credit") };
  const { label, actionId, title, text } = inquiryWords(inquiry, about, tongue);
  const yes = t`Ask for it`;
  return [
    button({
      label,
      actionId,
      value: quote.id,
      confirm: confirm({ title, text, yes, no: t`Not now` }),
    }),
  ];
}

function inquiryWords(
  inquiry: Inquiry,
  { file, price }: { readonly file: string; readonly price: string },
  { t }: Tongue,
) {
  switch (inquiry) {
    case "language":
      return {
        label: t`Find out the language`,
        actionId: actionIds.findLanguage,
        title: t`Ask the partner for the language?`,
        text: t`Having the partner find out the language of ${file} costs ${price}, as far as I can tell from what the partner charged before. It is not needed: our own count stands without it.`,
      };
    case "estimate":
      return {
        label: t`Ask for an estimate`,
        actionId: actionIds.askEstimate,
        title: t`Ask the partner for an estimate?`,
        text: t`The partner’s own estimate of ${file} costs ${price}, as far as I can tell from what the partner charged before. It is not needed: our own count stands without it.`,
      };
  }
}

/** Not while the same is running or done, and nothing small any more once the whole is on its way. */
export function isForSale(quote: Quote, product: Product): boolean {
  const standing = boughtTasks(quote).filter(
    (task) => isLive(task) && task.state.status !== "failed" && task.target === quote.target,
  );
  const bought = new Set(standing.map(productOf));
  if (!isOnOffer(quote) || isTextLost(quote) || bought.has("translation")) return false;
  switch (product) {
    case "translation":
      return mainProduct(quote) === "translation";
    // There is an offer only while some chapters are left.
    case "part":
      return true;
    case "preview":
    case "glossary":
      return !bought.has(product);
  }
}

function warnings(
  quote: Quote,
  { product, offer }: { readonly product: Product; readonly offer: Offer },
  tongue: Tongue,
): readonly string[] {
  const { t, counted } = tongue;
  const missing = missingCredits(quote, offer.price);
  const isDone = product === "translation" && existingShown(quote) !== undefined;
  const ranBefore = boughtTasks(quote).some(
    (task) =>
      task.state.status === "failed" && productOf(task) === product && task.target === quote.target,
  );
  const isAll = product === "preview" && offer.scope === manuscriptOf(quote)?.characters;
  return [
    ...(isAll
      ? [
          t`That is all of it, for the price of the whole: if the whole is approved as well, both are paid for.`,
        ]
      : []),
    ...(missing > 0 ? [t`The balance is ${counted(missing, "credit")} short.`] : []),
    ...(product === "translation" || product === "part"
      ? begunWarning(quote, offer.part, tongue)
      : []),
    ...(isDone ? [t`The same translation exists and can be had for 0 credits.`] : []),
    ...(ranBefore ? [t`The run that failed may have been charged already.`] : []),
  ];
}

function doubtButton(quote: Quote, { tongue: { t } }: Desk): Button[] {
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

/** Where there are chapters to choose from that nobody bought. */
function chooseButton(quote: Quote, { tongue: { t } }: Desk): Button[] {
  const { chapters } = manuscriptOf(quote) ?? { chapters: [] };
  const isOpen = isOnOffer(quote) && !needsLanguage(quote) && !isTextLost(quote);
  if (chapters.length < 2 || !isOpen || !chapters.some((one) => isUnbought(quote, one))) return [];
  return [button({ label: t`Choose chapters`, actionId: actionIds.choosePart, value: quote.id })];
}

/** Beside the plain buttons, for those who have something to say to their decision. */
function noteButton(quote: Quote, desk: Desk): Button[] {
  const { rules, tongue } = desk;
  const product = mainProduct(quote);
  const offer = offerOf(quote, product, rules);
  const both = isForSale(quote, product) && declineButton(quote, desk).length > 0;
  if (offer === undefined || !both) return [];
  const label = tongue.t`Decide with a note`;
  return [button({ label, actionId: actionIds.decideWithNote, value: quote.id })];
}

function declineButton(quote: Quote, { tongue }: Desk): Button[] {
  const translations = boughtTasks(quote).filter(
    (task) => productOf(task) === "translation" && isLive(task),
  );
  const sent = translations.some((task) => !isUnsent(task));
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
