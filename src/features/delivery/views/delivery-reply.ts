import { type Message, say } from "../../../slack/blocks.ts";
import type { Desk } from "../../../slack/people.ts";
import { strangerReply } from "../../short-replies.ts";
import type { DeliveryOutcome } from "../actions/open-delivery.ts";
import type { FileWish } from "../actions/post-file.ts";
import { linkFailedReply, linkNotReadyReply, linkReply } from "./link-replies.ts";

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

/** What came of asking for the file in the thread. */
export function fileReply(
  { status }: Exclude<FileWish, { status: "unknown-card" }>,
  desk: Desk,
): Message {
  const { t } = desk.tongue;
  switch (status) {
    case "posting":
      return say(t`I am fetching the file and will post it in the thread. That costs nothing.`);
    case "there":
      return say(t`The file is in this thread already.`);
    case "not-allowed":
      return strangerReply(desk);
    case "not-finished":
      return linkNotReadyReply(desk.tongue);
  }
}
