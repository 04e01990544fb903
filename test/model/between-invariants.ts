import type { Approval } from "../../src/core/task.ts";
import type { World } from "./world.ts";

/** Something that was approved and has not come to nothing. */
export type Purchase = {
  readonly key: string;
  /** Chapters, or whole texts, each with language and kind: none is to be charged twice unknowingly. */
  readonly pieces: readonly string[];
  /** The runs that the offer which was clicked said to exist. */
  readonly said: readonly string[];
  readonly price: number;
  readonly approval: Approval | undefined;
};

export type BreachBetween = "charged twice" | "charged without approval";

export function breachesBetween(
  { partner }: World,
  purchases: readonly Purchase[],
): readonly BreachBetween[] {
  const charged = partner.tasks;
  const isTwice =
    new Set(charged).size < charged.length || unknowingly(charged, purchases).length > 0;
  const isFree = charged.some((key) => !purchases.some((one) => one.key === key));
  return [
    ...(isTwice ? (["charged twice"] as const) : []),
    ...(isFree ? (["charged without approval"] as const) : []),
  ];
}

/**
 * What a story has to come to, or it tells nothing. `again`: the same was charged twice, and whoever approved
 * the second run had read of the first; `continued`: two runs were charged that have nothing in common.
 */
export type Witness = "again" | "continued";

export function witnessesIn(
  { partner }: World,
  purchases: readonly Purchase[],
): readonly Witness[] {
  const paid = purchases.filter(({ key }) => partner.tasks.includes(key));
  const pairs = paid.flatMap((one) =>
    paid.flatMap((other) => (one.key < other.key ? [[one, other] as const] : [])),
  );
  const isAgain = pairs.some(
    ([one, other]) => one.said.includes(other.key) || other.said.includes(one.key),
  );
  const isContinued = pairs.some(
    ([one, other]) => !one.pieces.some((piece) => other.pieces.includes(piece)),
  );
  return [
    ...(isAgain ? (["again"] as const) : []),
    ...(isContinued ? (["continued"] as const) : []),
  ];
}

/** Two that were charged for the same, and neither was approved by a click on an offer that named the other. */
function unknowingly(charged: readonly string[], purchases: readonly Purchase[]) {
  const paid = purchases.filter(({ key }) => charged.includes(key));
  return paid.filter((one) =>
    paid.some(
      (other) =>
        other.key < one.key &&
        other.pieces.some((piece) => one.pieces.includes(piece)) &&
        !one.said.includes(other.key) &&
        !other.said.includes(one.key),
    ),
  );
}
