import type { Ports } from "./ports.ts";
import type { Quote } from "./quote.ts";

/** Every quote for which something is still due, newest first. */
export async function openQuotes(ports: Pick<Ports, "ledger">): Promise<readonly Quote[]> {
  const quotes = new Map<string, Quote>();
  // Each page begins in the one before: what closes meanwhile moves the others up, and none may be missed.
  for (let offset = 0; ; offset += pageSize - overlap) {
    const page = await ports.ledger.list("open", "all", { offset, limit: pageSize });
    for (const quote of page) quotes.set(quote.id, quote);
    // A page may be short because a record in it cannot be read: only an empty one is the end.
    if (page.length === 0) return [...quotes.values()];
  }
}

const pageSize = 500;
const overlap = 100;
