import type { Task } from "./task.ts";

/**
 * Why a send takes longer than people expect: an answer was unclear and is asked for again, or the
 * partner cannot be reached and nothing has been sent.
 */
export function sendTrouble(task: Task): "unclear" | "unreachable" | undefined {
  if (task.state.status !== "sending") return undefined;
  if (task.attempts.some(({ outcome }) => outcome === "ambiguous")) return "unclear";
  // The try under way says nothing yet: the card must not change its mind with each of them.
  const last = task.attempts.findLast(({ outcome }) => outcome !== undefined);
  return last?.outcome === "not-sent" ? "unreachable" : undefined;
}
