import type { Ports } from "./ports.ts";
import type { Quote } from "./quote.ts";

/** Reads every quote that still has steps or waits for an admin, newest first. */
export async function openQuotes(ports: Pick<Ports, "ledger">): Promise<readonly Quote[]> {
  const quotes = new Map<string, Quote>();
  // Pages overlap: a quote that closes meanwhile moves the others up, and none may be missed.
  for (let offset = 0; ; offset += pageSize - overlap) {
    const page = await ports.ledger.list("open", "all", { offset, limit: pageSize });
    for (const quote of page) quotes.set(quote.id, quote);
    // A page is short if some record in it is unreadable: only an empty page is the end.
    if (page.length === 0) return [...quotes.values()];
  }
}

const pageSize = 500;
const overlap = 100;
