import type { ManuscriptFaultReason } from "../../domain/faults.ts";
import type { Quote } from "../../domain/quote.ts";
import type { DeskRules } from "../../domain/rules.ts";
import { mention } from "../mrkdwn.ts";
import { type Message, say } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { named } from "./words.ts";

/** Tells the requester, in the thread, who declined. */
export function declinedReply(quote: Quote): Message {
  const by = quote.decision.status === "declined" ? ` by ${mention(quote.decision.by)}` : "";
  return say(
    `${mention(quote.requester)} The estimate for ${named(quote)} was declined${by}. Nothing more is bought for it.`,
  );
}

/** Why a manuscript was not taken. */
export function refusedReply(quote: Quote, { rules }: Pick<Desk, "rules">): Message {
  const reason = quote.reading.status === "refused" ? quote.reading.reason : "unsupported-type";
  return say(`${mention(quote.requester)} ${refusalWords(named(quote), reason, rules)}`);
}

/** One polite sentence a reason, each with what would be accepted; `it` is the quoted name, in mrkdwn. */
function refusalWords(it: string, reason: ManuscriptFaultReason, rules: DeskRules): string {
  switch (reason) {
    case "empty":
      return `${it} has no text in it. Please post the manuscript as ${accepted}.`;
    case "binary":
      return `${it} does not contain plain text. Please save the manuscript as ${accepted} and post it again.`;
    case "undecodable":
      return `I cannot read the characters of ${it}. Please save it as ${accepted} and post it again.`;
    case "unsupported-type":
      return `I cannot read files like ${it} yet. Please post the manuscript as ${accepted}.`;
    case "too-large":
      return `${it} is larger than the ${megabytes(rules.maxManuscriptBytes)} that I take. Please post it in parts, each as ${accepted}.`;
    case "not-at-slack":
      return `${it} is kept outside Slack, where I cannot fetch it. Please upload it here as ${accepted}.`;
    case "gone":
      return `${it} is no longer at Slack. Please post it again as ${accepted}.`;
    case "no-access":
      return `Slack does not let me read ${it}. Please post it in a conversation that I am a member of, as ${accepted}.`;
    case "not-allowed":
      return "Only full members of this workspace can have manuscripts translated here; guests and people of other workspaces cannot.";
    case "interrupted":
      return `Slack did not give me the whole of ${it}. Please post it again as ${accepted}.`;
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toLocaleString("en")} MB`;
}

const accepted = "a .txt or .md file in UTF-8 or UTF-16";
