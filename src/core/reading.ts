import type { ChosenEncoding, Encoding, Reading } from "./manuscript.ts";
import { type Decided, type Quote, paidTasks } from "./quote.ts";
import { hasEnded } from "./task.ts";

export type EncodingOutcome =
  | { readonly status: "chosen"; readonly encoding: Encoding }
  | { readonly status: "already-chosen"; readonly encoding: Encoding | undefined }
  | { readonly status: "not-offered" }
  | { readonly status: "closed" };

export type DoubtOutcome = { readonly status: "asked" } | { readonly status: "too-late" };

/** Says what a doubtful file is to be read as. The first click counts; what follows is read anew. */
export function chooseEncoding(quote: Quote, chosen: ChosenEncoding): Decided<EncodingOutcome> {
  const no = (outcome: EncodingOutcome) => ({ quote, outcome });
  const { reading, decision } = quote;
  const { encoding } = chosen;
  if (decision.status !== "open" || reading.status === "refused") return no({ status: "closed" });
  if (reading.status !== "doubtful") {
    return no({ status: "already-chosen", encoding: encodingTaken(reading) });
  }
  if (!reading.candidates.includes(encoding)) return no({ status: "not-offered" });
  const among = reading.candidates;
  return {
    quote: { ...quote, reading: { status: "due", chosen: { ...chosen, among } } },
    outcome: { status: "chosen", encoding },
  };
}

/** Asks people how a file is to be read that was read by its likeliest encoding. */
export function doubtEncoding(quote: Quote): Decided<DoubtOutcome> {
  const candidates = possibleEncodings(quote);
  if (candidates.length === 0) return { quote, outcome: { status: "too-late" } };
  const unread = {
    language: undefined,
    part: undefined,
    approval: quote.approval && { ...quote.approval, endorsements: undefined },
    tasks: [],
  };
  const reading: Reading = { status: "doubtful", candidates };
  return { quote: { ...quote, ...unread, reading }, outcome: { status: "asked" } };
}

/**
 * What a file may be read as that is read already; none where its bytes prove it, once something was
 * approved, and while the partner is looking at the text: what was sent is never read otherwise.
 */
export function possibleEncodings(quote: Quote): readonly Encoding[] {
  const { reading, decision, tasks } = quote;
  if (reading.status !== "read" || decision.status !== "open") return [];
  if (paidTasks(quote).length > 0 || !tasks.every(hasEnded)) return [];
  const { encoding, otherEncodings = [] } = reading.manuscript;
  const others = (reading.chosen?.among ?? otherEncodings).filter((other) => other !== encoding);
  return others.length === 0 ? [] : [encoding, ...others];
}

/** Whether emphasis is marked in the text; undefined where nothing is known, or none can be. */
export function isMarked(reading: Reading): boolean | undefined {
  if (reading.status === "due") return reading.isMarked;
  if (reading.status !== "read") return undefined;
  const { format, marks } = reading.manuscript;
  return format === "docx" || format === "epub" ? marks !== undefined : undefined;
}

/** What the file is read as, or is going to be; undefined while nobody has said and nothing is known. */
export function encodingTaken(reading: Reading): Encoding | undefined {
  switch (reading.status) {
    case "due":
      return reading.chosen?.encoding;
    case "read":
      return reading.manuscript.encoding;
    case "doubtful":
    case "refused":
      return undefined;
  }
}
