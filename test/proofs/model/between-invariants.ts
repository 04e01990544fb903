import type { Policy } from "#domain/settings/settings.ts";
import { type Approval, type Task, thePolicy } from "#domain/task.ts";

import type { World } from "./world.ts";

/** An approved run, unless it came to nothing. */
export type Purchase = {
  readonly key: string;
  readonly card: string;
  /** Chapters or whole texts, with language and kind. None may be charged twice unknowingly. */
  readonly pieces: readonly string[];
  /** The runs that the clicked offer listed as existing. */
  readonly said: readonly string[];
  readonly price: number;
  readonly status: Task["state"]["status"];
  /** True when the admins were told that it was charged although another run replaced it. */
  readonly isTold: boolean;
  readonly requester: string;
  /** The text and its language. Limits count all its approvals together. */
  readonly manuscript: string;
  readonly approval: Approval | undefined;
};

export type BreachBetween =
  | "charged twice"
  | "charged without approval"
  | "approved above the policy"
  | "approved above the caps"
  | "charged again and not told";

type Terms = { readonly policy?: Partial<Policy> | undefined };

export function breachesBetween(
  { partner }: World,
  purchases: readonly Purchase[],
  { policy = {} }: Terms = {},
): readonly BreachBetween[] {
  const charged = partner.tasks;
  const isTwice =
    new Set(charged).size < charged.length || unknowingly(charged, purchases).length > 0;
  const unasked = charged.filter((key) => !purchases.some((one) => one.key === key));
  return [
    ...(isTwice ? (["charged twice"] as const) : []),
    ...(unasked.length > 0 ? (["charged without approval"] as const) : []),
    ...(isAbovePolicy(purchases, policy) ? (["approved above the policy"] as const) : []),
    ...(isAboveCaps(purchases, policy) ? (["approved above the caps"] as const) : []),
    ...(hasReturnedUnseen(charged, purchases) ? (["charged again and not told"] as const) : []),
  ];
}

/** Returns true when the approvals of a manuscript together exceed the limit for their kind. */
function isAbovePolicy(
  purchases: readonly Purchase[],
  { secondApprovalAbove, capPerApproval, autoApprovalUpTo }: Partial<Policy>,
): boolean {
  const isSoleBuyer = ({ approval }: Purchase) =>
    approval?.first === undefined || approval.first.by === approval.by;
  return (
    isOver(purchases, "manuscript", capPerApproval) ||
    isOver(purchases.filter(isSoleBuyer), "manuscript", secondApprovalAbove) ||
    isOver(purchases.filter(isAutomatic), "manuscript", autoApprovalUpTo)
  );
}

/**
 * Returns true when a run called failed and the run that replaced it both have a result, and no
 * admin was told. Only runs of one card count: a repeat on another card may run beside the first,
 * and its approver knows.
 */
function hasReturnedUnseen(charged: readonly string[], purchases: readonly Purchase[]): boolean {
  const done = purchases.filter(
    ({ key, status }) => charged.includes(key) && status === "completed",
  );
  return done.some((one) =>
    done.some((other) => other.card === one.card && other.said.includes(one.key) && !one.isTold),
  );
}

/** Counts all automatic approvals together: a story takes one day. */
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
 * An event that a story must reach to prove anything. `again`: the same was charged twice, and the
 * approver of the second run had read of the first. `continued`: two charged runs have nothing in
 * common. `automatic`: the policy approved a charged run. `second`: two people approved one.
 * `unknown`: a charged run has an unknown outcome.
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

/**
 * Returns charged runs that share a piece with another one, where neither approval named the other.
 */
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
