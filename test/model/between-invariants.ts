import { type Approval, type Task, thePolicy } from "../../src/core/task.ts";
import { probeText } from "../../src/features/estimate/rules/inquiries.ts";
import type { Policy } from "../../src/features/settings/rules/settings.ts";
import type { Charge } from "./inquiries.ts";
import type { World } from "./world.ts";

/** Something that was approved and has not come to nothing. */
export type Purchase = {
  readonly key: string;
  readonly card: string;
  /** Chapters, or whole texts, each with language and kind: none is to be charged twice unknowingly. */
  readonly pieces: readonly string[];
  /** The runs that the offer which was clicked said to exist. */
  readonly said: readonly string[];
  readonly price: number;
  readonly status: Task["state"]["status"];
  /** The admins heard that it was charged although another one was approved in its place. */
  readonly isTold: boolean;
  readonly requester: string;
  /** Of one manuscript and language: limits count all of it. */
  readonly manuscript: string;
  readonly approval: Approval | undefined;
};

export type BreachBetween =
  | "charged twice"
  | "charged without approval"
  | "approved above the policy"
  | "approved above the caps"
  | "charged again and not told";

type Terms = {
  readonly policy?: Partial<Policy> | undefined;
  /** Where inquiries are made: what each run was charged. */
  readonly chargeOf?: ((key: string) => Charge) | undefined;
};

export function breachesBetween(
  { partner }: World,
  purchases: readonly Purchase[],
  { policy = {}, chargeOf }: Terms = {},
): readonly BreachBetween[] {
  const charged = partner.tasks;
  const isTwice =
    new Set(charged).size < charged.length || unknowingly(charged, purchases).length > 0;
  const unasked = charged.filter((key) => !purchases.some((one) => one.key === key));
  const isFree =
    chargeOf === undefined ? unasked.length > 0 : isMoreThanProbes(unasked.map(chargeOf));
  return [
    ...(isTwice ? (["charged twice"] as const) : []),
    ...(isFree ? (["charged without approval"] as const) : []),
    ...(isAbovePolicy(purchases, policy) ? (["approved above the policy"] as const) : []),
    ...(isAboveCaps(purchases, policy) ? (["approved above the caps"] as const) : []),
    ...(hasReturnedUnseen(charged, purchases) ? (["charged again and not told"] as const) : []),
  ];
}

/**
 * Of each kind of inquiry one probe may be charged without approval, and nothing else: the first that may
 * have reached the partner is the last, whatever comes of it.
 */
function isMoreThanProbes(charges: readonly Charge[]): boolean {
  const paid = charges.filter(({ credits }) => credits > 0);
  const kinds = new Set(paid.map(({ kind }) => kind));
  return (
    paid.length > kinds.size ||
    paid.some(({ kind, credits }) => kind === "translation" || credits > probeText.length)
  );
}

/** Whatever one person alone may approve of a manuscript, all that was so approved of it counts together. */
function isAbovePolicy(
  purchases: readonly Purchase[],
  { secondApprovalAbove, capPerApproval, autoApprovalUpTo }: Partial<Policy>,
): boolean {
  const isAlone = ({ approval }: Purchase) =>
    approval?.first === undefined || approval.first.by === approval.by;
  return (
    isOver(purchases, "manuscript", capPerApproval) ||
    isOver(purchases.filter(isAlone), "manuscript", secondApprovalAbove) ||
    isOver(purchases.filter(isAutomatic), "manuscript", autoApprovalUpTo)
  );
}

/**
 * It was called failed, another one was approved in its place, and both have brought a result. On one card:
 * what is translated again on another one may be so while the first runs on, and everybody knows.
 */
function hasReturnedUnseen(charged: readonly string[], purchases: readonly Purchase[]): boolean {
  const done = purchases.filter(
    ({ key, status }) => charged.includes(key) && status === "completed",
  );
  return done.some((one) =>
    done.some((other) => other.card === one.card && other.said.includes(one.key) && !one.isTold),
  );
}

/** All happens on one day. */
function isAboveCaps(
  purchases: readonly Purchase[],
  { autoApprovalPerPersonDay, autoApprovalPerMonth }: Partial<Policy>,
): boolean {
  const automatic = purchases.filter(isAutomatic);
  return (
    isOver(automatic, "requester", autoApprovalPerPersonDay) ||
    sumOf(automatic) > (autoApprovalPerMonth ?? Infinity)
  );
}

function isOver(
  purchases: readonly Purchase[],
  by: "manuscript" | "requester",
  limit = Infinity,
): boolean {
  const all = Map.groupBy(purchases, (one) => one[by]);
  return all.values().some((some) => sumOf(some) > limit);
}

function sumOf(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { price }) => sum + price, 0);
}

function isAutomatic({ approval }: Purchase): boolean {
  return approval?.by === thePolicy;
}

/**
 * What a story has to come to, or it tells nothing. `again`: the same was charged twice, and whoever approved
 * the second run had read of the first; `continued`: two runs were charged that have nothing in common;
 * `automatic`: the desk approved one by itself; `second`: two people approved one; `unknown`: one was
 * charged and nobody knows of it.
 */
export type Witness = "again" | "continued" | "automatic" | "second" | "unknown";

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
    ...(paid.some(isAutomatic) ? (["automatic"] as const) : []),
    ...(paid.some(({ approval }) => approval?.first !== undefined) ? (["second"] as const) : []),
    ...(paid.some(({ status }) => status === "unknown") ? (["unknown"] as const) : []),
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
