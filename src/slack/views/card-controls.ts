import type { Button, KnownBlock, StaticSelect } from "@slack/types";

import { endorsementOf } from "../../domain/endorsements.ts";
import { type Inquiry, inquiryPrice } from "../../domain/inquiries.ts";
import { offerTag } from "../../domain/offer-tag.ts";
import {
  type Product,
  mainProduct,
  missingCredits,
  needsLanguage,
  offerOf,
  productOf,
} from "../../domain/offer.ts";
import { firstFree } from "../../domain/parts.ts";
import {
  type Quote,
  hasSpent,
  hasTranslation,
  hasTwin,
  isOnOffer,
  manuscriptOf,
  boughtTasks,
} from "../../domain/quote.ts";
import { possibleEncodings } from "../../domain/reading.ts";
import { mayRenew } from "../../domain/renewal.ts";
import { type Task, isLive } from "../../domain/task.ts";
import { actionIds, offerBlockId, partValue } from "../ids.ts";
import { actions, button, confirm, limits } from "./blocks.ts";
import { wording } from "./buy-words.ts";
import type { Desk } from "./desk.ts";
import { languageSelect } from "./language-select.ts";
import { policyWarning } from "./policy-words.ts";
import { credits, languageLabel, plainName } from "./words.ts";

/** The buttons and the select that the quote's state allows; a click is checked again all the same. */
export function cardControls(quote: Quote, desk: Desk): KnownBlock[] {
  const tag = offerTag(quote, desk.rules);
  const select = targetSelect(quote, desk);
  const buttons = [
    ...wishedFirst(quote).flatMap((product) => buyButton(quote, product, desk)),
    ...againButton(quote, desk),
    ...askAgainButton(quote, desk),
    ...inquiryButton(quote, "language"),
    ...inquiryButton(quote, "estimate"),
    ...declineButton(quote),
    ...chooseButton(quote),
    ...noteButton(quote, desk),
    ...doubtButton(quote),
    ...textButton(quote),
  ];
  const id = (part: "buttons" | "language") => offerBlockId({ tag, part, quoteId: quote.id });
  return [
    ...(select === undefined ? [] : [actions(id("language"), [select])]),
    ...(buttons.length === 0 ? [] : [actions(id("buttons"), buttons)]),
  ];
}

/** Of a document not everything is text: people see what they pay for. */
function textButton(quote: Quote): Button[] {
  const format = manuscriptOf(quote)?.format ?? "text";
  const isOpen = quote.decision.status === "open" && !hasTranslation(quote);
  if (format === "text" || !isOpen || isTextLost(quote)) return [];
  return [button({ label: "Look at the text", actionId: actionIds.lookAtText, value: quote.id })];
}

/** What was asked for comes first. */
function wishedFirst({ wish }: Quote): readonly Product[] {
  return products.toSorted((one, other) => rank(one) - rank(other));

  function rank(product: Product): number {
    return product === wish?.first ? -1 : products.indexOf(product);
  }
}

const products: readonly Product[] = ["translation", "part", "preview", "glossary"];

/** The run that showed that the estimated text cannot be had any more: nothing is offered after it. */
export function lostRun(quote: Quote): Task | undefined {
  return boughtTasks(quote).findLast(
    ({ state }) =>
      state.status === "rejected" &&
      (state.reason === "text-changed" || state.reason === "file-gone"),
  );
}

export function isTextLost(quote: Quote): boolean {
  return lostRun(quote) !== undefined;
}

/** Approved, and nothing of it has left for the partner: it can still be taken back. */
export function isUnsent(task: Task): boolean {
  return task.state.status === "approved" && task.attempts.length === 0;
}

function targetSelect(quote: Quote, desk: Desk): StaticSelect | undefined {
  const { languages } = desk.rules;
  const open = quote.decision.status === "open" && manuscriptOf(quote) !== undefined;
  if (!open || hasSpent(quote) || isTextLost(quote) || languages.length === 0) return undefined;
  return languageSelect({
    actionId: actionIds.targetLang,
    languages,
    chosen: needsLanguage(quote) ? undefined : quote.target,
  });
}

function buyButton(quote: Quote, product: Product, desk: Desk): Button[] {
  const offer = offerOf(quote, product, desk.rules);
  if (offer === undefined || !isForSale(quote, product)) return [];
  const { label, title, what, yes, ...rest } = wording({ quote, product, offer, desk });
  const first = endorsementOf(quote, product, desk.rules);
  const asked = policyWarning({ policy: quote.policy, price: offer.price, first });
  const text = `${what} costs ${credits(offer.price)}.${asked}${warnings(quote, product, offer.price)}`;
  const isWished = product === (quote.wish?.first ?? mainProduct(quote));
  return [
    button({
      label,
      value: offer.part === undefined ? quote.id : partValue(quote.id, offer.part),
      ...rest,
      ...(isWished && { style: "primary" as const }),
      confirm: confirm({ title, text, yes }),
    }),
  ];
}

function againButton(quote: Quote, desk: Desk): Button[] {
  if (!hasTwin(quote) || quote.decision.status !== "open" || isTextLost(quote)) return [];
  const language = languageLabel(quote.target, desk.rules.languages);
  return [
    button({
      label: "Offer it all the same",
      actionId: actionIds.again,
      value: quote.id,
      confirm: confirm({
        title: "Offer the same again?",
        text: `The same text is under way into ${language} already. If both are approved, both are paid for.`,
        yes: "Offer it",
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
function inquiryButton(quote: Quote, inquiry: Inquiry): Button[] {
  const price = inquiryPrice(quote, inquiry);
  if (price === undefined || isTextLost(quote)) return [];
  const file = `“${plainName(quote, limits.nameInConfirm)}”`;
  const { label, actionId, title, what } = inquiries[inquiry];
  const text = `${what} ${file} costs ${credits(price)}, as far as I can tell from what the partner charged before. It is not needed: our own count stands without it.`;
  return [
    button({
      label,
      actionId,
      value: quote.id,
      confirm: confirm({ title, text, yes: "Ask for it" }),
    }),
  ];
}

const inquiries = {
  language: {
    label: "Find out the language",
    actionId: actionIds.findLanguage,
    title: "Ask the partner for the language?",
    what: "Having the partner find out the language of",
  },
  estimate: {
    label: "Ask for an estimate",
    actionId: actionIds.askEstimate,
    title: "Ask the partner for an estimate?",
    what: "The partner’s own estimate of",
  },
} as const;

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

function warnings(quote: Quote, product: Product, price: number): string {
  const missing = missingCredits(quote, price);
  const lack = missing > 0 ? ` The balance is ${credits(missing)} short.` : "";
  const ranBefore = boughtTasks(quote).some(
    (task) =>
      task.state.status === "failed" && productOf(task) === product && task.target === quote.target,
  );
  return ranBefore ? `${lack} The run that failed may have been charged already.` : lack;
}

function doubtButton(quote: Quote): Button[] {
  return possibleEncodings(quote).length === 0
    ? []
    : [
        button({
          label: "Wrong characters?",
          actionId: actionIds.doubtEncoding,
          value: quote.id,
        }),
      ];
}

/** Where there are chapters to choose from that nobody bought. */
function chooseButton(quote: Quote): Button[] {
  const chapters = manuscriptOf(quote)?.chapters.length ?? 0;
  const isOpen = isOnOffer(quote) && !needsLanguage(quote) && !isTextLost(quote);
  if (chapters < 2 || !isOpen || firstFree(quote) === undefined) return [];
  return [button({ label: "Choose chapters", actionId: actionIds.choosePart, value: quote.id })];
}

/** Beside the plain buttons, for those who have something to say to their decision. */
function noteButton(quote: Quote, { rules, tongue }: Desk): Button[] {
  const offer = offerOf(quote, "translation", rules);
  const both = isForSale(quote, "translation") && declineButton(quote).length > 0;
  if (offer === undefined || !both) return [];
  const label = tongue.t`Decide with a note`;
  return [button({ label, actionId: actionIds.decideWithNote, value: quote.id })];
}

function declineButton(quote: Quote): Button[] {
  const translations = boughtTasks(quote).filter(
    (task) => productOf(task) === "translation" && isLive(task),
  );
  const sent = translations.some((task) => !isUnsent(task));
  const open = quote.decision.status === "open" && manuscriptOf(quote) !== undefined;
  if (!open || sent || isTextLost(quote)) return [];
  const file = `“${plainName(quote, limits.nameInConfirm)}”`;
  const back = translations.length > 0;
  return [
    button({
      label: back ? "Take back" : "Decline",
      actionId: actionIds.decline,
      value: quote.id,
      style: "danger",
      confirm: confirm({
        title: back ? "Take the approval back?" : "Decline this estimate?",
        text: back
          ? `The approval for ${file} is withdrawn if nothing has been sent yet, and the estimate is closed.`
          : `The estimate for ${file} is closed, and nothing more is bought on it.`,
        yes: back ? "Take back" : "Decline",
        style: "danger",
      }),
    }),
  ];
}
