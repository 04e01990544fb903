import type { DeliveryOutcome } from "../../usecases/open-delivery.ts";
import type { Message } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { linkFailedReply, linkNotReadyReply, linkReply } from "./link-replies.ts";
import { strangerReply } from "./short-replies.ts";

/** What came of asking for a fresh link. */
export function deliveryReply(
  outcome: Exclude<DeliveryOutcome, { status: "unknown-card" }>,
  desk: Desk,
): Message {
  switch (outcome.status) {
    case "open":
      return linkReply(outcome.download, outcome.fileName, desk.tongue);
    case "not-allowed":
      return strangerReply(desk);
    case "not-finished":
      return linkNotReadyReply(desk.tongue);
    case "partner-trouble":
      return linkFailedReply(desk.tongue);
  }
}
