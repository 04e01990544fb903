import { type Quote, type Reaction, paidTasks } from "../../../core/quote.ts";

/**
 * Returns the reaction for the manuscript's message, which shows the channel how far it is. A message
 * with several cards has none: they would remove each other's.
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
