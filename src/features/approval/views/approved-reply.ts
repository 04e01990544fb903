import type { Quote } from "../../../core/quote.ts";
import type { Approval, Task } from "../../../core/task.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import { mention } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { noteWords } from "../../intake/views/request-words.ts";
import { fullName } from "../../translation/views/endings.ts";

/** Tells the requester, in the thread, what those who approved had to say. */
export function approvedReply(quote: Quote, task: Task, desk: Desk): Message {
  const { t, counted } = desk.tongue;
  const it = fullName(quote, task, desk);
  const price = counted(task.price, "credit");
  const words = remarks(task.approval).map(({ by, note }) => `${mention(by)}: ${noteWords(note)}`);
  return say(
    `${t`${mention(quote.requester)} ${it} was approved for ${price}.`} ${words.join(" ")}`,
  );
}

function remarks(approval: Approval | undefined) {
  return [approval?.first, approval].flatMap((one) =>
    one?.note === undefined ? [] : [{ by: one.by, note: one.note }],
  );
}
