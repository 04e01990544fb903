import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";

/**
 * The newest manuscripts of a person, newest first. Somebody who asks can be reached: what could be said to
 * nobody is tried once more.
 */
export async function showStatus(
  { ledger, wake }: Pick<Desk, "ledger" | "wake">,
  asked: {
    readonly workspace: string;
    readonly person: string;
    /** Part of the manuscript's or the book's name; without it the newest are listed. */
    readonly search?: string | undefined;
  },
): Promise<readonly Quote[]> {
  const value = `${asked.workspace}/${asked.person}`;
  const quotes = await newest(ledger, value, asked.search?.toLowerCase());
  const parked = quotes.filter(({ card }) => card.status === "parked");
  for (const { id } of parked) {
    await ledger.change(id, reachAgain);
    wake(id);
  }
  return quotes;
}

async function newest(
  ledger: Desk["ledger"],
  value: string,
  search: string | undefined,
): Promise<readonly Quote[]> {
  if (search === undefined) return await ledger.list("person", value, { offset: 0, limit: page });
  const found: Quote[] = [];
  for (let offset = 0; offset < searched && found.length < page; offset += page) {
    const quotes = await ledger.list("person", value, { offset, limit: page });
    found.push(...quotes.filter((quote) => names(quote).includes(search)));
    if (quotes.length < page) break;
  }
  return found;
}

function names({ file, book, target }: Quote): string {
  return [file.name, book, target].join("\n").toLowerCase();
}

const page = 100;
/** Somebody waits for the answer: older manuscripts are found in their channel. */
const searched = 1000;
