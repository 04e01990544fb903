import { z } from "zod";

import { type ReadonlyOf, count, optional } from "../../../core/fields.ts";
import type { DocumentFormat, Manuscript } from "../../../core/manuscript.ts";

/**
 * The outcome of putting a translation back into its document: the document, or the reason why it comes
 * as text. The numbers are paragraphs.
 */
export const putBackSchema = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("document"),
    /** The number of words and phrases that kept their emphasis. */
    emphasis: optional(z.object({ kept: count, of: count })),
  }),
  z.object({ status: z.literal("unmatched"), book: count, translation: count }),
  z.object({ status: z.literal("too-large") }),
  /** The document is gone from Slack, is another one now, or can no longer be parsed. */
  z.object({ status: z.literal("unreadable") }),
]);
export type PutBack = ReadonlyOf<typeof putBackSchema>;

/** A rebuilt document, or the reason why there is none; `bytes` are as the worker hands them over. */
export type Rebuilt =
  | (Extract<PutBack, { status: "document" }> & { readonly bytes: Uint8Array<ArrayBuffer> })
  | Extract<PutBack, { status: "unmatched" | "too-large" }>;

/** The formats that a translation is put back into. */
export type Rebuildable = Extract<DocumentFormat, "docx" | "epub">;

export function canBePutBack(
  manuscript: Manuscript,
): manuscript is Manuscript & { readonly format: Rebuildable } {
  return manuscript.format === "docx" || manuscript.format === "epub";
}
