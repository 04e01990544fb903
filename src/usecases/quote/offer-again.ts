import { mayShape } from "../../domain/approval/rights.ts";
import { type WaiveOutcome, waiveTwin } from "../../domain/quote/twin.ts";
import { type Click, type DecideDeps, type Refusal, decideOn } from "../approval/decide.ts";

/** Offers a manuscript although the same is on its way already. Buys nothing by itself. */
export async function offerAgain(desk: DecideDeps, click: Click): Promise<WaiveOutcome | Refusal> {
  return await decideOn<WaiveOutcome>(desk, click, {
    may: (person, roles, quote) => mayShape(person, quote.requester, roles),
    decide: (quote) => waiveTwin(quote, click.person),
  });
}
