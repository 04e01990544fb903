import { bilingualEpub } from "./bilingual-epub.ts";
import type { Bilingual, NewPart } from "./bilingual.ts";
import { withoutEmphasis } from "./emphasis.ts";
import { tmx } from "./tmx.ts";
import { wordTable } from "./word-table.ts";
import { xliff12, xliff21 } from "./xliff.ts";

export const formatIds = ["word", "epub", "tmx", "xliff12", "xliff21"] as const;
export type FormatId = (typeof formatIds)[number];

/** The formats that a finished translation can be exported in. */
export const formats: Readonly<Record<FormatId, Format>> = {
  word: { ending: "bilingual.docx", write: wordTable },
  epub: { ending: "bilingual.epub", write: bilingualEpub },
  tmx: { ending: "tmx", write: (book) => tmx(plain(book)) },
  xliff12: { ending: "xlf", write: (book) => xliff12(plain(book)) },
  xliff21: { ending: "v2.xlf", write: (book) => xliff21(plain(book)) },
};

/** Removes the signs of emphasis: a translation memory keeps only words. */
function plain(book: Bilingual): Bilingual {
  if (!book.isMarked) return book;
  const pairs = book.pairs.map(({ at, source, target }) => ({
    at,
    source: withoutEmphasis(source),
    target: withoutEmphasis(target),
  }));
  return { ...book, pairs };
}

type Format = {
  readonly ending: string;
  /** Returns the file, or the parts of a zip file. */
  readonly write: (book: Bilingual) => string | readonly NewPart[];
};
