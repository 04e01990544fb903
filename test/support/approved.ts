import { offerTag } from "#domain/offer.ts";
import { type Product, type Quote, findTask } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";

import { type TestPorts, testAppContext, anOffer } from "./app-context.ts";

export const click = { channel: "C0BOOKS", person: "U0ANA" } as const;

/** Approves the current offer of a card as an approver. */
export async function approves(
  { ctx }: Pick<TestPorts, "ctx">,
  quoteId: string,
  product: Product = "translation",
) {
  const quote = await ctx.quoteStore.find(quoteId);
  const offer = quote && offerTag(quote, ctx.setup);
  return await approveQuote(ctx, { ...click, quoteId, product, offer });
}

/** Sets up one approved run whose card names it. */
export async function anApproved(options: Parameters<typeof testAppContext>[0] = {}, changes = {}) {
  const galley = testAppContext(options);
  const { quote } = await galley.ctx.quoteStore.add(anOffer(changes));
  const outcome = await approves(galley, quote.id);
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const shown = await galley.ctx.quoteStore.change(quote.id, (before) => ({
    ...before,
    card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key },
  }));
  return { ...galley, quote: shown, key };
}

export async function taskOf(
  { ctx }: TestPorts,
  { id }: Quote,
  key: string,
): Promise<Task | undefined> {
  const quote = await ctx.quoteStore.find(id);
  return quote && findTask(quote, key);
}
