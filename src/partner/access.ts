import type { Partner } from "../core/partner.ts";
import { withBreaker } from "./breaker.ts";
import type { Budget } from "./budget.ts";
import { heeding, paced } from "./paced.ts";

export type PartnerAccess = {
  /** For the desk loop, which takes its turn before it chooses what to ask. */
  readonly forWork: Partner;
  /** For somebody who waits: each call takes a turn from the share that is kept for people. */
  readonly forPeople: Partner;
  readonly turn: (signal: AbortSignal) => Promise<void>;
  /** See `Breaker`. */
  readonly tryKey: () => Promise<void>;
};

/** One API key as the rest of the house meets it: within its budget, and left alone while it is refused. */
export function createAccess(deps: {
  readonly partner: Partner;
  readonly budget: Budget;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onRefused: () => void;
  readonly onAccepted: () => void;
}): PartnerAccess {
  const { budget } = deps;
  const guarded = withBreaker(deps);
  return {
    forWork: heeding(guarded, budget),
    forPeople: paced(guarded, budget),
    turn: (signal) => budget.turn("work", signal),
    tryKey: guarded.tryKey,
  };
}
