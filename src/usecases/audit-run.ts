import type { Quote } from "../domain/quote.ts";
import type { Task } from "../domain/task.ts";
import type { Desk } from "./deps.ts";

/** One line for how a run ended at the partner, and one more when it cost more than was approved. */
export function auditEnd(desk: Pick<Desk, "audit">, { id: quoteId }: Quote, task: Task): void {
  const { key, price, state } = task;
  if (state.status === "failed" || state.status === "vanished") {
    desk.audit({ what: state.status, quoteId, key, taskId: state.taskId });
  }
  if (state.status !== "completed") return;
  const { taskId, result } = state;
  const credits = result.charged;
  desk.audit({
    what: "completed",
    quoteId,
    key,
    taskId,
    ...(credits === undefined ? {} : { credits }),
  });
  if (credits !== undefined && credits > price) {
    desk.audit({ what: "overcharged", quoteId, key, taskId, credits, why: `approved ${price}` });
  }
}
