import type { NoticeAbout } from "../../../core/notices.ts";
import { mainProduct, offerOf } from "../../../core/offer.ts";
import type { Product, Quote } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { type Message, button, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { linkTo, mention, mentions, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import type { ReopenOutcome } from "../../estimate/rules/reopening.ts";
import { approvers } from "../../estimate/views/policy-words.ts";
import { actionIds } from "../../ids.ts";
import { notForSaleReply } from "../../records/views/records-replies.ts";
import { notLookedReply, staleCardReply } from "../../short-replies.ts";
import { noFundsWords } from "../../spending/views/usage-reply.ts";
import type { ApproveClickOutcome } from "../actions/approve-quote.ts";
import type { Refusal } from "../actions/decide.ts";
import type {
  ApproveOutcome,
  DeclineOutcome,
  NoteOutcome,
  PolicyOutcome,
  TargetOutcome,
  UndoOutcome,
} from "../rules/decisions.ts";
import { type RemindOutcome, toldEndorsement } from "../rules/reminding.ts";

/** Tells the person who clicked a spending button the outcome. */
export function approveReply(outcome: Approved, asking: Asking, context: ViewContext): Message {
  const { tongue } = context;
  const { t } = tongue;
  const it = productName(asking.product, tongue);
  switch (outcome.status) {
    case "approved":
      return say(t`${it} is approved and goes to the partner now. The card shows its progress.`);
    case "already-approved":
      return say(approvedBefore(it, outcome.task, context));
    case "overlaps":
      return say(chaptersApprovedBefore(outcome.task, context));
    case "unsettled":
    case "expired":
    case "declined":
    case "language-needed":
    case "not-ready":
      return say(nothingApproved(outcome, tongue));
    case "endorsed":
    case "second-needed":
    case "own-quote":
    case "over-cap":
      return policyReply(outcome, asking, context);
    case "short-of-credits":
    case "over-month-cap":
      return say(noFundsWords(outcome, it, tongue));
    case "not-for-sale":
      return notForSaleReply(outcome, tongue);
    case "not-looked":
      return notLookedReply(context);
    // Only approvals by Galley itself have this cap.
    case "over-auto-cap":
    case "stale":
      return staleCardReply(context);
  }
}

export type Approved = Exclude<ApproveClickOutcome, Refusal>;

type Closed = Extract<
  ApproveOutcome,
  { status: "unsettled" | "expired" | "declined" | "language-needed" | "not-ready" }
>;

function nothingApproved(outcome: Closed, { t }: Tongue): string {
  switch (outcome.status) {
    case "unsettled":
      return t`I didn’t start this again: it isn’t known whether the earlier run was charged. My reply in the thread says what to do.`;
    case "expired":
      return t`This estimate has expired. Nothing was charged; “Request again” on the card reopens it.`;
    case "declined":
      return t`${mention(outcome.by)} declined this estimate. Nothing was charged; post the manuscript again for a new one.`;
    case "language-needed":
      return t`The manuscript is already in this language. Nothing was charged; please choose another language on the card.`;
    case "not-ready":
      return t`The estimate isn’t ready yet. Nothing was charged; please wait for the card.`;
  }
}

function approvedBefore(it: string, { approval }: Task, context: ViewContext): string {
  const { t } = context.tongue;
  return approval === undefined
    ? t`${it} was already approved. Nothing more was charged.`
    : t`${it} was already approved by ${approvers(approval, context)} at ${when(approval.at)}. Nothing more was charged.`;
}

function chaptersApprovedBefore({ approval }: Task, context: ViewContext): string {
  const { t } = context.tongue;
  return approval === undefined
    ? t`Some of these chapters were already approved. Nothing was charged; the card shows what is left.`
    : t`Some of these chapters were already approved by ${approvers(approval, context)} at ${when(approval.at)}. Nothing was charged; the card shows what is left.`;
}

export function declineReply(outcome: DeclineOutcome, context: ViewContext): Message {
  const { t } = context.tongue;
  switch (outcome.status) {
    case "declined":
      return say(t`Declined. The card and the thread say so.`);
    case "already-declined":
      return say(t`${mention(outcome.by)} already declined this estimate.`);
    case "already-approved": {
      const { approval } = outcome.task;
      return say(
        approval === undefined
          ? t`The translation was approved and sent. Sent translations can’t be canceled.`
          : t`The translation was approved by ${approvers(approval, context)} at ${when(approval.at)} and sent. Sent translations can’t be canceled.`,
      );
    }
    case "expired":
      return say(
        t`This estimate has expired. Nothing was charged; “Request again” on the card reopens it.`,
      );
  }
}

/** Answers a click on *Request again*. */
export function reopenedAnswer(outcome: ReopenOutcome, { tongue: { t } }: ViewContext): Message {
  switch (outcome.status) {
    case "reopened":
      return say(
        t`The estimate is open again on its card. Nothing is charged until it is approved.`,
      );
    case "reopened-before":
      return say(t`${mention(outcome.by)} already requested it again: its card is open.`);
    case "not-expired":
      return say(t`This estimate has not expired, so nothing was changed.`);
    case "erased":
      return say(
        t`This estimate is too old to be requested again. Please post the manuscript again.`,
      );
    case "unsettled":
      return say(
        t`It isn’t known whether an earlier run on this card was charged. My reply in the thread says what to do; after that you can request it again.`,
      );
  }
}

/** Answers a note that came too late. */
export function noteReply(_: NoteOutcome, { tongue: { t } }: ViewContext): Message {
  return say(t`This estimate is closed. Please post the manuscript again.`);
}

export function undoReply({ status }: UndoOutcome, { tongue: { t } }: ViewContext): Message {
  return say(
    status === "undone"
      ? t`The approval is undone. Nothing was sent or charged.`
      : t`It has been sent already, so it can’t be undone.`,
  );
}

export function targetReply(outcome: TargetOutcome, context: ViewContext): Message {
  const { t } = context.tongue;
  switch (outcome.status) {
    case "changed":
      return say(t`The card is being estimated for the language you chose.`);
    case "same":
      return say(t`The card is already for this language.`);
    case "not-offered":
      return say(t`This language isn’t offered here. Please choose one from the list.`);
    case "already-approved": {
      const { approval } = outcome.task;
      return say(
        approval === undefined
          ? t`Something was already approved, so the language stays. For another language, please post the manuscript again.`
          : t`${approvers(approval, context)} approved something at ${when(approval.at)}, so the language stays. For another language, please post the manuscript again.`,
      );
    }
    case "closed":
      return say(t`This estimate is closed. Please post the manuscript again.`);
  }
}

/** Tells requester and approvers, in the thread, that one person approved and a second one has to. */
export function endorsedReply(
  quote: Quote,
  about: Extract<NoticeAbout, { kind: "endorsed" }>,
  context: ViewContext,
): Message {
  const { approvers, nameOf, tongue } = context;
  const { t, counted } = tongue;
  const first = toldEndorsement(quote, about);
  if (first === undefined) throw new Error(`quote ${quote.id} has no such first approval`);
  const others = approvers.filter((id) => id !== quote.request.by && id !== first.by);
  const people = mentions([quote.request.by, ...others], tongue);
  const it = productName(first.product, tongue);
  const price = counted(first.price, "credit");
  const what = t`${people} ${it} of ${named(quote, tongue)} for ${price} needs a second approval. ${nameOf(first.by)} approved ${when(first.at)}. Nothing is charged until then.`;
  return say(what);
}

/** A quote that waits for a decision, and where its card is. */
export type Waiting = { readonly quote: Quote; readonly link: string | undefined };

export function remindButton({ id: value }: Pick<Quote, "id">, { tongue: { t } }: ViewContext) {
  return button({ label: t`Remind approvers`, actionId: actionIds.remind, value });
}

export function remindReply(outcome: RemindOutcome, { tongue: { t } }: ViewContext): Message {
  switch (outcome.status) {
    case "reminded":
      return say(t`I reminded the approvers.`);
    case "reminded-before":
      return say(
        t`The approvers were reminded (${when(outcome.at)}). You can remind them again a day later.`,
      );
    case "not-waiting":
      return say(t`This request isn’t waiting for a decision.`);
  }
}

/** Reminds the approvers: of one quote in its thread, of several in the conversation. */
export function reminderReply(
  quote: Quote,
  { by }: Pick<Extract<NoticeAbout, { kind: "reminder" }>, "by">,
  { waiting, context }: { readonly waiting: readonly Waiting[]; readonly context: ViewContext },
): Message {
  const { t, amount } = context.tongue;
  const people = mentions(context.approvers, context.tongue);
  const [only, ...more] = waiting;
  const what =
    more.length === 0
      ? by === undefined
        ? t`${people} This estimate is waiting for approval.`
        : t`${people} ${mention(by)} asks for a decision.`
      : t`${people} ${amount(waiting.length)} estimates are waiting for approval here.`;
  const all = only === undefined ? [{ quote, link: undefined }] : waiting;
  return waitingLines(what, all, context);
}

/** Draws a sentence, and a line for each waiting quote. */
export function waitingLines(
  what: string,
  waiting: readonly Waiting[],
  context: ViewContext,
): Message {
  const lines = waiting.map((one) => lineOf(one, context));
  return { text: `${what} ${lines.join(" ")}`, blocks: [section(what), ...lines.map(section)] };
}

function lineOf({ quote, link }: Waiting, context: ViewContext): string {
  const { t, counted } = context.tongue;
  const language = languageShown(quote.target, context.rules.languages, context.tongue);
  const offer = offerOf(quote, mainProduct(quote), context.rules);
  const price = counted(offer?.price ?? 0, "credit");
  const line = t`${named(quote, context.tongue)} into ${language} for ${price}, requested by ${mention(quote.request.by)} (${when(quote.request.at)}); until ${when(quote.expiresAt)}.`;
  return link === undefined ? line : `${line} ${linkTo(link, t`Open card`)}`;
}

export type Asking = { readonly product: Product; readonly person: string };

/** Tells the person who clicked a spending button how the policy limits it. */
export function policyReply(
  outcome: PolicyOutcome,
  { product, person }: Asking,
  { approvers, tongue }: ViewContext,
): Message {
  const { t, counted } = tongue;
  const others = approvers.filter((id) => id !== person);
  const credits = (count: number) => counted(count, "credit");
  switch (outcome.status) {
    case "endorsed":
      return say(
        t`${productName(product, tongue)}: your approval is recorded. Above ${credits(outcome.above)} a second approver is needed; nothing is charged until then.`,
      );
    case "second-needed":
      return say(
        t`You already approved this (${when(outcome.since)}). Above ${credits(outcome.above)} a second, different person has to approve. Nothing was charged.`,
      );
    case "own-quote":
      return say(
        `${t`You requested this yourself, and nobody approves their own requests here.`} ${whoElse(others, tongue)}`,
      );
    case "over-cap":
      return say(
        t`With the approvals of the last 30 days for this manuscript, ${productName(product, tongue)} comes to ${credits(outcome.price)}, and nothing above ${credits(outcome.cap)} can be approved here. Nothing was charged; an admin can change the limit with \`/translate settings\`.`,
      );
  }
}

function whoElse(others: readonly string[], tongue: Tongue): string {
  const { t } = tongue;
  return others.length === 0
    ? t`There is no other approver: an admin can change that rule with \`/translate settings\`. Nothing was charged.`
    : t`${mentions(others, tongue)} can approve it. Nothing was charged.`;
}

/** Returns the product's name as the beginning of a sentence. */
export function productName(product: Product, { t }: Tongue): string {
  switch (product) {
    case "part":
      return t`The translation of these chapters`;
    case "translation":
      return t`The translation`;
    case "preview":
      return t`The preview`;
    case "glossary":
      return t`The glossary`;
  }
}
