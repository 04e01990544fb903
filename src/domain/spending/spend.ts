import { z } from "zod";

import {
  type ReadonlyOf,
  at,
  count,
  id,
  language,
  maybe,
  optional,
  stored,
} from "#domain/fields.ts";
import { productOf } from "#domain/offer.ts";
import { type Quote, manuscriptOf, products } from "#domain/quote.ts";
import { type Task, type UsageSeen, charactersOf, costOf } from "#domain/task.ts";

/** The cost of one run; it counts in the month (UTC) of its approval. */
export type SpendRow = ReadonlyOf<typeof spendRowSchema>;
export const spendRowSchema = stored({
  /** The task's key: one row for each task. */
  key: id,
  quoteId: id,
  workspace: id,
  channel: id,
  person: id,
  approver: id,
  book: maybe(z.string()),
  /** The book's reference at the time of the charge. */
  reference: optional(z.string()),
  product: z.enum(products),
  target: language,
  characters: count,
  credits: count,
  /** `approved`: the partner did not report its charge, so the approved price is counted. */
  basis: z.enum(["charged", "approved"]),
  approvedAt: at,
});

/** Returns the row of a paid task that has ended and may have cost something. */
export function spendRow(quote: Quote, task: Task): SpendRow {
  const { place, request, book } = quote;
  const { state, approval, target } = task;
  const isSaid = state.status === "completed" && state.result.charged !== undefined;
  return {
    key: task.key,
    quoteId: quote.id,
    workspace: place.workspace,
    channel: place.channel,
    person: request.by,
    approver: approval?.by ?? request.by,
    book,
    product: productOf(task),
    target,
    characters: charactersOf(task.slice, manuscriptOf(quote)?.characters ?? 0),
    credits: costOf(task),
    basis: isSaid ? "charged" : "approved",
    approvedAt: approval?.at ?? request.at,
  };
}

/** Returns a month as `monthOf` writes it, `2026-11`; undefined for any other text. */
export function parseMonth(text: string): string | undefined {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/u.test(text) ? text : undefined;
}

export type Share = { readonly name: string; readonly credits: number; readonly runs: number };

/** Groups rows by `nameOf`, highest cost first; rows without a name are left out. */
export function sharesOf(
  rows: readonly SpendRow[],
  nameOf: (row: SpendRow) => string | undefined,
): readonly Share[] {
  const shares = new Map<string, Share>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === undefined) continue;
    const { credits, runs } = shares.get(name) ?? { credits: 0, runs: 0 };
    shares.set(name, { name, credits: credits + row.credits, runs: runs + 1 });
  }
  return [...shares.values()].sort((one, other) => other.credits - one.credits);
}

export function totalOf(rows: readonly { readonly credits: number }[]): number {
  return rows.reduce((sum, { credits }) => sum + credits, 0);
}

/** A finished run in numbers: our count, the approved price, and the partner's figures. */
export type Receipt = {
  readonly ownCount: number;
  readonly approved: number;
  /** Undefined if the partner did not report it. */
  readonly charged: number | undefined;
  readonly account: AccountChange | undefined;
  /** The book's, now. */
  readonly reference?: string | undefined;
};

/** GET /usage before the first send and after the end. Credits. */
type AccountChange = {
  readonly before: UsageSeen;
  readonly after: UsageSeen;
  readonly used: number;
  /** The cost of other runs of this Galley in between; undefined if it was not recorded. */
  readonly otherRuns: number | undefined;
  /** Above 0 somebody else used the account; below 0 a charge is pending. */
  readonly unexplained: number;
};

export function receiptOf(quote: Quote, task: Task): Receipt {
  const { state, price } = task;
  return {
    ownCount: charactersOf(task.slice, manuscriptOf(quote)?.characters ?? 0),
    approved: price,
    charged: state.status === "completed" ? state.result.charged : undefined,
    account: accountChange(task),
  };
}

function accountChange(task: Task): AccountChange | undefined {
  const { sent, recorded, state, price } = task;
  const before = sent?.usageBefore;
  const after = recorded?.after;
  if (before === undefined || after === undefined) return undefined;
  const increase = after.used - before.used;
  // A new period restarts at 0: then the balances are compared, which a top-up hides.
  const used = increase >= 0 ? increase : Math.max(0, before.balance - after.balance);
  const [then, now] = [before.recorded, after.recorded];
  const otherRuns = then === undefined || now === undefined ? undefined : now - then;
  const own = state.status === "completed" ? (state.result.charged ?? price) : 0;
  return { before, after, used, otherRuns, unexplained: used - own - (otherRuns ?? 0) };
}
