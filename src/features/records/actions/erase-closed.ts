import { erasableFrom, erase } from "../../../core/erasing.ts";
import type { Ports } from "../../../core/ports.ts";

/**
 * Takes names, terms and notes out of every quote that was closed long ago. Whoever does it, and however
 * often, it is done once: it is a change of the record like any other.
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
