import { type Room, type Wanted, countWanted, nothingCounted, personLimits } from "./limits.ts";
import type { Ports } from "./ports.ts";

/** Counts a person's items, all of them or none. @throws when the store cannot answer. */
export async function takeRoom(
  { limits, rules, now }: Pick<Ports, "limits" | "rules" | "now">,
  { kind, person, ids }: Wanted,
): Promise<Room> {
  const { atMost, windowMs = rules.quoteStandsMs } = personLimits[kind];
  const { outcome } = await limits.decide(`${person}.${kind}`, (before) =>
    countWanted(before ?? nothingCounted, { kind, ids, atMost, windowMs, now: now() }),
  );
  return outcome;
}

/** Stops counting items that are over. */
export async function giveRoom(
  { limits }: Pick<Ports, "limits">,
  { kind, person, ids }: Wanted,
): Promise<void> {
  const over = new Set(ids);
  await limits.change(`${person}.${kind}`, (before = nothingCounted) => ({
    ...before,
    now: before.now.filter((one) => !over.has(one.id)),
  }));
}

/** Returns the names of a person's counted items. */
export async function counted(
  { limits }: Pick<Ports, "limits">,
  { kind, person }: Pick<Wanted, "kind" | "person">,
): Promise<readonly string[]> {
  const { now } = (await limits.read(`${person}.${kind}`)) ?? nothingCounted;
  return now.map((one) => one.id);
}
