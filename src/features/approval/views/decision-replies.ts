import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, button, say } from "../../../slack/blocks.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { CardChange } from "../../estimate/rules/card-changes.ts";
import { cardTitle } from "../../estimate/views/estimate-card.ts";
import { actionIds } from "../../ids.ts";
import { notForSaleReply } from "../../records/views/records-replies.ts";
import { notAllowedReply, staleCardReply } from "../../short-replies.ts";
import type { ApproveClickOutcome, OneOfAll } from "../actions/approve-quote.ts";
import type { Refusal } from "../actions/decide.ts";
import { type RemindOutcome, isWaiting } from "../rules/reminding.ts";

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
        t`With the approvals of the last 30 days for this manuscript, this comes to ${credits(outcome.price)}, and nothing above ${credits(outcome.cap)} can be approved here. Nothing was charged; an admin can change the limit with \`/translate settings\`.`,
      );
    case "short-of-credits":
      return say(
        t`This takes ${credits(outcome.needed)}. Of the balance of ${credits(outcome.balance)} (${when(outcome.readAt)}), ${credits(outcome.promised)} are reserved for others: ${credits(outcome.missing)} short. Nothing was charged; it can be approved after a top-up.`,
      );
    case "over-month-cap": {
      const { cap, spent, promised, needed } = outcome;
      const left = Math.max(0, cap - spent - promised);
      return say(
        t`This takes ${credits(needed)}. This channel may spend ${credits(cap)} a month (UTC); ${credits(spent)} are spent and ${credits(promised)} reserved, which leaves ${credits(left)}. Nothing was charged; an admin can change the limit with \`/translate settings\`.`,
      );
    }
    case "not-for-sale":
      return notForSaleReply(context.locale);
    case "not-looked":
      return say(
        t`I couldn’t ask the partner about the earlier run just now, so nothing was approved. Please click again in a minute.`,
      );
    case "overlaps":
    case "expired":
    case "declined":
    case "language-needed":
    case "not-ready":
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

/** The outcome of every decision on a card but an approval. */
export type Changed =
  | CardChange
  | { readonly status: "chosen" | "already-approved" | "not-offered" | "closed" }
  | RemindOutcome;

/** Answers such a decision; undefined where the card itself shows it. */
export function changeReply(outcome: Changed, context: ViewContext): Message | undefined {
  const { t } = context.locale;
  switch (outcome.status) {
    case "done":
    case "chosen":
      return undefined;
    case "sent":
      return say(t`It has been sent already, so it can’t be undone.`);
    case "language-stays":
      return say(
        t`Something was already approved, so the language stays. For another language, please post the manuscript again.`,
      );
    case "no-such-chapters":
      return say(t`Please choose a last chapter that does not come before the first.`);
    case "closed":
      return say(t`This estimate is closed. Please post the manuscript again.`);
    case "unsettled":
      return unsettledReply(context);
    case "reminded":
      return say(t`I reminded the approvers.`);
    case "reminded-before":
      return say(
        t`The approvers were reminded (${when(outcome.at)}). You can remind them again a day later.`,
      );
    case "stale":
    case "already-approved":
    case "not-offered":
    case "not-waiting":
      return staleCardReply(context);
  }
}

function unsettledReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`It isn’t known whether an earlier run was charged, so nothing was done. My reply in the thread says what to do.`,
  );
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
    blocks: [...message.blocks, actions("remind", [remindButton(quote, context)])],
  };
}

export function remindButton({ id: value }: Pick<Quote, "id">, { locale: { t } }: ViewContext) {
  return button({ label: t`Remind approvers`, actionId: actionIds.remind, value });
}
