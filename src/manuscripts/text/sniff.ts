import { Buffer, isAscii, isUtf8 } from "node:buffer";

import { analyse } from "chardet";

import { EncodingDoubt, ManuscriptFault } from "../../core/faults.ts";
import type { Encoding, Manuscript } from "../../core/manuscript.ts";
import { asBuffer } from "./count.ts";
import {
  byMark,
  type LegacyEncoding,
  legacyEncodings,
  createReader,
  wholeCharacters,
} from "./decode.ts";
import { plausibilityOf } from "./plausibility.ts";

/** `otherEncodings` are further possible ones, of a text that is judged by how it reads. */
type Sniffed = Pick<Manuscript, "encoding" | "otherEncodings">;

/**
 * Detects the encoding of a file by its beginning: by its byte order mark, otherwise ISO-2022-JP by
 * its escapes, otherwise UTF-8 when it is valid, otherwise UTF-16 when the pattern of its bytes is
 * plain, otherwise by how it reads. Throws EncodingDoubt and ManuscriptFault.
 */
export function sniff(evidence: Evidence): Sniffed {
  const { bytes } = evidence;
  refuseDocuments(bytes);
  const proven = byMark(bytes) ?? byPattern(evidence);
  if (proven !== undefined) return { encoding: proven };
  const isBinary = bytes.includes(0) || bytes.filter(isControl).length * 100 > bytes.length;
  if (isBinary) throw new ManuscriptFault("binary");
  // Any other encoding would make nonsense of its characters, and might look like a language.
  if (isSpoiltUtf8(bytes)) throw new ManuscriptFault("undecodable");
  const { isSure, encodings } = guessEncoding(evidence);
  const [encoding, ...otherEncodings] = encodings;
  if (encoding === undefined) throw new ManuscriptFault("undecodable");
  if (!isSure) throw new EncodingDoubt(encodings);
  return { encoding, otherEncodings };
}

function isControl(byte: number): boolean {
  return byte < 0x20 ? byte < 0x09 || byte > 0x0d : byte === 0x7f;
}

/** True when most of the text beyond ASCII is UTF-8, and some is not. */
function isSpoiltUtf8(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("utf8");
  const spoilt = matches(text, /\ufffd/gu);
  return matches(text, /[^\p{ASCII}]/gu) > 2 * spoilt;
}

const magics =
  "%PDF- PK\x03\x04 \x89PNG \xff\xd8\xff GIF8 \x1f\x8b \xd0\xcf\x11\xe0 7z\xbc\xaf Rar!\x1a \x7fELF ID3\x03 ID3\x04".split(
    " ",
  );

function refuseDocuments(head: Uint8Array): void {
  const start = Buffer.from(head.subarray(0, 8)).toString("latin1");
  if (magics.some((magic) => start.startsWith(magic))) throw new ManuscriptFault("binary");
  if (start.startsWith("{\\rtf")) throw new ManuscriptFault("unsupported-type");
}

function byPattern({ bytes: head, end }: Evidence): Encoding | undefined {
  if (hasEscapes(head)) {
    if (tryReading({ bytes: head, end: "cut" }, "iso-2022-jp") !== undefined) return "iso-2022-jp";
    throw new ManuscriptFault("undecodable");
  }
  if (!head.includes(0) && isWholeUtf8(head, end)) {
    const text = Buffer.from(head).toString("utf8");
    if (matches(text, control) * 100 > text.length) throw new ManuscriptFault("binary");
    return "utf-8";
  }
  const little = tryReading({ bytes: head, end: "cut" }, "utf-16le");
  const big = tryReading({ bytes: head, end: "cut" }, "utf-16be");
  if (isPlain(little, big)) return "utf-16le";
  return isPlain(big, little) ? "utf-16be" : undefined;
}

/** A character that is cut after nothing but ASCII belongs to another encoding than UTF-8. */
function isWholeUtf8(head: Uint8Array, end: Evidence["end"]): boolean {
  const whole = wholeCharacters(head);
  const endsRight = end === "cut" || whole.length === head.length || !isAscii(whole);
  return endsRight && isUtf8(whole);
}

/** True for escapes to a character set of two bytes, which no UTF-8 text has. */
export function hasEscapes(bytes: Uint8Array): boolean {
  return asBuffer(bytes).includes("\x1b$");
}

/**
 * Returns true when spaces, line ends and ideographic punctuation show this byte order: in the
 * other order they are characters that hardly any text has. A text without any is judged by its
 * Latin letters.
 */
function isPlain(text: string | undefined, swapped: string | undefined): boolean {
  if (text === undefined || nobodys.test(text) || matches(text, control) > 0) return false;
  const [here, there] = [matches(text, separators), matches(swapped, separators)];
  if (here + there > 0) return here > 10 * there && here * 1000 >= text.length;
  return matches(text, latin) * 2 > text.length;
}

const control = /(?![\t\n\v\f\r])\p{Cc}/gu;
/** Private and unassigned characters: random bytes are full of them. */
const nobodys = /[\p{Co}\p{Cn}]/u;
const separators = /[\t\n\r \u3000-\u3002\uff0c]/gu;
const latin = /[A-Za-z]/gu;

function matches(text: string | undefined, pattern: RegExp): number {
  return text?.match(pattern)?.length ?? 0;
}

/** The beginning of a file whose bytes alone prove no encoding. */
type Evidence = {
  readonly bytes: Uint8Array;
  /** `cut` when the file goes on after them, so that they may end within a character. */
  readonly end: "whole" | "cut";
};

/**
 * Reads the bytes in every encoding in which they are valid, and weighs each reading together with
 * chardet's opinion. Returns at most three encodings, the likeliest first: surely that, or any.
 */
export function guessEncoding(evidence: Evidence) {
  const ranked = rank(evidence);
  const sure = isSure(ranked);
  // Somebody who doubts a sure guess sees all others. In an unsure guess, odd ones are not offered.
  const worth = sure ? ranked : ranked.filter(({ fit }) => fit > leastScore);
  return { isSure: sure, encodings: worth.slice(0, 3).map(({ encoding }) => encoding) };
}

function rank(evidence: Evidence): readonly Reading[] {
  const opinions = opinionsOn(evidence.bytes);
  const readings = new Map<string, Reading>();
  for (const encoding of legacyEncodings) {
    const text = tryReading(evidence, encoding);
    if (text === undefined) continue;
    const opinion = opinions.get(encoding) ?? 0;
    // Equal readings count as one, under the name of their most common encoding.
    const letters = withoutCommas(text);
    const known = readings.get(letters);
    const judged = known ?? { encoding, ...plausibilityOf(text), opinion };
    readings.set(letters, { ...judged, opinion: Math.max(judged.opinion, opinion) });
  }
  return [...readings.values()].toSorted((one, other) => total(other) - total(one));
}

/** Replaces commas below with cedillas: Romanian text with either has the same bytes. */
function withoutCommas(text: string): string {
  return text.replaceAll("ș", "ş").replaceAll("ț", "ţ").replaceAll("Ș", "Ş").replaceAll("Ț", "Ţ");
}

type Reading = {
  readonly encoding: LegacyEncoding;
  readonly fit: number;
  readonly weight: number;
  /** The confidence of chardet, 0 to 1. */
  readonly opinion: number;
};

function isSure([best, ...others]: readonly Reading[]): boolean {
  if (best === undefined || best.fit < sureScore) return false;
  const needed = sureLead + doubtOfFew / best.weight;
  return others.every((other) => total(best) - total(other) >= needed);
}

/** Common letters alone make no reading much better than a good one. */
function total({ fit, opinion }: Reading): number {
  return Math.min(1.1, fit) + opinionShare * opinion;
}

function tryReading(
  { bytes, end }: Evidence,
  encoding: Exclude<Encoding, "utf-8">,
): string | undefined {
  const read = createReader(encoding);
  try {
    const text = read(bytes);
    return end === "whole" ? text + read() : text;
  } catch {
    return undefined;
  }
}

function opinionsOn(bytes: Uint8Array): ReadonlyMap<string, number> {
  const opinions = new Map<string, number>();
  for (const { name, confidence } of analyse(bytes)) {
    const own = name.toLowerCase();
    // chardet can hardly tell the members of a family apart.
    const family = families.find((one) => one.includes(own)) ?? [own];
    for (const encoding of family) opinions.set(encoding, confidence / 100);
  }
  return opinions;
}

const families = [
  ["iso-8859-1", "windows-1252", "iso-8859-15"],
  ["iso-8859-2", "windows-1250", "iso-8859-16"],
  ["iso-8859-7", "windows-1253"],
  ["iso-8859-8", "windows-1255"],
  ["iso-8859-6", "windows-1256"],
  ["iso-8859-9", "windows-1254"],
  ["iso-8859-13", "windows-1257"],
  ["koi8-r", "koi8-u"],
];

const leastScore = 0.2;
const sureScore = 0.55;
const sureLead = 0.08;
/** The additional lead that is required when only one character can be judged. */
const doubtOfFew = 0.6;
const opinionShare = 0.4;
