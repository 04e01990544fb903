import { Buffer } from "node:buffer";
import { type Hash, createHash } from "node:crypto";

import { EncodingDoubt, ManuscriptFault } from "../../core/faults.ts";
import type { Encoding, Manuscript, Opening } from "../../core/manuscript.ts";
import type { Chapter } from "../../core/slice.ts";
import { type TextNames, sketchOf } from "../../core/text-names.ts";
import { chaptersOf } from "./chapters.ts";
import { countCharacters, firstCharacters, chunksOf, headFirst, sliceOf } from "./count.ts";
import { type Decoder, createDecoder } from "./decode.ts";
import { createHeadingFinder } from "./find-headings.ts";
import type { Heading } from "./heading.ts";
import type { Turn } from "./matter.ts";
import { createTextNamer } from "./name-text.ts";
import { hasEscapes, sniff } from "./sniff.ts";

type Reading = Limits & {
  /** The file's bytes, in pieces of any size. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The encoding that somebody chose; without it, the encoding is detected. */
  readonly encoding?: Encoding | undefined;
  readonly marked?: () => Marked;
};

export type ReadText = { readonly manuscript: Manuscript; readonly names: TextNames };

/**
 * Counts, measures, hashes and names a file and its text in one pass, holding no more of it than a
 * piece.
 *
 * Throws EncodingDoubt when the encoding is uncertain, and ManuscriptFault: "empty", "binary",
 * "undecodable" or "unsupported-type"; errors of `chunks` pass through.
 */
export async function readManuscript({
  chunks,
  encoding,
  marked,
  ...limits
}: Reading): Promise<ReadText> {
  const text = createTextMeter(limits, marked);
  let fileBytes = 0;
  let opened: Opened | undefined;
  let file: FileHash | undefined;
  for await (const chunk of headFirst(chunksOf(chunks), HEAD_BYTES)) {
    fileBytes += chunk.length;
    opened ??=
      encoding === undefined ? open(chunk) : { encoding, decoder: createDecoder(encoding) };
    file ??= hashOfFile(opened.encoding, chunk);
    file.hash?.update(chunk);
    const isAsciiSoFar = encoding === undefined && text.isAscii();
    text.add(decode({ opened, chunk, isAsciiSoFar }));
  }
  if (opened === undefined) {
    throw new ManuscriptFault("empty");
  }
  text.add(opened.decoder.end());
  const { encoding: taken, otherEncodings } = opened;
  const { manuscript: measured, names } = text.close();
  const manuscript = {
    encoding: taken,
    ...(otherEncodings !== undefined && { otherEncodings }),
    fileBytes,
    fileSha256: file?.hash?.digest("hex") ?? measured.textSha256,
    ...measured,
  };
  return { manuscript, names };
}

/**
 * The hash of a file; undefined when the file is its text byte for byte, because hashing is half of
 * the work.
 */
type FileHash = { readonly hash: Hash | undefined };

function hashOfFile(encoding: Encoding, head: Uint8Array): FileHash {
  const isText = encoding === "utf-8" && head[0] !== markStart;
  return { hash: isText ? undefined : createHash("sha256") };
}

/** The first byte of a byte order mark in UTF-8, which is no part of the text. */
const markStart = 0xef;

type Opened = Pick<Manuscript, "encoding" | "otherEncodings"> & { readonly decoder: Decoder };

function open(head: Uint8Array): Opened {
  // Cut to a fixed length, so that the same file is always judged by the same bytes.
  const sniffed = sniff(head.subarray(0, HEAD_BYTES), head.length < HEAD_BYTES ? "whole" : "cut");
  switch (sniffed.status) {
    case "proved": {
      const { encoding } = sniffed;
      return { encoding, decoder: createDecoder(encoding) };
    }
    case "likely": {
      const { encoding, others: otherEncodings } = sniffed;
      return { encoding, otherEncodings, decoder: createDecoder(encoding) };
    }
    case "doubtful":
      throw new EncodingDoubt(sniffed.candidates);
  }
}

type Piece = {
  readonly opened: Opened;
  readonly chunk: Uint8Array;
  readonly isAsciiSoFar: boolean;
};

/**
 * Decodes a piece. A long beginning in plain ASCII proves nothing: the first bytes beyond it are
 * examined again.
 */
function decode({ opened, chunk, isAsciiSoFar }: Piece): Uint8Array {
  const { encoding, decoder } = opened;
  const isOpen = isAsciiSoFar && encoding === "utf-8";
  try {
    if (isOpen && hasEscapes(chunk)) throw new EncodingDoubt(["iso-2022-jp"]);
    return decoder.write(chunk);
  } catch (error) {
    const isUndecodable = error instanceof ManuscriptFault && error.reason === "undecodable";
    throw isOpen && isUndecodable ? new EncodingDoubt(candidatesIn(chunk)) : error;
  }
}

/**
 * Returns the possible encodings of a piece that contradicts the beginning; none is certain enough
 * to be used.
 *
 * @throws ManuscriptFault "undecodable" when it continues as UTF-8 up to an invalid byte.
 */
function candidatesIn(chunk: Uint8Array): readonly Encoding[] {
  const start = Math.max(0, beyondAscii(chunk) - 200);
  const sniffed = sniff(chunk.subarray(start, start + HEAD_BYTES), "cut");
  switch (sniffed.status) {
    case "proved":
      throw new ManuscriptFault("undecodable");
    case "likely":
      return [sniffed.encoding, ...sniffed.others];
    case "doubtful":
      return sniffed.candidates;
  }
}

function beyondAscii(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte >= 0x80);
}

/** Bytes that are enough to detect an encoding. */
const HEAD_BYTES = 64 * 1024;

/** In code points. */
export type Limits = {
  /** Lengths of openings that are measured and hashed; a shorter text is measured as a whole. */
  readonly openings: readonly number[];
  /** Length of a preview: an opening that ends with a chapter, a paragraph or a sentence. */
  readonly preview?: number | undefined;
};

/**
 * Counts, measures, hashes and names a text that comes in pieces (UTF-8, whole code points), and finds its
 * chapters, in one pass.
 *
 * Throws ManuscriptFault "empty" from `close`.
 */
export function createTextMeter(limits: Limits, marked: () => Marked = () => nothingMarked) {
  const chapters = createChapterFinder(marked);
  const openings = limits.openings.map(createOpening);
  const preview = limits.preview === undefined ? undefined : createPreview(limits.preview);
  let [bytes, characters, blank] = [0, 0, true];
  const add = (text: Uint8Array): void => {
    const count = chapters.add(text);
    bytes += text.length;
    characters += count;
    blank &&= !/\S/u.test(Buffer.from(text).toString("utf8"));
    openings.forEach((opening) => opening.add(text, count));
    preview?.add(text, count);
  };
  const close = () => {
    if (blank) {
      throw new ManuscriptFault("empty");
    }
    const { names, ...found } = chapters.close();
    const measured = openings.map((opening) => opening.close());
    const manuscript = {
      textBytes: bytes,
      characters,
      ...found,
      sketch: sketchOf(names),
      openings: preview === undefined ? measured : [...measured, preview.close(found.chapters)],
    };
    return { manuscript, names };
  };
  return { add, close, isAscii: () => bytes === characters };
}

const nothingMarked: Marked = { places: [], headings: [], turns: [] };

/** Measures and hashes the first `limit` code points of a text that comes in pieces. */
function createOpening(limit: number) {
  const hash = createHash("sha256");
  let [bytes, characters] = [0, 0];
  const extend = (text: Uint8Array, count: number): void => {
    hash.update(text);
    bytes += text.length;
    characters += count;
  };
  const add = (text: Uint8Array, count: number): void => {
    const room = limit - characters;
    if (room > 0) {
      extend(count <= room ? text : firstCharacters(text, room), Math.min(count, room));
    }
  };
  const close = (): Opening => ({
    limit,
    slice: [{ from: 0, to: characters }],
    measured: { bytes, sha256: hash.digest("hex") },
  });
  /** `extend` continues beyond the limit. */
  return { add, extend, close };
}

/**
 * Measures the opening of at most `limit` code points that ends with a chapter, otherwise a
 * paragraph, otherwise a sentence, without the blanks after it. The end is searched after the first
 * half of the limit. Without such an end, and in a text that is no longer, the opening is as long
 * as possible.
 */
function createPreview(limit: number) {
  const from = limit - Math.min(Math.floor(limit / 2), longestWindow);
  const opening = createOpening(from);
  const window: Buffer[] = [];
  let characters = 0;
  const add = (text: Uint8Array, count: number): void => {
    opening.add(text, count);
    if (characters < limit) {
      // Copied, because the piece itself is many times as long.
      const within = sliceOf({ text, at: characters, count }, { from, to: limit });
      if (within.length > 0) window.push(Buffer.from(within));
    }
    characters += count;
  };
  const close = (chapters: readonly Chapter[]): Opening => {
    const text = Buffer.concat(window);
    const ends = chapters.map(({ start }) => start - from);
    const cut = characters <= limit ? undefined : cutOf(text, ends, limit - from);
    const rest = cut === undefined ? text : text.subarray(0, cut.bytes);
    opening.extend(rest, countCharacters(rest));
    return { ...opening.close(), limit, ...(cut !== undefined && { end: cut.end }) };
  };
  return { add, close };
}

type Cut = { readonly end: NonNullable<Opening["end"]>; readonly bytes: number };

/**
 * Returns the last end in the window; chapters begin at `starts`, counted from the beginning of the
 * window.
 */
function cutOf(window: Buffer, starts: readonly number[], length: number): Cut | undefined {
  const start = starts.findLast((one) => one > 0 && one <= length);
  const text = window.toString("utf8");
  const candidates = [
    ["chapter", start === undefined ? "" : firstCharacters(window, start).toString()],
    ["paragraph", upToLast(text, paragraphEnd)],
    ["sentence", upToLast(text, sentenceEnd)],
  ] as const;
  return candidates
    .map(([end, upTo]) => ({ end, bytes: Buffer.byteLength(upTo.trimEnd()) }))
    .find(({ bytes }) => bytes > 0);
}

function upToLast(text: string, pattern: RegExp): string {
  const last = Array.from(text.matchAll(pattern)).at(-1);
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/** Code points. Chapters are rarely longer, and a long preview is not held in memory. */
const longestWindow = 100_000;

/**
 * A blank line, or the end of a line that ends a sentence: many books have no blank lines. The
 * pattern never goes back more than a few characters, whatever a text repeats.
 */
const paragraphEnd = /\n[^\S\n]*\n|[.!?…。！？]["'”’»)\]」』）]{0,4}[^\S\n]{0,4}\n/gu;
/** Excludes a short word before the full stop, which might be “Mr.”. */
const sentenceEnd =
  /(?:[\p{L}\p{N}]{4}|\p{Script=Hangul})[.!?…]{1,6}["'”’»)\]]{0,4}(?=\s)|[。！？][」』”’）]{0,4}/gu;

/** Chapters as a document marks them. */
export type Marked = {
  /** Places of possible headings, in code points, as far as the text has been read. */
  readonly places: readonly number[];
  /** Its headings, known at the end of the text. */
  readonly headings: readonly Heading[];
  /** Places where front and back matter begins and ends, known at the end of the text. */
  readonly turns: readonly Turn[];
};

/**
 * Finds the chapters of a text that arrives in pieces (UTF-8, whole code points), and hashes and
 * names the text and its chapters.
 */
function createChapterFinder(marked: () => Marked) {
  const [hash, headings, namer] = [createHash("sha256"), createHeadingFinder(), createTextNamer()];
  let [characters, passed] = [0, 0];
  return {
    /** Returns the code points of the piece. */
    add: (text: Uint8Array): number => {
      const count = headings.add(text);
      characters += count;
      hash.update(text);
      const places = marked().places.slice(passed);
      const reached = places.filter((place) => place < characters);
      passed += reached.length;
      const { starts, final } = headings.settled();
      namer.add(text, { cuts: [...starts, ...reached], final });
      return count;
    },
    close: () => {
      const chapters = chaptersOf(headings.close(), characters, marked());
      return { textSha256: hash.digest("hex"), chapters, names: namer.close(chapters) };
    },
  };
}
