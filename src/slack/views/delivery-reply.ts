import type { DeliveryOutcome } from "../../usecases/open-delivery.ts";
import type { Tongue } from "../locale/tongue.ts";
import type { Message } from "./blocks.ts";
import { linkFailedReply, linkNotReadyReply, linkReply } from "./link-replies.ts";
import { strangerReply, unknownCardReply } from "./short-replies.ts";

/** What came of asking for a fresh link. */
export function deliveryReply(outcome: DeliveryOutcome, tongue: Tongue): Message {
  switch (outcome.status) {
    case "open":
      return linkReply(outcome.download, outcome.fileName, tongue);
    case "unknown-card":
      return unknownCardReply;
    case "not-allowed":
      return strangerReply;
    case "not-finished":
      return linkNotReadyReply(tongue);
    case "partner-trouble":
      return linkFailedReply(tongue);
  }
}
