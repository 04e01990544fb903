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
  /** The encoding of an HTML page; the parts of an archive declare their own. */
  readonly encoding: Encoding;
  /** True when emphasised text is marked by signs. */
  readonly isMarked?: boolean | undefined;
};

/**
 * Reads the paragraphs of a document in reading order, each with its part. The same bytes give the
 * same blocks. The `n`th block of the text is therefore the `n`th of the document, and a
 * translation finds its place.
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
 * Yields the text that is counted and sent, in UTF-8, with a blank line between two paragraphs.
 * `headings` knows the possible headings of a piece before the piece is yielded.
 */
export async function* extractText(
  document: Document,
  { tally, headings }: Found,
): AsyncGenerator<Uint8Array> {
  let pending = "";
  let between = "";
  /** Code points before `pending`. */
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

/** Yields the bytes in steps, so that reading can stop between two pieces of text. */
async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceLength) {
    yield bytes.subarray(start, start + pieceLength);
  }
}
