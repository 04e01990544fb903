import { offerTag } from "#domain/offer.ts";
import type { Quote } from "#domain/quote.ts";

import { setup } from "../builders.ts";
import { testPorts, anOffer } from "./ports.ts";

/** Sets up one quote on offer, and an approver's click on its Approve. */
export async function anOpenOffer(
  options: Parameters<typeof testPorts>[0] = {},
  quote: Quote = anOffer(),
) {
  const galley = testPorts(options);
  await galley.ports.ledger.add(quote);
  const click = {
    quoteId: quote.id,
    channel: "C0BOOKS",
    person: "U0ANA",
    product: "translation",
    offer: offerTag(quote, setup),
  } as const;
  return { ...galley, quote, click, stands: () => galley.ports.ledger.find(quote.id) };
}
