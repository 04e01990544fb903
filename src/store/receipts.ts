import type { SpendRecords } from "../core/ports.ts";
import { monthOf } from "../features/spending/rules/account.ts";
import { type SpendRow, spendRowSchema } from "../features/spending/rules/spend.ts";
import { createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/**
 * Opens the rows of spending: one small record for each run that cost something, named by the
 * task's key, so that repeated writes count once. They are indexed by workspace and month, to sum a
 * month without quotes.
 */
export function createSpend(store: CasStore): SpendRecords {
  const rows = createSmallRecords<SpendRow | undefined>(store, {
    prefix,
    schema: spendRowSchema,
    initial: undefined,
    entriesOf: (row) => [
      { index, value: valueOf(row.workspace, monthOf(row.approvedAt)), order: row.approvedAt },
    ],
  });
  return {
    put: async (row) => void (await rows.change(row.key, () => row)),
    month: async (workspace, month) => {
      const found = new Map<string, SpendRow>();
      const value = valueOf(workspace, month);
      // Pages overlap, because rows that are written meanwhile move the others down.
      for (let offset = 0; ; offset += pageSize - overlap) {
        const keys = await store.list(index, value, { offset, limit: pageSize });
        const names = keys.map((key) => key.slice(`${prefix}:`.length));
        for (const row of await Promise.all(names.map(rows.read))) {
          if (row !== undefined) found.set(row.key, row);
        }
        if (keys.length < pageSize) return [...found.values()];
      }
    },
  };
}

function valueOf(workspace: string, month: string): string {
  return `${workspace}/${month}`;
}

const prefix = "spend";
const index = "spend";
const pageSize = 500;
const overlap = 100;
