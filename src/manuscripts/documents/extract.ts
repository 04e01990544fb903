import { Buffer } from "node:buffer";

import type { DocumentFormat, Encoding } from "../../core/manuscript.ts";
import { countCharacters } from "../text/count.ts";
import { openArchive } from "./archive.ts";
import { readDocx } from "./docx.ts";
import { withSigns } from "./emphasis.ts";
import { readEpub } from "./epub.ts";
import type { Headings } from "./headings.ts";
import { createHtmlReader } from "./html.ts";
import { readMarkup } from "./markup.ts";
import { readOdt } from "./odt.ts";
import type { Block } from "./paragraph.ts";
import type { Tally } from "./tally.ts";

export type Document = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: DocumentFormat;
  /** Of a page of HTML; the parts of an archive say it themselves. */
  readonly encoding: Encoding;
  /** Whether what is emphasised is marked in the text. */
  readonly isMarked?: boolean | undefined;
};

/**
 * The paragraphs of a document in reading order, each with its part. The same bytes give the same blocks:
 * the `n`th of the text is the `n`th of the document, which is how a translation finds its way back.
 *
 * Throws ManuscriptFault.
 */
export async function* readBlocks(document: Document, tally: Tally): AsyncGenerator<Block> {
  for await (const block of blocksIn(document, tally)) {
    if (document.isMarked !== true) yield block;
    else {
      const marked = withSigns(block);
      tally.signs += marked.text.length - block.text.length;
      yield marked;
    }
  }
}

async function* blocksIn(
  { bytes, format, encoding }: Document,
  tally: Tally,
): AsyncGenerator<Block> {
  switch (format) {
    case "html":
      yield* readMarkup(whole(bytes), { encoding }, createHtmlReader("", tally));
      return;
    case "docx":
      yield* readDocx(await openArchive(bytes), tally);
      return;
    case "epub":
      yield* readEpub(await openArchive(bytes), tally);
      return;
    case "odt":
      yield* readOdt(await openArchive(bytes), tally);
  }
}

type Found = { readonly tally: Tally; readonly headings: Headings };

/**
 * The text that is counted and sent, in UTF-8: a blank line between two paragraphs. What may be a heading
 * in a piece is known to `headings` when the piece comes.
 */
export async function* extractText(
  document: Document,
  { tally, headings }: Found,
): AsyncGenerator<Uint8Array> {
  let pending = "";
  let between = "";
  /** Code points before what is pending. */
  let before = 0;
  for await (const block of readBlocks(document, tally)) {
    pending += between;
    const text = block.text.toWellFormed();
    headings.add({ ...block, text }, () => {
      const start = before + lengthOf(pending);
      return { start, end: start + lengthOf(text) };
    });
    pending += text;
    between = "\n\n";
    if (pending.length >= pieceLength) {
      before += lengthOf(pending);
      yield Buffer.from(pending, "utf8");
      pending = "";
    }
  }
  if (pending !== "") yield Buffer.from(pending, "utf8");
}

function lengthOf(text: string): number {
  return countCharacters(Buffer.from(text, "utf8"));
}

const pieceLength = 128 * 1024;

/** In steps: one that took it all at once could not be stopped between two pieces of text. */
async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceLength) {
    yield bytes.subarray(start, start + pieceLength);
  }
}
