import { z } from "zod";

import { products } from "../core/offer.ts";
import { type SpendRow, monthOfRow } from "../features/spending/rules/spend.ts";
import { maybe } from "./maybe.ts";
import { type CasStore, serialise, swap } from "./store.ts";

/** @see `Desk.spend`; every method throws when the store cannot answer. */
export type SpendBook = {
  readonly put: (row: SpendRow) => Promise<void>;
  /** Newest approval first; `month` as `monthOf` says it. */
  readonly month: (workspace: string, month: string) => Promise<readonly SpendRow[]>;
};

/**
 * One small record for each run that cost something, named by the task's key, so that it is counted once
 * whoever writes it how often; found by workspace and month, so that a month is summed without any quote.
 */
export function createSpendBook(store: CasStore): SpendBook {
  return {
    put: (row) => {
      const value = valueOf(row.workspace, monthOfRow(row));
      const add = [{ index, value, order: row.approvedAt }];
      return swap(store, `${prefix}${row.key}`, () => ({
        after: serialise(row),
        add,
        outcome: undefined,
      }));
    },
    month: async (workspace, month) => {
      const rows = new Map<string, SpendRow>();
      const value = valueOf(workspace, month);
      // Each page begins in the one before: what is written meanwhile moves the others down.
      for (let offset = 0; ; offset += pageSize - overlap) {
        const keys = await store.list(index, value, { offset, limit: pageSize });
        for (const row of await Promise.all(keys.map((key) => read(store, key)))) {
          if (row !== undefined) rows.set(row.key, row);
        }
        if (keys.length < pageSize) return [...rows.values()];
      }
    },
  };
}

async function read(store: CasStore, key: string): Promise<SpendRow | undefined> {
  const value = await store.get(key);
  return value === undefined ? undefined : spendRow.parse(value);
}

function valueOf(workspace: string, month: string): string {
  return `${workspace}/${month}`;
}

const id = z.string().min(1);
const spendRow: z.ZodType<SpendRow> = z.object({
  key: id,
  quoteId: id,
  workspace: id,
  channel: id,
  person: id,
  approver: id,
  book: maybe(z.string()),
  product: z.enum(products),
  target: z.string(),
  characters: z.number(),
  credits: z.number(),
  basis: z.enum(["charged", "approved"]),
  approvedAt: z.number(),
});

const index = "spend";
const prefix = "spend:";
const pageSize = 500;
const overlap = 100;
