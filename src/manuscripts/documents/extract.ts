import { Buffer } from "node:buffer";

import { type DocumentFormat, type Encoding, chapterLimit } from "../../core/manuscript.ts";
import { inOrder, markedHeading } from "../text/chapters.ts";
import { countCharacters } from "../text/count.ts";
import { type Heading, keyOf, shortTitle } from "../text/heading.ts";
import type { Turn } from "../text/matter.ts";
import { openArchive } from "./archive.ts";
import { readDocx } from "./docx.ts";
import { readEpub } from "./epub.ts";
import { createHtmlReader } from "./html.ts";
import { readMarkup } from "./markup.ts";
import { readOdt } from "./odt.ts";
import {
  withSigns,
  withoutSigns,
  type Block,
  type Listed,
  type Tally,
  createTally,
} from "./paragraph.ts";

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
export async function* readBlocks(
  document: Document,
  tally: Tally = createTally(),
): AsyncGenerator<Block> {
  for await (const block of blocksIn(document, tally)) {
    const marked = document.isMarked === true ? withSigns(block) : block;
    tally.signs += marked.text.length - block.text.length;
    yield marked;
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

type Headings = ReturnType<typeof createHeadings>;

/**
 * Collects the headings of a document. Marked headings count. Headings of its contents list count
 * too, unless more than one of them is marked: many books set headings as styled paragraphs. At
 * most twice `chapterLimit` of each kind.
 */
export function createHeadings() {
  const marked: Heading[] = [];
  const listed: Heading[] = [];
  const places: number[] = [];
  const turns = createTurns();
  let both = 0;
  const noted = (place: () => Place): Place => {
    const { start, end } = place();
    places.push(start);
    return { start, end };
  };
  return {
    /** `place` returns the start and end of the block, in code points. */
    add: (block: Block, place: () => Place) => {
      const { heading, listed: entry } = block;
      const text = withoutSigns(block, block.text);
      if (entry !== undefined && heading !== undefined) both += 1;
      const line = heading === undefined ? undefined : markedHeading(text, heading);
      if (line !== undefined && marked.length < most) marked.push({ ...line, ...noted(place) });
      if (entry !== undefined && heading === undefined && listed.length < most) {
        listed.push(...namedBy(entry, text, noted(place)));
      }
      turns.add(block, () => ({ start: noted(place).start, title: shortTitle(text) }));
    },
    /** Returns the starts of possible headings since the last call, in code points. */
    places: (): readonly number[] => places.splice(0),
    /** Places at which front and back matter begins and ends, if the document names any. */
    turns: turns.found,
    found: (): readonly Heading[] => {
      return both > 1 || listed.length < 2 ? marked : inOrder([...marked, ...listed]);
    },
  };
}

type Place = Pick<Heading, "start" | "end">;

/** Collects the turns. A block that joins the next one is matter when that one is. */
function createTurns() {
  const turns: Turn[] = [];
  let joining: Omit<Turn, "isMatter"> | undefined;
  return {
    add: ({ matter }: Block, turn: () => Omit<Turn, "isMatter">): void => {
      if (matter === "joins") {
        joining ??= turn();
        return;
      }
      const isMatter = matter === "is";
      if (turns.at(-1)?.isMatter !== isMatter && turns.length < most) {
        turns.push({ ...(joining ?? turn()), isMatter });
      }
      joining = undefined;
    },
    found: (): readonly Turn[] => (turns.some(({ isMatter }) => isMatter) ? turns : []),
  };
}

const most = 2 * chapterLimit;

/** Returns the heading of an entry. It has no length when the page begins without its title. */
function namedBy({ label, depth }: Listed, text: string, place: Place): readonly Heading[] {
  const line = markedHeading(label, depth);
  if (line === undefined) return [];
  const isTitle = markedHeading(text, depth) !== undefined && isBegun(keyOf(text), keyOf(label));
  return [{ ...line, start: place.start, end: isTitle ? place.end : place.start }];
}

/** True when one begins the other: a title may be split over two paragraphs, its number first. */
function isBegun(one: string, other: string): boolean {
  return one !== "" && (one.startsWith(other) || other.startsWith(one));
}
