import { freeSlice } from "#domain/coverage.ts";
import { closedAt } from "#domain/erasure.ts";
import { type Quote, type Reaction, paidTasks } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";

import { placesToCheck } from "./delivery.ts";

/** How far a card is, for its headline, the reaction on its manuscript, and the rows of lists. */
export type Sign = "running" | "ready" | "check" | "trouble" | "open" | "closed";

export function signOf(quote: Quote): Sign {
  const run = paidTasks(quote).findLast(
    (task) => task.kind === "translation" && task.target === quote.target,
  );
  const sign = run === undefined ? undefined : signOfRun(run);
  if (sign === undefined) return closedAt(quote) === undefined ? "open" : "closed";
  const isPart = sign === "ready" && run?.slice !== undefined;
  const isLeft = quote.decision.status === "open" && freeSlice(quote).length > 0;
  return isPart && isLeft ? "open" : sign;
}

/** Returns undefined for a rejected run: its text is on offer again. */
export function signOfRun(task: Task): Exclude<Sign, "open" | "closed"> | undefined {
  switch (task.state.status) {
    case "approved":
    case "sending":
    case "running":
      return "running";
    case "completed":
      return placesToCheck(task) > 0 ? "check" : "ready";
    case "unknown":
    case "failed":
    case "vanished":
      return "trouble";
    case "rejected":
      return undefined;
  }
}

/** The first of these signs that a card of the message has is shown; none while one is on offer. */
const order = ["running", "trouble", "check", "open", "ready"] as const;

export function reactionOf(cards: readonly Quote[]): Reaction | undefined {
  const signs = new Set(cards.map(signOf));
  const first = order.find((sign) => signs.has(sign));
  return first && reactions[first];
}

const reactions = {
  running: "hourglass_flowing_sand",
  trouble: "warning",
  check: "warning",
  open: undefined,
  ready: "white_check_mark",
} as const;
