import type { Books } from "./books.ts";
import { prefixOf } from "./callers.ts";
import type { Caller } from "./callers.ts";

type Usage = { readonly caller: Caller; readonly at: number };

/** The usage record of a key's account; the period is the calendar month, in UTC. */
export function usageView(books: Books, { caller, at }: Usage): Record<string, unknown> {
  const account = books.accounts.get(caller.account);
  const start = startOfMonth(at);
  const charges = account?.charges.filter((charge) => charge.at >= start) ?? [];
  return {
    api_key_prefix: prefixOf(caller.key),
    // Not in the contract: whether reservations lower the balance shown. Here only charges do.
    balance_credits: account?.balance ?? 0,
    period_used_credits: charges.reduce((sum, charge) => sum + charge.credits, 0),
    period_start: new Date(start).toISOString(),
    period_end: null,
    rate_limit_per_minute: caller.rpm,
  };
}

function startOfMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
