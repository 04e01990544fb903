import { Buffer } from "node:buffer";

import { Parser, type ParserOptions } from "htmlparser2";

import { ManuscriptFault } from "../../core/faults.ts";
import type { Encoding } from "../../core/manuscript.ts";
import { byMark } from "../text/byte-order-mark.ts";
import { headFirst } from "../text/count.ts";
import { broken, unsafe } from "./archive.ts";

export type Attributes = Readonly<Record<string, string>>;

/**
 * The place of something in a decoded part, in UTF-16 code units, the end excluded. At a closing
 * tag it is that tag's place, without blanks before its `>`.
 */
export type Span = { readonly start: number; readonly end: number };

/** Receives a document in its own order; names come without their prefix. */
export type MarkupReader<Found> = {
  readonly open: (name: string, attributes: Attributes, at: Span) => void;
  readonly close: (name: string, at: Span) => void;
  readonly text: (text: string, at: Span) => void;
  /** Returns the items found since the last call. */
  readonly take: () => readonly Found[];
};

/** `xhtml` is HTML as in EPUB, where `<title/>` is closed. Plain HTML needs its encoding. */
type Dialect = "xml" | "xhtml" | { readonly encoding: Encoding };

/**
 * Parses a part as it arrives. Entities that a document defines are never expanded: a document that
 * defines any is refused.
 *
 * Throws ManuscriptFault: "unsafe-document", "broken-document" (XML that does not end) or
 * "undecodable".
 */
export async function* readMarkup<Found>(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  reader: MarkupReader<Found>,
): AsyncGenerator<Found> {
  let depth = 0;
  let silence = 0;
  const place = (): Span => ({ start: parser.startIndex, end: parser.endIndex + 1 });
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        silence = 0;
        if (depth > deepest) throw unsafe("nested too deeply");
        reader.open(localName(name), attributes, place());
      },
      onclosetag: (name) => {
        depth -= 1;
        reader.close(localName(name), place());
      },
      ontext: (text) => {
        silence = 0;
        reader.text(text, place());
      },
      onprocessinginstruction: (name, content) => refuseDefinitions(name, content),
    },
    typeof dialect === "string" ? options[dialect] : {},
  );
  for await (const text of decoded(chunks, dialect)) {
    silence += text.length;
    if (silence > longestToken) throw unsafe("an element without an end");
    parser.write(text);
    yield* reader.take();
  }
  if (dialect === "xml" && depth > 0) throw broken("a part breaks off");
  parser.end();
  yield* reader.take();
}

/** Decodes a part as parsing does; the places of `Span` count in this text. */
export async function decodePart(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return (await Array.fromAsync(decoded(chunks, "xml"))).join("");
}

/** Returns the results of `pick` for the elements of a small part, in order, without undefined. */
export async function collectElements<Found>(
  chunks: AsyncIterable<Uint8Array>,
  pick: (name: string, attributes: Attributes, at: Span) => Found | undefined,
  dialect: Dialect = "xml",
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const elements = readMarkup<Found>(chunks, dialect, {
    open: (name, attributes, at) => {
      const picked = pick(name, attributes, at);
      if (picked !== undefined) found.push(picked);
    },
    close: () => undefined,
    text: () => undefined,
    take: () => found.splice(0),
  });
  return await Array.fromAsync(elements);
}

/** Returns an attribute by its name without prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const found = Object.entries(attributes).find(([key]) => localName(key) === name);
  return found?.[1];
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
  if (isType || /^!(?:entity|element|attlist)$/iu.test(name)) {
    throw unsafe("it defines entities");
  }
}

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect,
): AsyncGenerator<string> {
  let decode: ((chunk?: Uint8Array) => string) | undefined;
  for await (const chunk of headFirst(chunks, headBytes)) {
    decode ??= createDecode(chunk, dialect);
    yield decode(chunk);
  }
  if (decode !== undefined) yield decode();
}

function createDecode(head: Uint8Array, dialect: Dialect): (chunk?: Uint8Array) => string {
  const isPart = typeof dialect === "string";
  const legible = <T>(step: () => T): T => {
    try {
      return step();
    } catch (cause) {
      throw isPart
        ? broken("a part in other bytes than it says", cause)
        : new ManuscriptFault("undecodable", { cause });
    }
  };
  const label = isPart
    ? (byMark(head) ?? byPattern(head) ?? byDeclaration(head))
    : dialect.encoding;
  const decoder = legible(() => new TextDecoder(label, { fatal: true }));
  return (chunk) =>
    legible(() =>
      chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }),
    );
}

/** UTF-16 without a byte order mark: `<?` in two bytes each. */
function byPattern(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 4)).toString("hex");
  if (start === "3c003f00") return "utf-16le";
  return start === "003c003f" ? "utf-16be" : undefined;
}

/** `<?xml version="1.0" encoding="…"?>`; without it, XML is UTF-8. */
function byDeclaration(head: Uint8Array): string {
  const start = Buffer.from(head.subarray(0, headBytes)).toString("latin1");
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["'](?<label>[\w.:-]+)["']/u.exec(start);
  const label = declared?.groups?.["label"] ?? "utf-8";
  // A part that declares UTF-16 in ASCII is UTF-8.
  return /^utf-?16/iu.test(label) ? "utf-8" : label;
}

const headBytes = 4096;
