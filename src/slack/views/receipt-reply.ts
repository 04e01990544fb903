import type { AccountChange, Receipt } from "../../domain/receipt.ts";
import type { ReceiptOutcome } from "../../usecases/show-receipt.ts";
import { when } from "../mrkdwn.ts";
import { type Field, type Message, fields, say, section } from "./blocks.ts";
import { strangerReply, unknownCardReply } from "./short-replies.ts";
import { amount, characters, credits } from "./words.ts";

/** What a run cost, number by number, and why they differ; for the one who clicked. */
export function receiptReply(outcome: ReceiptOutcome): Message {
  switch (outcome.status) {
    case "receipt":
      return receipt(outcome.receipt);
    case "unknown-card":
      return unknownCardReply;
    case "not-allowed":
      return strangerReply;
    case "not-finished":
      return say("This run has not ended yet; its receipt comes with its result.");
  }
}

function receipt(receipt: Receipt): Message {
  const { ownCount, estimated, approved, charged, account } = receipt;
  const facts: readonly Field[] = [
    ["Own count", characters(ownCount)],
    ...(estimated === undefined ? [] : [["Partner’s estimate", credits(estimated)] as const]),
    ["Approved", credits(approved)],
    ["Charged", charged === undefined ? "not said by the partner" : credits(charged)],
    ...(account === undefined ? [] : accountFields(account)),
  ];
  const why = [chargeWords(receipt), ...(account === undefined ? [] : [accountWords(account)])];
  const text = `Receipt: ${why.join(" ")}`;
  return { text, blocks: [section(`*Receipt*\n${why.join(" ")}`), fields(facts)] };
}

function accountFields({ before, after, used, otherRuns }: AccountChange): readonly Field[] {
  return [
    ["Account before", `${credits(before.balance)}\n${when(before.at)}`],
    ["Account after", `${credits(after.balance)}\n${when(after.at)}`],
    ["Used in between", credits(used)],
    ...(otherRuns === undefined || otherRuns === 0
      ? []
      : [["Of that, other runs", credits(otherRuns)] as const]),
  ];
}

function chargeWords({ ownCount, estimated, approved, charged }: Receipt): string {
  if (charged === undefined) {
    return `The partner has not said what it charged, so it counts with the ${credits(approved)} that were approved.`;
  }
  if (charged > approved) {
    return `The partner charged ${credits(charged - approved)} more than was approved; the admins have been told.`;
  }
  if (charged < approved) {
    const higher = estimated !== undefined && estimated > ownCount;
    return higher
      ? `The partner’s estimate was above our own count, and the higher one was approved; it charged ${credits(approved - charged)} less.`
      : `The partner counted differently and charged ${credits(approved - charged)} less than was approved.`;
  }
  return "The partner charged exactly what was approved.";
}

/** Contract, GET /usage: one account for everything that its key does. */
function accountWords({ used, otherRuns = 0, unexplained }: AccountChange): string {
  if (unexplained === 0) {
    return otherRuns === 0
      ? "The account agrees: it used just that in between."
      : `The account agrees: of the ${amount(used)} that it used in between, ${credits(otherRuns)} were other runs of this desk.`;
  }
  return unexplained > 0
    ? `The account used ${credits(unexplained)} more in between than this desk knows of: runs that have not been seen to end yet, or somebody else with the same account.`
    : `The account used ${credits(-unexplained)} less in between than these runs came to: the partner may book them later, or the period began anew.`;
}
