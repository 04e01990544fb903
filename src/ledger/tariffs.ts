import { z } from "zod";

import type { Tariff } from "../domain/task/inquiries.ts";
import type { CasStore } from "./store.ts";

/**
 * What the partner was seen to charge for an inquiry, kept for every replica and the next start. Newest
 * wins. Each account has its own: another key may be on another plan.
 *
 * @param account names the partner's API key without telling it.
 */
export function createTariffs(store: CasStore, account: string) {
  const key = `tariff:${account}`;
  return {
    /** @throws when the store cannot answer, or holds something else there. */
    find: async (): Promise<Tariff | undefined> => {
      const raw = await store.read(key);
      return raw === undefined ? undefined : tariff.parse(JSON.parse(raw));
    },
    /** Answers whether it was the first that was ever noted. */
    note: async (found: Tariff): Promise<boolean> => {
      const after = JSON.stringify(found);
      for (;;) {
        const before = await store.read(key);
        if (before === after) return false;
        if (await store.swap({ key, before, after, remove: [], add: [] })) {
          return before === undefined;
        }
      }
    },
  };
}

const tariff: z.ZodType<Tariff> = z.object({
  credits: z.number().positive(),
  characters: z.number().nonnegative(),
});
