import type { KnownBlock } from "@slack/types";

import type { NoticeAbout } from "../../../core/notices.ts";
import { type Quote, translationOf } from "../../../core/quote.ts";
import { type Message, contextBlock, section } from "../../../slack/blocks.ts";
import { linkTo, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { cardModel } from "../../estimate/rules/card-model.ts";
import { decidingButtons } from "../../estimate/views/card-buttons.ts";
import { headlineOf } from "../../estimate/views/card-headline.ts";
import { noteLine } from "../../estimate/views/card-note.ts";
import { cardTitle, estimateCard } from "../../estimate/views/estimate-card.ts";
import { approvers } from "../../estimate/views/policy-words.ts";
import { batchTotalReply } from "../../intake/views/batch-total-reply.ts";
import { requestLine } from "../../intake/views/request-words.ts";
import { isOfBatch, isStillAsked } from "../rules/reminding.ts";
import { type Waiting, waitingLines } from "./decision-replies.ts";

type Drawing = {
  /** The quotes of a message about several. */
  readonly waiting: readonly Waiting[];
  /** The link to the card, for a message about one quote. */
  readonly link: string | undefined;
  readonly context: ViewContext;
};

/**
 * Draws the message in which one person decides directly, under the same rights as at the card. For
 * several quotes it lists the cards.
 */
export function directReply(
  quote: Quote,
  about: Extract<NoticeAbout, { kind: "direct" }>,
  { waiting, link, context }: Drawing,
): Message {
  const { t } = context.tongue;
  if (isOfBatch(quote, about)) return batchTotalReply(quote, { ...context, approvers: [] });
  if (about.beside.length > 0) {
    return waitingLines(t`Nobody has decided on these estimates.`, waiting, context);
  }
  if (!isStillAsked(quote, about)) return decided(quote, link, context);
  const { text } = estimateCard(quote, context);
  const blocks = offered(quote, link, context);
  if (about.why === "asked") return { text, blocks };
  const what = t`Nobody has decided on this since ${when(quote.request.at)}.`;
  return { text: `${what} ${text}`, blocks: [section(what), ...blocks] };
}

function offered(quote: Quote, link: string | undefined, context: ViewContext): KnownBlock[] {
  const { nameOf, tongue } = context;
  const { t } = tongue;
  const { state, note } = cardModel(quote, context.rules);
  const { lead, rest } = headlineOf(quote, state, context);
  const facts = [
    t`Requested by ${nameOf(quote.request.by)}`,
    ...requestLine(quote, tongue),
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
  const { t } = context.tongue;
  const approval = translationOf(quote)?.approval;
  const { lead } = headlineOf(quote, cardModel(quote, context.rules).state, context);
  const words = approval === undefined ? lead : t`Approved by ${approvers(approval, context)}`;
  const text = [`*${cardTitle(quote, context)}*`, words, ...linkWords(link, context)].join(" · ");
  return { text, blocks: [section(text)] };
}

function linkWords(link: string | undefined, { tongue: { t } }: ViewContext): readonly string[] {
  return link === undefined ? [] : [linkTo(link, t`Open card`)];
}
