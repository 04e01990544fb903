import type { KnownBlock, SectionBlock } from "@slack/types";

import { isWaiting } from "#domain/approval/reminding.ts";
import { forSale } from "#domain/estimate/card-model.ts";
import { possibleEncodings } from "#domain/intake/reading.ts";
import {
  type Offer,
  freeCredits,
  mainProduct,
  isInTargetLanguage,
  offerOf,
} from "#domain/offer.ts";
import { type Quote, estimateOf, manuscriptOf, paidTasks } from "#domain/quote.ts";
import { lengthOf } from "#domain/slice.ts";
import { type Task, hasEnded } from "#domain/task.ts";
import type { TextSeen } from "#features/intake/read-manuscript.ts";
import { actionIds } from "#features/shared/ids.ts";
import { choiceLabels, twoApprovers } from "#features/shared/request-words-view.ts";
import { fileGoneReply } from "#features/shared/short-replies-view.ts";
import {
  type Field,
  actions,
  button,
  contextBlock,
  fields,
  limits,
  plainText,
  section,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { mention, mentions, outside, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languageShown, formatNames } from "#slack/words.ts";

import { remindButton, resultActions } from "./card-buttons-view.ts";
import { leftOutLine } from "./left-out-view.ts";
import { approvers } from "./task-status-view.ts";

/** Shows everything that the card leaves out: figures, rules, ids and the text as it was read. */
export function detailBlocks(
  quote: Quote,
  context: ViewContext,
  { text, person }: Looking,
): readonly KnownBlock[] {
  const keys = paidTasks(quote).map(({ key }) => key);
  return [
    fields(facts(quote, context)),
    ...rules(quote, context),
    ...detailButtons(quote, person, context),
    ...resultActions(quote, context),
    ...(text ?? [section(context.locale.t`One moment…`)]),
    // The ids that a request for help needs.
    contextBlock([quote.id, ...keys.slice(-6)].map((id) => `\`${id}\``).join(" · ")),
  ];
}

/** `text` is undefined until it was read, which takes a moment. */
type Looking = {
  readonly person?: string;
  readonly text?: readonly KnownBlock[] | undefined;
};

/** Slack takes ten in one section. */
function facts(quote: Quote, context: ViewContext): readonly Field[] {
  const { approvers: all, setup, locale } = context;
  const { t, counted } = locale;
  const offer = offerOf(quote, mainProduct(quote), setup);
  const offered = forSale(quote, mainProduct(quote), setup);
  const { book, request } = quote;
  const task = paidTasks(quote).at(-1);
  const { approval, price = 0 } = task ?? {};
  const who = approval && `${approvers(approval, context)} · ${when(approval.at)}`;
  return [
    [t`Language`, languageWords(quote, context)],
    [t`Length`, lengthWords(quote, locale)],
    [t`Price`, offer && priceWords(quote, offer, locale)],
    [t`Partner’s estimate`, estimateWords(quote, locale)],
    [t`Balance`, offered && balanceWords(quote, offered.price, locale)],
    [t`Requested by`, mention(request.by)],
    [t`Approvers`, all.length === 0 ? undefined : mentions(all, locale)],
    [t`Book`, book === undefined ? undefined : outside(book, limits.nameShown)],
    [t`Approved`, who && `${counted(price, "credit")} · ${who}`],
    [t`Glossary`, task && frozenWords(quote, task, locale)],
  ];
}

/** Names the share of the price that pays for the marks around italics, bold and links. */
function priceWords(quote: Quote, { price, slice }: Offer, { t, counted }: Locale): string {
  const { marks = 0 } = manuscriptOf(quote) ?? {};
  const credits = counted(price, "credit");
  return slice !== undefined || marks === 0
    ? credits
    : t`${credits}, ${marks} of them for italics, bold, and links`;
}

function frozenWords(quote: Quote, { glossary }: Task, locale: Locale): string | undefined {
  if (glossary === undefined) return undefined;
  const { terms } = quote.glossary ?? {};
  const counts = terms?.hash === glossary.hash ? [locale.counted(terms.count, "term")] : [];
  return locale.enumerated([...counts, choiceLabels(locale)[glossary.strategy]]);
}

function languageWords(quote: Quote, { setup: { languages }, locale }: ViewContext): string {
  const languageName = (code: string) => languageShown(code, languages, locale);
  const target = languageName(quote.target);
  const source =
    quote.language === undefined ? locale.t`not detected` : languageName(quote.language);
  return capital(isInTargetLanguage(quote) ? source : `${source} → ${target}`);
}

/** Names the encoding when the bytes could have been read differently. */
function lengthWords(quote: Quote, { t, counted, enumerated }: Locale): string | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const { characters, chapters, encoding, format } = manuscript;
  return enumerated([
    counted(characters, "character"),
    ...(chapters.length === 0 ? [] : [counted(chapters.length, "chapter")]),
    ...(format === undefined ? [] : [t`read as ${formatNames[format]}`]),
    ...(encoding.startsWith("utf-") ? [] : [t`read as ${encoding.toUpperCase()}`]),
  ]);
}

function estimateWords(quote: Quote, { t, counted, enumerated }: Locale): string | undefined {
  const estimate = estimateOf(quote);
  if (estimate === undefined || !hasEnded(estimate)) return undefined;
  if (estimate.state.status !== "completed") return t`None; priced on our own count.`;
  const { estimatedCredits, estimatedTokens } = estimate.state.result;
  return enumerated([
    ...(estimate.slice === undefined ? [] : [counted(lengthOf(estimate.slice), "character")]),
    ...(estimatedCredits === undefined ? [] : [counted(estimatedCredits, "credit")]),
    ...(estimatedTokens === undefined ? [] : [counted(estimatedTokens, "token")]),
  ]);
}

function balanceWords(
  { balance }: Quote,
  price: number,
  { t, counted, enumerated }: Locale,
): string | undefined {
  if (balance === undefined) return undefined;
  const { credits: now, reserved = 0 } = balance;
  const after = freeCredits(balance) - price;
  return enumerated([
    counted(now, "credit"),
    ...(reserved === 0 ? [] : [t`${reserved} reserved`]),
    ...(after < 0 ? [] : [t`${after} after this`]),
  ]);
}

function rules({ approval }: Quote, { locale }: ViewContext): KnownBlock[] {
  const { t, counted } = locale;
  const { capPerApproval: cap, secondApprovalAbove: above, selfApproval } = approval?.policy ?? {};
  const sentences = [
    ...(cap === undefined ? [] : [t`Nobody can approve more than ${counted(cap, "credit")}.`]),
    ...(above === undefined ? [] : [twoApprovers(above, locale)]),
    ...(selfApproval === "refused" ? [t`Nobody approves their own request.`] : []),
  ];
  return sentences.length === 0 ? [] : [section(sentences.join(" "))];
}

function detailButtons(
  quote: Quote,
  person: string | undefined,
  context: ViewContext,
): KnownBlock[] {
  const { t } = context.locale;
  const { doubtEncoding: actionId } = actionIds;
  const { id: value, request } = quote;
  const buttons = [
    ...(isWaiting(quote) && person === request.by ? [remindButton(quote.id, context)] : []),
    ...(possibleEncodings(quote).length > 0
      ? [button({ label: t`Wrong characters?`, actionId, value })]
      : []),
  ];
  return buttons.length === 0 ? [] : [actions("details", buttons)];
}

export function textBlocks(
  quote: Quote,
  excerpt: TextSeen | undefined,
  context: ViewContext,
): readonly KnownBlock[] {
  if (excerpt === undefined) return fileGoneReply(context).blocks;
  const { locale } = context;
  const { t } = locale;
  const { leftOut = [] } = manuscriptOf(quote) ?? {};
  return [
    section(`*${t`The text as it was read`}*`),
    ...(leftOut.length === 0 ? [] : [contextBlock(leftOutLine(leftOut, locale))]),
    ...passages(excerpt.beginning),
    ...(excerpt.ending === "" ? [] : [section("…"), ...passages(excerpt.ending)]),
  ];
}

function passages(text: string): readonly SectionBlock[] {
  const all = text.match(passage) ?? [];
  // Slack takes no block of blanks alone.
  const paragraphs = all.map((one) => one.trim().toWellFormed()).filter((one) => one !== "");
  return paragraphs.map((one) => ({ type: "section", text: plainText(one, limits.passage) }));
}

/** At most `limits.passage` UTF-16 units. */
const passage = /[^]{1,2900}(?!\S)|[^]{1,2900}/g;
