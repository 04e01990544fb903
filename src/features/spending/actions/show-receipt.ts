import type { Desk } from "../../../core/ports.ts";
import { findTask } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent } from "../../approval/actions/is-present.ts";
import { maySeeBalance } from "../../approval/rules/rights.ts";
import { type Receipt, receiptOf } from "../rules/receipt.ts";

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
