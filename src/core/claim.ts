import { z } from "zod";

import { suppliedSchema } from "../features/glossary/rules/book-terms.ts";
import { type ReadonlyOf, at, count, id, maybe, language, fraction } from "./fields.ts";
import { sliceSchema } from "./slice.ts";
import { taskKinds } from "./task.ts";

/**
 * A run that was or may be charged, by the names of the text that it works on. It outlives its quote, and
 * holds hashes and ids only. Credits are whole numbers.
 */
export const claimSchema = z.object({
  version: z.literal(1),
  /** The run's idempotency key, which names the claim as well. */
  key: id,
  quoteId: id,
  workspace: id,
  /** As `canonicalTarget` writes it. */
  target: language,
  kind: z.enum(taskKinds),
  textSha256: z.string(),
  slice: sliceSchema,
  price: count,
  /** When it was approved. */
  at,
  glossary: maybe(suppliedSchema),
  /** Hash of the book's name; undefined: it belongs to none. */
  book: maybe(z.string()),
  /** Exact names: of the text's bytes, of the whole text, of its chapters, as far as they are in the slice. */
  names: z.array(id),
  prints: z.array(id),
});
export type Claim = ReadonlyOf<typeof claimSchema>;

/** `by`: whether it shares a name of the text that was looked for, or only the book. */
export type ClaimFound = { readonly claim: Claim; readonly by: "book" | "names" };

/**
 * `gone`: its result cannot be had, because another account paid for it or the partner has it no more.
 * `failed` may be charged all the same; of `erased` nothing but the claim is left.
 */
const coverStatus = z.enum(["running", "done", "gone", "failed", "unknown", "erased"]);
export type CoverStatus = z.output<typeof coverStatus>;

const coveringRunSchema = z.object({
  key: id,
  quoteId: id,
  kind: z.enum(taskKinds),
  /** In the code points of this text. */
  slice: sliceSchema,
  /** When it was approved. */
  at,
  status: coverStatus,
  glossary: maybe(suppliedSchema),
  /** Where people of this conversation can look at it; undefined where they may not, or Slack does not say. */
  link: maybe(z.string()),
  /** The requester may have what it brought. */
  isShared: z.boolean(),
});
export type CoveringRun = ReadonlyOf<typeof coveringRunSchema>;

/** `share` of the paragraphs. */
const knownSchema = z.object({ from: count, to: count, share: fraction });
export type Known = ReadonlyOf<typeof knownSchema>;

/** What was approved of a text for one language before, on this card or another. */
export const coverageSchema = z.object({
  /** The language and the text that were looked for. */
  target: language,
  textSha256: id,
  /** How often anything was approved or withdrawn for the language in this workspace: see the ledger. */
  version: z.number(),
  /** Runs that have exactly some of the text. */
  runs: z.array(coveringRunSchema),
  /** What else of it was translated before as far as its paragraphs tell, from a fifth of them on. */
  known: z.array(knownSchema),
  /** Other variants of the language into which some of it was translated. */
  variants: z.array(z.string()),
  /** What was approved of this manuscript for the language, in whatever text of it. */
  approved: z.array(z.object({ key: id, at, price: count })),
});
export type Coverage = ReadonlyOf<typeof coverageSchema>;
