import { z } from "zod";

import { type ReadonlyOf, at, id, stored } from "#domain/fields.ts";

const hour = 3_600_000;

/** Limits for one person, so that nobody keeps the rest waiting. */
export const personLimits = {
  links: { atMost: 60, windowMs: hour },
  /** Manuscripts times languages, each of them estimated by the partner: see `cardItem`. */
  cards: { atMost: 200, windowMs: 24 * hour },
} as const;

/** Names what counts as a card. A manuscript that is handed in or estimated once more counts once. */
export function cardItem(fileId: string, target: string): string {
  return `${fileId} ${target}`;
}

/** The counted items of one person and kind, each until a time in ms. */
export type Counted = ReadonlyOf<typeof countedSchema>;
export const countedSchema = stored({
  version: z.literal(1),
  now: z.array(stored({ id, until: at })),
});

const nothingCounted: Counted = { version: 1, now: [] };

export type Items = {
  readonly kind: keyof typeof personLimits;
  readonly person: string;
  /** The names of the items: an item that counts already is not counted again. */
  readonly ids: readonly string[];
};

export type LimitCheck =
  | { readonly status: "within-limit" }
  /** `until`: the time from which they can be counted, ms. */
  | { readonly status: "too-many"; readonly kind: Items["kind"]; readonly until: number };

type Counting = Pick<Items, "kind" | "ids"> & {
  readonly atMost: number;
  readonly windowMs: number;
  readonly now: number;
};

/** Counts items that do not count yet, all of them or none. */
export function countWithin(
  before: Counted = nothingCounted,
  { kind, ids, atMost, windowMs, now }: Counting,
): { readonly record: Counted; readonly outcome: LimitCheck } {
  // An item that was noted by a clock that was ahead would count for too long.
  const current = before.now.filter(({ until }) => until > now && until <= now + windowMs);
  const ownIds = new Set(current.map((one) => one.id));
  const fresh = [...new Set(ids)].filter((one) => !ownIds.has(one));
  const tooMany = current.length + fresh.length - atMost;
  if (fresh.length === 0) return { record: before, outcome: { status: "within-limit" } };
  if (tooMany > 0) {
    const soonest = current.map(({ until }) => until).toSorted((one, other) => one - other);
    const until = soonest[tooMany - 1] ?? soonest.at(-1) ?? now;
    return { record: before, outcome: { status: "too-many", kind, until } };
  }
  const added = fresh.map((one) => ({ id: one, until: now + windowMs }));
  return {
    record: { ...before, now: [...current, ...added] },
    outcome: { status: "within-limit" },
  };
}
