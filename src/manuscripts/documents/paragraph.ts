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
  readonly pieces: readonly Piece[];
};

/** An entry of a list of contents; the outermost ones have depth 1. */
export type Listed = { readonly label: string; readonly depth: number };

/**
 * What a paragraph is made of. A `mark` leads to a note and stays where it is; `silent` is not read and
 * goes when the text goes: the reading above a word, what was deleted.
 */
export type Piece = {
  readonly kind: "text" | "break" | "mark" | "silent";
  readonly text: string;
  /** Undefined: the reader has added it, the part has no such thing. */
  readonly at: Span | undefined;
  /** The same for pieces that look the same; undefined for those inside of a link or a field. */
  readonly look: string | undefined;
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

/** `collapsed`: any run of blanks is one space, as in HTML; a space that East Asian text sets stays. */
export function createParagraph(blanks: "collapsed" | "kept"): Paragraph {
  let written = "";
  let heading: number | undefined;
  const pieces: Piece[] = [];
  const text = (): string => {
    const spaced = blanks === "kept" ? written : written.replaceAll(/ {2,}/gu, " ");
    return (
      spaced
        // A run of blanks is tried from its beginning alone: tried from each of its places, it costs its square.
        .replaceAll(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/gu, "\n")
        .replaceAll(/\n{3,}/gu, "\n\n")
        .replaceAll(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/gu, "")
    );
  };
  return {
    add: (piece) => {
      pieces.push(piece);
      if (piece.kind === "silent") return;
      const isBlankKept = blanks === "kept" || piece.kind === "break";
      written += isBlankKept ? piece.text : piece.text.replaceAll(/[ \t\r\n\f]+/gu, " ");
    },
    mark: (level) => {
      heading = level;
    },
    block: (part) => {
      const read = text();
      if (read === "") return undefined;
      return { part, text: read, pieces, ...(heading !== undefined && { heading }) };
    },
  };
}
