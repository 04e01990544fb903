import type { Change, IndexEntry } from "#store/store.ts";

import type { Purchase } from "./purchase.ts";
import type { Value, Wish } from "./replay.ts";
import { type Row, type Scenario, type Store, type World, spend } from "./world.ts";

/** The world after a wish, and the answer to it. */
export type Granted = { readonly world: World; readonly value: Value };

type StoreWish = Extract<
  Wish,
  { kind: "read" | "find" | "write" | "commit" | "draw-key" | "has-all-commits" | "compared" }
>;

/**
 * Grants a wish. Reads and commits are atomic, and an answered write lasts unless the store is
 * lost.
 */
export function grantByStore(
  world: World,
  wish: StoreWish,
  scenario: Pick<Scenario, "goesBack" | "commitsBack"> = {},
): Granted {
  const refusesBehind = scenario.goesBack === "failed over";
  const { store } = world;
  switch (wish.kind) {
    case "read":
      return { world, value: store[wish.key]?.raw };
    case "find":
      return { world, value: JSON.stringify(found(store, wish)) };
    case "write": {
      const { key, after } = wish;
      return {
        world: { ...world, store: written(store, [{ key, before: undefined, after }]) },
        value: true,
      };
    }
    case "commit": {
      const { changes } = wish;
      const stands = changes.every(({ key, before }) => store[key]?.raw === before);
      const notesLoss = changes.some((change) => change.notesLoss === true);
      if (world.isBehind === true && !notesLoss && refusesBehind) return { world, value: "behind" };
      if (!stands) return { world, value: false };
      const { isBehind: _, ...complete } = world;
      const after = { ...(notesLoss ? complete : world), store: written(store, changes) };
      return { world: withPast(after, store, scenario), value: true };
    }
    case "has-all-commits":
      return { world, value: world.isBehind !== true };
    case "compared": {
      const { isUncompared: _, ...compared } = world;
      return { world: compared, value: true };
    }
    case "draw-key": {
      const randomKeys = world.randomKeys + 1;
      return { world: { ...world, randomKeys }, value: randomKeys };
    }
  }
}

export function storeLosses(world: World): readonly World[] {
  if (world.left.storeLosses === 0 || Object.keys(world.store).length === 0) return [];
  return [{ ...spend(world, "storeLosses"), store: {} }];
}

/** Keeps the store from before a commit that it may go back to. */
function withPast(
  world: World,
  before: Store,
  { commitsBack = 2 }: Pick<Scenario, "commitsBack">,
): World {
  if (world.left.goingsBack === 0 || before === world.store) return world;
  return { ...world, past: [before, ...(world.past ?? [])].slice(0, commitsBack) };
}

/** Returns the world whose store has returned to an earlier state, if it may. */
export function goingsBack(
  world: World,
  { goesBack, commitsBack = 2 }: Scenario,
  approved: readonly Purchase[],
): readonly { readonly name: string; readonly world: World }[] {
  const { past = [], partner } = world;
  const store = past[commitsBack - 1];
  // Before anything is charged, going back is a start from an earlier state, which is explored too.
  const isCharged = partner.tasks.length > 0 || partner.flights.length > 0;
  if (goesBack === undefined || store === undefined || !isCharged) return [];
  const { past: _, ...spent } = spend(world, "goingsBack");
  const after: World = { ...spent, store, before: approved };
  const name = `the store is ${goesBack}`;
  if (goesBack === "failed over") return [{ name, world: { ...after, isBehind: true } }];
  const lanes = world.lanes.map(() => ({ run: undefined }));
  const flights = partner.flights.map((one) => ({ ...one, sender: undefined }));
  const started: World = { ...after, lanes, partner: { ...partner, flights }, isUncompared: true };
  return [{ name, world: goesBack === "unseen" ? started : { ...started, isBehind: true } }];
}

/** The records of quotes, with their keys. */
export function quotesIn(store: Store): readonly (readonly [string, string])[] {
  return Object.entries(store).flatMap(([key, { raw }]) =>
    key.startsWith("quote:") ? [[key, raw] as const] : [],
  );
}

/** Returns a store of these records, without index entries. */
export function storeOf(records: Readonly<Record<string, string>>): Store {
  const changes = Object.entries(records).map(([key, after]) => ({
    key,
    before: undefined,
    after,
  }));
  return written({}, changes);
}

/** Returns the rows in the order of their keys, so that equal stores print alike. */
function written(store: Store, changes: readonly Change[]): Store {
  const rows: Record<string, Row> = { ...store };
  for (const change of changes) {
    const row = rowAfter(rows[change.key], change);
    if (row === undefined) delete rows[change.key];
    else rows[change.key] = row;
  }
  if (changes.every(({ key, after }) => key in store && after !== undefined)) return rows;
  return Object.fromEntries(
    Object.entries(rows).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function rowAfter(row: Row | undefined, { after, remove = [], add = [] }: Change): Row | undefined {
  if (after === undefined) return undefined;
  const gone = new Set(remove.map(entryName));
  const kept = row?.entries.filter((entry) => !gone.has(entry)) ?? [];
  const added = add.filter(({ index }) => looked.has(index)).map(entryName);
  return { raw: after, entries: [...new Set([...kept, ...added])] };
}

function entryName({ index, value }: Pick<IndexEntry, "index" | "value">): string {
  return `${index} ${value}`;
}

function found(store: Store, { index, values }: Extract<Wish, { kind: "find" }>) {
  const rows = Object.entries(store);
  return values.flatMap((value) => {
    const entry = entryName({ index, value });
    const keys = rows.flatMap(([key, { entries }]) => (entries.includes(entry) ? [key] : []));
    return keys.length === 0 ? [] : [[value, keys] as const];
  });
}

/** The indexes that the model looks up. */
const looked = new Set(["claim", "names", "open"]);
