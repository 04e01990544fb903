import type { Policy } from "#domain/settings/settings.ts";
import { thePolicy } from "#domain/task.ts";
import { parseCardFacts } from "#features/shared/card-facts.ts";

import type { Purchase } from "./purchase.ts";
import type { Chances, World } from "./world.ts";

export type BreachBetween =
  | "charged twice"
  | "charged without approval"
  | "approved above the policy"
  | "approved above the caps"
  | "charged again and not told"
  | "more charged again than told"
  | "charged and on no card"
  | "closed for nothing";

type Terms = {
  readonly policy?: Partial<Policy>;
  readonly chances: Partial<Chances>;
  readonly isWatched?: true;
};

/** @param isOver nothing more happens by itself. */
export function breachesBetween(
  world: World,
  purchases: readonly Purchase[],
  { policy = {}, chances, isWatched, isOver }: Terms & { readonly isOver: boolean },
): readonly BreachBetween[] {
  const charged = world.partner.tasks;
  const hasGoneBack = world.left.goingsBack !== (chances.goingsBack ?? 0);
  const isClosed = world.slack.cards[salesSign]?.says === "closed";
  const isTwice =
    new Set(charged).size < charged.length || unknowingly(charged, purchases).length > 0;
  const unasked = charged.filter((key) => !purchases.some((one) => one.key === key));
  return [
    ...(isTwice ? (["charged twice"] as const) : []),
    ...(unasked.length > 0 ? (["charged without approval"] as const) : []),
    ...(isAbovePolicy(purchases, policy) ? (["approved above the policy"] as const) : []),
    ...(isAboveCaps(purchases, policy) ? (["approved above the caps"] as const) : []),
    ...(hasReturnedUnseen(charged, purchases) ? (["charged again and not told"] as const) : []),
    ...(isMoreThanTold(charged, purchases) ? (["more charged again than told"] as const) : []),
    ...(isWatched === true && isOver && isOnNoCard(world)
      ? (["charged and on no card"] as const)
      : []),
    ...(isClosed && !hasGoneBack ? (["closed for nothing"] as const) : []),
  ];
}

/**
 * Returns true when more characters were charged twice than the approvers had read: passages that two
 * runs share, wherever these stand in their texts.
 */
function isMoreThanTold(charged: readonly string[], purchases: readonly Purchase[]): boolean {
  const paid = purchases.filter(({ key }) => charged.includes(key));
  const shared = paid.flatMap((one) =>
    paid.flatMap((other) => (other.key < one.key ? [sharedBy(one, other)] : [])),
  );
  const told = paid.reduce((sum, one) => sum + one.told, 0);
  return shared.reduce((sum, characters) => sum + characters, 0) > told + shared.length * unsaid;
}

function sharedBy(one: Purchase, other: Purchase): number {
  const language = ({ manuscript }: Purchase) => manuscript.split(" ").at(-1);
  if (language(one) !== language(other)) return 0;
  return Object.entries(one.passages)
    .map(([name, characters]) => Math.min(characters, other.passages[name] ?? 0))
    .reduce((sum, characters) => sum + characters, 0);
}

/** A passage of fewer characters may stay unsaid. */
const unsaid = 700;

/** Returns true when a charged run is named by none of our cards in Slack: nobody learns of it. */
function isOnNoCard({ partner, slack }: World): boolean {
  const named = new Set(
    Object.values(slack.cards).flatMap(({ payload }) =>
      parseCardFacts(payload).map(({ key }) => key),
    ),
  );
  return partner.tasks.some((key) => !named.has(key));
}

/** Not a card: it shows that somebody was refused because records may be lost. */
export const salesSign = "sales";

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
