import { z } from "zod";

import { type ReadonlyOf, at, id, optional, stored } from "./fields.ts";
import type { Step } from "./steps.ts";

/** A step of a quote that has kept failing. It is over once the step is done or no longer due. */
export const troubleSchema = stored({
  /** See `stepName`. */
  step: id,
  /** Whose answers fail; `galley` for its own faults. */
  fault: z.enum(["file", "slack", "partner", "galley"]).catch("galley"),
  /** When the step failed first. */
  since: at,
  /** When a person was told. */
  told: optional(at),
});
export type Trouble = ReadonlyOf<typeof troubleSchema>;

type Troubled = { readonly trouble?: Trouble | undefined };

/** Notes a trouble, and keeps since when it lasts and whether a person was told. */
export function withTrouble<Q extends Troubled>(quote: Q, found: Trouble): Q {
  const known = quote.trouble?.step === found.step ? quote.trouble : undefined;
  if (known?.fault === found.fault && (known.told ?? found.told) === known.told) return quote;
  const since = Math.min(known?.since ?? found.since, found.since);
  return { ...quote, trouble: { ...found, since, told: found.told ?? known?.told } };
}

/** Removes the trouble with a step. */
export function withoutTrouble<Q extends Troubled>(quote: Q, step: string): Q {
  return quote.trouble?.step === step ? { ...quote, trouble: undefined } : quote;
}

/**
 * Who learns of a step that keeps failing: a person, the card alone, or nobody, because Galley goes on
 * without it.
 */
const audiences: { readonly [Kind in Step["kind"]]: "person" | "card" | "nobody" } = {
  read: "person",
  "show-card": "person",
  measure: "person",
  send: "person",
  poll: "person",
  say: "person",
  "post-file": "person",
  "approve-by-policy": "card",
  "look-at-coverage": "person",
  "look-at-terms": "card",
  "tell-batch-total": "card",
  "give-up": "card",
  expire: "card",
  remind: "card",
  "record-charge": "card",
  "keep-terms": "card",
  "say-with-text": "nobody",
  compare: "nobody",
  balance: "nobody",
  "read-usage-after": "nobody",
  "weigh-inquiry": "nobody",
};

/** Nobody waits for an inquiry. */
export function audienceOf(step: Step, isInquiry: boolean): "person" | "card" | "nobody" {
  return isInquiry ? "nobody" : audiences[step.kind];
}
