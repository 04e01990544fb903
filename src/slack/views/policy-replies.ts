import type { PolicyOutcome } from "../../domain/decisions.ts";
import type { Buyable } from "../../domain/endorsements.ts";
import { mentions, when } from "../mrkdwn.ts";
import { type Message, say } from "./blocks.ts";
import { credits } from "./words.ts";

/** `others`, people and user groups, are listed beside the one who clicked. */
export type Asking = { readonly product: Buyable; readonly others: readonly string[] };

/** What the policy made of a click that spends, for the one who clicked. */
export function policyReply(outcome: PolicyOutcome, { product, others }: Asking): Message {
  switch (outcome.status) {
    case "endorsed":
      return say(
        `${boughtName(product)}: your approval is written down. Above ${credits(outcome.above)} a second person has to approve as well; nothing is bought until then.`,
      );
    case "second-needed":
      return say(
        `You approved this at ${when(outcome.since)}. Above ${credits(outcome.above)} a second, different person has to approve as well. Your click bought nothing.`,
      );
    case "own-quote":
      return say(
        `You asked for this yourself, and here nobody approves what they asked for. ${whoElse(others)} Your click bought nothing.`,
      );
    case "over-cap":
      return say(
        `${boughtName(product)} costs ${credits(outcome.price)}, and nothing above ${credits(outcome.cap)} can be approved here. Your click bought nothing. An admin can change the limit with \`/translate settings\`.`,
      );
  }
}

/** As it begins a sentence. */
export function boughtName(product: Buyable): string {
  if (product === "part") return "The translation of these chapters";
  return product === "language" ? "Finding out the language" : `The ${product}`;
}

function whoElse(others: readonly string[]): string {
  return others.length === 0
    ? "Nobody else is listed: an admin can change that rule with `/translate settings`."
    : `It is up to ${mentions(others)}.`;
}
