import type { Task } from "../../../core/task.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, when } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import type { ReopenOutcome } from "../../estimate/rules/reopening.ts";
import { approvers } from "../../estimate/views/policy-words.ts";
import type { NotForSale } from "../../records/actions/not-for-sale.ts";
import { notForSaleReply } from "../../records/views/records-replies.ts";
import type { NoFunds } from "../../spending/rules/account.ts";
import { noFundsWords } from "../../spending/views/usage-reply.ts";
import type { ApproveOutcome, DeclineOutcome, TargetOutcome } from "../rules/decisions.ts";
import { type Asking, boughtName, policyReply } from "./policy-replies.ts";

/** What a click that spends came to, for the one who clicked. */
export function approveReply(
  outcome: ApproveOutcome | NoFunds | NotForSale,
  asking: Asking,
  tongue: Tongue,
): Message {
  const { t } = tongue;
  const it = boughtName(asking.product, tongue);
  switch (outcome.status) {
    case "approved":
      return say(t`${it} is approved and goes to the partner now. The card shows how it gets on.`);
    case "already-approved":
      return say(approvedBefore(it, outcome.task, tongue));
    case "overlaps":
      return say(boughtBefore(outcome.task, tongue));
    case "unsettled":
    case "expired":
    case "declined":
    case "language-needed":
    case "not-ready":
      return say(nothingBought(outcome, tongue));
    case "endorsed":
    case "second-needed":
    case "own-quote":
    case "over-cap":
      return policyReply(outcome, asking, tongue);
    case "short-of-credits":
    case "over-month-cap":
      return say(noFundsWords(outcome, it, tongue));
    case "not-for-sale":
      return notForSaleReply(outcome, tongue);
  }
}

type Closed = Extract<
  ApproveOutcome,
  { status: "unsettled" | "expired" | "declined" | "language-needed" | "not-ready" }
>;

function nothingBought(outcome: Closed, { t }: Tongue): string {
  switch (outcome.status) {
    case "unsettled":
      return t`I did not start this again: whether the earlier run was charged is still not known. The reply in the thread says what to do. Your click bought nothing.`;
    case "expired":
      return t`This estimate has expired, so your click bought nothing. “Ask again” on the card makes a new one.`;
    case "declined":
      return t`${mention(outcome.by)} declined this estimate, so your click bought nothing. Please post the manuscript again for a new one.`;
    case "language-needed":
      return t`The manuscript is already in this language. Please choose another one on the card first; your click bought nothing.`;
    case "not-ready":
      return t`The estimate is not ready yet. Please wait for the card; your click bought nothing.`;
  }
}

function approvedBefore(it: string, { approval }: Task, tongue: Tongue): string {
  const { t } = tongue;
  return approval === undefined
    ? t`${it} was approved before. Your click bought nothing more.`
    : t`${it} was approved before by ${approvers(approval, tongue)} at ${when(approval.at)}. Your click bought nothing more.`;
}

function boughtBefore({ approval }: Task, tongue: Tongue): string {
  const { t } = tongue;
  return approval === undefined
    ? t`Some of these chapters were approved before. Nothing is translated twice, so your click bought nothing; the card shows what is left.`
    : t`Some of these chapters were approved before by ${approvers(approval, tongue)} at ${when(approval.at)}. Nothing is translated twice, so your click bought nothing; the card shows what is left.`;
}

export function declineReply(outcome: DeclineOutcome, { tongue }: Desk): Message {
  const { t } = tongue;
  switch (outcome.status) {
    case "declined":
      return say(t`Declined. The card and the thread say so.`);
    case "already-declined":
      return say(t`${mention(outcome.by)} declined this estimate before.`);
    case "already-approved": {
      const { approval } = outcome.task;
      return say(
        approval === undefined
          ? t`The translation was approved and has been sent. The partner offers no way to stop it.`
          : t`The translation was approved by ${approvers(approval, tongue)} at ${when(approval.at)} and has been sent. The partner offers no way to stop it.`,
      );
    }
    case "expired":
      return say(t`This estimate has expired, so there is nothing left to decline.`);
  }
}

/** Somebody asked for an expired estimate again. */
export function reopenedAnswer(outcome: ReopenOutcome, { tongue: { t } }: Desk): Message {
  switch (outcome.status) {
    case "reopened":
      return say(
        t`The estimate is open again on its card. Nothing is bought before it is approved.`,
      );
    case "reopened-before":
      return say(
        t`${mention(outcome.by)} asked for it again already: the estimate is open on its card.`,
      );
    case "not-expired":
      return say(t`This estimate has not expired, so nothing was changed.`);
    case "erased":
      return say(
        t`This estimate is too old to be asked for again. Please post the manuscript again.`,
      );
    case "unsettled":
      return say(
        t`Whether an earlier run on this card was charged is still not known. The reply in the thread says what to do; after that it can be asked for again.`,
      );
  }
}

export function targetReply(outcome: TargetOutcome, { tongue }: Desk): Message {
  const { t } = tongue;
  switch (outcome.status) {
    case "changed":
      return say(t`The card is being estimated for the language that you chose.`);
    case "same":
      return say(t`The card is for this language already.`);
    case "not-offered":
      return say(
        t`This language is not offered here. Please choose one from the list on the card.`,
      );
    case "already-approved": {
      const { approval } = outcome.task;
      return say(
        approval === undefined
          ? t`The language stays as it is: something was approved. For another language, please post the manuscript again.`
          : t`The language stays as it is: something was approved by ${approvers(approval, tongue)} at ${when(approval.at)}. For another language, please post the manuscript again.`,
      );
    }
    case "closed":
      return say(
        t`This estimate is closed. Please post the manuscript again for another language.`,
      );
  }
}
