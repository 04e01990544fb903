import { type Quote, hasSpent, newQuote } from "../domain/quote.ts";
import type { Desk } from "./deps.ts";
import { type Posting, receiveManuscript } from "./receive-manuscript.ts";

export type AskOutcome =
  | { readonly status: "quoted"; readonly quote: Quote }
  | { readonly status: "already-quoted"; readonly quote: Quote }
  | { readonly status: "not-offered" };

export type AskPosting = Posting & { readonly target: string };

/**
 * Quotes a manuscript that is already in the conversation for a language. One that expired without being
 * bought is quoted anew, in its next round.
 */
export async function askForLanguage(
  desk: Pick<Desk, "ledger" | "rules" | "now" | "wake">,
  posting: AskPosting,
): Promise<AskOutcome> {
  const { target } = posting;
  if (!desk.rules.languages.some(({ code }) => code === target)) return { status: "not-offered" };
  for (let round = 0; ; round += 1) {
    const standing = await desk.ledger.find(idOf(posting, round));
    if (standing === undefined) {
      const { quote } = await receiveManuscript(desk, { ...posting, round });
      return { status: "quoted", quote };
    }
    if (!isOver(standing)) return { status: "already-quoted", quote: standing };
  }
}

/** Nothing was bought from it, and nothing can be any more. */
function isOver(quote: Quote): boolean {
  const closed = quote.decision.status !== "open" || quote.reading.status === "refused";
  return closed && !hasSpent(quote);
}

function idOf(posting: AskPosting, round: number): string {
  return newQuote({ ...posting, round, at: 0, standsMs: 0 }).id;
}
