import { type Quote, type Reaction, paidTasks } from "../../../core/quote.ts";

/**
 * What stands on the manuscript's message, so that the channel shows how far it is without a word. A message
 * with several cards has none: they would take each other's away.
 */
export function reactionOf(quote: Quote): Reaction | undefined {
  const { request, target } = quote;
  const run = paidTasks(quote).findLast(
    (task) => task.kind === "translation" && task.target === target,
  );
  if (request.batch !== undefined || run === undefined) return undefined;
  switch (run.state.status) {
    case "approved":
    case "sending":
    case "running":
      return "hourglass_flowing_sand";
    case "completed":
      return "white_check_mark";
    case "unknown":
    case "failed":
    case "vanished":
      return "warning";
    // It is on offer again.
    case "rejected":
      return undefined;
  }
}
