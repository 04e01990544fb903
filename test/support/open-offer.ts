import { offerTag } from "#domain/offer.ts";
import type { Quote } from "#domain/quote.ts";

import { setup } from "../builders.ts";
import { testAppContext, anOffer } from "./app-context.ts";

/** Sets up one quote on offer, and an approver's click on its Approve. */
export async function anOpenOffer(
  options: Parameters<typeof testAppContext>[0] = {},
  quote: Quote = anOffer(),
) {
  const galley = testAppContext(options);
  await galley.ctx.quoteStore.add(quote);
  const click = {
    quoteId: quote.id,
    channel: "C0BOOKS",
    person: "U0ANA",
    product: "translation",
    offer: offerTag(quote, setup),
  } as const;
  return { ...galley, quote, click, stands: () => galley.ctx.quoteStore.find(quote.id) };
}
