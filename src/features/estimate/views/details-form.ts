import type { KnownBlock, ModalView } from "@slack/types";

import {
  type Offer,
  freeCredits,
  mainProduct,
  isInTargetLanguage,
  offerOf,
} from "../../../core/offer.ts";
import { type Quote, estimateOf, manuscriptOf, paidTasks } from "../../../core/quote.ts";
import { type Task, hasEnded } from "../../../core/task.ts";
import {
  type Field,
  actions,
  button,
  contextBlock,
  fields,
  limits,
  section,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { mention, mentions, outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import { isWaiting } from "../../approval/rules/reminding.ts";
import { remindButton } from "../../approval/views/decision-replies.ts";
import { type CardPlace, actionIds } from "../../ids.ts";
import type { TextLook } from "../../intake/actions/read-manuscript.ts";
import { possibleEncodings } from "../../intake/rules/reading.ts";
import { encodingLabel, formatNames, textBlocks } from "../../intake/views/encodings.ts";
import { forSale } from "../rules/card-model.ts";
import { menuNames } from "./card-buttons.ts";
import { cardForm, choiceLabels } from "./card-forms.ts";
import { approvers } from "./run-words.ts";

/**
 * Shows everything that the card leaves out: figures, rules, ids and the text as it was read. `look` is
 * undefined until the text was read, which takes a moment.
 */
export function detailsForm(
  quote: Quote,
  { look, person, ...at }: Looking,
  context: ViewContext,
): ModalView {
  const { locale } = context;
  const keys = paidTasks(quote).map(({ key }) => key);
  const blocks = [
    fields(facts(quote, context)),
    ...rules(quote, context),
    ...detailButtons(quote, person, context),
    ...(look === undefined ? [section(locale.t`One moment…`)] : textBlocks(look, context)),
    // The ids that a request for help needs.
    contextBlock([quote.id, ...keys.slice(-6)].map((id) => `\`${id}\``).join(" · ")),
  ];
  return cardForm("details", at, { title: menuNames(locale).details, blocks }, locale);
}

type Looking = CardPlace & { readonly person: string; readonly look: TextLook | undefined };

/** A row without words is left out. Slack takes ten in one section. */
function facts(quote: Quote, context: ViewContext): readonly Field[] {
  const { approvers: all, rules, locale } = context;
  const { t, counted } = locale;
  const offer = offerOf(quote, mainProduct(quote), rules);
  const offered = forSale(quote, mainProduct(quote), rules);
  const { book, request } = quote;
  const task = paidTasks(quote).at(-1);
  const { approval, price = 0 } = task ?? {};
  const who = approval && `${approvers(approval, context)}, ${when(approval.at)}`;
  const rows: readonly (readonly [string, string | undefined])[] = [
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
  return rows.flatMap(([label, words]) => (words === undefined ? [] : [[label, words] as const]));
}

/** Names the share of the price that pays for the marks around italics, bold and links. */
function priceWords(quote: Quote, { price, slice }: Offer, { t, counted }: Locale): string {
  const { marks = 0 } = manuscriptOf(quote) ?? {};
  const credits = counted(price, "credit");
  return slice !== undefined || marks === 0
    ? credits
    : t`${credits}, ${marks} of them for italics, bold, and links`;
}

/** Describes the glossary that a run was approved with; undefined for a run without one. */
function frozenWords(
  quote: Pick<Quote, "glossary">,
  { glossary }: Pick<Task, "glossary">,
  locale: Locale,
): string | undefined {
  if (glossary === undefined) return undefined;
  const { terms } = quote.glossary ?? {};
  const known = terms?.hash === glossary.hash ? [locale.counted(terms.count, "term")] : [];
  return locale.enumerated([...known, choiceLabels(locale)[glossary.strategy]]);
}

function languageWords(quote: Quote, { rules: { languages }, locale }: ViewContext): string {
  const shown = (code: string) => languageShown(code, languages, locale);
  const target = shown(quote.target);
  const source = quote.language === undefined ? locale.t`not detected` : shown(quote.language);
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
    ...(encoding.startsWith("utf-") ? [] : [t`read as ${encodingLabel(encoding)}`]),
  ]);
}

function estimateWords(quote: Quote, { t, counted, enumerated }: Locale): string | undefined {
  const estimate = estimateOf(quote);
  if (estimate === undefined || !hasEnded(estimate)) return undefined;
  if (estimate.state.status !== "completed") return t`None; priced on our own count.`;
  const { estimatedCredits, estimatedTokens } = estimate.state.result;
  return enumerated([
    ...(estimatedCredits === undefined ? [] : [counted(estimatedCredits, "credit")]),
    ...(estimatedTokens === undefined ? [] : [counted(estimatedTokens, "token")]),
  ]);
}

/** Returns the balance, the credits reserved by other approvals, and the rest after this one. */
function balanceWords(
  { balance }: Quote,
  price: number,
  { t, counted, enumerated }: Locale,
): string | undefined {
  if (balance === undefined) return undefined;
  const { credits: now, promised = 0 } = balance;
  const after = freeCredits(balance) - price;
  return enumerated([
    counted(now, "credit"),
    ...(promised === 0 ? [] : [t`${promised} reserved`]),
    ...(after < 0 ? [] : [t`${after} after this`]),
  ]);
}

/** Lists the spending rules for approvals in this conversation. */
function rules({ approval }: Quote, { locale: { t, counted } }: ViewContext): KnownBlock[] {
  const { capPerApproval: cap, secondApprovalAbove: above, selfApproval } = approval?.policy ?? {};
  const said = [
    ...(cap === undefined ? [] : [t`Nobody can approve more than ${counted(cap, "credit")}.`]),
    ...(above === undefined ? [] : [t`Over ${counted(above, "credit")}: needs two approvers.`]),
    ...(selfApproval === "refused" ? [t`Nobody approves their own request.`] : []),
  ];
  return said.length === 0 ? [] : [section(said.join(" "))];
}

function detailButtons(quote: Quote, person: string, context: ViewContext): KnownBlock[] {
  const { t } = context.locale;
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
