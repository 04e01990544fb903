import { type Quote, findTask } from "../../src/domain/quote/quote.ts";
import type { Task } from "../../src/domain/task/task.ts";
import { approveQuote } from "../../src/usecases/approval/approve-quote.ts";
import { type TestDesk, aDesk, anOffer } from "./desk.ts";

export const click = {
  workspace: "T1",
  channel: "C0BOOKS",
  person: "U0ANA",
  offer: undefined,
} as const;

/** A desk with one approved run, whose card names it. */
export async function anApproved(options: Parameters<typeof aDesk>[0] = {}, changes = {}) {
  const house = aDesk(options);
  const { quote } = await house.desk.ledger.add(anOffer(changes));
  const outcome = await approveQuote(house.desk, {
    ...click,
    quoteId: quote.id,
    product: "translation",
  });
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
