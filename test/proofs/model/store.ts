import type { Change, IndexEntry } from "#store/store.ts";

import type { Value, Wish } from "./replay.ts";
import { type Row, type Store, type World, spend } from "./world.ts";

/** The world after a wish, and the answer to it. */
export type Granted = { readonly world: World; readonly value: Value };

type StoreWish = Extract<Wish, { kind: "read" | "find" | "write" | "commit" | "draw-key" }>;

/**
 * Grants a wish. Reads and commits are atomic, and an answered write lasts unless the store is
 * lost.
 */
export function grantByStore(world: World, wish: StoreWish): Granted {
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
      return stands
        ? { world: { ...world, store: written(store, changes) }, value: true }
        : { world, value: false };
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
