import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
} from "../../approval/actions/decide.ts";
import { mayShape } from "../../approval/rules/rights.ts";
import { type PartOutcome, choosePart } from "../rules/choose-part.ts";

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
