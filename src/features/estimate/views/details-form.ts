import type { KnownBlock, ModalView } from "@slack/types";

import { chapterLimit } from "../../../core/manuscript.ts";
import {
  type Offer,
  estimatedCredits,
  freeCredits,
  mainProduct,
  needsLanguage,
  offerOf,
} from "../../../core/offer.ts";
import {
  type Quote,
  estimateOf,
  hasSpent,
  languageTaskOf,
  manuscriptOf,
  paidTasks,
} from "../../../core/quote.ts";
import { possibleEncodings } from "../../../core/reading.ts";
import { hasEnded } from "../../../core/task.ts";
import {
  type Field,
  actions,
  button,
  contextBlock,
  fields,
  limits,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, mentions, outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { isWaiting } from "../../approval/rules/reminding.ts";
import { remindButton } from "../../approval/views/decision-replies.ts";
import { type CardPlace, actionIds, callbackIds } from "../../ids.ts";
import type { TextLook } from "../../intake/actions/read-manuscript.ts";
import { encodingLabel, formatNames, textBlocks } from "../../intake/views/encodings.ts";
import { cardForm } from "./card-forms.ts";
import { approversInFull } from "./policy-words.ts";
import { frozenWords } from "./terms-line.ts";

/**
 * Shows everything that the card leaves out: figures, rules, ids and the text as it was read. `look` is
 * undefined until the text was read, which takes a moment.
 */
export function detailsForm(
  quote: Quote,
  { look, person, ...at }: Looking,
  context: ViewContext,
): ModalView {
  const { t } = context.tongue;
  return {
    ...cardForm(callbackIds.details, at, { title: t`Details`, close: t`Close` }),
    blocks: [
      fields(facts(quote, context).slice(0, mostFields)),
      ...rules(quote, context),
      ...detailButtons(quote, person, context),
      ...(look === undefined ? [section(t`Reading the text…`)] : textBlocks(look, context)),
      contextBlock(idWords(quote)),
    ],
  };
}

type Looking = CardPlace & { readonly person: string; readonly look: TextLook | undefined };

/** The most fields that Slack takes in one section. */
const mostFields = 10;

function facts(quote: Quote, context: ViewContext): readonly Field[] {
  const { t } = context.tongue;
  const offer = offerOf(quote, mainProduct(quote), context.rules);
  const { book, request, reading } = quote;
  return [
    [t`Language`, languageWords(quote, context)],
    ...(reading.status === "read"
      ? [[t`Length`, lengthWords(reading, context.tongue)] as const]
      : []),
    ...(offer === undefined ? [] : [[t`Price`, priceWords(quote, offer, context.tongue)] as const]),
    [t`Partner’s estimate`, estimateWords(quote, context.tongue)],
    [t`Balance`, balanceWords(quote, offer?.price ?? 0, context.tongue)],
    [t`Requested by`, mention(request.by)],
    ...(context.approvers.length === 0
      ? []
      : [[t`Approvers`, mentions(context.approvers, context.tongue)] as const]),
    ...(book === undefined ? [] : [[t`Book`, outside(book, limits.nameShown)] as const]),
    ...runFacts(quote, context),
  ];
}

/** Names the share of the price that pays for the marks around italics, bold and links. */
function priceWords(quote: Quote, { price, slice }: Offer, { t, counted }: Tongue): string {
  const { marks = 0 } = manuscriptOf(quote) ?? {};
  const credits = counted(price, "credit");
  return slice !== undefined || marks === 0
    ? credits
    : t`${credits}, ${marks} of them for italics, bold, and links`;
}

/** Returns the facts of the newest approved run. */
function runFacts(quote: Quote, context: ViewContext): readonly Field[] {
  const { t, counted } = context.tongue;
  const task = paidTasks(quote).at(-1);
  if (task?.approval === undefined) return [];
  const glossary = frozenWords(quote, task, context.tongue);
  const who = approversInFull(task.approval, context);
  return [
    [t`Approved`, `${counted(task.price, "credit")} · ${who}`],
    ...(glossary === undefined ? [] : [[t`Glossary`, glossary] as const]),
  ];
}

function languageWords(quote: Quote, { rules: { languages }, tongue }: ViewContext): string {
  const { t } = tongue;
  const target = languageShown(quote.target, languages, tongue);
  if (quote.language === undefined) return `${t`not detected`} → ${target}`;
  const source = languageShown(quote.language, languages, tongue);
  return needsLanguage(quote) ? source : `${source} → ${target}`;
}

/** Names the encoding when the bytes could have been read differently. */
function lengthWords(
  { manuscript, chosen }: Extract<Quote["reading"], { status: "read" }>,
  tongue: Tongue,
): string {
  const { t, counted, enumerated } = tongue;
  const { characters, chapters, encoding, format } = manuscript;
  const parts = counted(chapters.length, "chapter");
  const by = chosen?.by === undefined ? [] : [t`as ${mention(chosen.by)} chose`];
  return enumerated([
    counted(characters, "character"),
    ...(chapters.length === 0
      ? []
      : [chapters.length === chapterLimit ? t`at least ${parts}` : parts]),
    ...(format === undefined ? [] : [t`read from ${formatNames[format]}`]),
    ...(encoding.startsWith("utf-") ? [] : [t`read as ${encodingLabel(encoding, tongue)}`, ...by]),
  ]);
}

/** The higher of two counts is the price. */
function estimateWords(quote: Quote, tongue: Tongue): string {
  const { t, counted, enumerated } = tongue;
  const own = manuscriptOf(quote)?.characters;
  const estimate = estimateOf(quote);
  if (estimate?.state.status !== "completed") {
    return isComing(quote)
      ? t`Pending; priced on our own count.`
      : t`None; priced on our own count.`;
  }
  const { estimatedTokens } = estimate.state.result;
  const estimated = estimatedCredits(quote);
  if (own !== undefined && estimated !== undefined && own !== estimated) {
    return t`We counted ${own}, the partner ${estimated}; the higher figure is the price.`;
  }
  return enumerated([
    ...(estimated === undefined ? [] : [counted(estimated, "credit")]),
    ...(estimatedTokens === undefined ? [] : [counted(estimatedTokens, "token")]),
  ]);
}

function isComing(quote: Quote): boolean {
  const estimate = estimateOf(quote);
  if (quote.decision.status !== "open") return false;
  if (estimate !== undefined) return !hasEnded(estimate);
  const language = languageTaskOf(quote);
  return !hasSpent(quote) && (language === undefined || hasEnded(language));
}

/** Returns the balance, the credits reserved by other approvals, and the rest after this one. */
function balanceWords(
  { balance }: Quote,
  price: number,
  { t, counted, enumerated }: Tongue,
): string {
  if (balance === undefined) return t`not read yet`;
  const { credits: now, promised = 0 } = balance;
  const after = freeCredits(balance) - price;
  return enumerated([
    t`${counted(now, "credit")} now`,
    ...(promised === 0 ? [] : [t`${promised} reserved`]),
    after < 0 ? t`${-after} short` : t`${after} after this`,
  ]);
}

/** Lists the spending rules for approvals in this conversation. */
function rules({ approval }: Quote, { tongue: { t, counted } }: ViewContext): KnownBlock[] {
  const { capPerApproval: cap, secondApprovalAbove: above, selfApproval } = approval?.policy ?? {};
  const said = [
    ...(cap === undefined ? [] : [t`Maximum per approval: ${counted(cap, "credit")}.`]),
    ...(above === undefined
      ? []
      : [t`What costs more than ${counted(above, "credit")} needs two approvers.`]),
    ...(selfApproval === "refused" ? [t`Nobody approves their own request.`] : []),
  ];
  return said.length === 0 ? [] : [section(said.join(" "))];
}

function detailButtons(quote: Quote, person: string, context: ViewContext): KnownBlock[] {
  const { t } = context.tongue;
  const { doubtEncoding: actionId } = actionIds;
  const { id: value, request } = quote;
  const buttons = [
    ...(isWaiting(quote) && person === request.by ? [remindButton(quote, context)] : []),
    ...(possibleEncodings(quote).length > 0
      ? [button({ label: t`Wrong characters?`, actionId, value })]
      : []),
  ];
  return buttons.length === 0 ? [] : [actions("details", buttons)];
}

/** Returns the ids that a request for help needs. */
function idWords(quote: Quote): string {
  const keys = paidTasks(quote).map(({ key }) => `\`${key}\``);
  return [`\`${quote.id}\``, ...keys.slice(-mostKeys)].join(" · ");
}

const mostKeys = 6;
