import type { DocumentFormat, Manuscript } from "../../../core/manuscript.ts";

/**
 * What came of putting a translation back into its document: the document, or why it comes as text. The
 * numbers are paragraphs.
 */
export type PutBack =
  | { readonly status: "document" }
  | { readonly status: "unmatched"; readonly book: number; readonly translation: number }
  | { readonly status: "too-large" }
  /** The document is gone from Slack, is another one now, or cannot be taken to pieces any more. */
  | { readonly status: "unreadable" };

/** A document that was made, or why there is none; bytes are as the worker hands them over. */
export type Rebuilt =
  | { readonly status: "document"; readonly bytes: Uint8Array<ArrayBuffer> }
  | Extract<PutBack, { status: "unmatched" | "too-large" }>;

/** The formats that a translation is put back into. */
export type Rebuildable = Extract<DocumentFormat, "docx" | "epub">;

export function canBePutBack(
  manuscript: Manuscript,
): manuscript is Manuscript & { readonly format: Rebuildable } {
  return manuscript.format === "docx" || manuscript.format === "epub";
}
