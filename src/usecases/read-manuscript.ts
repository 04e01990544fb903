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
  desk: Pick<Desk, "manuscripts" | "ledger" | "rules" | "people">,
  quote: Quote,
): Promise<Quote> {
  const reading = await read(desk, quote);
  return desk.ledger.change(quote.id, (before) => {
    if (before.reading.status !== "due") return before;
    const after = { ...before, reading };
    return reading.status === "refused"
      ? addNotice(after, { kind: "refused" })
      : withInquiries(after);
  });
}

async function read(
  desk: Pick<Desk, "manuscripts" | "rules" | "people">,
  { file, requester, place }: Quote,
): Promise<Reading> {
  const person = await desk.people.find(requester);
  if (!person.isMember || person.workspace !== place.workspace) {
    return { status: "refused", reason: "not-allowed" };
  }
  const { previewChars } = desk.rules;
  try {
    const openings = [languageSampleChars, previewChars, glossaryChars({ previewChars })];
    return { status: "read", manuscript: await desk.manuscripts.read(file.id, openings) };
  } catch (error) {
    const isFinal = error instanceof ManuscriptFault && error.reason !== "interrupted";
    if (isFinal) return { status: "refused", reason: error.reason };
    throw error;
  }
}
