import { emphasisSigns } from "#domain/claim.ts";
import type { LeftOut } from "#domain/manuscript.ts";

import type { Path, Span } from "./markup.ts";

/**
 * A paragraph of a document, the unit of translation. A translation is put back at the places of
 * its pieces in `part`, the name of the part in the archive.
 */
export type Block = {
  readonly part: string;
  readonly text: string;
  /** The level when the document marks it as a heading; 1 is the highest. */
  readonly heading?: number;
  /** The entry of the contents list that begins with this paragraph. */
  readonly listed?: Listed | undefined;
  /** Set when the document names it front or back matter; `joins`: it goes with the next block. */
  readonly matter?: "is" | "joins";
  readonly pieces: readonly Piece[];
  readonly blanks: Blanks;
  /** Undefined when nothing in it is emphasised, or when emphasis is not read. */
  readonly emphasis?: Emphasised;
};

/** Emphasis in a paragraph: the count of runs, and their sign in the text, "" if it has none. */
type Emphasised = { readonly runs: number; readonly sign: string };

/** `collapsed`: any run of blanks is one space, as in HTML; an ideographic space stays. */
type Blanks = "collapsed" | "kept";

/** An entry of a list of contents; the outermost ones have depth 1. */
export type Listed = { readonly label: string; readonly depth: number };

/**
 * A piece of a paragraph. A `mark` leads to a note and stays in its place, and so does a `formula`: its
 * letters are read, as the sentence needs them, and never written. A `silent` piece is not
 * read, and is removed with the text: a ruby reading, a deletion. Signs open and close emphasis;
 * their place is beside it, where the part has nothing.
 */
export type Piece = {
  readonly kind: "text" | "break" | "mark" | "formula" | "silent" | "opens" | "closes";
  readonly text: string;
  /** Undefined when the reader has added the piece: the part has no place for it. */
  readonly at: Span | undefined;
  /** Equal for pieces that look the same; undefined inside a link or a field. */
  readonly look: string | undefined;
  /** Emphases from the outermost to the innermost. */
  readonly emphasis?: readonly Emphasis[];
};

/** Contents entries of a page by the id of their element; "" is the start of the page. */
export type ListedOfPage = ReadonlyMap<string, Listed>;

/** Italics, bold, small capitals or a link. Equal keys look the same; "" is no emphasis. */
export type Emphasis = {
  readonly key: string;
  /** The `end` is set when the element ends. */
  readonly at: { readonly start: number; end: number | undefined };
};

/** Returns a piece without a look; without a place, it is never put back. */
export function pieceOf(kind: Piece["kind"], text: string, at?: Span): Piece {
  return { kind, text, at, look: undefined };
}

/** Reads a formula as one piece, in which the reader reads nothing else. */
export function createFormulaReader(path: Path, element: string) {
  let open: { readonly start: number; text: string } | undefined;
  return {
    begin: (name: string, { start }: Span): void => {
      if (name !== element || !path.isRead()) return;
      open = { start, text: "" };
      path.leaveOut(name);
    },
    add: (text: string): void => {
      if (open !== undefined) open.text += text.replaceAll(/\s+/gu, "");
    },
    /** Returns the formula that ends here. */
    end: (name: string, { end }: Span): readonly Piece[] => {
      if (open === undefined || name !== element) return [];
      const { start, text } = open;
      open = undefined;
      return text === "" ? [] : [pieceOf("formula", text, { start, end })];
    },
  };
}

export type Paragraph = ReturnType<typeof createParagraph>;

export function createParagraph(blanks: Blanks) {
  let heading: number | undefined;
  const pieces: Piece[] = [];
  return {
    add: (piece: Piece): void => void pieces.push(piece),
    mark: (level: number): void => {
      heading = level;
    },
    /** Returns undefined when it has no text. */
    block: (part: string): Block | undefined => {
      const text = textOf(pieces, blanks);
      if (text === "") return undefined;
      return { part, text, pieces, blanks, ...(heading !== undefined && { heading }) };
    },
  };
}

export function textOf(pieces: readonly Piece[], blanks: Blanks): string {
  const text = written(pieces, blanks);
  const spaced = blanks === "kept" ? text : text.replaceAll(/ {2,}/gu, " ");
  return (
    spaced
      // Matches a run of blanks only from its start: a try from each place in it costs quadratic
      // time.
      .replaceAll(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/gu, "\n")
      .replaceAll(/\n{3,}/gu, "\n\n")
      .replaceAll(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/gu, "")
  );
}

/** Writes the pieces. Signs touch the words that they surround, as in Markdown. */
function written(pieces: readonly Piece[], blanks: Blanks): string {
  const texts = pieces.map(({ kind, text }) => {
    if (kind === "silent") return "";
    if (kind === "opens") return `\uFDD0${text}`;
    if (kind === "closes") return `${text}\uFDD1`;
    const isKept = blanks === "kept" || kind === "break";
    return isKept ? text : text.replaceAll(/[ \t\r\n\f]+/gu, " ");
  });
  return texts
    .join("")
    .replaceAll(/(\uFDD0([*_])\2*)([ \t\r\n\f]+)/gu, "$3$1")
    .replaceAll(/(?<![ \t\r\n\f])([ \t\r\n\f]+)(([*_])\3*\uFDD1)/gu, "$2$1")
    .replaceAll(/[\uFDD0\uFDD1]/gu, "");
}

export type Paragraphs = ReturnType<typeof createParagraphs>;

type OpenParagraph = { readonly paragraph: Paragraph; readonly after: Block[]; joinsNext: boolean };

/**
 * Puts the paragraphs of a part into `found` in order. One inside another (a text box, a note)
 * follows the outer one. Text outside of any is ignored.
 */
export function createParagraphs(found: Block[], part: string, blanks: Blanks) {
  const open: OpenParagraph[] = [];
  /** A paragraph that goes on in the next one. */
  let carried: Paragraph | undefined;
  const put = (to: Block[], paragraph: Paragraph | undefined): void => {
    const block = paragraph?.block(part);
    if (block !== undefined) to.push(block);
  };
  return {
    begin: (mark = ""): void => {
      const paragraph = carried ?? createParagraph(blanks);
      carried = undefined;
      if (mark !== "") paragraph.add(pieceOf("mark", mark));
      open.push({ paragraph, after: [], joinsNext: false });
    },
    end: (): void => {
      const ended = open.pop();
      if (ended === undefined) return;
      const outer = open.at(-1)?.after ?? found;
      if (ended.joinsNext && open.length === 0) carried = ended.paragraph;
      else put(outer, ended.paragraph);
      for (const block of ended.after) outer.push(block);
    },
    current: (): Paragraph | undefined => open.at(-1)?.paragraph,
    /** Adds blocks after the open paragraph. */
    follow: (blocks: readonly Block[]): void => {
      for (const block of blocks) open.at(-1)?.after.push(block);
    },
    /** Continues the open paragraph in the next one: its mark was deleted. */
    joinNext: (): void => {
      const last = open.at(-1);
      if (last !== undefined) last.joinsNext = true;
    },
    /** Ends a continued paragraph that has no next one. */
    close: (): void => {
      put(found, carried);
      carried = undefined;
    },
  };
}

export type OmissionCounter = ReturnType<typeof createTally>;

/** Counts what is left out of the translated text. */
export function createTally() {
  const counts = new Map<LeftOut["what"], number>();
  return {
    /** Code points of signs that were set around emphasised text. */
    signs: 0,
    add: (what: LeftOut["what"]): void => void counts.set(what, (counts.get(what) ?? 0) + 1),
    list: (): readonly LeftOut[] => Array.from(counts, ([what, count]) => ({ what, count })),
  };
}

/**
 * Returns the paragraph with signs around its emphasised runs, so that a translation can show where
 * they are. The first look in a paragraph has one sign, the second two, all others three. A
 * paragraph that contains both signs itself is sent without.
 */
export function withSigns(block: Block): Block {
  const runs = runsIn(block.pieces);
  if (runs.length === 0) return block;
  const sign = Array.from(emphasisSigns).find((one) => !block.text.includes(one)) ?? "";
  const bare = { ...block, emphasis: { runs: runs.length, sign: "" } };
  if (sign === "") return bare;
  const looks = [...new Set(runs.map(({ look }) => look))];
  const pieces: Piece[] = [];
  let next = 0;
  for (const { first, last, look, at } of runs) {
    const text = sign.repeat(Math.min(mostSigns, looks.indexOf(look) + 1));
    const [before, after] = [at.start, at.end].map((place) => ({ start: place, end: place }));
    pieces.push(...block.pieces.slice(next, first), pieceOf("opens", text, before));
    pieces.push(...block.pieces.slice(first, last + 1), pieceOf("closes", text, after));
    next = last + 1;
  }
  pieces.push(...block.pieces.slice(next));
  const text = textOf(pieces, block.blanks);
  // A combining accent after a sign would attach to it.
  if (/[*_][\p{M}\u1160-\u11FF]/u.test(text)) return bare;
  return { ...bare, text, pieces, emphasis: { runs: runs.length, sign } };
}

/** Returns a text without the signs of its paragraph. */
export function withoutSigns({ emphasis }: Block, text: string): string {
  if (emphasis === undefined || emphasis.sign === "") return text;
  return text.replaceAll(emphasis.sign, "").replaceAll(/ {2,}/gu, " ");
}

const mostSigns = 3;

/** Pieces from `first` to `last`, and the place of the element around them. */
type StyledRun = {
  readonly first: number;
  readonly last: number;
  readonly look: string;
  readonly at: { readonly start: number; readonly end: number };
};

/** Returns the runs of one look that contain words. Notes and line breaks do not end a run. */
function runsIn(pieces: readonly Piece[]): readonly StyledRun[] {
  if (!pieces.some(({ emphasis = [] }) => emphasis.some(({ key }) => key !== ""))) return [];
  const inked = pieces.filter(({ kind, text }) => kind === "text" && /[^ \t\r\n\f]/u.test(text));
  const shared = sharedBy(inked.map(({ emphasis = [] }) => emphasis));
  const runs: StyledRun[] = [];
  let open: (StyledRun & { readonly words: string }) | undefined;
  const close = (next: string): void => {
    const isDropCap = /^\p{L}$/u.test(open?.words ?? "") && /^\p{L}/u.test(next);
    if (open !== undefined && /[\p{L}\p{N}]/u.test(open.words) && !isDropCap) runs.push(open);
    open = undefined;
  };
  for (const [index, { kind, text, emphasis = [] }] of pieces.entries()) {
    if (kind !== "text") continue;
    const own = emphasis.slice(shared);
    const look = own.map(({ key }) => key).join("");
    const { start, end } = own[0]?.at ?? {};
    if (look !== open?.look) close(text);
    if (look === "" || start === undefined || end === undefined) continue;
    open = { first: index, at: { start, end }, words: "", ...open, look, last: index };
    open = { ...open, at: { start: open.at.start, end }, words: open.words + text };
  }
  close("");
  return runs;
}

/** Returns how many of the outermost emphases all pieces share. */
function sharedBy(all: readonly (readonly Emphasis[])[]): number {
  const [first = [], ...others] = all;
  const differs = first.findIndex(
    ({ key }, depth) => !others.every((other) => other[depth]?.key === key),
  );
  return differs < 0 ? first.length : differs;
}
