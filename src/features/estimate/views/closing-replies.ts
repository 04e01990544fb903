import type { ManuscriptFaultReason } from "../../../core/manuscript.ts";
import type { NoticeAbout } from "../../../core/notices.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import { mentioning, mention } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { noteWords } from "../../intake/views/intake-replies.ts";
import { membersOnly, noManuscriptWords } from "../../short-replies.ts";

/** Names one card of a thread, which may have a card for each language. */
function card(quote: Quote, { rules, locale }: Pick<ViewContext, "rules" | "locale">): string {
  return `${named(quote, locale)} → ${languageShown(quote.target, rules.languages, locale)}`;
}

/** Tells the requester, in the thread, who declined and why. */
export function declinedReply(
  quote: Quote,
  context: Pick<ViewContext, "rules" | "locale">,
): Message {
  const { locale } = context;
  const { decision, request } = quote;
  if (decision.status !== "declined") throw new Error(`quote ${quote.id} is not declined`);
  const { note } = decision;
  const what = locale.t`The estimate for ${card(quote, context)} was declined by ${mention(decision.by)}. Nothing was charged.`;
  const said = note === undefined ? what : `${what} ${noteWords(note, locale)}`;
  return say(mentioning([request.by], said, locale));
}

/** Tells requester and approvers, in the thread, that the estimate expired. */
export function expiredReply(quote: Quote, context: ViewContext): Message {
  const { approvers, locale } = context;
  const { t } = locale;
  const others = approvers.filter((id) => id !== quote.request.by);
  const what = t`The estimate for ${card(quote, context)} has expired: nobody decided in time. “Request again” on its card reopens it at today’s price.`;
  return say(mentioning([quote.request.by, ...others], what, locale));
}

/** Tells requester and approvers that the quote is open again, and its price. */
export function reopenedReply(
  quote: Quote,
  { by }: Pick<Extract<NoticeAbout, { kind: "reopened" }>, "by">,
  context: ViewContext,
): Message {
  const { approvers, rules, locale } = context;
  const { t, counted } = locale;
  const people = new Set([quote.request.by, ...approvers].filter((id) => id !== by));
  const open = t`${mention(by)} requested the estimate for ${card(quote, context)} again: its card is open.`;
  const { price, exists = [] } = offerOf(quote, mainProduct(quote), rules) ?? {};
  // The card offers what exists, for free: only its buttons name that and the price.
  const isPriced = price !== undefined && exists.length === 0;
  const what = isPriced ? `${open} ${t`It costs ${counted(price, "credit")}.`}` : open;
  return say(mentioning([...people], what, locale));
}

/** Tells the requester why the manuscript was refused. */
export function refusedReply(quote: Quote, context: ViewContext): Message {
  const reason = quote.reading.status === "refused" ? quote.reading.reason : "unsupported-type";
  const it = named(quote, context.locale);
  return say(mentioning([quote.request.by], refusalWords(reason, it, context), context.locale));
}

/** Says why nothing was read, and what to post instead; `it` is the quoted name, in mrkdwn. */
function refusalWords(
  reason: ManuscriptFaultReason,
  it: string,
  { rules, locale }: Pick<ViewContext, "rules" | "locale">,
): string {
  const { t, amount } = locale;
  switch (reason) {
    case "empty":
      return t`${it} is empty. Please post the manuscript again.`;
    case "binary":
    case "undecodable":
      return t`I can’t read the characters of ${it}. Please save it as a .txt or .md file in UTF-8 and post that.`;
    case "broken-document":
      return t`${it} is damaged, so I can’t open it. Please save it again in the program that made it, and post that.`;
    case "unsafe-document":
      return t`${it} has an unusual structure, so I didn’t open it. Please save it again in the program that made it, and post that.`;
    case "protected-document":
      return t`${it} is locked by a password or copy protection. Please save it without protection and post that.`;
    case "too-large":
      return t`${it} is larger than my limit of ${amount(rules.maxManuscriptBytes / 1_048_576)} MB. Please post it in parts.`;
    case "not-at-slack":
    case "gone":
    case "no-access":
    case "interrupted":
      return noManuscriptWords(it, locale);
    case "not-allowed":
      return membersOnly(locale);
    case "unsupported-type":
    case "old-word":
    case "rich-text":
    case "pages":
    case "pdf":
    case "picture":
    case "kindle":
    case "packed":
      return t`I can’t read ${it}. Please post the manuscript as a Word (.docx), EPUB, OpenDocument (.odt), HTML, .txt or .md file.`;
  }
}
