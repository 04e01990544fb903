import { type Message, say } from "../../../slack/blocks.ts";
import type { Desk } from "../../../slack/people.ts";
import type { SettleOutcome } from "../rules/settling.ts";

/** What an admin's way on came to. */
export function settleReply(outcome: SettleOutcome, { tongue: { t } }: Desk): Message {
  if (outcome.status === "not-unknown") {
    return say(
      t`This task waits for no decision any more; somebody was first. Nothing was changed.`,
    );
  }
  switch (outcome.way) {
    case "task-id":
      return say(t`I go on with this task: the card in the thread shows how it stands.`);
    case "not-created":
      return say(t`Closed as not created. It can be approved anew from its card.`);
    case "send-again":
      return say(t`I send it once more, with the same key and the same bytes.`);
    case "try-again":
      return say(t`I try to put the card up again. Once it stands, the task is sent.`);
    case "take-back":
      return say(t`The approval is taken back. Nothing was sent and nothing was charged.`);
  }
}

export function notBelievedSentence(
  why: "no-such-task" | "another-task",
  { tongue: { t } }: Desk,
): string {
  return why === "no-such-task"
    ? t`The partner does not know a task with this id. Please check it; nothing was changed.`
    : t`The task with this id is for something else, or another card has it. Please check it; nothing was changed.`;
}
