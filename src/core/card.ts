import { z } from "zod";

import { type ReadonlyOf, at, id, maybe } from "./fields.ts";

/** Where a quote stands in its conversation. */
export const cardSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("none") }),
  z.object({ status: z.literal("posting"), since: at }),
  z.object({
    status: z.literal("posted"),
    channel: id,
    ts: id,
    /** What people see now: see `cardFace`. */
    face: z.string(),
    /** The key that the card's metadata names: the second durable copy. */
    key: maybe(z.string()),
  }),
  z.object({ status: z.literal("parked"), why: z.string() }),
]);
export type Card = ReadonlyOf<typeof cardSchema>;

/** A card may stand there already, from a ledger that was lost: it is looked for before one is posted. */
export const mayBePosted: Card = { status: "posting", since: 0 };

/** A card may know of a run that this record does not: nothing is sold before it was asked. */
export function awaitsCard({ card }: { readonly card: Card }): boolean {
  return card.status === "posting" && card.since === 0;
}
