import type { MessageMetadata } from "@slack/types";

import type { Quote } from "../../domain/quote.ts";
import type { Task } from "../../domain/task.ts";
import { eventTypes } from "../ids.ts";

/**
 * What the card itself remembers of the run that is being or was sent: anyone in the workspace can read
 * it, so it holds ids alone. `first_sent_at` is the time of the approval, in ms since 1970.
 */
export function cardMetadata(quote: Quote, task: Task | undefined): MessageMetadata {
  return {
    event_type: eventTypes.quote,
    event_payload: {
      quote_id: quote.id,
      ...(task !== undefined && { key: task.key }),
      ...(task?.approval !== undefined && { first_sent_at: task.approval.at }),
      ...taskIdOf(task),
    },
  };
}

/** Without a `task_id` when the partner never named one; `key` tells two runs of one quote apart. */
export function outcomeMetadata(quote: Quote, task: Task): MessageMetadata {
  return {
    event_type: eventTypes.task,
    event_payload: {
      ...taskIdOf(task),
      quote_id: quote.id,
      action: task.action,
      key: task.key,
    },
  };
}

export function noticeMetadata(quote: Quote, noticeId: string): MessageMetadata {
  return {
    event_type: eventTypes.notice,
    event_payload: { quote_id: quote.id, notice: noticeId },
  };
}

function taskIdOf(task: Task | undefined): { readonly task_id?: string } {
  return task !== undefined && "taskId" in task.state ? { task_id: task.state.taskId } : {};
}
