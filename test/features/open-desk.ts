import { offerTag } from "../../src/core/offer.ts";
import type { Quote } from "../../src/core/quote.ts";
import { rules } from "../builders.ts";
import { aDesk, anOffer } from "./desk.ts";

/** Sets up one quote on offer, and an approver's click on its Approve. */
export async function anOpenDesk(
  options: Parameters<typeof aDesk>[0] = {},
  quote: Quote = anOffer(),
) {
  const house = aDesk(options);
  await house.desk.ledger.add(quote);
  const click = {
    quoteId: quote.id,
    channel: "C0BOOKS",
    person: "U0ANA",
    product: "translation",
    offer: offerTag(quote, rules),
  } as const;
  return { ...house, quote, click, stands: () => house.desk.ledger.find(quote.id) };
}
