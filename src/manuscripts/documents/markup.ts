import { Parser, type ParserOptions } from "htmlparser2";

import { type Archive, broken, unsafe } from "./archive.ts";
import { type Dialect, partText } from "./part-text.ts";

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
  for await (const text of partText(chunks, dialect)) {
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
  return (await Array.fromAsync(partText(chunks, dialect))).join("");
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
