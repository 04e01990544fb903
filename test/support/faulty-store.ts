import { createMemoryStore } from "#store/open-store.ts";
import type { CasStore } from "#store/store.ts";

/**
 * Returns a store whose write `failAt` (0 is the first) fails, before or after it was carried out.
 */
export function aFaultyStore() {
  const store = createMemoryStore();
  const state = { writes: 0, failAt: -1, when: "before" as "before" | "after", isDown: false };
  const commit: CasStore["commit"] = async (asked) => {
    const fails = state.writes === state.failAt;
    state.writes += 1;
    if (state.isDown || (fails && state.when === "before")) throw new Error("the store is down");
    const done = await store.commit(asked);
    if (fails) throw new Error("the store's answer was lost");
    return done;
  };
  const look =
    <T>(read: (key: string) => Promise<T>) =>
    async (key: string): Promise<T> => {
      if (state.isDown) throw new Error("the store is down");
      return await read(key);
    };
  return {
    store: { ...store, get: look(store.get), read: look(store.read), commit },
    state,
  };
}
