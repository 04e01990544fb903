import type { Quote } from "../domain/quote.ts";
import type { Desk } from "./deps.ts";

/** Every quote for which something is still due, newest first. */
export async function openQuotes(desk: Pick<Desk, "ledger">): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await desk.ledger.list("open", "all", { offset, limit: pageSize });
    quotes.push(...page);
    // A page may be short because a record in it cannot be read: only an empty one is the end.
    if (page.length === 0) return quotes;
  }
}

const pageSize = 500;
