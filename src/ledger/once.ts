import type { CasStore } from "./store.ts";

/**
 * Answers true to one asker, of whatever replica, and false to all others for some time (ms): for what
 * people should be told once.
 */
export function createOnce(store: CasStore, now: () => number) {
  return async (name: string, forMs: number): Promise<boolean> => {
    const key = `once:${name}`;
    const before = await store.read(key);
    if (before !== undefined && now() - Number(before) < forMs) return false;
    return await store.swap({ key, before, after: String(now()), remove: [], add: [] });
  };
}
