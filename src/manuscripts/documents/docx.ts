import { posix } from "node:path";

import { type Archive, broken } from "./archive.ts";
import {
  type Styles,
  readStyles,
  byOutline,
  createFields,
  type Run,
  createRun,
} from "./docx-run.ts";
import {
  type Attributes,
  type Span,
  attributeOf,
  collectElements,
  readMarkup,
  type MarkupReader,
} from "./markup.ts";
import {
  type Block,
  unplaced,
  type Tally,
  createTally,
  type Paragraphs,
  createParagraphs,
  type Path,
  createPath,
} from "./paragraph.ts";

/**
 * Reads the text of a Word document in its own order: the main part, with each footnote and endnote
 * after the paragraph that refers to it. Comments, headers and footers are separate parts and not
 * read.
 *
 * Throws ManuscriptFault.
 */
export async function* readDocx(archive: Archive, tally: Tally): AsyncGenerator<Block> {
  const part = await findMainPart(archive);
  const notes: Notes = new Map();
  const styles = await readStyles(archive, part);
  for (const kind of ["footnote", "endnote"] as const) {
    const place = posix.join(posix.dirname(part), `${kind}s.xml`);
    const read = readNotes(archive, place, { kind, styles });
    for await (const [id, blocks] of read) notes.set(id, blocks);
  }
  const reader = createDocxReader({ part, notes, tally, styles });
  yield* readMarkup(archive.read(part), "xml", reader);
  if (!reader.isWhole()) throw broken("a field does not end");
}

/** Finds the main part by its relation, as Word does, because its name varies. */
async function findMainPart(archive: Archive): Promise<string> {
  if (!archive.has(relations)) throw broken("no relations");
  const [target] = await collectElements(archive.read(relations), (name, attributes) => {
    const isMain = attributeOf(attributes, "Type")?.endsWith("/officeDocument") === true;
    return name === "Relationship" && isMain ? attributeOf(attributes, "Target") : undefined;
  });
  const part = target?.replace(/^\/+/u, "");
  if (part === undefined || !archive.has(part)) throw broken("no main part");
  return part;
}

const relations = "_rels/.rels";

/** Reads the notes of one kind from their own part, in the order in which they were written. */
async function* readNotes(
  archive: Archive,
  part: string,
  { kind, styles }: { readonly kind: "footnote" | "endnote"; readonly styles: Styles },
): AsyncGenerator<readonly [id: string, blocks: readonly Block[]]> {
  if (!archive.has(part)) return;
  const inside = createDocxReader({
    part,
    notes: new Map(),
    tally: createTally(),
    styles,
  });
  const found: [string, readonly Block[]][] = [];
  let id = "";
  yield* readMarkup(archive.read(part), "xml", {
    open: (name: string, attributes: Attributes, at: Span) => {
      if (name === kind) id = noteId(kind, attributes);
      inside.open(name, attributes, at);
    },
    close: (name: string, at: Span) => {
      inside.close(name, at);
      if (name === kind) found.push([id, inside.take()]);
    },
    text: inside.text,
    take: () => found.splice(0),
  });
}

/** Footnotes and endnotes by kind and id. Each is read once, however many references it has. */
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
 * Reads WordprocessingML as the accepted document: insertions are text and deletions are not. Only
 * one of the two forms of a drawing is read. Word draws bullets and list numbers itself; they are
 * not text.
 */
function createDocxReader({
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
      // The end of a field counts even in left-out content: otherwise everything after it is lost.
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

/** True for elements that are left out, and removed when their paragraph gets another text. */
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

function noteId(kind: "footnote" | "endnote", attributes: Attributes): string {
  return `${kind} ${attributeOf(attributes, "id") ?? ""}`;
}

/** The mark of a note may have been deleted, and the note with it. */
function referTo(kind: "footnote" | "endnote"): Element {
  return ({ path, refer }, attributes) => {
    if (!path.isIn("del")) refer(noteId(kind, attributes));
  };
}

/**
 * Throws: Word imports another document on opening. After saving in Word, that document is part of
 * the text.
 */
function refuseImport(): never {
  throw broken("a document that Word would read in");
}

function leaveOutReading({ path, tally }: Reading): void {
  tally.add("readings");
  path.leaveOut("rt");
}

/** A deletion in the properties of a paragraph means that the mark at its end was deleted. */
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

/** A paragraph's own level overrides the level of its style. */
function markOutlined({ path, paragraphs }: Reading, attributes: Attributes): void {
  const level = byOutline("outlineLvl", attributeOf(attributes, "val") ?? "");
  if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
}

/** A tab in the properties of a paragraph is only a tab stop. */
function addTab({ path, run }: Reading, _: Attributes, at: Span): void {
  if (path.up(1) === "r") run.begin("tab", { kind: "text", text: "\t" }, at);
}
