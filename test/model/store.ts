import type { Value, Wish } from "./replay.ts";
import { type World, spend } from "./world.ts";

/** What a wish brings about, and what is answered. */
export type Granted = { readonly world: World; readonly value: Value };

type StoreWish = Extract<Wish, { do: "read" | "write" | "swap" | "draw-key" }>;

/** Reads and writes are whole; what was answered is kept, unless the whole store is lost. */
export function grantByStore(world: World, wish: StoreWish): Granted {
  switch (wish.do) {
    case "read":
      return { world, value: world.record };
    case "write":
      return { world: { ...world, record: wish.after }, value: true };
    case "swap":
      return world.record === wish.before
        ? { world: { ...world, record: wish.after }, value: true }
        : { world, value: false };
    case "draw-key": {
      const randomKeys = world.randomKeys + 1;
      return { world: { ...world, randomKeys }, value: randomKeys };
    }
  }
}

export function storeLosses(world: World): readonly World[] {
  if (world.left.storeLosses === 0 || world.record === undefined) return [];
  return [{ ...spend(world, "storeLosses"), record: undefined }];
}
