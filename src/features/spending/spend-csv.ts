import type { SpendRow } from "#domain/spending/spend.ts";
import { csvOf } from "#lib/csv.ts";

/** Writes one line for each run, oldest first; times are ISO 8601 in UTC. */
export function spendCsv(rows: readonly SpendRow[]): string {
  const oldestFirst = rows.toSorted((one, other) => one.approvedAt - other.approvedAt);
  return csvOf(
    csvColumns.map(([head]) => head),
    oldestFirst.map((row) => csvColumns.map(([, cell]) => cell(row))),
  );
}

const csvColumns = [
  ["approved_at", ({ approvedAt }) => new Date(approvedAt).toISOString()],
  ["product", ({ product }) => product],
  ["book", ({ book }) => book],
  ["target_lang", ({ target }) => target],
  ["characters", ({ characters }) => characters],
  ["credits", ({ credits }) => credits],
  ["basis", ({ basis }) => basis],
  ["requested_by", ({ person }) => person],
  ["approved_by", ({ approver }) => approver],
  ["channel", ({ channel }) => channel],
  ["quote", ({ quoteId }) => quoteId],
  ["key", ({ key }) => key],
  ["reference", ({ reference }) => reference],
] as const satisfies readonly (readonly [string, (row: SpendRow) => string | number | undefined])[];
