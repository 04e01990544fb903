import { erasableFrom, erase } from "../../../core/erasing.ts";
import type { Ports } from "../../../core/ports.ts";

/**
 * Removes names, terms and notes from every quote that was closed long ago. Safe to repeat and to
 * run on several replicas: it is an ordinary change of each record.
 */
export async function eraseClosed({ ledger, now }: Pick<Ports, "ledger" | "now">): Promise<void> {
  for (;;) {
    const longest = await ledger.list("erasable", "all", { offset: 0, limit: pageSize });
    const due = longest.filter((quote) => (erasableFrom(quote) ?? Infinity) <= now());
    if (due.length === 0) return;
    for (const { id } of due) await ledger.change(id, (before) => erase(before, now()));
  }
}

const pageSize = 100;
