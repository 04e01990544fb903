import type { Desk } from "../../../core/ports.ts";
import { type Quote, quoteId } from "../../../core/quote.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  decideOn,
} from "../../approval/actions/decide.ts";
import { mayShape } from "../../approval/rules/rights.ts";
import { receiveManuscript } from "../../intake/actions/hand-in.ts";
import {
  type RenewOutcome,
  chosenOn,
  earlierOf,
  isStanding,
  renew,
  threadOf,
} from "../rules/renewal.ts";

/** Asks for an expired quote again. Buys nothing by itself: the next round is quoted like any other. */
export async function askAgain(
  desk: DecideDeps & Pick<Desk, "now">,
  click: Click,
): Promise<RenewOutcome | Refusal> {
  return await decideOn<RenewOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => renew(quote, { by: click.person, at: desk.now() }),
  });
}

/** Quotes the manuscript in its next round. The id is derived, so run twice it meets the same record. */
export async function renewQuote(
  desk: Pick<Desk, "ledger" | "rules" | "now" | "wake">,
  quote: Quote,
): Promise<Quote> {
  const { place, requester, file, book, wish, previewChars, target } = quote;
  const found = await freeRound(desk, quote);
  if (found.status === "free") {
    await receiveManuscript(desk, {
      place: { ...place, thread: threadOf(quote) },
      requester,
      file,
      book,
      wish,
      previewChars,
      target,
      round: found.round,
      earlier: earlierOf(quote, desk.rules),
      chosen: chosenOn(quote),
    });
  }
  return await desk.ledger.change(quote.id, (before) =>
    before.renewal === undefined
      ? before
      : { ...before, renewal: { ...before.renewal, successor: found.id } },
  );
}

type Round =
  | { readonly status: "free"; readonly id: string; readonly round: number }
  | { readonly status: "standing"; readonly id: string };

/** Somebody may have asked by command already: then that quote is the next one. */
async function freeRound(
  { ledger }: Pick<Desk, "ledger">,
  { place, file, target }: Quote,
): Promise<Round> {
  for (let round = 0; ; round += 1) {
    const id = quoteId(place, file.id, target, round);
    const quote = await ledger.find(id);
    if (quote === undefined) return { status: "free", id, round };
    if (quote.target === target && isStanding(quote)) return { status: "standing", id };
  }
}
