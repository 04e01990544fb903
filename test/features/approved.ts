import { offerTag } from "../../src/core/offer.ts";
import { type Product, type Quote, findTask } from "../../src/core/quote.ts";
import type { Task } from "../../src/core/task.ts";
import { approveQuote } from "../../src/features/approval/actions/approve-quote.ts";
import { type TestDesk, aDesk, anOffer } from "./desk.ts";

export const click = { channel: "C0BOOKS", person: "U0ANA" } as const;

/** Approves the current offer of a card as an approver. */
export async function approves(
  { desk }: Pick<TestDesk, "desk">,
  quoteId: string,
  product: Product = "translation",
) {
  const quote = await desk.ledger.find(quoteId);
  const offer = quote && offerTag(quote, desk.rules);
  return await approveQuote(desk, { ...click, quoteId, product, offer });
}

/** Sets up one approved run whose card names it. */
export async function anApproved(options: Parameters<typeof aDesk>[0] = {}, changes = {}) {
  const house = aDesk(options);
  const { quote } = await house.desk.ledger.add(anOffer(changes));
  const outcome = await approves(house, quote.id);
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const shown = await house.desk.ledger.change(quote.id, (before) => ({
    ...before,
    card: { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key },
  }));
  return { ...house, quote: shown, key };
}

export async function taskOf(
  { desk }: TestDesk,
  { id }: Quote,
  key: string,
): Promise<Task | undefined> {
  const quote = await desk.ledger.find(id);
  return quote && findTask(quote, key);
}
