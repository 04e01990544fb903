import { z } from "zod";

import { type ReadonlyOf, count, id, maybe, language } from "../../../core/fields.ts";

/** `credits`: what it costs at most, nothing while it needs another language. */
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
  /** Where it is said; undefined: in the conversation, under no message. */
  thread: maybe(id),
  parts: z.array(partSchema),
  /** Languages that were wanted as well, and for which there was no room. */
  leftOut: z.array(z.string()),
});
export type BatchTotal = ReadonlyOf<typeof totalSchema>;

/**
 * Cards that were asked for together. Each tells the first of them what it counts, and that one says the
 * total: so the total follows from one record, as everything else does.
 */
export const batchSchema = z.object({
  /** The quote that says the total. */
  first: id,
  /** Another card is of the same file, and says what is wrong with it. */
  repeats: z.boolean(),
  /** What this quote told the first quote last. */
  told: maybe(countSchema),
  /** What the first quote knows; undefined for all the others. */
  total: maybe(totalSchema),
});
export type Batch = ReadonlyOf<typeof batchSchema>;
