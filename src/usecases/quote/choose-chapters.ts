import { mayShape } from "../../domain/approval/rights.ts";
import { type PartOutcome, choosePart } from "../../domain/quote/choose-part.ts";
import { type Click, type DecideDeps, type Refusal, decideOn } from "../approval/decide.ts";

/** Makes the card be about some chapters; nothing is bought by it. */
export async function chooseChapters(
  desk: DecideDeps,
  click: Click & { readonly first: number; readonly last: number },
): Promise<PartOutcome | Refusal> {
  return decideOn<PartOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => choosePart(quote, click),
  });
}
