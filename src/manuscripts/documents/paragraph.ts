import type { Span } from "./markup.ts";

/**
 * A paragraph of a document: the unit that is translated and can be put back, at the places of its pieces
 * in `part`, the name of the part in the archive.
 */
export type Block = {
  readonly part: string;
  readonly text: string;
  /** Its level, where the document marks it as a heading; 1 is the highest. */
  readonly heading?: number;
  /** What the list of contents calls what begins with it. */
  readonly listed?: Listed | undefined;
  /** The document says that it is front or back matter; `joins`: it goes with what comes next. */
  readonly matter?: "is" | "joins";
  readonly pieces: readonly Piece[];
  readonly blanks: Blanks;
  /** Undefined: nothing in it is emphasised, or it is read without. */
  readonly emphasis?: Emphasised;
};

/** What is emphasised in a paragraph: how often, and what marks it in the text; "" where nothing could. */
type Emphasised = { readonly runs: number; readonly sign: string };

/** `collapsed`: any run of blanks is one space, as in HTML; a space that East Asian text sets stays. */
type Blanks = "collapsed" | "kept";

/** An entry of a list of contents; the outermost ones have depth 1. */
export type Listed = { readonly label: string; readonly depth: number };

/**
 * What a paragraph is made of. A `mark` leads to a note and stays where it is; `silent` is not read and
 * goes when the text goes: the reading above a word, what was deleted. Signs stand around what is
 * emphasised; their place is beside it, and the part has nothing there.
 */
export type Piece = {
  readonly kind: "text" | "break" | "mark" | "silent" | "opens" | "closes";
  readonly text: string;
  /** Undefined: the reader has added it, the part has no such thing. */
  readonly at: Span | undefined;
  /** The same for pieces that look the same; undefined for those inside of a link or a field. */
  readonly look: string | undefined;
  /** The outermost first. */
  readonly emphasis?: readonly Emphasis[];
};

/** What a book lists of a page, by the id of the element that it begins at; "" is the page's beginning. */
export type ListedOfPage = ReadonlyMap<string, Listed>;

/** Italics, bold, small capitals or a link; what has the same `key` looks the same, "" like nothing. */
export type Emphasis = {
  readonly key: string;
  /** Known in full when it has ended. */
  readonly at: { readonly start: number; end: number | undefined };
};

/** What a reader adds by itself, or what is never put back. */
export function unplaced(text: string, kind: Piece["kind"] = "text"): Piece {
  return { kind, text, at: undefined, look: undefined };
}

export type Paragraph = {
  readonly add: (piece: Piece) => void;
  /** It is a heading of this level. */
  readonly mark: (heading: number) => void;
  /** Undefined when there is nothing to read in it. */
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

/** What is read of the pieces. */
export function textOf(pieces: readonly Piece[], blanks: Blanks): string {
  const text = written(pieces, blanks);
  const spaced = blanks === "kept" ? text : text.replaceAll(/ {2,}/gu, " ");
  return (
    spaced
      // A run of blanks is tried from its beginning alone: tried from each of its places, it costs its square.
      .replaceAll(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/gu, "\n")
      .replaceAll(/\n{3,}/gu, "\n\n")
      .replaceAll(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/gu, "")
  );
}

/** Signs touch the words that they stand around, as Markdown has it. */
function written(pieces: readonly Piece[], blanks: Blanks): string {
  let text = "";
  /** Blanks that a sign which closes goes before, and signs that go before the next word. */
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
