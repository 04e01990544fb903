import type { DoubtOutcome, EncodingOutcome } from "../../../core/reading.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import type { Desk } from "../../../slack/people.ts";
import { staleCardReply } from "../../short-replies.ts";
import { encodingLabel } from "./encodings.ts";

export function encodingReply(outcome: EncodingOutcome, desk: Desk): Message {
  const { t } = desk.tongue;
  switch (outcome.status) {
    case "chosen":
      return say(
        t`I am reading the manuscript as ${encodingLabel(outcome.encoding, desk.tongue)}. The card goes on in a moment.`,
      );
    case "already-chosen": {
      const { encoding } = outcome;
      return say(
        encoding === undefined
          ? t`The manuscript is read anew already. Your click changed nothing.`
          : t`The manuscript is read as ${encodingLabel(encoding, desk.tongue)} already. Your click changed nothing.`,
      );
    }
    case "not-offered":
      return staleCardReply(desk);
    case "closed":
      return say(t`This estimate is closed. Please post the manuscript again for a new one.`);
  }
}

export function doubtReply(outcome: DoubtOutcome, { tongue: { t } }: Desk): Message {
  switch (outcome.status) {
    case "asked":
      return say(
        t`The card shows some lines in each reading. Please choose the one that reads right.`,
      );
    case "too-late":
      return say(
        t`The text stays as it was read: something was approved for it, or the partner is looking at it just now. To have it read otherwise, please try again in a minute, or post the manuscript again.`,
      );
  }
}
