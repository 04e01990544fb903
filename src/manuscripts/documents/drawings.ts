import { ManuscriptError } from "#domain/errors.ts";
import type { LeftOut } from "#domain/manuscript.ts";

import type { Archive } from "./archive.ts";
import { type Path, readMarkup } from "./markup.ts";
import type { OmissionCounter } from "./paragraph.ts";

/** Counts a drawing by its words, which are not read. One without words is only a picture. */
export function countDrawing(tally: OmissionCounter, words: string): void {
  if (!/\p{L}/u.test(words)) return;
  tally.add("drawings");
  tally.leave("drawings", words.trim());
}

/**
 * Counts the words of a drawing, such as a chart, that is in a part of its own; `isShown` tells whether
 * the words at the reader’s place are seen. A part that cannot be read is only a picture.
 */
export async function countDrawingIn(
  archive: Archive,
  part: string,
  {
    tally,
    isShown,
  }: { readonly tally: OmissionCounter; readonly isShown: (path: Path) => boolean },
): Promise<void> {
  const name = archive.named(part);
  if (!archive.has(name)) return;
  const labels = readMarkup<string>(archive.read(name), "xml", (output, path) => {
    let label = "";
    return {
      text: (text) => {
        if (isShown(path) && label.length < longestLabel) label += text;
      },
      close: (element) => {
        if (!ends.has(element)) return;
        // Figures need no translation.
        if (/\p{L}/u.test(label)) output.push(label);
        label = "";
      },
    };
  });
  try {
    // Each row of a chart has the names of all columns.
    const unique = new Set(await Array.fromAsync(labels));
    countDrawing(tally, [...unique].join(" "));
  } catch (error) {
    if (!(error instanceof ManuscriptError)) throw error;
  }
}

/** A paragraph, and a point of the data of a chart. */
const ends = new Set(["p", "pt", "tx"]);
const longestLabel = 100_000;

export type Drawings = ReturnType<typeof createDrawings>;

/**
 * Follows the SVG drawings of a page. They show the words of their text elements alone, which are
 * counted; HTML inside of them is text of the page.
 */
export function createDrawings(path: Path, tally: OmissionCounter) {
  /** The drawings that are open, and the HTML in them. */
  const around: string[] = [];
  let words = "";
  /** True in a choice of which the HTML was read: its text says the same. */
  let isChosen = false;
  const isInside = (): boolean => around.at(-1) === drawing;
  return {
    isInside,
    /** Returns true when a drawing begins. */
    open: (name: string): boolean => {
      const begins = name === drawing && !isInside();
      if (name === drawing || (foreign.has(name) && isInside())) around.push(name);
      return begins;
    },
    close: (name: string): void => {
      if (name === "switch") isChosen = false;
      if (around.at(-1) !== name) return;
      around.pop();
      if (foreign.has(name)) isChosen ||= path.up(1) === "switch";
      if (around.length > 0) return;
      countDrawing(tally, words);
      words = "";
    },
    /** Returns as what an element of a drawing is left out. */
    omissionOf: (name: string): LeftOut["what"] | "none" | undefined => {
      if (!isInside()) return undefined;
      if (textElements.has(name)) return isChosen ? "none" : "drawings";
      if (name === "title" || name === "desc") return "pictures";
      return name === "metadata" ? "none" : undefined;
    },
    take: (text: string): void => {
      words += ` ${text.trim()}`;
    },
  };
}

const drawing = "svg";
/** HTML in a drawing. The parser knows the case of a name in a drawing without prefixes. */
export const foreign = new Set(["foreignobject", "foreignObject"]);
const textElements = new Set(["text", "flowroot", "flowRoot"]);
