/**
 * A paragraph of a document: the unit that is translated and can be put back. Its place is the `n`th block
 * of `part`, the name of the part in the archive.
 */
export type Block = {
  readonly part: string;
  readonly text: string;
  /** Its level, where the document marks it as a heading; 1 is the highest. */
  readonly heading?: number;
};

export type Paragraph = {
  readonly add: (text: string) => void;
  readonly breakLine: () => void;
  /** It is a heading of this level. */
  readonly mark: (heading: number) => void;
  readonly heading: () => Pick<Block, "heading">;
  /** Without the blanks around it and around its line breaks; empty when there is nothing to read. */
  readonly text: () => string;
};

/** `collapsed`: any run of blanks is one space, as in HTML; a space that East Asian text sets stays. */
export function createParagraph(blanks: "collapsed" | "kept"): Paragraph {
  let written = "";
  let heading: number | undefined;
  return {
    add: (text) => {
      written += blanks === "kept" ? text : text.replaceAll(/[ \t\r\n\f]+/gu, " ");
    },
    breakLine: () => {
      written += "\n";
    },
    mark: (level) => {
      heading = level;
    },
    heading: () => (heading === undefined ? {} : { heading }),
    text: () => {
      const spaced = blanks === "kept" ? written : written.replaceAll(/ {2,}/gu, " ");
      return spaced
        .replaceAll(/[ \t]*\n[ \t]*/gu, "\n")
        .replaceAll(/\n{3,}/gu, "\n\n")
        .replaceAll(/^[ \t\n]+|[ \t\n]+$/gu, "");
    },
  };
}
