import { type Task, isPaid } from "../../../core/task.ts";
import { isUnclear } from "./sending.ts";

/**
 * Why a send takes longer than people expect: an answer was unclear and is asked for again, or the
 * partner cannot be reached and nothing has been sent.
 */
export function sendTrouble(task: Task): "unclear" | "unreachable" | undefined {
  if (task.state.status !== "sending") return undefined;
  // The try under way says nothing yet: the card must not change its mind with each of them.
  const isOpen = task.attempts.at(-1)?.outcome === undefined;
  const closed = isOpen ? task.attempts.slice(0, -1) : task.attempts;
  if (closed.length === 0) return undefined;
  const mayExist = task.sent?.reopenedAt !== undefined || closed.some(isUnclear);
  return mayExist ? "unclear" : "unreachable";
}

/** Approved, and nothing of it has reached the partner or is on its way: it can still be taken back. */
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

/** The card offers to take it back, also under a try that says nothing yet: the click itself decides. */
export function seemsUnsent(task: Task): boolean {
  return hasNotLeft(task) || sendTrouble(task) === "unreachable";
}
