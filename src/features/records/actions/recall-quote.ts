import { mayBePosted } from "../../../core/card.ts";
import type { Desk } from "../../../core/ports.ts";
import { newQuote, quoteId } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";

/** A file that stands in the thread of a card. */
export type Candidate = {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly ts: string;
  readonly thread: string;
};

/**
 * Somebody clicked on a card that the ledger does not know: it was lost, or the card is a forgery. The
 * card's id is derived from its manuscript, so the manuscript in its thread proves it: then it is received
 * anew, and what the card knows of a run is found when it is shown. Buys nothing by itself.
 *
 * @param candidates the files that people posted in the card's thread.
 */
export async function recallQuote(
  desk: Pick<Desk, "ledger" | "rules" | "now" | "wake">,
  click: Click,
  candidates: readonly Candidate[],
): Promise<"recalled" | "unknown"> {
  if ((await findQuote(desk, click)) !== undefined) return "unknown";
  for (const { id, name, person, ts, thread } of candidates) {
    const place = { workspace: click.workspace, channel: click.channel, message: ts, thread };
    for (const { code: target } of desk.rules.languages) {
      for (let round = 0; round < roundsTried; round += 1) {
        if (quoteId(place, id, target, round) !== click.quoteId) continue;
        const received = { place, requester: person, file: { id, name }, target, round };
        const at = desk.now();
        const quote = newQuote({ ...received, at, standsMs: desk.rules.quoteStandsMs });
        await desk.ledger.add({ ...quote, card: mayBePosted });
        desk.wake(quote.id);
        return "recalled";
      }
    }
  }
  return "unknown";
}

const roundsTried = 5;
