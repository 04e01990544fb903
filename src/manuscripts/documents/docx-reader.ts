import { broken } from "./archive.ts";
import { createFields } from "./docx-fields.ts";
import { type Run, createRun } from "./docx-run.ts";
import { type Styles, byOutline } from "./docx-styles.ts";
import { type Attributes, type MarkupReader, type Span, attributeOf } from "./markup.ts";
import { type Block, unplaced } from "./paragraph.ts";
import { type Paragraphs, createParagraphs } from "./paragraphs.ts";
import { type Path, createPath } from "./path.ts";
import type { Tally } from "./tally.ts";

/** Footnotes and endnotes by kind and id. Each is given once, however often it is referred to. */
export type Notes = Map<string, readonly Block[]>;

type Context = {
  readonly part: string;
  readonly notes: Notes;
  readonly tally: Tally;
  readonly styles: Styles;
};
type Reading = Pick<Context, "tally" | "styles"> & {
  readonly path: Path;
  readonly paragraphs: Paragraphs;
  readonly run: Run;
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
  const run = createRun(styles);
  const refer = createReferrer(notes, paragraphs);
  const reading: Reading = { path, paragraphs, run, tally, styles, refer };
  return {
    open: (name, attributes, at) => {
      path.enter(name);
      run.enter({ name, attributes, at }, path.isIn("rPr") && !path.isIn("rPrChange"));
      // A field's end has to be seen even in what is left out: all after it would be lost.
      if (fields.open(name, attributes)) tally.add("contents");
      if (name === "p" && path.isRead()) paragraphs.begin();
      else if (path.isRead() && !fields.isLeftOut()) elements.get(name)?.(reading, attributes, at);
      else if (name === "t" && goesWithText(path)) run.begin(name, silent, at);
    },
    close: (name, at) => {
      const piece = run.end(name, at, fields.isInside() || path.isIn("ruby"));
      if (piece !== undefined) paragraphs.current()?.add(piece);
      if (name === "p" && path.isRead()) paragraphs.end();
      if (stories.has(name)) paragraphs.close();
      fields.close(name);
      path.leave();
    },
    text: (text) => {
      const name = path.up(0) ?? "";
      if (name === "instrText") fields.instruct(text);
      if (name === "t" || name === "delText") run.add(text.replaceAll(/[\t\r\n]/gu, " "));
    },
    take: paragraphs.take,
    isWhole: fields.isWhole,
  };
}

/** Left out of the text, and gone from the paragraph when that has another text. */
function goesWithText(path: Path): boolean {
  return path.leftOutBy() === "rt" || path.leftOutBy() === "moveFrom";
}

const silent = { kind: "silent", text: "" } as const;

/** No paragraph goes on from one of these into the next. */
const stories = new Set(["body", "tc", "footnote", "endnote"]);

function createReferrer(notes: Notes, paragraphs: Paragraphs) {
  let count = 0;
  return (note: string): void => {
    count += 1;
    const mark = `[${count}]`;
    paragraphs.current()?.add(unplaced(mark, "mark"));
    const [first, ...rest] = notes.get(note) ?? [];
    notes.delete(note);
    if (first !== undefined) {
      const pieces = [unplaced(`${mark} `, "mark"), ...first.pieces];
      paragraphs.follow([{ ...first, text: `${mark} ${first.text}`, pieces }, ...rest]);
    }
  };
}

type Element = (reading: Reading, attributes: Attributes, at: Span) => void;

const elements: ReadonlyMap<string, Element> = new Map<string, Element>([
  ["altChunk", refuseImport],
  ["Fallback", ({ path }) => path.leaveOut("Fallback")],
  ["moveFrom", ({ path }) => path.leaveOut("moveFrom")],
  ["rt", leaveOutReading],
  ["del", noteDeletion],
  ["vanish", leaveOutHidden],
  ["docPartGallery", leaveOutContents],
  ["docPr", notePicture],
  ["t", ({ run }, _, at) => run.begin("t", { kind: "text", text: "" }, at)],
  ["delText", ({ run }, _, at) => run.begin("delText", silent, at)],
  ["br", breakLine],
  ["cr", ({ run }, _, at) => run.begin("cr", lineBreak, at)],
  ["tab", addTab],
  ["pStyle", markStyled],
  ["outlineLvl", markOutlined],
  ["noBreakHyphen", ({ run }, _, at) => run.begin("noBreakHyphen", noBreakHyphen, at)],
  ["footnoteReference", referTo("footnote")],
  ["endnoteReference", referTo("endnote")],
]);

const lineBreak = { kind: "break", text: "\n" } as const;
const noBreakHyphen = { kind: "text", text: "\u2011" } as const;

export function noteId(kind: "footnote" | "endnote", attributes: Attributes): string {
  return `${kind} ${attributeOf(attributes, "id") ?? ""}`;
}

/** The mark of a note may have been deleted, and the note with it. */
function referTo(kind: "footnote" | "endnote"): Element {
  return ({ path, refer }, attributes) => {
    if (!path.isIn("del")) refer(noteId(kind, attributes));
  };
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

function breakLine({ run }: Reading, attributes: Attributes, at: Span): void {
  const isLine = (attributeOf(attributes, "type") ?? "textWrapping") === "textWrapping";
  if (isLine) run.begin("br", lineBreak, at);
}

function markStyled({ path, paragraphs, styles }: Reading, attributes: Attributes): void {
  const level = styles.levels.get(attributeOf(attributes, "val") ?? "");
  if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
}

/** Its own level is above that of its style. */
function markOutlined({ path, paragraphs }: Reading, attributes: Attributes): void {
  const level = byOutline("outlineLvl", attributeOf(attributes, "val") ?? "");
  if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
}

/** Among the properties of a paragraph it is only a stop. */
function addTab({ path, run }: Reading, _: Attributes, at: Span): void {
  if (path.up(1) === "r") run.begin("tab", { kind: "text", text: "\t" }, at);
}
