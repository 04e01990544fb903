import type { Quote } from "../domain/quote.ts";
import { reachAgain } from "../domain/reaching.ts";
import type { Desk } from "./deps.ts";

/**
 * The newest manuscripts of a person, newest first. Somebody who asks can be reached: what could be said to
 * nobody is tried once more.
 */
export async function showStatus(
  { ledger, wake }: Pick<Desk, "ledger" | "wake">,
  asked: { readonly workspace: string; readonly person: string },
): Promise<readonly Quote[]> {
  const quotes = await ledger.list("person", `${asked.workspace}/${asked.person}`, firstPage);
  const parked = quotes.filter(({ card }) => card.status === "parked");
  for (const { id } of parked) {
    await ledger.change(id, reachAgain);
    wake(id);
  }
  return quotes;
}

const firstPage = { offset: 0, limit: 100 };
