import { chapterLimit } from "../../domain/chapters.ts";
import {
  estimatedCredits,
  freeCredits,
  mainProduct,
  needsLanguage,
  offerOf,
} from "../../domain/offer.ts";
import {
  type Quote,
  estimateOf,
  hasSpent,
  isOnOffer,
  languageTaskOf,
  manuscriptOf,
} from "../../domain/quote.ts";
import { type Task, hasEnded, isPaid } from "../../domain/task.ts";
import { mention, mentions, when } from "../mrkdwn.ts";
import { approversInFull } from "./approval-words.ts";
import type { Field } from "./blocks.ts";
import { isTextLost } from "./card-controls.ts";
import type { Desk } from "./desk.ts";
import { encodingLabel } from "./encodings.ts";
import { rejectedWords } from "./other-runs.ts";
import { formatNames } from "./text-modal.ts";
import { amount, characters, counted, credits, languageShown } from "./words.ts";

/** While people decide: what it is, what it costs, who may say yes and until when. */
export function offerFields(quote: Quote, desk: Desk): readonly Field[] {
  const open = quote.decision.status === "open" && !isTextLost(quote);
  return [
    ...manuscriptFields(quote, desk),
    ...(open && isOnOffer(quote) ? priceFields(quote, desk) : []),
    ["Asked by", mention(quote.requester)],
    ...(open && !needsLanguage(quote) ? mayApprove(quote, desk) : []),
    ...(open ? [["Stands until", when(quote.expiresAt)] as const] : []),
  ];
}

/** After an approval: estimate and charge side by side. */
export function runFields(quote: Quote, task: Task, desk: Desk): readonly Field[] {
  const { state, approval } = task;
  return [
    ...manuscriptFields(quote, desk),
    ["Partner’s estimate", estimateWords(quote)],
    ["Approved", credits(task.price)],
    ...(state.status === "completed"
      ? [["Charged", chargedWords(state.result.charged)] as const]
      : []),
    ["Asked by", mention(quote.requester)],
    ...(approval === undefined ? [] : [["Approved by", approversInFull(approval)] as const]),
  ];
}

function manuscriptFields(quote: Quote, desk: Desk): readonly Field[] {
  return [
    ["Language", languageWords(quote, desk)],
    ...(quote.reading.status === "read" ? [["Length", lengthWords(quote.reading)] as const] : []),
  ];
}

/** With what the bytes were taken for, where they could have been something else. */
function lengthWords({ manuscript, chosen }: ReadText): string {
  const { characters: count, chapters, encoding, format = "text" } = manuscript;
  const most = chapters.length === chapterLimit ? "at least " : "";
  const by = chosen?.by === undefined ? "" : `, as ${mention(chosen.by)} chose`;
  return [
    characters(count),
    ...(chapters.length === 0 ? [] : [`${most}${counted(chapters.length, "chapter")}`]),
    ...(format === "text" ? [] : [`read from ${formatNames[format]}`]),
    ...(encoding.startsWith("utf-") ? [] : [`read as ${encodingLabel(encoding)}${by}`]),
  ].join(", ");
}

type ReadText = Extract<Quote["reading"], { status: "read" }>;

function languageWords(quote: Quote, desk: Desk): string {
  const target = languageShown(quote.target, desk.rules.languages);
  if (quote.language !== undefined) {
    const source = languageShown(quote.language, desk.rules.languages);
    return needsLanguage(quote) ? source : `${source} → ${target}`;
  }
  const waiting = quote.decision.status === "open" && !isOnOffer(quote);
  return `${waiting ? "being detected" : "not detected"} → ${target}`;
}

function priceFields(quote: Quote, desk: Desk): readonly Field[] {
  const offer = offerOf(quote, mainProduct(quote), desk.rules);
  if (offer === undefined) return [];
  return [
    ["Price", credits(offer.price)],
    ["Partner’s estimate", estimateWords(quote)],
    ["Balance", balanceWords(quote, offer.price)],
  ];
}

/** Our own count stands on the card from the first moment; the partner's comes beside it. */
function estimateWords(quote: Quote): string {
  const estimate = estimateOf(quote);
  if (estimate?.state.status === "completed") {
    const { estimatedTokens } = estimate.state.result;
    const estimated = estimatedCredits(quote);
    const parts = [
      ...(estimated === undefined ? [] : [credits(estimated)]),
      ...(estimatedTokens === undefined ? [] : [counted(estimatedTokens, "token")]),
    ].join(", ");
    return parts === "" ? unavailable : `${parts}${besideOwnCount(quote, estimated)}`;
  }
  const language = languageTaskOf(quote);
  const coming =
    quote.decision.status === "open" &&
    (estimate === undefined
      ? !hasSpent(quote) && (language === undefined || hasEnded(language))
      : !hasEnded(estimate));
  if (coming) return "still coming; our own count stands until then";
  if (estimate?.state.status !== "rejected") return unavailable;
  const { reason } = estimate.state;
  const isTold = isPaid(estimate) || reason === "not-free";
  return isTold ? `${rejectedWords(reason)}; our own count stands` : unavailable;
}

const unavailable = "not available; our own count stands";

function besideOwnCount(quote: Quote, estimated: number | undefined): string {
  const own = manuscriptOf(quote)?.characters;
  if (estimated === undefined || own === undefined || own === estimated) return "";
  return ` (our own count: ${amount(own)}; the higher one is the price)`;
}

/** What is left beside other approvals, and what this one would leave of it. */
function balanceWords({ balance }: Quote, price: number): string {
  if (balance === undefined) return "not read yet";
  const { credits: now, promised = 0 } = balance;
  const after = freeCredits(balance) - price;
  return [
    `${credits(now)} now`,
    ...(promised === 0 ? [] : [`${amount(promised)} promised to other approvals`]),
    after < 0 ? `${amount(-after)} missing` : `${amount(after)} after`,
  ].join(", ");
}

function mayApprove({ policy }: Quote, desk: Desk): readonly Field[] {
  const not = policy?.selfApproval === "refused" ? ", but not what they asked for themselves" : "";
  return desk.approvers.length === 0 ? [] : [["May approve", `${mentions(desk.approvers)}${not}`]];
}

function chargedWords(charged: number | undefined): string {
  return charged === undefined ? "not said by the partner" : credits(charged);
}
