import { z } from "zod";

import { type ReadonlyOf, at, id, optional, stored } from "./fields.ts";

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
export function withTrouble<Q extends Troubled>(quote: Q, trouble: Trouble): Q {
  const earlier = quote.trouble?.step === trouble.step ? quote.trouble : undefined;
  if (earlier?.fault === trouble.fault && (earlier.told ?? trouble.told) === earlier.told)
    return quote;
  const since = Math.min(earlier?.since ?? trouble.since, trouble.since);
  return { ...quote, trouble: { ...trouble, since, told: trouble.told ?? earlier?.told } };
}

/** Removes the trouble with a step. */
export function withoutTrouble<Q extends Troubled>(quote: Q, step: string): Q {
  return quote.trouble?.step === step ? { ...quote, trouble: undefined } : quote;
}
