import type { ManuscriptFaultReason } from "../../../core/manuscript.ts";
import type { NoticeAbout } from "../../../core/notices.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, mentions } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { noteWords } from "../../intake/views/request-words.ts";

/** Names one card of a thread, which may have a card for each language. */
function card(quote: Quote, { rules, tongue }: Pick<ViewContext, "rules" | "tongue">): string {
  return `${named(quote, tongue)} → ${languageShown(quote.target, rules.languages, tongue)}`;
}

/** Tells the requester, in the thread, who declined and why. */
export function declinedReply(
  quote: Quote,
  context: Pick<ViewContext, "rules" | "tongue">,
): Message {
  const { tongue } = context;
  const { decision, request } = quote;
  if (decision.status !== "declined") throw new Error(`quote ${quote.id} is not declined`);
  const { note } = decision;
  const what = tongue.t`${mention(request.by)} The estimate for ${card(quote, context)} was declined by ${mention(decision.by)}. Nothing was charged.`;
  return say(note === undefined ? what : `${what} ${noteWords(note, tongue)}`);
}

/** Tells requester and approvers, in the thread, that the estimate expired. */
export function expiredReply(quote: Quote, context: ViewContext): Message {
  const { approvers, tongue } = context;
  const { t } = tongue;
  const others = approvers.filter((id) => id !== quote.request.by);
  const people = mentions([quote.request.by, ...others], tongue);
  return say(
    t`${people} The estimate for ${card(quote, context)} has expired: nobody decided in time. “Request again” on its card reopens it at today’s price.`,
  );
}

/**
 * Tells requester and approvers that the quote is open again, and its price, with the earlier one if it
 * changed.
 */
export function reopenedReply(
  quote: Quote,
  { by, price: before }: Pick<Extract<NoticeAbout, { kind: "reopened" }>, "by" | "price">,
  context: ViewContext,
): Message {
  const { approvers, rules, tongue } = context;
  const { t, counted } = tongue;
  const people = new Set([quote.request.by, ...approvers].filter((id) => id !== by));
  const called = people.size === 0 ? "" : `${mentions([...people], tongue)} `;
  const open = t`${mention(by)} requested the estimate for ${card(quote, context)} again: its card is open.`;
  const { price, exists = [] } = offerOf(quote, mainProduct(quote), rules) ?? {};
  // The card offers what exists, for free: only its buttons name that and the price.
  if (price === undefined || exists.length > 0) return say(`${called}${open}`);
  const now = counted(price, "credit");
  const cost =
    before === undefined || before === price
      ? t`It costs ${now}.`
      : t`It costs ${now}; before, it cost ${counted(before, "credit")}.`;
  return say(`${called}${open} ${cost}`);
}

/** Tells the requester why the manuscript was refused. */
export function refusedReply(quote: Quote, { rules, tongue }: ViewContext): Message {
  const reason = quote.reading.status === "refused" ? quote.reading.reason : "unsupported-type";
  const it = named(quote, tongue);
  return say(`${mention(quote.request.by)} ${refusals[reason]({ it, rules, tongue })}`);
}

/** `it` is the quoted name, in mrkdwn. */
type Refused = Pick<ViewContext, "rules" | "tongue"> & { readonly it: string };

/** The reply for each reason, with what is accepted instead. */
const refusals: Readonly<Record<ManuscriptFaultReason, (refused: Refused) => string>> = {
  empty: ({ it, tongue }) =>
    tongue.t`${it} is empty. Please post the manuscript again as ${anyKind(tongue)}.`,
  binary: ({ it, tongue }) =>
    tongue.t`${it} isn’t plain text. Please save the manuscript as ${textKind(tongue)} and post it again.`,
  undecodable: ({ it, tongue }) =>
    tongue.t`I can’t read the characters of ${it}. Please save it as ${textKind(tongue)} and post it again.`,
  "unsupported-type": ({ it, tongue }) =>
    tongue.t`I can’t read files like ${it} yet. Please post the manuscript as ${anyKind(tongue)}.`,
  "old-word": ({ it, tongue }) =>
    tongue.t`${it} is in Word’s old format, which I can’t read. Please save it as .docx in Word or LibreOffice, and post that.`,
  "rich-text": ({ it, tongue }) =>
    tongue.t`${it} is in rich text format, which I can’t read. Please save it as .docx in Word or LibreOffice, and post that.`,
  pages: ({ it, tongue }) =>
    tongue.t`${it} is a Pages file, which I can’t read. Please export it to Word or EPUB, and post that.`,
  pdf: ({ it, tongue }) =>
    tongue.t`${it} is a PDF, and I can’t read PDFs reliably. Please post the file it was made from, as ${anyKind(tongue)}.`,
  picture: ({ it, tongue }) =>
    tongue.t`${it} is a picture, and I can’t read text in pictures. Please post the manuscript as ${anyKind(tongue)}.`,
  kindle: ({ it, tongue }) =>
    tongue.t`${it} is a Kindle book, which I can’t open. Please post its .epub or the original manuscript.`,
  packed: ({ it, tongue }) =>
    tongue.t`${it} is a zip file. Please unpack it and post each manuscript in it, as ${anyKind(tongue)}.`,
  "broken-document": ({ it, tongue }) =>
    tongue.t`${it} is damaged or not what its name says, so I can’t open it. Please save it again in the program that made it, and post that.`,
  "protected-document": ({ it, tongue }) =>
    tongue.t`${it} is locked by a password or copy protection, so I can’t read it. Please save it without protection, or post it as ${anyKind(tongue)}.`,
  "unsafe-document": ({ it, tongue }) =>
    tongue.t`${it} has an unusual structure, so I didn’t open it. Please save it again in the program that made it, or post the text as a .txt file.`,
  "too-large": ({ it, rules, tongue }) =>
    tongue.t`${it} is larger than my limit of ${megabytes(rules.maxManuscriptBytes, tongue)}. Please post it in parts, each as ${anyKind(tongue)}.`,
  "not-at-slack": ({ it, tongue }) =>
    tongue.t`${it} is stored outside Slack, where I can’t fetch it. Please upload it here as ${anyKind(tongue)}.`,
  gone: ({ it, tongue }) =>
    tongue.t`${it} is no longer at Slack. Please post it again as ${anyKind(tongue)}.`,
  "no-access": ({ it, tongue }) =>
    tongue.t`Slack doesn’t let me read ${it}. Please post it in a conversation that I’m a member of, as ${anyKind(tongue)}.`,
  "not-allowed": ({ tongue }) => membersOnly(tongue),
  interrupted: ({ it, tongue }) =>
    tongue.t`Slack didn’t give me the whole of ${it}. Please post it again as ${anyKind(tongue)}.`,
};

function anyKind({ t }: Tongue): string {
  return t`a Word (.docx), EPUB, OpenDocument (.odt), HTML, .txt or .md file`;
}

function textKind({ t }: Tongue): string {
  return t`a .txt or .md file in UTF-8 or UTF-16`;
}

function megabytes(bytes: number, { amount }: Tongue): string {
  return `${amount(bytes / 1_048_576)} MB`;
}

/** Answers guests and people of other workspaces. */
export function membersOnly({ t }: Tongue): string {
  return t`Only full members of this workspace can order translations here; guests and people of other workspaces can’t.`;
}
