import { mainProduct, offerOf } from "../../../core/offer.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, section } from "../../../slack/blocks.ts";
import { linkTo, mention, mentions, when } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";

/** A quote that waits for a decision, and where its card is. */
export type Waiting = { readonly quote: Quote; readonly link: string | undefined };

/** Reminds those who may decide: of one quote in its thread, of several in the conversation. */
export function reminderReply(quote: Quote, waiting: readonly Waiting[], desk: Desk): Message {
  const { t, amount } = desk.tongue;
  const people = mentions(desk.approvers, desk.tongue);
  const [only, ...more] = waiting;
  const what =
    more.length === 0
      ? t`${people} This estimate waits for a decision.`
      : t`${people} ${amount(waiting.length)} estimates wait for a decision here.`;
  const lines = (only === undefined ? [{ quote, link: undefined }] : waiting).map((one) =>
    lineOf(one, desk),
  );
  return { text: `${what} ${lines.join(" ")}`, blocks: [section(what), ...lines.map(section)] };
}

function lineOf({ quote, link }: Waiting, desk: Desk): string {
  const { t, counted } = desk.tongue;
  const language = languageShown(quote.target, desk.rules.languages, desk.tongue);
  const offer = offerOf(quote, mainProduct(quote), desk.rules);
  const price = counted(offer?.price ?? 0, "credit");
  const line = t`${named(quote, desk.tongue)} into ${language} for ${price}, asked for by ${mention(quote.requester)} (${when(quote.receivedAt)}); it can be decided until ${when(quote.expiresAt)}.`;
  return link === undefined ? line : `${line} ${linkTo(link, t`To its card`)}`;
}
