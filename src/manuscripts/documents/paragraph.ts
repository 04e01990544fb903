import type { LeftOut } from "../../core/manuscript.ts";
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

/**
 * Emphasis in a paragraph: the count of runs, and their sign in the text; "" when no sign can be
 * used.
 */
type Emphasised = { readonly runs: number; readonly sign: string };

/** `collapsed`: any run of blanks is one space, as in HTML; an ideographic space stays. */
type Blanks = "collapsed" | "kept";

/** An entry of a list of contents; the outermost ones have depth 1. */
export type Listed = { readonly label: string; readonly depth: number };

/**
 * A piece of a paragraph. A `mark` leads to a note and stays in its place. A `silent` piece is not
 * read, and is removed with the text: a ruby reading, a deletion. Signs open and close emphasis;
 * their place is beside it, where the part has nothing.
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
};

/**
 * Contents entries of one page by the id of the element where they begin; "" is the page's start.
 */
export type ListedOfPage = ReadonlyMap<string, Listed>;

/** Italics, bold, small capitals or a link. Equal keys look the same; "" is no emphasis. */
export type Emphasis = {
  readonly key: string;
  /** The `end` is set when the element ends. */
  readonly at: { readonly start: number; end: number | undefined };
};

/** Returns a piece that the reader adds itself, or that is never put back. */
export function unplaced(text: string, kind: Piece["kind"] = "text"): Piece {
  return { kind, text, at: undefined, look: undefined };
}

export type Paragraph = {
  readonly add: (piece: Piece) => void;
  readonly mark: (heading: number) => void;
  /** Returns undefined when it has no text. */
  readonly block: (part: string) => Block | undefined;
};

export function createParagraph(blanks: Blanks): Paragraph {
  let heading: number | undefined;
  const pieces: Piece[] = [];
  return {
    add: (piece) => void pieces.push(piece),
    mark: (level) => {
      heading = level;
    },
    block: (part) => {
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
  let text = "";
  /** Blanks that go after a closing sign, and opening signs that go before the next word. */
  let [after, opening] = ["", ""];
  for (const { kind, text: own } of pieces) {
    if (kind === "silent") continue;
    if (kind === "opens") opening += own;
    else if (kind === "closes") text += own;
    else {
      const isKept = blanks === "kept" || kind === "break";
      const said = isKept ? own : own.replaceAll(/[ \t\r\n\f]+/gu, " ");
      const start = said.search(/[^ \t\r\n\f]/u);
      if (start < 0) after += said;
      else {
        const end = said.search(/(?<![ \t\r\n\f])[ \t\r\n\f]*$/u);
        text += after + said.slice(0, start) + opening + said.slice(start, end);
        [after, opening] = [said.slice(end), ""];
      }
    }
  }
  return text + after;
}

export type Paragraphs = {
  readonly begin: (mark?: string) => void;
  readonly end: () => void;
  /** Returns the open paragraph; text outside of one is ignored. */
  readonly current: () => Paragraph | undefined;
  /** Adds blocks after the open paragraph. */
  readonly follow: (blocks: readonly Block[]) => void;
  /** Continues the open paragraph in the next one: its mark was deleted. */
  readonly joinNext: () => void;
  /** Ends a continued paragraph that has no next one. */
  readonly close: () => void;
  readonly take: () => readonly Block[];
};

type Open = { readonly paragraph: Paragraph; readonly after: Block[]; joinsNext: boolean };

/**
 * Collects the paragraphs of a part in order. One inside another (a text box, a note) follows the
 * outer one.
 */
export function createParagraphs(part: string, blanks: "collapsed" | "kept"): Paragraphs {
  const open: Open[] = [];
  const found: Block[] = [];
  let carried: Paragraph | undefined;
  const blockOf = (paragraph: Paragraph): readonly Block[] => {
    const block = paragraph.block(part);
    return block === undefined ? [] : [block];
  };
  const close = (): void => {
    if (carried !== undefined) found.push(...blockOf(carried));
    carried = undefined;
  };
  return {
    begin: (mark = "") => {
      const paragraph = carried ?? createParagraph(blanks);
      carried = undefined;
      if (mark !== "") paragraph.add(unplaced(mark, "mark"));
      open.push({ paragraph, after: [], joinsNext: false });
    },
    end: () => {
      const ended = open.pop();
      if (ended === undefined) return;
      const outer = open.at(-1)?.after ?? found;
      if (ended.joinsNext && open.length === 0) carried = ended.paragraph;
      else outer.push(...blockOf(ended.paragraph));
      for (const block of ended.after) outer.push(block);
    },
    current: () => open.at(-1)?.paragraph,
    follow: (blocks) => {
      for (const block of blocks) open.at(-1)?.after.push(block);
    },
    joinNext: () => {
      const last = open.at(-1);
      if (last !== undefined) last.joinsNext = true;
    },
    close,
    take: () => found.splice(0),
  };
}

/** The reader's place in its document, and the left-out element around it. */
export type Path = {
  readonly enter: (name: string) => void;
  readonly leave: () => void;
  /** Returns the element itself at 0, its parent at 1. */
  readonly up: (levels: number) => string | undefined;
  /** Leaves out everything until the innermost open element of this name has closed. */
  readonly leaveOut: (name: string) => void;
  readonly isRead: () => boolean;
  /** Returns the left-out element around the reader's place. */
  readonly leftOutBy: () => string | undefined;
  readonly isIn: (name: string) => boolean;
};

export function createPath(): Path {
  const names: string[] = [];
  let leftOutAt: number | undefined;
  return {
    enter: (name) => void names.push(name),
    leave: () => {
      names.pop();
      if (leftOutAt !== undefined && names.length <= leftOutAt) leftOutAt = undefined;
    },
    up: (levels) => names.at(-1 - levels),
    leaveOut: (name) => {
      const at = names.lastIndexOf(name);
      if (at >= 0) leftOutAt ??= at;
    },
    isRead: () => leftOutAt === undefined,
    leftOutBy: () => (leftOutAt === undefined ? undefined : names[leftOutAt]),
    isIn: (name) => names.includes(name),
  };
}

/** Counts of document content that is left out of the translated text. */
export type Tally = {
  /** Code points of signs that were set around emphasised text. */
  signs: number;
  readonly add: (what: LeftOut["what"]) => void;
  readonly list: () => readonly LeftOut[];
};

export function createTally(): Tally {
  const counts = new Map<LeftOut["what"], number>();
  return {
    signs: 0,
    add: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    list: () => Array.from(counts, ([what, count]) => ({ what, count })),
  };
}
