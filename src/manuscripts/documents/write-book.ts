import type { Bilingual } from "../../features/exports/rules/bilingual.ts";
import { type FormatId, formats } from "../../features/exports/rules/formats.ts";
import { zipOf } from "./put-back/zip-writer.ts";

/** A text and its translation, to be written as a file. */
export type Writing = { readonly format: FormatId; readonly book: Bilingual };

export function writeBook({ format, book }: Writing): Uint8Array<ArrayBuffer> {
  const written = formats[format].write(book);
  return typeof written === "string" ? new TextEncoder().encode(written) : zipOf(written);
}
