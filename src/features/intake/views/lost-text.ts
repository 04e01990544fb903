import { type Quote, boughtTasks } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";

/** The run that showed that the estimated text cannot be had any more: nothing is offered after it. */
export function lostRun(quote: Quote): Task | undefined {
  return boughtTasks(quote).findLast(
    ({ state }) =>
      state.status === "rejected" &&
      (state.reason === "text-changed" || state.reason === "file-gone"),
  );
}

export function isTextLost(quote: Quote): boolean {
  return lostRun(quote) !== undefined;
}
