import { Buffer } from "node:buffer";

import { type Heading, chapterLimit } from "../../domain/manuscript/chapters.ts";
import type { DocumentFormat, Encoding } from "../../domain/manuscript/manuscript.ts";
import { markedHeading } from "../../domain/manuscript/marked-headings.ts";
import { countCharacters } from "../count.ts";
import { openArchive } from "./archive.ts";
import { readDocx } from "./docx.ts";
import { readEpub } from "./epub.ts";
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
};

/**
 * The paragraphs of a document in reading order, each with its part. The same bytes give the same blocks:
 * the `n`th of the text is the `n`th of the document, which is how a translation finds its way back.
 *
 * Throws ManuscriptFault.
 */
export async function* readBlocks(
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

type Found = { readonly tally: Tally; readonly headings: Heading[] };

/**
 * The text that is counted and sent, in UTF-8: a blank line between two paragraphs. What the document marks
 * as headings is added to `headings`, at most twice `chapterLimit` of them.
 */
export async function* extractText(
  document: Document,
  { tally, headings }: Found,
): AsyncGenerator<Uint8Array> {
  let pending = "";
  let between = "";
  /** Code points before what is pending. */
  let before = 0;
  for await (const { text, heading } of readBlocks(document, tally)) {
    pending += between;
    const paragraph = text.toWellFormed();
    if (heading !== undefined && headings.length < 2 * chapterLimit) {
      const line = markedHeading(paragraph, heading);
      const start = before + lengthOf(pending);
      if (line !== undefined) headings.push({ ...line, start, end: start + lengthOf(paragraph) });
    }
    pending += paragraph;
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
