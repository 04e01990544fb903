import type { ChosenEncoding, Encoding, Reading } from "#domain/manuscript.ts";
import { type Decided, type Quote, paidTasks } from "#domain/quote.ts";
import { hasEnded } from "#domain/task.ts";

/** Sets the encoding of a doubtful file, which is then read again. The first click counts. */
export function chooseEncoding(
  quote: Quote,
  choice: ChosenEncoding,
): ReadingChange<"done" | "stale" | "closed"> {
  const { reading, decision } = quote;
  const isClosed = decision.status !== "open" || reading.status === "refused";
  if (isClosed) return decided(quote, "closed");
  // The card no longer asks, or never offered this encoding.
  if (reading.status !== "doubtful" || !reading.candidates.includes(choice.encoding)) {
    return decided(quote, "stale");
  }
  const among = reading.candidates;
  return decided({ ...quote, reading: { status: "due", chosen: { ...choice, among } } }, "done");
}

type ReadingChange<Status> = Decided<{ readonly status: Status }>;

function decided<Status>(quote: Quote, status: Status): ReadingChange<Status> {
  return { quote, outcome: { status } };
}

/** Reopens the choice of an encoding, for a file that was read with the likeliest one. */
export function doubtEncoding(quote: Quote): ReadingChange<"asked" | "too-late"> {
  const candidates = possibleEncodings(quote);
  if (candidates.length === 0) return decided(quote, "too-late");
  const unread = {
    language: undefined,
    part: undefined,
    approval: quote.approval && { ...quote.approval, endorsements: undefined },
    tasks: [],
  };
  const reading: Reading = { status: "doubtful", candidates };
  return decided({ ...quote, ...unread, reading }, "asked");
}

/**
 * Returns the possible encodings of a file that is read already. There are none if its bytes prove
 * the encoding, after an approval, and while the partner works on the text: a sent text is never
 * read otherwise.
 */
export function possibleEncodings(quote: Quote): readonly Encoding[] {
  const { reading, decision, tasks } = quote;
  if (reading.status !== "read" || decision.status !== "open") return [];
  if (paidTasks(quote).length > 0 || !tasks.every(hasEnded)) return [];
  const { encoding, otherEncodings = [] } = reading.manuscript;
  const others = (reading.chosen?.among ?? otherEncodings).filter((other) => other !== encoding);
  return others.length === 0 ? [] : [encoding, ...others];
}

/** Returns whether emphasis is marked in the text; undefined if unknown or impossible. */
export function isMarked(reading: Reading): boolean | undefined {
  if (reading.status === "due") return reading.isMarked;
  if (reading.status !== "read") return undefined;
  const { format, marks } = reading.manuscript;
  return format === "docx" || format === "epub" ? marks !== undefined : undefined;
}

export function encodingTaken(reading: Reading): Encoding | undefined {
  if (reading.status === "due") return reading.chosen?.encoding;
  return reading.status === "read" ? reading.manuscript.encoding : undefined;
}
