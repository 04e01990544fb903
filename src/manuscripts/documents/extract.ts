import { Buffer } from "node:buffer";

import {
  type DocumentFormat,
  type Encoding,
  type LeftOut,
  chapterLimit,
} from "#domain/manuscript.ts";
import { type Turn, inOrder } from "#manuscripts/text/chapters.ts";
import { countCharacters } from "#manuscripts/text/count.ts";
import { type Heading, keyOf, markedHeading, shortTitle } from "#manuscripts/text/heading.ts";

import { type Archive, openArchive } from "./archive.ts";
import { readDocx } from "./docx.ts";
import { readEpub } from "./epub.ts";
import { createHtmlReader } from "./html.ts";
import { piecesOf, readMarkup } from "./markup.ts";
import { readOdt } from "./odt.ts";
import {
  withMarks,
  withSigns,
  withoutObjects,
  withoutSigns,
  type Block,
  type Listed,
  type OmissionCounter,
  createTally,
} from "./paragraph.ts";
import { readTitle } from "./title.ts";

export type Document = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: DocumentFormat;
  /** The encoding of an HTML page; the parts of an archive declare their own. */
  readonly encoding: Encoding;
  /** True when emphasised text is marked by signs. */
  readonly isMarked?: boolean | undefined;
};

/**
 * Reads the paragraphs of a document in reading order. The same bytes give the same blocks, so that
 * the translation of the `n`th finds its place.
 */
export async function* readBlocks(
  document: Document,
  tally: OmissionCounter = createTally(),
  archive: OpenedArchive = openedOnce(document),
): AsyncGenerator<Block> {
  const { bytes, format, encoding } = document;
  for await (const block of readers[format]({ bytes, encoding, tally, archive })) {
    const marked = document.isMarked === true ? withSigns(withMarks(block)) : withoutObjects(block);
    tally.signs += marked.text.length - block.text.length;
    yield marked;
  }
}

/** Returns the archive of a document; it is opened at the first call. */
type OpenedArchive = () => Promise<Archive>;

function openedOnce({ bytes }: Document): OpenedArchive {
  let archive: Promise<Archive> | undefined;
  return async () => await (archive ??= openArchive(bytes));
}

type Source = {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly tally: OmissionCounter;
  readonly archive: OpenedArchive;
};

type Reader = (source: Source) => AsyncIterable<Block>;

/** Opens the archive of a document before its reader. */
const unpacked = (reader: (archive: Archive, tally: OmissionCounter) => AsyncIterable<Block>) =>
  async function* readArchive({ archive, tally }: Source): AsyncGenerator<Block> {
    yield* reader(await archive(), tally);
  };

const readers: { readonly [Format in DocumentFormat]: Reader } = {
  docx: unpacked(readDocx),
  epub: unpacked(readEpub),
  odt: unpacked(readOdt),
  html: ({ bytes, encoding, tally }) =>
    readMarkup<Block>(piecesOf(bytes), { encoding }, (output, path) =>
      createHtmlReader(output, path, { part: "", tally }),
    ),
};

export type TextPiece = {
  /** UTF-8. */
  readonly text: Uint8Array;
  /** Places up to its end, in code points, at which something may be a heading. */
  readonly places: readonly number[];
};

/** What is known about a document when its text has been read to its end. */
export type Found = {
  readonly leftOut: readonly LeftOut[];
  /** Code points of the signs around emphasised text. */
  readonly marks: number;
  readonly headings: readonly Heading[];
  /** Places at which front and back matter begins and ends, if the document names any. */
  readonly turns: readonly Turn[];
  /** As the document states it: see `documentTitle`. */
  readonly title?: string | undefined;
};

/** Yields the text that is counted and sent, with a blank line between two paragraphs. */
export async function* extractText(document: Document): AsyncGenerator<TextPiece, Found> {
  const tally = createTally();
  const archive = openedOnce(document);
  const headings = createHeadings();
  const pending: Buffer[] = [];
  let [size, characters] = [0, 0];
  const takePiece = (): TextPiece => {
    size = 0;
    return { text: Buffer.concat(pending.splice(0)), places: headings.places() };
  };
  for await (const block of readBlocks(document, tally, archive)) {
    const gap = characters === 0 ? "" : "\n\n";
    const text = block.text.toWellFormed();
    const bytes = Buffer.from(gap + text, "utf8");
    const start = characters + gap.length;
    characters += countCharacters(bytes);
    headings.add({ ...block, text }, { start, end: characters });
    pending.push(bytes);
    size += bytes.length;
    if (size >= pieceBytes) yield takePiece();
  }
  if (size > 0) yield takePiece();
  const title = await readTitle({ ...document, archive });
  return { leftOut: tally.list(), marks: tally.signs, title, ...headings.found() };
}

const pieceBytes = 128 * 1024;

type HeadingRange = { readonly start: number; readonly end: number };

/**
 * Collects the headings of a document. Marked headings count. Headings of its contents list count
 * too, unless more than one of them is marked: many books set headings as styled paragraphs. At
 * most twice `chapterLimit` of each kind.
 */
function createHeadings() {
  const marked: Heading[] = [];
  const listed: Heading[] = [];
  const turns: Turn[] = [];
  const places: number[] = [];
  let both = 0;
  /** The beginning of blocks that are matter when the next one is. */
  let joining: Omit<Turn, "isMatter"> | undefined;
  return {
    add: (block: Block, { start, end }: HeadingRange): void => {
      const { heading, listed: entry, matter } = block;
      const text = withoutSigns(block, block.text);
      if (entry !== undefined && heading !== undefined) both += 1;
      const line = heading === undefined ? undefined : markedHeading(text, heading);
      if (line !== undefined && marked.length < most) {
        marked.push({ ...line, start, end });
        places.push(start);
      }
      if (entry !== undefined && heading === undefined && listed.length < most) {
        listed.push(...namedBy(entry, text, { start, end }));
        places.push(start);
      }
      const isMatter = matter === "is";
      const isTurn = turns.at(-1)?.isMatter !== isMatter && turns.length < most;
      if (joining === undefined && (isTurn || matter === "joins")) {
        joining = { start, title: shortTitle(text) };
        places.push(start);
      }
      if (matter === "joins") return;
      if (isTurn && joining !== undefined) turns.push({ ...joining, isMatter });
      joining = undefined;
    },
    /** Returns the starts of possible headings since the last call, in code points. */
    places: (): readonly number[] => places.splice(0),
    found: () => ({
      headings: both > 1 || listed.length < 2 ? marked : inOrder([...marked, ...listed]),
      turns: turns.some(({ isMatter }) => isMatter) ? turns : [],
    }),
  };
}

const most = 2 * chapterLimit;

/** Returns the heading of an entry. It has no length when the page begins without its title. */
function namedBy({ label, depth }: Listed, text: string, place: HeadingRange): readonly Heading[] {
  const line = markedHeading(label, depth);
  if (line === undefined) return [];
  const isTitle = markedHeading(text, depth) !== undefined && isBegun(keyOf(text), keyOf(label));
  return [{ ...line, start: place.start, end: isTitle ? place.end : place.start }];
}

/** True when one begins the other: a title may be split over two paragraphs, its number first. */
function isBegun(one: string, other: string): boolean {
  return one !== "" && (one.startsWith(other) || other.startsWith(one));
}
