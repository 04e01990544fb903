import { posix } from "node:path";

import type { LeftOut } from "../../core/manuscript.ts";
import { type Archive, broken } from "./archive.ts";
import {
  type Element,
  type Run,
  type Styles,
  byOutline,
  createFields,
  createRun,
  readStyles,
} from "./docx-run.ts";
import {
  type Attributes,
  type MarkupReader,
  attributeOf,
  collectElements,
  readMarkup,
} from "./markup.ts";
import {
  type Block,
  type Paragraphs,
  type Path,
  type Piece,
  type Tally,
  createParagraphs,
  createPath,
  createTally,
  unplaced,
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
  const styles = await readStyles(archive, part);
  const context: Context = { part, notes: new Map(), tally, styles };
  await readNotes(archive, "footnote", context);
  await readNotes(archive, "endnote", context);
  const reader = createDocxReader(context);
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

type NoteKind = "footnote" | "endnote";

type Context = {
  readonly part: string;
  /** Blocks of notes by kind and id. Each is read once, however many references it has. */
  readonly notes: Map<string, readonly Block[]>;
  readonly tally: Tally;
  readonly styles: Styles;
};

/** Reads the notes of one kind from their own part. */
async function readNotes(archive: Archive, kind: NoteKind, context: Context): Promise<void> {
  const part = posix.join(posix.dirname(context.part), `${kind}s.xml`);
  if (!archive.has(part)) return;
  const { styles } = context;
  const inside = createDocxReader({ part, notes: new Map(), tally: createTally(), styles });
  let id = "";
  const reading = readMarkup(archive.read(part), "xml", {
    open: (name, attributes, at) => {
      if (name === kind) id = noteId(kind, attributes);
      inside.open(name, attributes, at);
    },
    close: (name, at) => {
      inside.close(name, at);
      if (name === kind) context.notes.set(id, inside.take());
    },
    text: inside.text,
    take: () => [],
  });
  await Array.fromAsync(reading);
}

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
      const element = { name, attributes, at };
      path.enter(name);
      run.enter(element, path.isIn("rPr") && !path.isIn("rPrChange"));
      // The end of a field counts even in left-out content: otherwise everything after it is lost.
      if (fields.open(name, attributes)) tally.add("contents");
      if (name === "p" && path.isRead()) paragraphs.begin();
      else if (path.isRead() && !fields.isLeftOut()) elements.get(name)?.(reading, element);
      else if (name === "t" && goesWithText(path)) run.begin("silent", "", element);
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
    isWhole: () => !fields.isInside(),
  };
}

/** True for elements that are left out, and removed when their paragraph gets another text. */
function goesWithText(path: Path): boolean {
  return path.leftOutBy() === "rt" || path.leftOutBy() === "moveFrom";
}

/** No paragraph goes on from one of these into the next. */
const stories = new Set(["body", "tc", "footnote", "endnote"]);

function createReferrer(notes: Context["notes"], paragraphs: Paragraphs) {
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

type Act = (reading: Reading, element: Element) => void;

const elements: ReadonlyMap<string, Act> = new Map<string, Act>([
  ["altChunk", refuseImport],
  ["Fallback", leaveOut()],
  ["moveFrom", leaveOut()],
  ["rt", leaveOut("readings")],
  ["del", noteDeletion],
  ["vanish", leaveOutHidden],
  ["docPartGallery", leaveOutContents],
  ["docPr", notePicture],
  ["t", begin("text")],
  ["delText", begin("silent")],
  ["br", breakLine],
  ["cr", begin("break", "\n")],
  ["tab", addTab],
  ["noBreakHyphen", begin("text", "\u2011")],
  // A paragraph's own level comes after its style, and overrides the level of the style.
  ["pStyle", markHeading(({ levels }, style) => levels.get(style))],
  ["outlineLvl", markHeading((_, level) => byOutline(level))],
  ["footnoteReference", referTo("footnote")],
  ["endnoteReference", referTo("endnote")],
]);

function valueOf({ attributes }: Element): string | undefined {
  return attributeOf(attributes, "val");
}

function leaveOut(what?: LeftOut["what"]): Act {
  return ({ path, tally }, { name }) => {
    if (what !== undefined) tally.add(what);
    path.leaveOut(name);
  };
}

function begin(kind: Piece["kind"], text = ""): Act {
  return ({ run }, element) => run.begin(kind, text, element);
}

function markHeading(levelOf: (styles: Styles, value: string) => number | undefined): Act {
  return ({ path, paragraphs, styles }, element) => {
    const level = levelOf(styles, valueOf(element) ?? "");
    if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
  };
}

function noteId(kind: NoteKind, attributes: Attributes): string {
  return `${kind} ${attributeOf(attributes, "id") ?? ""}`;
}

/** The mark of a note may have been deleted, and the note with it. */
function referTo(kind: NoteKind): Act {
  return ({ path, refer }, { attributes }) => {
    if (!path.isIn("del")) refer(noteId(kind, attributes));
  };
}

/** Word imports another document on opening. Saved in Word, it is part of the text. */
function refuseImport(): never {
  throw broken("a document that Word would read in");
}

/** A deletion in the properties of a paragraph means that the mark at its end was deleted. */
function noteDeletion({ path, paragraphs, tally }: Reading): void {
  if (path.up(1) === "rPr" && path.up(2) === "pPr") paragraphs.joinNext();
  else if (path.up(1) !== "rPr" && path.up(1) !== "trPr") tally.add("deletions");
}

function leaveOutHidden({ path }: Reading, element: Element): void {
  const isOn = !/^(?:0|false|off)$/u.test(valueOf(element) ?? "1");
  if (isOn && path.up(2) === "r") path.leaveOut("r");
}

function leaveOutContents({ path, tally }: Reading, element: Element): void {
  if (valueOf(element)?.startsWith("Table of ") !== true) return;
  tally.add("contents");
  path.leaveOut("sdt");
}

function notePicture({ tally }: Reading, { attributes }: Element): void {
  if ((attributeOf(attributes, "descr") ?? "").trim() !== "") tally.add("pictures");
}

function breakLine({ run }: Reading, element: Element): void {
  const type = attributeOf(element.attributes, "type") ?? "textWrapping";
  if (type === "textWrapping") run.begin("break", "\n", element);
}

/** A tab in the properties of a paragraph is only a tab stop. */
function addTab({ path, run }: Reading, element: Element): void {
  if (path.up(1) === "r") run.begin("text", "\t", element);
}
