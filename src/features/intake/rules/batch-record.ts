import { z } from "zod";

import { type ReadonlyOf, count, id, maybe, language } from "../../../core/fields.ts";

/** `credits`: the highest price; 0 while the card needs another language. */
const countSchema = z.object({
  status: z.enum(["priced", "needs-language", "refused", "decided"]),
  target: language,
  characters: count,
  credits: count,
});
export type Count = ReadonlyOf<typeof countSchema>;

const partSchema = z.object({
  quoteId: id,
  fileId: id,
  target: language,
  count: maybe(countSchema),
});

const totalSchema = z.object({
  /** The thread of the total; undefined: in the conversation itself. */
  thread: maybe(id),
  parts: z.array(partSchema),
  /** Requested languages for which there was no room. */
  leftOut: z.array(z.string()),
});
export type BatchTotal = ReadonlyOf<typeof totalSchema>;

/**
 * Cards that were requested together. Each reports its count to the first one, which posts the total:
 * so the total follows from one record, as everything else does.
 */
export const batchSchema = z.object({
  /** The quote that posts the total. */
  first: id,
  /** True when an earlier card has the same file, and reports its faults. */
  repeats: z.boolean(),
  /** The count that this quote last reported to the first one. */
  told: maybe(countSchema),
  /** The counts reported so far; undefined on every quote but the first. */
  total: maybe(totalSchema),
});
export type Batch = ReadonlyOf<typeof batchSchema>;
