import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";

import { Parser } from "htmlparser2";

import { EncodingUnclearError, ManuscriptError } from "#domain/errors.ts";
import type { Encoding } from "#domain/manuscript.ts";
import { headFirst } from "#manuscripts/text/count.ts";
import { byMark, createReader, wholeCharacters } from "#manuscripts/text/decode.ts";
import { sniff } from "#manuscripts/text/sniff.ts";

import { broken } from "./archive.ts";

/** `xhtml` is HTML as in EPUB, where `<title/>` is closed. Plain HTML needs its encoding. */
export type Dialect = "xml" | "xhtml" | { readonly encoding: Encoding };

/**
 * Yields the text of a part as it is parsed, so that places count in it: without NUL, which no text
 * has, and with a character for each entity that XML does not know.
 */
export async function* partText(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect,
): AsyncGenerator<string> {
  const texts = typeof dialect === "string" ? decoded(chunks) : decodedPage(chunks, dialect);
  const whole = withoutNul(texts);
  yield* typeof dialect === "string" ? withCharacters(whole) : whole;
}

async function* withoutNul(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield text.includes("\0") ? text.replaceAll("\0", "") : text;
}

async function* decodedPage(
  chunks: AsyncIterable<Uint8Array>,
  { encoding }: { readonly encoding: Encoding },
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    throw cause instanceof ManuscriptError ? cause : new ManuscriptError("undecodable", { cause });
  }
}

/**
 * Decodes a part of an archive. The first bytes beyond ASCII prove whether they are in the encoding that
 * the part declares: some programs convert a page and leave its declaration.
 */
async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let label: string | undefined;
  let decode: Decode | undefined;
  let evidence: Uint8Array = new Uint8Array();
  try {
    for await (const chunk of headFirst(chunks, headBytes)) {
      label ??= labelOf(chunk);
      if (decode === undefined && !plainLetters.test(label)) decode = decoderOf(label);
      if (decode !== undefined) {
        yield decode(chunk);
        continue;
      }
      const start = evidence.length > 0 ? 0 : beyondAscii(chunk);
      if (start > 0) yield Buffer.from(chunk.subarray(0, start)).toString("latin1");
      if (start < chunk.length) evidence = Buffer.concat([evidence, chunk.subarray(start)]);
      if (evidence.length <= evidenceBytes) continue;
      decode = proven(label, evidence.subarray(0, evidenceBytes), "cut");
      yield decode(evidence);
    }
    if (decode === undefined && label !== undefined && evidence.length > 0) {
      decode = proven(label, evidence, "whole");
      yield decode(evidence);
    }
    if (decode !== undefined) yield decode();
  } catch (cause) {
    if (cause instanceof ManuscriptError) throw cause;
    throw broken("a part in other bytes than it says", cause);
  }
}

/** Takes the next bytes, or nothing at the end. */
type Decode = (bytes?: Uint8Array) => string;

/** Throws RangeError for bytes in no encoding that is sure. */
function proven(label: string, bytes: Uint8Array, end: "cut" | "whole"): Decode {
  const isInUtf8 = isUtf8(end === "cut" ? wholeCharacters(bytes) : bytes);
  // Text in one of several bytes a character may look like UTF-8.
  if (isInUtf8 && oneByte.test(label)) return decoderOf("utf-8");
  if (isInUtf8 || label !== "utf-8") return decoderOf(label);
  try {
    const { encoding } = sniff({ bytes, end });
    return encoding === "utf-8" ? decoderOf(encoding) : createReader(encoding);
  } catch (cause) {
    const isUnclear = cause instanceof ManuscriptError || cause instanceof EncodingUnclearError;
    throw isUnclear ? new RangeError("no sure encoding", { cause }) : cause;
  }
}

function decoderOf(label: string): Decode {
  const decoder = new TextDecoder(label, { fatal: true });
  return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
}

function beyondAscii(bytes: Uint8Array): number {
  return isAscii(bytes) ? bytes.length : bytes.findIndex((byte) => byte > 0x7f);
}

/** Returns the encoding of a part: it marks, shows or declares it, and is UTF-8 otherwise. */
function labelOf(head: Uint8Array): string {
  const marked = byMark(head);
  if (marked !== undefined) return marked;
  const start = Buffer.from(head.subarray(0, headBytes)).toString("latin1");
  if (start.startsWith("<\0?\0")) return "utf-16le";
  if (start.startsWith("\0<\0?")) return "utf-16be";
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["'](?<label>[\w.:-]+)["']/u.exec(start);
  const label = declared?.groups?.["label"] ?? "utf-8";
  // A part that declares UTF-16 in ASCII is UTF-8.
  if (/^utf-?16/iu.test(label)) return "utf-8";
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // No such encoding.
    return "utf-8";
  }
}

const headBytes = 4096;
const evidenceBytes = 64 * 1024;
/** Encodings in which bytes below 128 are ASCII at the beginning of a part. */
const plainLetters = /^(?!utf-16|iso-2022)/u;
const oneByte = /^(?:windows|iso-8859|koi8|macintosh|x-mac|ibm)/u;

/**
 * Writes the characters that a part names by entities of its own, if each names one character alone; all
 * others are left, and refused. Those of HTML, which many programs take for known, become numbers.
 */
async function* withCharacters(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let names: ReadonlyMap<string, string> | undefined;
  let pending = "";
  for await (const text of texts) {
    let whole = pending + text;
    pending = "";
    if (names === undefined) {
      const subset = ownEntities.exec(whole.slice(0, longestSubset));
      names = plainEntitiesIn(subset?.groups?.["subset"] ?? "");
      if (subset !== null && names.size > 0) {
        const [head] = subset;
        whole = `${head.slice(0, head.indexOf("[")).trimEnd()}>${whole.slice(head.length)}`;
      }
    }
    if (!whole.includes("&")) {
      yield whole;
      continue;
    }
    const entities = names;
    // A reference may go on in the next piece.
    const open = /&[\w.-]{0,64}$/u.exec(whole)?.index ?? whole.length;
    pending = whole.slice(open);
    yield whole
      .slice(0, open)
      .replaceAll(
        /&(?!(?:amp|lt|gt|quot|apos);)([\w.-]{1,64});/gu,
        (reference, name: string) => entities.get(name) ?? htmlCharacters(reference),
      );
  }
  yield pending;
}

/** Returns the characters of an entity of HTML by their numbers; a reference that it does not know as it is. */
function htmlCharacters(reference: string): string {
  const before = known.get(reference);
  if (before !== undefined) return before;
  let text = "";
  const parser = new Parser({ ontext: (more) => (text += more) });
  parser.end(reference);
  if (text.endsWith(";")) return reference;
  const numbers = Array.from(text, (one) => `&#${one.codePointAt(0)};`).join("");
  known.set(reference, numbers);
  return numbers;
}

/** At most as many as HTML has. */
const known = new Map<string, string>();

const longestSubset = 16_384;
const ownEntities = /^[^<]*(?:<\?[^>]*>\s*)?<!DOCTYPE[^[>]*\[(?<subset>[^\]]*)\]\s*>/iu;

/** Returns the reference for each name; nothing unless all of them are plain. */
function plainEntitiesIn(subset: string): ReadonlyMap<string, string> {
  const rest = subset.replaceAll(plainEntity, "");
  if (/\S/u.test(withoutComments(rest, "<!--", "-->"))) return new Map();
  return new Map(
    Array.from(subset.matchAll(plainEntity), ({ groups }) => [
      groups?.["name"] ?? "",
      groups?.["value"] ?? "",
    ]),
  );
}

/** Replaces comments by blanks. A pattern would look for the end of each one that has none. */
export function withoutComments(text: string, opens: string, closes: string): string {
  let [kept, at] = ["", 0];
  for (;;) {
    const from = text.indexOf(opens, at);
    const to = from < 0 ? -1 : text.indexOf(closes, from + opens.length);
    if (to < 0) return kept + text.slice(at);
    kept += `${text.slice(at, from)} `;
    at = to + closes.length;
  }
}

/** One character, or a reference to one by its number; none that is markup. */
const plainEntity =
  /<!ENTITY\s+(?<name>[\w.-]{1,64})\s+(?<quote>["'])(?<value>&#(?!(?:38|60|x26|x3c);)(?:\d{1,7}|x[\da-f]{1,6});|[^<>&%"'])\k<quote>\s*>/giu;
