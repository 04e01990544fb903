import type { DoubtOutcome, EncodingOutcome } from "../../domain/reading.ts";
import { type Message, say } from "./blocks.ts";
import { encodingLabel } from "./encodings.ts";
import { staleCardReply } from "./short-replies.ts";

export function encodingReply(outcome: EncodingOutcome): Message {
  switch (outcome.status) {
    case "chosen":
      return say(
        `I am reading the manuscript as ${encodingLabel(outcome.encoding)}. The card goes on in a moment.`,
      );
    case "already-chosen": {
      const { encoding } = outcome;
      const how = encoding === undefined ? "anew" : `as ${encodingLabel(encoding)}`;
      return say(`The manuscript is read ${how} already. Your click changed nothing.`);
    }
    case "not-offered":
      return staleCardReply;
    case "closed":
      return say("This estimate is closed. Please post the manuscript again for a new one.");
  }
}

export function doubtReply(outcome: DoubtOutcome): Message {
  switch (outcome.status) {
    case "asked":
      return say(
        "The card shows some lines in each reading. Please choose the one that reads right.",
      );
    case "too-late":
      return say(
        "The text stays as it was read: something was approved for it, or the partner is looking at it just now. To have it read otherwise, please try again in a minute, or post the manuscript again.",
      );
  }
}
