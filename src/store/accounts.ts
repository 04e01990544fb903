import { z } from "zod";

import { type Account, newAccount } from "../features/spending/rules/account.ts";
import { maybe } from "./maybe.ts";
import { type SmallRecords, createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/** What is known of each account at the partner, by the print of its key. */
export function createAccounts(store: CasStore): SmallRecords<Account> {
  return createSmallRecords(store, {
    prefix: "account",
    schema: account,
    initial: newAccount,
  });
}

const credits = z.number();
const at = z.number();
const id = z.string().min(1);

const account: z.ZodType<Account> = z.object({
  version: z.literal(1),
  reading: maybe(z.object({ balance: credits, used: credits, at, booked: maybe(credits) })),
  commitments: z.array(
    z.object({
      key: id,
      quoteId: id,
      workspace: id,
      channel: id,
      price: credits,
      at,
      freed: maybe(z.literal(true)),
    }),
  ),
  spent: z.record(z.string(), credits),
  booked: credits,
  auto: z.record(z.string(), credits),
  low: z.array(id),
});
