import type { Check } from "./processes.ts";
import { type World, theCard } from "./world.ts";

export type Breach = "paid twice" | "said twice" | "lost";

/** @param isOver nothing more happens by itself. */
export function breachesOf(check: Check, world: World, isOver: boolean): readonly Breach[] {
  return [
    ...(world.partner.tasks.length > 1 ? (["paid twice"] as const) : []),
    ...(isSaidTwice(check, world) ? (["said twice"] as const) : []),
    ...(isOver && isLost(world) ? (["lost"] as const) : []),
  ];
}

/**
 * Returns true when something was said twice. A ping may repeat once for each stale look-up and
 * each pause, which no sender can rule out. It may also repeat for each loss of the store, which
 * recorded it: the card is the announcement. A result that is itself a message may not repeat.
 */
function isSaidTwice({ design, scenario: { chances } }: Check, { slack, left }: World): boolean {
  const causes = ["staleReads", "pauses", "storeLosses"] as const;
  const struck = causes.reduce((sum, cause) => sum + (chances[cause] ?? 0) - left[cause], 0);
  const extra = design.postsAre === "pings" ? struck : 0;
  return slack.posts.length > new Set(slack.posts).size + extra;
}

/**
 * Returns true when nobody will learn of a charge, not even by a click on a card that names the
 * key.
 */
function isLost(world: World): boolean {
  const { partner, slack, store } = world;
  const { posts } = slack;
  const card = theCard(world);
  return partner.tasks.some((key, task) => {
    const isOnCard =
      card.says === `result ${task}` || (card.key === key && card.says === "unknown");
    const isFindable = Object.keys(store).length === 0 && card.key === key;
    return !posts.includes(`result ${task}`) && !isOnCard && !isFindable;
  });
}
