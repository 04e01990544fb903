import { withInquiries } from "../domain/decisions.ts";
import { ManuscriptFault } from "../domain/faults.ts";
import { type Quote, type Reading, addNotice } from "../domain/quote.ts";
import { glossaryChars, languageSampleChars } from "../domain/rules.ts";
import type { Desk } from "./deps.ts";

/**
 * Reads the posted file once, as a stream: what it is, how long, and its hashes. A file that cannot be
 * taken is refused before anything is sent anywhere.
 *
 * @throws what keeps Slack from handing the file out for now.
 */
export async function readManuscript(
  desk: Pick<Desk, "manuscripts" | "ledger" | "rules">,
  quote: Quote,
): Promise<Quote> {
  const reading = await read(desk, quote.file.id);
  return desk.ledger.change(quote.id, (before) => {
    if (before.reading.status !== "due") return before;
    const after = { ...before, reading };
    return reading.status === "refused"
      ? addNotice(after, { kind: "refused" })
      : withInquiries(after);
  });
}

async function read(desk: Pick<Desk, "manuscripts" | "rules">, fileId: string): Promise<Reading> {
  const { previewChars } = desk.rules;
  try {
    const openings = [languageSampleChars, previewChars, glossaryChars({ previewChars })];
    return { status: "read", manuscript: await desk.manuscripts.read(fileId, openings) };
  } catch (error) {
    if (error instanceof ManuscriptFault) return { status: "refused", reason: error.reason };
    throw error;
  }
}
