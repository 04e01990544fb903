import { broken } from "./archive.ts";
import { createFields } from "./docx-fields.ts";
import { type HeadingStyles, byOutline } from "./docx-styles.ts";
import { type Attributes, type MarkupReader, attributeOf } from "./markup.ts";
import type { Block } from "./paragraph.ts";
import { type Paragraphs, createParagraphs } from "./paragraphs.ts";
import { type Path, createPath } from "./path.ts";
import type { Tally } from "./tally.ts";

/** Footnotes and endnotes by kind and id. Each is given once, however often it is referred to. */
export type Notes = Map<string, readonly Block[]>;

type Context = {
  readonly part: string;
  readonly notes: Notes;
  readonly tally: Tally;
  readonly styles: HeadingStyles;
};
type Reading = Pick<Context, "tally" | "styles"> & {
  readonly path: Path;
  readonly paragraphs: Paragraphs;
  readonly refer: (note: string) => void;
};

/**
 * Reads WordprocessingML as the accepted document: insertions are text and deletions are not. Of the two
 * forms of a drawing one is read; the marks of lists are drawn by Word and no text.
 */
export function createDocxReader({
  part,
  notes,
  tally,
  styles,
}: Context): MarkupReader<Block> & { readonly isWhole: () => boolean } {
  const path = createPath();
  const paragraphs = createParagraphs(part, "kept");
  const fields = createFields();
  const refer = createReferrer(notes, paragraphs);
  const reading: Reading = { path, paragraphs, tally, styles, refer };
  return {
    open: (name, attributes) => {
      path.enter(name);
      // A field's end has to be seen even in what is left out: all after it would be lost.
      if (fields.open(name, attributes)) tally.add("contents");
      if (name === "p" && path.isRead()) paragraphs.begin();
      else if (path.isRead() && !fields.isLeftOut()) elements.get(name)?.(reading, attributes);
    },
    close: (name) => {
      if (name === "p" && path.isRead()) paragraphs.end();
      if (stories.has(name)) paragraphs.close();
      fields.close(name);
      path.leave();
    },
    text: (text) => {
      if (path.up(0) === "instrText") fields.instruct(text);
      if (path.up(0) === "t" && path.isRead() && !fields.isLeftOut()) {
        paragraphs.current()?.add(text.replaceAll(/[\t\r\n]/gu, " "));
      }
    },
    take: paragraphs.take,
    isWhole: fields.isWhole,
  };
}

/** No paragraph goes on from one of these into the next. */
const stories = new Set(["body", "tc", "footnote", "endnote"]);

function createReferrer(notes: Notes, paragraphs: Paragraphs) {
  let count = 0;
  return (note: string): void => {
    count += 1;
    const mark = `[${count}]`;
    paragraphs.current()?.add(mark);
    const [first, ...rest] = notes.get(note) ?? [];
    notes.delete(note);
    if (first !== undefined) {
      paragraphs.follow([{ ...first, text: `${mark} ${first.text}` }, ...rest]);
    }
  };
}

type Element = (reading: Reading, attributes: Attributes) => void;

const elements: ReadonlyMap<string, Element> = new Map<string, Element>([
  ["altChunk", refuseImport],
  ["Fallback", ({ path }) => path.leaveOut("Fallback")],
  ["moveFrom", ({ path }) => path.leaveOut("moveFrom")],
  ["rt", leaveOutReading],
  ["del", noteDeletion],
  ["vanish", leaveOutHidden],
  ["docPartGallery", leaveOutContents],
  ["docPr", notePicture],
  ["br", breakLine],
  ["cr", ({ paragraphs }) => paragraphs.current()?.breakLine()],
  ["tab", addTab],
  ["pStyle", markStyled],
  ["outlineLvl", markOutlined],
  ["noBreakHyphen", ({ paragraphs }) => paragraphs.current()?.add("\u2011")],
  ["footnoteReference", ({ refer }, attributes) => refer(noteId("footnote", attributes))],
  ["endnoteReference", ({ refer }, attributes) => refer(noteId("endnote", attributes))],
]);

export function noteId(kind: "footnote" | "endnote", attributes: Attributes): string {
  return `${kind} ${attributeOf(attributes, "id") ?? ""}`;
}

/** Word reads another document in when it opens this one; saved anew, it is part of the text. */
function refuseImport(): never {
  throw broken("a document that Word would read in");
}

function leaveOutReading({ path, tally }: Reading): void {
  tally.add("readings");
  path.leaveOut("rt");
}

/** In the properties of a paragraph it is the mark at its end that was deleted. */
function noteDeletion({ path, paragraphs, tally }: Reading): void {
  if (path.up(1) === "rPr" && path.up(2) === "pPr") paragraphs.joinNext();
  else if (path.up(1) !== "rPr" && path.up(1) !== "trPr") tally.add("deletions");
}

function leaveOutHidden({ path }: Reading, attributes: Attributes): void {
  const value = attributeOf(attributes, "val");
  const isOn = value === undefined || !/^(?:0|false|off)$/u.test(value);
  if (isOn && path.up(2) === "r") path.leaveOut("r");
}

function leaveOutContents({ path, tally }: Reading, attributes: Attributes): void {
  const isList = attributeOf(attributes, "val")?.startsWith("Table of ") === true;
  if (!isList) return;
  tally.add("contents");
  path.leaveOut("sdt");
}

function notePicture({ tally }: Reading, attributes: Attributes): void {
  if ((attributeOf(attributes, "descr") ?? "").trim() !== "") tally.add("pictures");
}

function breakLine({ paragraphs }: Reading, attributes: Attributes): void {
  const isLine = (attributeOf(attributes, "type") ?? "textWrapping") === "textWrapping";
  if (isLine) paragraphs.current()?.breakLine();
}

function markStyled({ path, paragraphs, styles }: Reading, attributes: Attributes): void {
  const level = styles.get(attributeOf(attributes, "val") ?? "");
  if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
}

/** Its own level is above that of its style. */
function markOutlined({ path, paragraphs }: Reading, attributes: Attributes): void {
  const level = byOutline("outlineLvl", attributeOf(attributes, "val") ?? "");
  if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
}

/** Among the properties of a paragraph it is only a stop. */
function addTab({ path, paragraphs }: Reading): void {
  if (path.up(1) === "r") paragraphs.current()?.add("\t");
}
