import { offerTag } from "#domain/offer.ts";
import { type Product, type Quote, findTask } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";

import { type TestPorts, testPorts, anOffer } from "./ports.ts";

export const click = { channel: "C0BOOKS", person: "U0ANA" } as const;

/** Approves the current offer of a card as an approver. */
export async function approves(
  { ports }: Pick<TestPorts, "ports">,
  quoteId: string,
  product: Product = "translation",
) {
  const quote = await ports.ledger.find(quoteId);
  const offer = quote && offerTag(quote, ports.setup);
  return await approveQuote(ports, { ...click, quoteId, product, offer });
}

/** Sets up one approved run whose card names it. */
export async function anApproved(options: Parameters<typeof testPorts>[0] = {}, changes = {}) {
  const galley = testPorts(options);
  const { quote } = await galley.ports.ledger.add(anOffer(changes));
  const outcome = await approves(galley, quote.id);
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const shown = await galley.ports.ledger.change(quote.id, (before) => ({
    ...before,
    card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key },
  }));
  return { ...galley, quote: shown, key };
}

export async function taskOf(
  { ports }: TestPorts,
  { id }: Quote,
  key: string,
): Promise<Task | undefined> {
  const quote = await ports.ledger.find(id);
  return quote && findTask(quote, key);
}
