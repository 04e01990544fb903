import { type Task, isPaid } from "../../../core/task.ts";
import { isUnclear } from "./sending.ts";

/**
 * Returns why a send takes longer than expected: an unclear answer is requested again, or the
 * partner cannot be reached and nothing has been sent.
 */
export function sendTrouble(task: Task): "unclear" | "unreachable" | undefined {
  if (task.state.status !== "sending") return undefined;
  // The open attempt proves nothing yet: without it, the card does not change with each attempt.
  const isOpen = task.attempts.at(-1)?.outcome === undefined;
  const closed = isOpen ? task.attempts.slice(0, -1) : task.attempts;
  if (closed.length === 0) return undefined;
  const mayExist = task.sent?.reopenedAt !== undefined || closed.some(isUnclear);
  return mayExist ? "unclear" : "unreachable";
}

/**
 * True for an approved run of which nothing has reached the partner or is on its way: it can be
 * undone.
 */
export function hasNotLeft(task: Task): boolean {
  const { state, attempts } = task;
  const isWaiting = state.status === "approved" || state.status === "sending";
  return (
    isPaid(task) &&
    isWaiting &&
    task.sent?.reopenedAt === undefined &&
    attempts.every(({ outcome }) => outcome === "not-sent")
  );
}

/**
 * True when the card offers to undo the approval, even during an open attempt: the click itself
 * decides.
 */
export function seemsUnsent(task: Task): boolean {
  return hasNotLeft(task) || sendTrouble(task) === "unreachable";
}
