import { emphasisSigns } from "#domain/claim.ts";
import type { LeftOut } from "#domain/manuscript.ts";

import type { InlineKind } from "./inline.ts";
import type { Span } from "./markup.ts";

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

/** Emphasis in a paragraph: the kinds of its runs, and their sign in the text, "" if it has none. */
type Emphasised = { readonly runs: readonly InlineKind[]; readonly sign: string };

/** `collapsed`: any run of blanks is one space, as in HTML; an ideographic space stays. */
type Blanks = "collapsed" | "kept";

/** An entry of a list of contents; the outermost ones have depth 1. */
export type Listed = { readonly label: string; readonly depth: number };

/**
 * A piece of a paragraph. A `mark` is the mark of a note, or stands for something without words, such
 * as a picture; it stays between its words. A `silent` piece is not read, and is removed with the
 * text: a ruby reading, a deletion. Signs open and close a run; their place is beside it, where the
 * part has nothing.
 */
export type Piece = {
  readonly kind: "text" | "break" | "mark" | "silent" | "opens" | "closes";
  readonly text: string;
  /** Undefined when the reader has added the piece: the part has no place for it. */
  readonly at: Span | undefined;
  /** Equal for pieces that look the same; undefined inside a link or a field. */
  readonly look: string | undefined;
  /** Emphases from the outermost to the innermost. */
  readonly emphasis?: readonly Emphasis[];
  /** The kind of a mark, or of the run that a sign opens. */
  readonly inline?: InlineKind;
  /** The markup that moves with it: an element, or a run of Word. */
  readonly element?: Emphasis["at"] | undefined;
};

/** Contents entries of a page by the id of their element; "" is the start of the page. */
export type ListedOfPage = ReadonlyMap<string, Listed>;

/** Italics, bold, small capitals or a link. Equal keys look the same; "" is no emphasis. */
export type Emphasis = {
  readonly key: string;
  readonly kind: InlineKind;
  /** The `end` is set when the element ends. */
  readonly at: { readonly start: number; end: number | undefined };
};

/** Returns the place of an element that has begun. */
export function newPlace(start: number): Emphasis["at"] {
  return { start, end: undefined };
}

/** Returns a piece for something without words. Its text is known when its paragraph is. */
export function objectOf(inline: InlineKind, element: Emphasis["at"]): Piece {
  return { kind: "mark", text: "", at: undefined, look: undefined, inline, element };
}

/** Returns a piece without a look; without a place, it is never put back. */
export function pieceOf(kind: Piece["kind"], text: string, at?: Span): Piece {
  return { kind, text, at, look: undefined };
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
    .replaceAll(/\r\n?/gu, "\n")
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
export function createParagraphs(output: Block[], part: string, blanks: Blanks) {
  const open: OpenParagraph[] = [];
  /** A paragraph that goes on in the next one, with the blocks that follow it. */
  let carried: OpenParagraph | undefined;
  const putAll = (to: Block[], { paragraph, after }: OpenParagraph): void => {
    const block = paragraph.block(part);
    if (block !== undefined) to.push(block);
    for (const one of after) to.push(one);
  };
  return {
    begin: (mark = ""): void => {
      const { paragraph, after } = carried ?? { paragraph: createParagraph(blanks), after: [] };
      carried = undefined;
      if (mark !== "") paragraph.add(pieceOf("mark", mark));
      open.push({ paragraph, after, joinsNext: false });
    },
    end: (): void => {
      const last = open.pop();
      if (last === undefined) return;
      const outer = open.at(-1)?.after ?? output;
      if (last.joinsNext && open.length === 0) carried = last;
      else putAll(outer, last);
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
      if (carried !== undefined) putAll(output, carried);
      carried = undefined;
    },
  };
}

export type OmissionCounter = ReturnType<typeof createTally>;

/** Counts what is left out of the translated text. */
export function createTally() {
  const counts = new Map<LeftOut["what"], { count: number; characters: number; begins: string }>();
  const row = (what: LeftOut["what"]) => {
    const entry = counts.get(what) ?? { count: 0, characters: 0, begins: "" };
    counts.set(what, entry);
    return entry;
  };
  return {
    /** Code points of signs that were set around emphasised text. */
    signs: 0,
    add: (what: LeftOut["what"]): void => {
      row(what).count += 1;
    },
    /** Counts words that are not read, in code points. */
    leave: (what: LeftOut["what"], words: string): void => {
      const text = words.replaceAll(/\s+/gu, " ");
      if (!/\p{L}/u.test(text)) return;
      const entry = row(what);
      entry.characters += Array.from(text).length;
      if (entry.begins.length < longestBeginning)
        entry.begins = `${entry.begins} ${text.trim()}`.trim().slice(0, longestBeginning);
    },
    list: (): readonly LeftOut[] =>
      Array.from(counts, ([what, { count, characters, begins }]) => ({
        what,
        count: Math.max(1, count),
        ...(characters > 0 && { characters, begins: begins.toWellFormed() }),
      })),
  };
}

const longestBeginning = 80;

/**
 * Returns the paragraph with a mark for each thing without words that stands between words: ⟦1⟧. A
 * paragraph with such brackets of its own is sent without.
 */
export function withMarks(block: Block): Block {
  const isObject = ({ kind, text }: Piece): boolean => kind === "mark" && text === "";
  if (!block.pieces.some(isObject)) return block;
  const isInk = ({ kind, text }: Piece): boolean =>
    (kind === "text" || kind === "mark") && /[^ \t\r\n\f]/u.test(text);
  const first = block.pieces.findIndex(isInk);
  const last = block.pieces.findLastIndex(isInk);
  const mayMark = !/[⟦⟧]/u.test(block.text);
  let count = 0;
  const pieces = block.pieces.flatMap((piece, index) => {
    if (!isObject(piece)) return [piece];
    if (!mayMark || index < first || index > last) return [];
    count += 1;
    return [{ ...piece, text: `⟦${count}⟧` }];
  });
  return { ...block, pieces, text: textOf(pieces, block.blanks) };
}

/** Returns the paragraph without pieces for what has no words. */
export function withoutObjects(block: Block): Block {
  const pieces = block.pieces.filter(({ kind, text }) => kind !== "mark" || text !== "");
  return { ...block, pieces };
}

/**
 * Returns the paragraph with signs around its emphasised runs, so that a translation can show where
 * they are. The first look in a paragraph has one sign, the second two, all others three. A
 * paragraph that contains both signs itself is sent without.
 */
export function withSigns(block: Block): Block {
  const runs = runsIn(block);
  if (runs.length === 0) return block;
  const sign = Array.from(emphasisSigns).find((one) => !block.text.includes(one)) ?? "";
  const kinds = runs.map(({ kind }) => kind);
  const bare = { ...block, emphasis: { runs: kinds, sign: "" } };
  if (sign === "") return bare;
  const looks = [...new Set(runs.map(({ look }) => look))];
  const pieces: Piece[] = [];
  let next = 0;
  for (const { first, last, look, at, kind: inline } of runs) {
    const text = sign.repeat(Math.min(mostSigns, looks.indexOf(look) + 1));
    const [before, after] = [at.start, at.end].map((place) => ({ start: place, end: place }));
    const opens = { ...pieceOf("opens", text, before), inline, element: at };
    pieces.push(...block.pieces.slice(next, first), opens);
    pieces.push(...block.pieces.slice(first, last + 1), pieceOf("closes", text, after));
    next = last + 1;
  }
  pieces.push(...block.pieces.slice(next));
  const text = textOf(pieces, block.blanks);
  // A combining accent after a sign would attach to it.
  if (/[*_][\p{M}\u1160-\u11FF]/u.test(text)) return bare;
  return { ...bare, text, pieces, emphasis: { runs: kinds, sign } };
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
  readonly kind: InlineKind;
  readonly at: { readonly start: number; readonly end: number };
};

/**
 * Returns the runs of one look that contain words. Notes and line breaks do not end a run, nor do blanks
 * beside a line break, which nobody sees.
 */
function runsIn({ pieces, blanks }: Block): readonly StyledRun[] {
  if (!pieces.some(({ emphasis = [] }) => emphasis.some(({ key }) => key !== ""))) return [];
  const inked = pieces.filter(({ kind, text }) => kind === "text" && isInk(text));
  const shared = sharedBy(inked.map(({ emphasis = [] }) => emphasis));
  const runs: StyledRun[] = [];
  let open: (StyledRun & { readonly words: string; readonly isStart: boolean }) | undefined;
  let hasInk = false;
  const close = (next: string): void => {
    const isLetter = open?.isStart === true && /^\p{L}$/u.test(open.words);
    const isDropCap = isLetter && /^\p{L}/u.test(next);
    if (open !== undefined && /[\p{L}\p{N}]/u.test(open.words) && !isDropCap) runs.push(open);
    open = undefined;
  };
  for (const [index, { kind, text, emphasis = [] }] of pieces.entries()) {
    if (kind !== "text") continue;
    const isBlank = blanks !== "kept" && /^[ \t\r\n\f]*$/u.test(text);
    const isBreak = (at: number): boolean => pieces[at]?.kind === "break";
    if (isBlank && (isBreak(index - 1) || isBreak(index + 1))) continue;
    const own = emphasis.slice(shared);
    const look = own.map(({ key }) => key).join("");
    const { start, end } = own[0]?.at ?? {};
    if (look !== open?.look) close(text);
    const isStart = !hasInk;
    hasInk ||= isInk(text);
    if (look === "" || start === undefined || end === undefined) continue;
    const inline = own.find((one) => one.kind !== "emphasis")?.kind ?? "emphasis";
    open = {
      first: index,
      at: { start, end },
      words: "",
      kind: inline,
      isStart,
      ...open,
      look,
      last: index,
    };
    open = { ...open, at: { start: open.at.start, end }, words: open.words + text };
  }
  close("");
  return runs.map((run) => ({ ...run, at: placeOf(run, pieces, shared) }));
}

function isInk(text: string): boolean {
  return /[^ \t\r\n\f]/u.test(text);
}

/** Returns the place of the outermost elements around a run that contain nothing else, or of its words. */
function placeOf(
  { first, last, at }: StyledRun,
  pieces: readonly Piece[],
  shared: number,
): StyledRun["at"] {
  const around = (index: number) => pieces[index]?.emphasis?.slice(shared) ?? [];
  const before = pieces.findLast(
    ({ at: place }, index) => index < first && place !== undefined,
  )?.at;
  const after = pieces.find(({ at: place }, index) => index > last && place !== undefined)?.at;
  for (const [depth, { at: begins }] of around(first).entries()) {
    const ends = (around(last)[depth] ?? around(last).at(-1))?.at.end;
    const isOwn = begins.start >= (before?.end ?? 0) && (ends ?? 0) <= (after?.start ?? Infinity);
    if (ends !== undefined && isOwn) return { start: begins.start, end: ends };
  }
  const [start, end] = [pieces[first]?.at?.start, pieces[last]?.at?.end];
  return { start: start ?? at.start, end: end ?? at.end };
}

/** Returns how many of the outermost emphases all pieces share. */
function sharedBy(all: readonly (readonly Emphasis[])[]): number {
  const [first = [], ...others] = all;
  const differs = first.findIndex(
    ({ key }, depth) => !others.every((other) => other[depth]?.key === key),
  );
  return differs < 0 ? first.length : differs;
}
