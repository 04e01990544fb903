import type { z } from "zod";

import { bookSchema } from "#domain/book/book.ts";
import { claimSchema, textNamesSchema } from "#domain/claim.ts";
import { inquiriesSchema } from "#domain/estimate/inquiries.ts";
import { termBaseSchema } from "#domain/glossary/glossary.ts";
import { quoteSchema } from "#domain/quote.ts";
import { markerSchema, storeOwnerSchema } from "#domain/recovery.ts";
import { settingsSchema } from "#domain/settings/settings.ts";
import { accountSchema } from "#domain/spending/account.ts";
import { countedSchema } from "#domain/spending/person-limits.ts";
import { spendRowSchema } from "#domain/spending/spend.ts";
import { speedsSchema } from "#domain/translation/polling.ts";

/** The schema of every kind of stored record, by the prefix of its keys. */
export const kinds: Readonly<Record<string, z.ZodType<object>>> = {
  quote: quoteSchema,
  claim: claimSchema,
  account: accountSchema,
  settings: settingsSchema,
  terms: termBaseSchema,
  book: bookSchema,
  inquiries: inquiriesSchema,
  spend: spendRowSchema,
  speeds: speedsSchema,
  text: textNamesSchema,
  marker: markerSchema,
  owner: storeOwnerSchema,
  limit: countedSchema,
};
