import type { KnownBlock } from "@slack/types";

import { isOfBatch, isStillAsked, isWaiting, toldEndorsement } from "#domain/approval/reminding.ts";
import { cardModel } from "#domain/estimate/card-model.ts";
import { latenessOf, latenessOnCard } from "#domain/lateness.ts";
import type { NoticeAbout } from "#domain/notices.ts";
import { mainProduct, offerOf } from "#domain/offer.ts";
import { type Quote, translationOf } from "#domain/quote.ts";
import { decidingButtons, noteLine, remindButton } from "#features/estimate/card-buttons-view.ts";
import { cardTitle, estimateCard, headlineOf } from "#features/estimate/estimate-card-view.ts";
import { approvers } from "#features/estimate/task-status-view.ts";
import { batchTotalReply } from "#features/intake/intake-replies-view.ts";
import { unsettledReply } from "#features/shared/change-reply-view.ts";
import { askedBut, dueWords, lateWords, requestLine } from "#features/shared/request-words-view.ts";
import type { Refusal } from "#features/shared/rights.ts";
import { notAllowedReply, staleCardReply } from "#features/shared/short-replies-view.ts";
import { runName } from "#features/translation/task-end-view.ts";
import { type Message, actions, contextBlock, say, section } from "#slack/blocks.ts";
import { linkTo, mentioning, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital } from "#slack/words.ts";

import type { ApproveClickOutcome, OneOfAll } from "./approve-quote.ts";

export type Approved = Exclude<ApproveClickOutcome, Refusal>;

export function approveReply(outcome: Approved, context: ViewContext): Message {
  const { t, counted } = context.locale;
  const credits = (count: number) => counted(count, "credit");
  switch (outcome.status) {
    case "approved":
      return say(t`Approved. The card shows the progress.`);
    case "already-approved":
      return say(t`This was already approved. Nothing more was charged.`);
    case "unsettled":
      return unsettledReply(context);
    case "endorsed":
    case "second-needed":
      return say(
        t`Your approval is recorded. Above ${credits(outcome.above)} a second, different person has to approve; nothing is charged until then.`,
      );
    case "own-quote":
      return say(
        t`Nobody approves their own requests here: another approver has to, or an admin changes the rule with \`/translate settings\`. Nothing was charged.`,
      );
    case "over-cap":
      return say(
        t`At most ${credits(outcome.cap)} can be approved within 30 days for one manuscript or one post, and this comes to ${credits(outcome.price)}. Nothing was charged; an admin can change the limit with \`/translate settings\`.`,
      );
    case "short-of-credits":
      return say(
        t`This costs ${credits(outcome.needed)}, but the balance has only ${credits(Math.max(0, outcome.balance - outcome.reserved))} left. Nothing was charged; it can be approved after a top-up.`,
      );
    case "over-month-cap": {
      const { cap, spent, reserved, needed } = outcome;
      const remainder = Math.max(0, cap - spent - reserved);
      return say(
        t`This costs ${credits(needed)}, but this channel’s limit of ${credits(cap)} a month (UTC) leaves only ${credits(remainder)}. Nothing was charged; an admin can change the limit with \`/translate settings\`.`,
      );
    }
    case "over-book-budget":
      return say(
        t`Only ${credits(Math.max(0, outcome.left))} of the book’s budget are left, so nothing was approved or charged. The card says so now; whoever still wants it can click again.`,
      );
    case "not-for-sale":
      return say(
        t`Galley can’t see earlier approvals just now, so nothing was approved or charged. Please try again in a few minutes, or ask an admin.`,
      );
    case "unfit-store":
      return say(
        t`Galley’s store can’t keep an approval safely just now, so nothing was approved or charged. Please ask an admin to check Galley’s server.`,
      );
    case "not-looked":
      return say(
        t`I couldn’t ask the partner about the earlier translation just now, so nothing was approved. Please click again in a minute.`,
      );
    // Only approvals by Galley itself have this cap.
    case "over-auto-cap":
    case "stale":
      return staleCardReply(context);
  }
}

/** Lists the cards of a batch that were not approved, and why; undefined when all were. */
export function approveAllReply(
  cards: readonly OneOfAll[],
  context: ViewContext,
): Message | undefined {
  const { t } = context.locale;
  const refused = cards.filter(({ outcome }) => outcome.status !== "approved");
  if (cards.length === 0) return staleCardReply(context);
  if (refused.length === 0) return undefined;
  const approved = t`Approved: ${cards.length - refused.length} of ${cards.length}.`;
  const lines = refused.map(
    ({ quote, outcome }) =>
      `• ${t`${`*${cardTitle(quote, context)}*`}: ${reason(outcome, context)}`}`,
  );
  return say([approved, ...lines].join("\n"));
}

function reason(outcome: OneOfAll["outcome"], context: ViewContext): string {
  const { status } = outcome;
  if (status === "look") {
    return context.locale.t`its card needs a closer look; please approve it there.`;
  }
  if (status === "not-allowed") return notAllowedReply(context).text;
  if (status === "unknown-card") return staleCardReply(context).text;
  return approveReply(outcome, context).text;
}

/** For a person who may not approve. A requester may have the approvers reminded. */
export function notApproverReply(
  { quote, person }: { readonly quote?: Quote; readonly person: string },
  context: ViewContext,
): Message {
  const message = notAllowedReply(context);
  if (quote?.request.by !== person || !isWaiting(quote)) return message;
  return {
    ...message,
    blocks: [...message.blocks, actions("remind", [remindButton(quote.id, context)])],
  };
}

export function endorsedReply(
  quote: Quote,
  about: Extract<NoticeAbout, { kind: "endorsed" }>,
  context: ViewContext,
): Message {
  const { nameOf, setup, locale } = context;
  const { t, counted } = locale;
  const first = toldEndorsement(quote, about);
  if (first === undefined) throw new Error(`quote ${quote.id} has no such first approval`);
  const { by, product } = first;
  const others = askedBut([quote.request.by, by], context);
  const price = counted(first.price, "credit");
  const kind = product === "part" ? "translation" : product;
  const { slice } = offerOf(quote, product, setup) ?? {};
  const it = runName(quote, { kind, slice, target: quote.target }, context);
  const what = t`Second approval needed: ${it}, ${price} (${nameOf(by)} approved). Nothing is charged until then.`;
  return say(mentioning([quote.request.by, ...others], what, locale));
}

export type Waiting = { readonly quote: Quote; readonly link: string | undefined };

/** Reminds the approvers: of one quote in its thread, of several in the conversation. */
export function reminderReply(
  waiting: readonly Waiting[],
  { at }: Pick<Reminder, "at">,
  context: ViewContext,
): Message {
  const { locale } = context;
  // All may be decided just before the message is posted.
  if (waiting.length === 0) return say(locale.t`All are decided.`);
  return waitingLines(waiting, at, { ...context, mentioned: askedBut([], context) });
}

type Reminder = Extract<NoticeAbout, { kind: "reminder" }>;

/** Lists what waits; the people who are mentioned come last, because notifications show the beginning. */
function waitingLines(
  waiting: readonly Waiting[],
  at: number,
  context: ViewContext & { readonly mentioned?: readonly string[] },
): Message {
  const { t } = context.locale;
  const lines = waiting.map((one) => lineOf(one, at, context));
  const what =
    lines.length === 1
      ? t`Approval still needed: ${lines.join("")}`
      : t`{${lines.length}, plural, one {# request still needs} other {# requests still need}} approval:`;
  const parts = lines.length === 1 ? [what] : [what, ...lines.map((line) => `• ${line}`)];
  const text = mentioning(context.mentioned ?? [], parts.join("\n"), context.locale);
  return { text, blocks: text.split("\n").map(section) };
}

function lineOf({ quote, link }: Waiting, at: number, context: ViewContext): string {
  const { nameOf, locale, setup } = context;
  const { t, counted } = locale;
  const offer = offerOf(quote, mainProduct(quote), setup);
  const price = counted(offer?.price ?? 0, "credit");
  const title = `*${cardTitle(quote, context)}*`;
  const line = t`${title}, ${price} (${nameOf(quote.request.by)}). Price good until ${when(quote.expiresAt)}.`;
  const lateness = latenessOf(quote, at);
  const due =
    lateness === undefined
      ? dueWords(quote, undefined, locale).map(capital)
      : lateWords(quote, lateness, locale);
  return [line, ...due.map((words) => `${words}.`), ...linkWords(link, context)].join(" ");
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
    return waitingLines(waiting, about.at, context);
  }
  if (!isStillAsked(quote, about)) return decided(quote, link, context);
  const { text } = estimateCard(quote, context);
  const blocks = offered(quote, link, { ...context, person: about.person });
  if (about.why === "asked") return { text, blocks };
  const what = t`Nobody has decided yet.`;
  return { text: `${text} ${what}`, blocks: [section(what), ...blocks] };
}

function offered(
  quote: Quote,
  link: string | undefined,
  context: ViewContext & { readonly person: string },
): KnownBlock[] {
  const { nameOf, locale } = context;
  const { t } = locale;
  const { state } = cardModel(quote, context.setup);
  const note = noteLine(quote, state, context);
  const { lead, rest } = headlineOf(quote, state, context);
  const facts = [
    t`Requested by ${nameOf(quote.request.by)}`,
    ...requestLine(quote, latenessOnCard(quote), locale),
    t`price good until ${when(quote.expiresAt)}`,
    ...linkWords(link, context),
  ];
  const lines = [
    `*${cardTitle(quote, context)}*`,
    `*${lead}* ${rest}`.trim(),
    ...(note === undefined ? [] : [note]),
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
  const { lead } = headlineOf(quote, cardModel(quote, context.setup).state, context);
  const words = approval === undefined ? lead : t`Approved by ${approvers(approval, context)}`;
  const text = [`*${cardTitle(quote, context)}*`, words, ...linkWords(link, context)].join(" · ");
  return { text, blocks: [section(text)] };
}

function linkWords(link: string | undefined, { locale: { t } }: ViewContext): readonly string[] {
  return link === undefined ? [] : [linkTo(link, t`Open card`)];
}
