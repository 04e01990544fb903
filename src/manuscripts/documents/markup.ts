import { Buffer } from "node:buffer";
import { TextDecoder } from "node:util";

import { Parser, type ParserOptions } from "htmlparser2";

import { ManuscriptError } from "#domain/errors.ts";
import type { Encoding } from "#domain/manuscript.ts";
import { headFirst } from "#manuscripts/text/count.ts";
import { byMark } from "#manuscripts/text/decode.ts";

import { type Archive, broken, unsafe } from "./archive.ts";

export type Attributes = Readonly<Record<string, string>>;

/**
 * The place of something in a decoded part, in UTF-16 code units, the end excluded. At a closing
 * tag it is that tag's place, without blanks before its `>`.
 */
export type Span = { readonly start: number; readonly end: number };

/** Receives a document in its own order; names come without their prefix. */
export type MarkupReader = {
  readonly open?: (name: string, attributes: Attributes, at: Span) => void;
  readonly close?: (name: string, at: Span) => void;
  readonly text?: (text: string, at: Span) => void;
  /** The document has ended. */
  readonly end?: () => void;
};

/** `xhtml` is HTML as in EPUB, where `<title/>` is closed. Plain HTML needs its encoding. */
type Dialect = "xml" | "xhtml" | { readonly encoding: Encoding };

/**
 * Parses a part as it arrives, and yields what its reader has put into `found`. A document that
 * defines entities is refused, unless each is a name for one character. Throws ManuscriptError also for XML that does not end.
 */
export async function* readMarkup<Found>(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  createReader: (output: Found[], path: Path) => MarkupReader,
): AsyncGenerator<Found> {
  const output: Found[] = [];
  const path = createPath();
  const reader = createReader(output, path);
  let silence = 0;
  const starts: number[] = [];
  const place = (): Span => ({ start: parser.startIndex, end: parser.endIndex + 1 });
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => {
        silence = 0;
        path.enter(localName(name));
        starts.push(parser.startIndex);
        if (path.depth() > deepest) throw unsafe("nested too deeply");
        reader.open?.(localName(name), attributes, place());
      },
      onclosetag: (name, isImplied) => {
        const { start, end } = place();
        // Another tag may close it, which is not part of it.
        const isOther = starts.pop() !== start && isImplied;
        reader.close?.(localName(name), { start, end: isOther ? start : end });
        path.leave();
      },
      ontext: (text) => {
        silence = 0;
        reader.text?.(text, place());
      },
      onprocessinginstruction: refuseDefinitions,
    },
    typeof dialect === "string" ? options[dialect] : {},
  );
  const texts = decoded(chunks, dialect);
  for await (const text of typeof dialect === "string" ? withPlainEntities(texts) : texts) {
    silence += text.length;
    if (silence > longestToken) throw unsafe("an element without an end");
    parser.write(text);
    yield* output.splice(0);
  }
  if (dialect === "xml" && path.depth() > 0) throw broken("a part breaks off");
  parser.end();
  reader.end?.();
  yield* output.splice(0);
}

/** Yields bytes in small pieces, so that little is parsed after the last item that is wanted. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Decodes a part as parsing does; the places of `Span` count in this text. */
export async function decodePart(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect = "xml",
): Promise<string> {
  const texts = decoded(chunks, dialect);
  const isPart = typeof dialect === "string";
  return (await Array.fromAsync(isPart ? withPlainEntities(texts) : texts)).join("");
}

/** Returns what `pick` finds in the elements of a small part, in order; nothing without the part. */
export async function collectElements<Found>(
  archive: Archive,
  part: string,
  pick: (name: string, attributes: Attributes) => Found | undefined,
): Promise<readonly Found[]> {
  const name = archive.named(part);
  if (!archive.has(name)) return [];
  const elements = readMarkup<Found>(archive.read(name), "xml", (output) => ({
    open: (name, attributes) => {
      const picked = pick(name, attributes);
      if (picked !== undefined) output.push(picked);
    },
  }));
  return await Array.fromAsync(elements);
}

/** Returns an attribute by its name without prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}

export type Path = ReturnType<typeof createPath>;

/** Tracks the reader's place in its document, and the left-out element around it. */
function createPath() {
  const names: string[] = [];
  let leftOutAt: number | undefined;
  return {
    depth: (): number => names.length,
    enter: (name: string): void => void names.push(name),
    leave: (): void => {
      names.pop();
      if (leftOutAt !== undefined && names.length <= leftOutAt) leftOutAt = undefined;
    },
    /** Returns the element itself at 0, its parent at 1. */
    up: (levels: number): string | undefined => names.at(-1 - levels),
    /** Leaves out everything until the innermost open element of this name has closed. */
    leaveOut: (name: string): void => {
      const at = names.lastIndexOf(name);
      if (at >= 0) leftOutAt ??= at;
    },
    isRead: (): boolean => leftOutAt === undefined,
    /** Returns the left-out element around the reader's place. */
    leftOutBy: (): string | undefined => (leftOutAt === undefined ? undefined : names[leftOutAt]),
    isIn: (name: string): boolean => names.includes(name),
  };
}

const deepest = 512;
/** A picture may be embedded in an attribute. */
const longestToken = 32 * 1024 * 1024;

const options: Readonly<Record<"xml" | "xhtml", ParserOptions>> = {
  xml: { xmlMode: true },
  xhtml: { recognizeSelfClosing: true, recognizeCDATA: true },
};

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function refuseDefinitions(name: string, content: string): void {
  const isType = name.toLowerCase() === "!doctype" && content.includes("[");
  if (isType || /^!(?:entity|element|attlist)$/iu.test(name)) throw unsafe("it defines entities");
}

/**
 * Writes the characters that a part names by entities of its own, if each names one character alone.
 * All others are left, and refused.
 */
async function* withPlainEntities(texts: AsyncIterable<string>): AsyncGenerator<string> {
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
    if (names.size === 0) {
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
        /&([\w.-]{1,64});/gu,
        (reference, name: string) => entities.get(name) ?? reference,
      );
  }
  yield pending;
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

/** One character, or a reference to one by its number; none that is markup. */
const plainEntity =
  /<!ENTITY\s+(?<name>[\w.-]{1,64})\s+(?<quote>["'])(?<value>&#(?!(?:38|60|x26|x3c);)(?:\d{1,7}|x[\da-f]{1,6});|[^<>&%"'])\k<quote>\s*>/giu;

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect,
): AsyncGenerator<string> {
  const isPart = typeof dialect === "string";
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of headFirst(chunks, headBytes)) {
      decoder ??= new TextDecoder(isPart ? labelOf(chunk) : dialect.encoding, { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder !== undefined) yield decoder.decode();
  } catch (cause) {
    if (cause instanceof ManuscriptError) throw cause;
    throw isPart
      ? broken("a part in other bytes than it says", cause)
      : new ManuscriptError("undecodable", { cause });
  }
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
  return /^utf-?16/iu.test(label) ? "utf-8" : label;
}

const headBytes = 4096;
