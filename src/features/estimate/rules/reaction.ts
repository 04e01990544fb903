import { closedAt } from "../../../core/erasing.ts";
import { type Quote, type Reaction, paidTasks } from "../../../core/quote.ts";

/** The first of these that a card of the message is in is shown. */
const order = ["hourglass_flowing_sand", "warning", "open", "white_check_mark"] as const;
type State = (typeof order)[number];

/**
 * Returns the reaction for a message with these cards, which shows the channel how far they are. While
 * one is on offer and none runs or needs help, the message has none: it is not done.
 */
export function reactionFor(cards: readonly Quote[]): Reaction | undefined {
  const states = new Set(cards.map(stateOf));
  const shown = order.find((state) => states.has(state));
  return shown === "open" ? undefined : shown;
}

function stateOf(quote: Quote): State | undefined {
  const run = paidTasks(quote).findLast(
    (task) => task.kind === "translation" && task.target === quote.target,
  );
  switch (run?.state.status) {
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
    // A rejected run is on offer again.
    case "rejected":
    case undefined:
      return closedAt(quote) === undefined ? "open" : undefined;
  }
}
