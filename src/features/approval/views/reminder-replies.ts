import type { KnownBlock } from "@slack/types";

import type { NoticeAbout } from "../../../core/notices.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import { type Quote, translationOf } from "../../../core/quote.ts";
import { type Message, contextBlock, say, section } from "../../../slack/blocks.ts";
import { mentioning, linkTo, mention, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown, named } from "../../../slack/words.ts";
import { cardModel } from "../../estimate/rules/card-model.ts";
import { decidingButtons } from "../../estimate/views/card-buttons.ts";
import {
  headlineOf,
  noteLine,
  cardTitle,
  estimateCard,
} from "../../estimate/views/estimate-card.ts";
import { approvers } from "../../estimate/views/run-words.ts";
import { batchTotalReply, requestLine } from "../../intake/views/intake-replies.ts";
import { runName } from "../../translation/views/endings.ts";
import { isOfBatch, isStillAsked, toldEndorsement } from "../rules/reminding.ts";

/** Tells requester and approvers, in the thread, that one person approved and a second one has to. */
export function endorsedReply(
  quote: Quote,
  about: Extract<NoticeAbout, { kind: "endorsed" }>,
  context: ViewContext,
): Message {
  const { approvers, nameOf, rules, locale } = context;
  const { t, counted } = locale;
  const first = toldEndorsement(quote, about);
  if (first === undefined) throw new Error(`quote ${quote.id} has no such first approval`);
  const others = approvers.filter((id) => id !== quote.request.by && id !== first.by);
  const price = counted(first.price, "credit");
  const { product } = first;
  const kind = product === "part" ? "translation" : product;
  const { slice } = offerOf(quote, product, rules) ?? {};
  const it = runName(quote, { kind, slice, target: quote.target }, context);
  const what = t`${capital(it)} needs a second approval for ${price}: ${nameOf(first.by)} approved. Nothing is charged until then.`;
  return say(mentioning([quote.request.by, ...others], what, locale));
}

export type Waiting = { readonly quote: Quote; readonly link: string | undefined };

/** Reminds the approvers: of one quote in its thread, of several in the conversation. */
export function reminderReply(waiting: readonly Waiting[], context: ViewContext): Message {
  const { locale } = context;
  // All may be decided just before the message is posted.
  if (waiting.length === 0) return say(locale.t`All are decided.`);
  const what = locale.t`{${waiting.length}, plural, one {This estimate is} other {# estimates are}} waiting for approval.`;
  return waitingLines(mentioning(context.approvers, what, locale), waiting, context);
}

function waitingLines(what: string, waiting: readonly Waiting[], context: ViewContext): Message {
  const lines = waiting.map((one) => lineOf(one, context));
  return { text: `${what} ${lines.join(" ")}`, blocks: [section(what), ...lines.map(section)] };
}

function lineOf({ quote, link }: Waiting, context: ViewContext): string {
  const { t, counted } = context.locale;
  const language = languageShown(quote.target, context.rules.languages, context.locale);
  const offer = offerOf(quote, mainProduct(quote), context.rules);
  const price = counted(offer?.price ?? 0, "credit");
  const line = t`${named(quote, context.locale)} into ${language} for ${price}, requested by ${mention(quote.request.by)} (${when(quote.request.at)}); price good until ${when(quote.expiresAt)}.`;
  return [line, ...linkWords(link, context)].join(" ");
}

type Drawing = {
  readonly waiting: readonly Waiting[];
  readonly link: string | undefined;
  readonly context: ViewContext;
};

/** Draws the message in which one person decides directly; for several quotes a list of cards. */
export function directReply(
  quote: Quote,
  about: Extract<NoticeAbout, { kind: "direct" }>,
  { waiting, link, context }: Drawing,
): Message {
  const { t } = context.locale;
  if (isOfBatch(quote, about)) return batchTotalReply(quote, { ...context, approvers: [] });
  if (about.beside.length > 0) {
    return waitingLines(t`Nobody has decided yet.`, waiting, context);
  }
  if (!isStillAsked(quote, about)) return decided(quote, link, context);
  const { text } = estimateCard(quote, context);
  const blocks = offered(quote, link, context);
  if (about.why === "asked") return { text, blocks };
  const what = t`Nobody has decided yet.`;
  return { text: `${what} ${text}`, blocks: [section(what), ...blocks] };
}

function offered(quote: Quote, link: string | undefined, context: ViewContext): KnownBlock[] {
  const { nameOf, locale } = context;
  const { t } = locale;
  const { state, note } = cardModel(quote, context.rules);
  const { lead, rest } = headlineOf(quote, state, context);
  const facts = [
    t`Requested by ${nameOf(quote.request.by)}`,
    ...requestLine(quote, locale),
    t`price good until ${when(quote.expiresAt)}`,
    ...linkWords(link, context),
  ];
  const lines = [
    `*${cardTitle(quote, context)}*`,
    `*${lead}* ${rest}`.trim(),
    ...(note === undefined ? [] : [noteLine(quote, note, context)]),
  ];
  return [
    section(lines.join("\n")),
    ...decidingButtons(quote, context),
    contextBlock(facts.join(" · ")),
  ];
}

function decided(quote: Quote, link: string | undefined, context: ViewContext): Message {
  const { t } = context.locale;
  const approval = translationOf(quote)?.approval;
  const { lead } = headlineOf(quote, cardModel(quote, context.rules).state, context);
  const words = approval === undefined ? lead : t`Approved by ${approvers(approval, context)}`;
  const text = [`*${cardTitle(quote, context)}*`, words, ...linkWords(link, context)].join(" · ");
  return { text, blocks: [section(text)] };
}

function linkWords(link: string | undefined, { locale: { t } }: ViewContext): readonly string[] {
  return link === undefined ? [] : [linkTo(link, t`Open card`)];
}
