import { maySeeBalance } from "../../domain/approval/rights.ts";
import { type Receipt, receiptOf } from "../../domain/money/receipt.ts";
import { findTask } from "../../domain/quote/quote.ts";
import { type Click, findQuote } from "../approval/decide.ts";
import { isPresent } from "../approval/is-present.ts";
import type { Desk } from "../deps.ts";

export type ReceiptOutcome =
  | { readonly status: "receipt"; readonly receipt: Receipt }
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed" }
  | { readonly status: "not-finished" };

/** What a finished run cost and why, for members of the conversation; the account's figures for admins alone. */
export async function showReceipt(
  desk: Pick<Desk, "ledger" | "people">,
  click: Click & { readonly key: string },
): Promise<ReceiptOutcome> {
  const quote = await findQuote(desk, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(desk, click))) return { status: "not-allowed" };
  const { people } = desk;
  const [person, roles] = await Promise.all([people.find(click.person), people.roles()]);
  const task = findTask(quote, click.key);
  if (task?.state.status !== "completed") return { status: "not-finished" };
  const receipt = receiptOf(quote, task);
  return {
    status: "receipt",
    receipt: maySeeBalance(person, roles) ? receipt : { ...receipt, account: undefined },
  };
}
