/** Where a quote stands in its conversation. */
export type Card =
  | { readonly status: "none" }
  | { readonly status: "posting"; readonly since: number }
  | {
      readonly status: "posted";
      readonly channel: string;
      readonly ts: string;
      /** What people see now: see `cardFace`. */
      readonly face: string;
      /** The key that the card's metadata names: the second durable copy. */
      readonly key: string | undefined;
    }
  | { readonly status: "parked"; readonly why: string };

/** A card may stand there already, from a ledger that was lost: it is looked for before one is posted. */
export const mayBePosted: Card = { status: "posting", since: 0 };

/** A card may know of a run that this record does not: nothing is sold before it was asked. */
export function awaitsCard({ card }: { readonly card: Card }): boolean {
  return card.status === "posting" && card.since === 0;
}
