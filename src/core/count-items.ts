import {
  type Items,
  type LimitCheck,
  count,
  nothingCounted,
  personLimits,
} from "./person-limits.ts";
import type { Ports } from "./ports.ts";

/** Counts a person's items, all of them or none. @throws when the store cannot answer. */
export async function countItems(
  { limits, rules, now }: Pick<Ports, "limits" | "rules" | "now">,
  { kind, person, ids }: Items,
): Promise<LimitCheck> {
  const { atMost, windowMs = rules.quoteStandsMs } = personLimits[kind];
  const { outcome } = await limits.decide(`${person}.${kind}`, (before) =>
    count(before, { kind, ids, atMost, windowMs, now: now() }),
  );
  return outcome;
}

export async function stopCounting(
  { limits }: Pick<Ports, "limits">,
  { kind, person, ids }: Items,
): Promise<void> {
  const over = new Set(ids);
  await limits.change(`${person}.${kind}`, (before = nothingCounted) => ({
    ...before,
    now: before.now.filter((one) => !over.has(one.id)),
  }));
}

export async function countedItems(
  { limits }: Pick<Ports, "limits">,
  { kind, person }: Pick<Items, "kind" | "person">,
): Promise<readonly string[]> {
  const { now } = (await limits.read(`${person}.${kind}`)) ?? nothingCounted;
  return now.map((one) => one.id);
}
