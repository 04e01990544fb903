import { Buffer } from "node:buffer";
import { createHash, hash } from "node:crypto";

import { indexedNamesOf } from "#domain/claim.ts";
import type { TextRead, TextWanted } from "#domain/context.ts";
import { EncodingUnclearError, ManuscriptError } from "#domain/errors.ts";
import type { Encoding, Opening, SampleLines } from "#domain/manuscript.ts";
import type { Chapter, Measured, Slice } from "#domain/slice.ts";

import { type DocumentMarks, chaptersOf } from "./chapters.ts";
import {
  type Piece,
  asBuffer,
  chunksOf,
  countCharacters,
  firstCharacters,
  headFirst,
  sliced,
} from "./count.ts";
import { type Decode, createDecoder } from "./decode.ts";
import { detectLanguage } from "./detect-language.ts";
import { createHeadingFinder } from "./find-headings.ts";
import { createTextNamer } from "./name-text.ts";
import { createSampler } from "./sample.ts";
import { hasEscapes, sniff } from "./sniff.ts";

type Limits = Pick<TextWanted, "openings" | "preview" | "sample">;

type ReadOptions = Limits & {
  /** The file's bytes, in pieces of any size. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The encoding that somebody chose; without it, the encoding is detected. */
  readonly encoding?: Encoding | undefined;
  readonly marked?: Marked | undefined;
};

/**
 * Counts, measures, hashes and names a file's text in one pass, holding no more than a piece.
 * Throws EncodingUnclearError when the encoding is uncertain, and ManuscriptError.
 */
export async function readManuscript({
  chunks,
  encoding: chosen,
  marked,
  ...limits
}: ReadOptions): Promise<TextRead> {
  const text = createTextMeter(limits, marked);
  let file: ReturnType<typeof openFile> | undefined;
  for await (const chunk of headFirst(chunksOf(chunks), headBytes)) {
    file ??= openFile(chunk, chosen);
    const isOpen = chosen === undefined && file.encoding === "utf-8" && text.isAscii();
    text.add(isOpen ? decodeDoubted(file.decode, chunk) : file.decode(chunk));
  }
  if (file === undefined) throw new ManuscriptError("empty");
  const { decode, ...found } = file;
  text.add(decode());
  const { manuscript, ...known } = text.close();
  return { manuscript: { ...found, ...manuscript }, ...known };
}

function openFile(head: Uint8Array, choice: Encoding | undefined) {
  // Cut to a fixed length, so that the same file is always judged by the same bytes.
  const bytes = head.subarray(0, headBytes);
  const end = head.length < headBytes ? "whole" : "cut";
  const guess = choice === undefined ? sniff({ bytes, end }) : { encoding: choice };
  return { ...guess, decode: createDecoder(guess.encoding) };
}

/**
 * Decodes a piece after nothing but plain ASCII, which proves nothing: the first bytes beyond it
 * are examined again. An encoding that they contradict or suggest is never certain enough.
 */
function decodeDoubted(decode: Decode, chunk: Uint8Array): Uint8Array {
  if (hasEscapes(chunk)) throw new EncodingUnclearError(["iso-2022-jp"]);
  try {
    return decode(chunk);
  } catch (error) {
    if (!(error instanceof ManuscriptError) || error.reason !== "undecodable") throw error;
    const start = Math.max(0, chunk.findIndex((byte) => byte >= 0x80) - 200);
    const bytes = chunk.subarray(start, start + headBytes);
    const { encoding, otherEncodings } = sniff({ bytes, end: "cut" });
    // It continues as UTF-8 up to an invalid byte.
    if (otherEncodings === undefined) throw error;
    throw new EncodingUnclearError([encoding, ...otherEncodings]);
  }
}

/** Bytes that are enough to detect an encoding. */
const headBytes = 64 * 1024;

/**
 * Counts, measures, hashes and names a text that comes in pieces (UTF-8, whole code points), and
 * finds its chapters, in one pass. `close` throws ManuscriptError "empty".
 */
export function createTextMeter(limits: Limits, marked: Marked = nothingMarked) {
  const [whole, finder, namer] = [createHash("sha256"), createHeadingFinder(), createTextNamer()];
  const { openings, preview = 0, sample: sampleLimit = 0 } = limits;
  const sampler = sampleLimit > 0 ? createSampler(sampleLimit) : undefined;
  const head: Buffer[] = [];
  const samples = sampleStarts.map((from) => ({ from, parts: new Array<Buffer>() }));
  const openingRange = [{ from: 0, to: Math.max(preview, ...openings) }];
  let [bytes, characters, isBlank, passed] = [0, 0, true, 0];
  const add = (text: Uint8Array): void => {
    const { count, cuts, final } = finder.add(text);
    const piece = { text, at: characters, count };
    sampler?.add(text, characters);
    bytes += text.length;
    characters += count;
    isBlank &&= !/\S/u.test(Buffer.from(text).toString("utf8"));
    whole.update(text);
    const reached = marked.places.slice(passed).filter((place) => place < characters);
    passed += reached.length;
    namer.add(text, { cuts: [...cuts, ...reached], final });
    // Copied, because the piece itself may be many times as long.
    head.push(...sliced(piece, openingRange).map((part) => Buffer.from(part)));
    for (const { from, parts } of samples) {
      const range = [{ from, to: from + languageSampleChars }];
      parts.push(...sliced(piece, range).map((part) => Buffer.from(part)));
    }
  };
  const close = () => {
    if (isBlank) throw new ManuscriptError("empty");
    const chapters = chaptersOf(finder.close(), characters, marked);
    const names = namer.close(chapters);
    const opening = Buffer.concat(head);
    const measured = openings.map((limit) => openingOf(firstCharacters(opening, limit), limit));
    const previews = preview > 0 ? [previewOf(opening, preview, { characters, chapters })] : [];
    const manuscript = {
      textBytes: bytes,
      textSha256: whole.digest("hex"),
      characters,
      chapters,
      indexedNames: indexedNamesOf(names),
      openings: [...measured, ...previews],
      sample: sampler?.close(characters),
    };
    const sample = samples.findLast(({ from }) => from * 2 <= characters);
    const language = detectLanguage(Buffer.concat(sample?.parts ?? []).toString("utf8"));
    return { manuscript, names, language };
  };
  return { add, close, isAscii: () => bytes === characters };
}

/** The language is read well inside the text: many files begin and end with a licence in English. */
const sampleStarts = [0, ...Array.from({ length: 16 }, (_, power) => 2 ** (power + 11))];
const languageSampleChars = 2000;

/** What a document marks, known at the end of its text, and places of possible headings so far. */
export type Marked = DocumentMarks & { readonly places: readonly number[] };

const nothingMarked: Marked = { places: [], headings: [], turns: [] };

/** Measures and hashes an opening of at most `limit` code points. */
function openingOf(text: Uint8Array, limit: number, end?: Opening["end"]): Opening {
  return {
    limit,
    slice: [{ from: 0, to: countCharacters(text) }],
    measured: { bytes: text.length, sha256: hash("sha256", text) },
    ...(end !== undefined && { end }),
  };
}

/**
 * Measures the opening of at most `limit` code points that ends with a chapter, otherwise a
 * paragraph, otherwise a sentence, in the second half of the limit. Without such an end, and in a
 * text that is no longer, it is as long as possible.
 */
function previewOf(
  head: Uint8Array,
  limit: number,
  { characters, chapters }: { readonly characters: number; readonly chapters: readonly Chapter[] },
): Opening {
  const text = asBuffer(firstCharacters(head, limit));
  if (characters <= limit) return openingOf(text, limit);
  const half = firstCharacters(text, Math.ceil(limit / 2)).length;
  const chapter = chapters.findLast(({ start }) => start <= limit)?.start ?? 0;
  const window = text.toString("utf8", half);
  const ends = [
    ["chapter", text.toString("utf8", half, firstCharacters(text, chapter).length)],
    ["paragraph", upToParagraph(window)],
    ["sentence", upToLast(window, sentenceEnd)],
  ] as const;
  const ending = ends
    .map(([end, upTo]) => ({ end, bytes: Buffer.byteLength(upTo.trimEnd()) }))
    .find(({ bytes }) => bytes > 0);
  return openingOf(ending ? text.subarray(0, half + ending.bytes) : text, limit, ending?.end);
}

/** Excludes a last paragraph that looks like a title: its text would come after the end. */
function upToParagraph(text: string): string {
  const ends = Array.from(text.matchAll(paragraphEnd), ({ index, 0: end }) => index + end.length);
  const isUsual = (end: number, at: number) =>
    !titleLike.test(text.slice(ends[at - 1] ?? 0, end).trim());
  return text.slice(0, ends.findLast(isUsual) ?? ends.at(-1) ?? 0);
}

const titleLike = /^[^\n]{1,60}(?<![.!?…。！？"'”’»)\]」』）])$/u;

function upToLast(text: string, pattern: RegExp): string {
  const last = Array.from(text.matchAll(pattern)).at(-1);
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/**
 * A blank line, or the end of a line that ends a sentence: many books have no blank lines. The
 * pattern never goes back more than a few characters, whatever a text repeats.
 */
const paragraphEnd = /\n[^\S\n]*\n|[.!?…。！？]["'”’»)\]」』）]{0,4}[^\S\n]{0,4}\n/gu;
/** Excludes a short word before the full stop, which might be “Mr.”. */
const sentenceEnd =
  /(?:[\p{L}\p{N}]{4}|\p{Script=Hangul})[.!?…]{1,6}["'”’»)\]]{0,4}(?=\s)|[。！？][」』”’）]{0,4}/gu;

type TextSource = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly encoding: Encoding;
  /** Ranges of the text; undefined is the whole text. */
  readonly slice?: Slice | undefined;
};

/**
 * Opens the text of a file as UTF-8 without BOM, in pieces. A slice is its ranges in order, joined;
 * after the last one no more of `chunks` is read. Throws ManuscriptError.
 */
export async function* openText({
  chunks,
  encoding,
  slice,
}: TextSource): AsyncGenerator<Uint8Array> {
  const ranges = slice ?? everything;
  const end = ranges.at(-1)?.to ?? 0;
  for await (const piece of decoded(chunks, encoding)) {
    yield* sliced(piece, ranges);
    if (piece.at + piece.count >= end) return;
  }
}

const everything: Slice = [{ from: 0, to: Infinity }];

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Piece> {
  const decode = createDecoder(encoding);
  let at = 0;
  const pieceOf = (text: Uint8Array): Piece => {
    const piece = { text, at, count: countCharacters(text) };
    at += piece.count;
    return piece;
  };
  for await (const chunk of chunksOf(chunks)) yield pieceOf(decode(chunk));
  yield pieceOf(decode());
}

/** Measures a slice of a text in UTF-8, cut anywhere, and hashes the slice and the whole. */
export async function measureText(
  text: AsyncIterable<Uint8Array>,
  ranges: Slice = everything,
): Promise<Measured & { readonly textSha256: string }> {
  const [whole, slice] = [createHash("sha256"), createHash("sha256")];
  let bytes = 0;
  for await (const piece of decoded(text, "utf-8")) {
    whole.update(piece.text);
    for (const part of sliced(piece, ranges)) {
      slice.update(part);
      bytes += part.length;
    }
  }
  return { bytes, sha256: slice.digest("hex"), textSha256: whole.digest("hex") };
}

/**
 * Returns lines by which people can tell in which encoding a file reads right: the first ones that
 * are not plain ASCII, and those after them. Reads no further than necessary.
 */
export async function sampleLines(
  chunks: AsyncIterable<Uint8Array>,
  encodings: readonly Encoding[],
): Promise<readonly SampleLines[]> {
  let [bytes, first] = [Buffer.of(), -1];
  for await (const chunk of chunks) {
    bytes = Buffer.concat([first < 0 ? bytes.subarray(-leadBytes) : bytes, chunk]);
    first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b);
    if (first >= 0 && bytes.length - first >= sampleBytes) break;
  }
  // The start of its line, or a place shortly before: ASCII may be cut anywhere.
  const lineStart = first < 0 ? 0 : bytes.lastIndexOf(0x0a, first) + 1;
  const start = Math.max(0, (first < 0 ? bytes.length : first) - leadBytes, lineStart);
  const sample = bytes.subarray(start, start + sampleBytes);
  return encodings.map((encoding) => ({ encoding, lines: linesIn(sample, encoding) }));
}

const sampleBytes = 1200;
/** Bytes before the first telling byte, shown as its context. */
const leadBytes = 60;
const linesShown = 3;

function linesIn(bytes: Uint8Array, encoding: Encoding): readonly string[] {
  const text = Buffer.from(readable(bytes, encoding)).toString("utf8");
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== "");
  return lines.slice(0, linesShown);
}

/** Decodes the sample, and less of it while it is invalid. */
function readable(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  for (let length = bytes.length; length > 0; length = Math.floor(length / 2)) {
    try {
      return createDecoder(encoding)(bytes.subarray(0, length));
    } catch {
      // Retried with a shorter sample.
    }
  }
  return new Uint8Array();
}
