import { type Message, say } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { StrategyOutcome } from "../rules/quote-terms.ts";

export function strategyReply(
  { status }: StrategyOutcome,
  { tongue: { t } }: ViewContext,
): Message {
  switch (status) {
    case "chosen":
      return say(t`Saved. The card shows what runs now; nothing was charged.`);
    case "already-approved":
      return say(
        t`A translation was already approved here, with the glossary its approver saw. Nothing was changed.`,
      );
    case "closed":
      return say(t`This estimate is closed. Please post the manuscript again.`);
  }
}
