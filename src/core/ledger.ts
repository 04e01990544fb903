import { Overtaken } from "./faults.ts";
import type { QuoteLedger, Ports } from "./ports.ts";
import type { Quote } from "./quote.ts";

/**
 * Changes a record and returns whether this call did it. The record alone does not show it: another
 * worker may have written the same in the same millisecond.
 *
 * @param next returns the same object when somebody else was first.
 */
export async function changeIfFirst(
  ledger: Pick<QuoteLedger, "decide">,
  id: string,
  next: (before: Quote) => Quote,
): Promise<{ readonly quote: Quote; readonly isMine: boolean }> {
  const { quote, outcome: isMine } = await ledger.decide(id, (before) => {
    const after = next(before);
    return { quote: after, outcome: after !== before };
  });
  return { quote, isMine };
}

/** @throws Overtaken when another worker has changed the record since. */
export async function expectStill(
  ledger: Pick<QuoteLedger, "find">,
  id: string,
  isMine: (now: Quote) => boolean,
): Promise<void> {
  const now = await ledger.find(id);
  if (now === undefined || !isMine(now)) throw new Overtaken();
}

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
