import type { NoFunds } from "../../domain/account.ts";
import type { ApproveOutcome, DeclineOutcome, TargetOutcome } from "../../domain/decisions.ts";
import type { RenewOutcome } from "../../domain/renewal.ts";
import type { Task } from "../../domain/task.ts";
import type { WaiveOutcome } from "../../domain/twin.ts";
import type { Tongue } from "../locale/tongue.ts";
import { mention, when } from "../mrkdwn.ts";
import { approvers } from "./approval-words.ts";
import { type Message, say } from "./blocks.ts";
import { noFundsWords } from "./funds-words.ts";
import { type Asking, boughtName, policyReply } from "./policy-replies.ts";

/** What a click that spends came to, for the one who clicked. */
export function approveReply(outcome: ApproveOutcome | NoFunds, asking: Asking): Message {
  const it = boughtName(asking.product);
  switch (outcome.status) {
    case "approved":
      return say(`${it} is approved and goes to the partner now. The card shows how it gets on.`);
    case "already-approved":
      return say(
        `${it} was approved before${byWhom(outcome.task)}. Your click bought nothing more.`,
      );
    case "overlaps":
      return say(
        `Some of these chapters were approved before${byWhom(outcome.task)}. Nothing is translated twice, so your click bought nothing; the card shows what is left.`,
      );
    case "unsettled":
      return say(
        `I did not start this again: whether the earlier run was charged is still not known. The reply in the thread says what to do. Your click bought nothing.`,
      );
    case "expired":
      return say(
        "This estimate has expired, so your click bought nothing. “Ask again” on the card makes a new one.",
      );
    case "declined":
      return say(
        `${mention(outcome.by)} declined this estimate, so your click bought nothing. Please post the manuscript again for a new one.`,
      );
    case "language-needed":
    case "not-ready":
      return say(notYet[outcome.status]);
    case "endorsed":
    case "second-needed":
    case "own-quote":
    case "over-cap":
      return policyReply(outcome, asking);
    case "short-of-credits":
    case "over-month-cap":
      return say(noFundsWords(outcome, it));
  }
}

const notYet = {
  "language-needed":
    "The manuscript is already in this language. Please choose another one on the card first; your click bought nothing.",
  "not-ready":
    "The estimate is not ready yet. Please wait for the card; your click bought nothing.",
} as const;

export function declineReply(outcome: DeclineOutcome): Message {
  switch (outcome.status) {
    case "declined":
      return say("Declined. The card and the thread say so.");
    case "already-declined":
      return say(`${mention(outcome.by)} declined this estimate before.`);
    case "already-approved":
      return say(
        `The translation was approved${byWhom(outcome.task)} and has been sent. The partner offers no way to stop it.`,
      );
    case "expired":
      return say("This estimate has expired, so there is nothing left to decline.");
  }
}

/** Somebody wants offered again what is under way already. */
export function againReply({ status }: WaiveOutcome): Message {
  switch (status) {
    case "offered":
      return say("The card offers it now. Nothing is bought before an approver agrees.");
    case "nothing-to-waive":
      return say("There is nothing to confirm here any more. The card shows how it stands.");
  }
}

/** Somebody asked for an expired estimate again. */
export function renewedReply(outcome: RenewOutcome, { t }: Tongue): Message {
  switch (outcome.status) {
    case "renewed":
      return say(
        t`The new estimate comes in this thread. Nothing is bought before it is approved.`,
      );
    case "renewed-before":
      return say(
        t`${mention(outcome.by)} asked for it again already: the new estimate is in this thread. Your click made no second one.`,
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

export function targetReply(outcome: TargetOutcome): Message {
  switch (outcome.status) {
    case "changed":
      return say("The card is being estimated for the language that you chose.");
    case "same":
      return say("The card is for this language already.");
    case "not-offered":
      return say("This language is not offered here. Please choose one from the list on the card.");
    case "already-approved":
      return say(
        `The language stays as it is: something was approved${byWhom(outcome.task)}. For another language, please post the manuscript again.`,
      );
    case "closed":
      return say("This estimate is closed. Please post the manuscript again for another language.");
  }
}

function byWhom({ approval }: Task): string {
  return approval === undefined ? "" : ` by ${approvers(approval)} at ${when(approval.at)}`;
}
