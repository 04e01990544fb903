import { posix } from "node:path";
import { unescape } from "node:querystring";

import { ManuscriptError } from "#domain/errors.ts";

import { type Archive, broken } from "./archive.ts";
import { type DocxElement, type FieldReader, createFields } from "./docx-fields.ts";
import { type RunReader, createRun } from "./docx-runs.ts";
import { type Styles, byOutline, readStyles } from "./docx-styles.ts";
import { countDrawing, countDrawingIn } from "./drawings.ts";
import { docxInline } from "./inline.ts";
import {
  type Attributes,
  type MarkupReader,
  type Path,
  attributeOf,
  collectElements,
  readMarkup,
} from "./markup.ts";
import {
  type Block,
  type Emphasis,
  type Paragraphs,
  type OmissionCounter,
  createParagraphs,
  newPlace,
  objectOf,
  pieceOf,
} from "./paragraph.ts";

/**
 * Reads the text of a Word document in its own order: the main part, with each footnote and endnote
 * after the paragraph that refers to it. Comments, headers and footers are separate parts and not
 * read.
 */
export async function* readDocx(archive: Archive, tally: OmissionCounter): AsyncGenerator<Block> {
  const part = await findMainPart(archive);
  const relations = await relationsOf(archive, part);
  const related = partFinder(archive, part, relations);
  const styles = await readStyles(archive, related("styles"));
  const [, included] = relations.find(([type]) => type === "subDocument") ?? [];
  const context: Context = { part, notes: new Map(), tally, styles, included };
  for (const kind of ["footnote", "endnote"]) {
    await readNotes(archive, kind, { ...context, part: related(`${kind}s`) });
  }
  yield* readMarkup<Block>(archive.read(part), "xml", (output, path) =>
    createDocxReader(output, path, context),
  );
  for (const [type = "", target] of relations) {
    if (drawings.has(type)) await countDrawingIn(archive, target, { tally, isShown: isLabel });
  }
}

/** Parts of charts and of SmartArt. */
const drawings = new Set(["chart", "chartEx", "diagramData"]);

/** True in the words of a title, of a legend, or of a row of data that are no figures. */
function isLabel(path: Path): boolean {
  const isData = ["strCache", "strLit", "multiLvlStrCache", "strDim", "txData"].some(path.isIn);
  return path.up(0) === "t" || (isData && (path.up(0) === "v" || path.up(0) === "pt"));
}

/** Finds the main part by its relation, as Word does, because its name varies. */
export async function findMainPart(archive: Archive): Promise<string> {
  const [target] = await collectElements(archive, "_rels/.rels", (name, attributes) => {
    const isMain = attributeOf(attributes, "Type")?.endsWith("/officeDocument") === true;
    return name === "Relationship" && isMain ? attributeOf(attributes, "Target") : undefined;
  });
  const part = target && archive.named(target.replace(/^\/+/u, ""));
  if (part === undefined || !archive.has(part)) throw broken("no main part");
  return part;
}

/** Returns a function that finds a part by its relation to the main one, or else by its usual name. */
export async function relatedTo(archive: Archive, mainPart: string) {
  return partFinder(archive, mainPart, await relationsOf(archive, mainPart));
}

function partFinder(
  archive: Archive,
  mainPart: string,
  relations: Awaited<ReturnType<typeof relationsOf>>,
) {
  return (kind: string): string =>
    relations.find(([type]) => type === kind)?.[1] ??
    archive.named(posix.join(posix.dirname(mainPart), `${kind}.xml`));
}

/** Returns the kinds and names of the parts to which the main part is related. */
async function relationsOf(archive: Archive, mainPart: string) {
  const folder = posix.dirname(mainPart);
  const relations = posix.join(folder, "_rels", `${posix.basename(mainPart)}.rels`);
  return await collectElements(archive, relations, (name, attributes) => {
    const type = attributeOf(attributes, "Type")?.split("/").at(-1);
    const target = attributeOf(attributes, "Target");
    if (name !== "Relationship" || target === undefined) return undefined;
    const part = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
    return [type, archive.named(part)] as const;
  });
}

type Context = {
  readonly part: string;
  /** Blocks of notes by kind and id. Each is read once, however many references it has. */
  readonly notes: Map<string, readonly Block[]>;
  readonly tally: OmissionCounter;
  readonly styles: Styles;
  /** The first file that a master document includes. */
  readonly included: string | undefined;
};

/** Reads the notes of one kind from their own part. */
async function readNotes(archive: Archive, kind: string, context: Context): Promise<void> {
  const { part } = context;
  if (!archive.has(part)) return;
  const blocks: Block[] = [];
  const own = { ...context, notes: new Map() };
  let id = "";
  const reading = readMarkup(archive.read(part), "xml", (_, path) => {
    const inside = createDocxReader(blocks, path, own);
    return {
      open: (name, attributes, at) => {
        if (name === kind) id = noteId(kind, attributes);
        inside.open(name, attributes, at);
      },
      close: (name, at) => {
        inside.close(name, at);
        if (name === kind) context.notes.set(id, blocks.splice(0));
      },
      text: inside.text,
    };
  });
  await Array.fromAsync(reading);
}

type PartContext = Context & {
  readonly path: Path;
  readonly paragraphs: Paragraphs;
  readonly run: RunReader;
  readonly refer: (note: string) => void;
};

/**
 * Reads WordprocessingML as the accepted document: insertions are text and deletions are not. Only
 * one of the two forms of a drawing is read. Word draws bullets and list numbers itself; they are
 * not text.
 */
function createDocxReader(
  output: Block[],
  path: Path,
  context: Context,
): Required<Omit<MarkupReader, "end">> {
  const paragraphs = createParagraphs(output, context.part, "kept");
  const fields = createFields();
  const run = createRun(context.styles, fields);
  const refer = createReferrer(context.notes, paragraphs, run);
  const reading: PartContext = { ...context, path, paragraphs, run, refer };
  /** The formula that is open, whose own runs are no text. */
  let formula: Emphasis["at"] | undefined;
  const omissions = createOmissions(path, { tally: context.tally, fields });
  return {
    open: (name, attributes, at) => {
      if (formula !== undefined) return;
      if (docxInline.get(name) === "formula") {
        formula = newPlace(at.start);
        if (path.isRead()) paragraphs.current()?.add(objectOf("formula", formula));
        return;
      }
      const element = { name, attributes, at };
      run.enter(element, path.isIn("rPr") && !path.isIn("rPrChange"));
      // The end of a field counts even in left-out content: otherwise everything after it is lost.
      if (fields.open(element, run.place())) context.tally.add("contents");
      if (name === "p" && path.isRead()) paragraphs.begin();
      else if (path.isRead() && !fields.isLeftOut()) readElement(reading, element);
      else if (name === "t" && goWithText.has(path.leftOutBy() ?? "")) run.begin("silent", element);
    },
    close: (name, at) => {
      if (formula !== undefined) {
        if (docxInline.get(name) === "formula") {
          formula.end = at.end;
          formula = undefined;
        }
        return;
      }
      const piece = run.end(name, at, path.isIn("ruby"));
      if (piece !== undefined) paragraphs.current()?.add(piece);
      if (name === "p" && path.isRead()) paragraphs.end();
      if (name === "p") fields.endParagraph();
      omissions.end(name);
      if (stories.has(name)) paragraphs.close();
      fields.close(name, at);
      if (name === "body" && fields.isInside()) throw broken("a field does not end");
    },
    text: (text) => {
      const name = path.up(0) ?? "";
      if (name === "instrText") fields.instruct(text);
      if (name === "t") omissions.take(text);
      if (name === "t" || name === "delText") run.add(text.replaceAll(/[\t\r\n]/gu, " "));
    },
  };
}

/** Counts the words of paragraphs, and of drawings, that are left out. */
function createOmissions(
  path: Path,
  { tally, fields }: { readonly tally: OmissionCounter; readonly fields: FieldReader },
) {
  let [listed, hidden, drawn] = ["", "", ""];
  return {
    take: (text: string): void => {
      const by = path.leftOutBy();
      if (fields.isList() || by === "sdt") listed += text;
      if (by === "r") hidden += text;
      if (by === drawnText) drawn += text;
    },
    end: (name: string): void => {
      if (name === drawnText) {
        countDrawing(tally, drawn);
        drawn = "";
      }
      if (name !== "p") return;
      tally.leave("contents", listed);
      if (/\p{L}/u.test(hidden)) tally.add("hidden");
      tally.leave("hidden", hidden);
      [listed, hidden] = ["", ""];
      if (drawn !== "") drawn += " ";
    },
  };
}

/** The text of a shape that is not Word’s own, as in a locked drawing. Text boxes have paragraphs of Word. */
const drawnText = "txBody";

/** Elements that are left out, and removed when their paragraph gets another text. */
const goWithText = new Set(["rt", "moveFrom"]);

/** No paragraph goes on from one of these into the next. */
const stories = new Set(["body", "tc", "footnote", "endnote"]);

function createReferrer(notes: Context["notes"], paragraphs: Paragraphs, run: RunReader) {
  let count = 0;
  return (note: string): void => {
    count += 1;
    const mark = `[${count}]`;
    const element = run.place();
    paragraphs.current()?.add({ ...pieceOf("mark", mark), inline: "note", element });
    const [first, ...rest] = notes.get(note) ?? [];
    notes.delete(note);
    if (first !== undefined) {
      const pieces = [pieceOf("mark", `${mark} `), ...first.pieces];
      paragraphs.follow([{ ...first, text: `${mark} ${first.text}`, pieces }, ...rest]);
    }
  };
}

function readElement(reading: PartContext, element: DocxElement): void {
  const { path, paragraphs, run, tally, styles, refer } = reading;
  const { name, attributes } = element;
  switch (name) {
    case "altChunk":
    case "subDoc":
      // Word reads in another document on opening. Saved in Word, the first is part of the text.
      throw incomplete(name === "subDoc" ? reading.included : undefined);
    case "rt":
      tally.add("readings");
      return path.leaveOut(name);
    case "Fallback":
    case "moveFrom":
    case drawnText:
      return path.leaveOut(name);
    case "del":
      // In the properties of a paragraph it means that the mark at its end was deleted.
      if (path.up(1) === "rPr" && path.up(2) === "pPr") paragraphs.joinNext();
      else if (path.up(1) !== "rPr" && path.up(1) !== "trPr") tally.add("deletions");
      return;
    case "vanish":
      if (path.up(2) === "r" && !isOff.test(valueOf(element) ?? "1")) path.leaveOut("r");
      return;
    case "drawing":
    case "pict":
    case "object":
    case "sym":
      return paragraphs.current()?.add(objectOf("picture", run.place()));
    case "docPartGallery":
      if (valueOf(element)?.startsWith("Table of ") !== true) return;
      tally.add("contents");
      return path.leaveOut("sdt");
    case "t":
      return run.begin("text", element);
    case "delText":
      return run.begin("silent", element);
    case "noBreakHyphen":
      return run.begin("text", element, "\u2011");
    case "tab":
      // In the properties of a paragraph it is only a tab stop.
      if (path.up(1) === "r") run.begin("text", element, "\t");
      return;
    case "br":
    case "cr":
      if ((attributeOf(attributes, "type") ?? "textWrapping") === "textWrapping")
        return run.begin("break", element, "\n");
      return paragraphs.current()?.add(objectOf("page", run.place()));
    case "pStyle":
    case "outlineLvl": {
      // A paragraph's own level comes after its style, and overrides the level of the style.
      const value = valueOf(element) ?? "";
      if (name === "pStyle" && path.up(2) === "p") run.inParagraph(value);
      const level = name === "pStyle" ? styles.levels.get(value) : byOutline(value);
      if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
      return;
    }
    case "footnoteReference":
    case "endnoteReference":
      // The mark of a note may have been deleted, and the note with it.
      if (!path.isIn("del")) refer(noteId(name.slice(0, -"Reference".length), attributes));
      return;
    default:
      countShape(tally, element);
  }
}

/** Returns the error for a document without the text of another. That of a master document names a file. */
function incomplete(included: string | undefined): ManuscriptError {
  const cause = new Error("a document that Word would read in");
  const name = included === undefined ? undefined : unescape(included).split(/[\\/]/u).at(-1);
  return new ManuscriptError("broken-document", { cause, part: name });
}

const isOff = /^(?:0|false|off)$/u;

/** Counts the description of a drawing, or the words of WordArt. */
function countShape(tally: OmissionCounter, { name, attributes }: DocxElement): void {
  if (name === "textpath") countDrawing(tally, attributeOf(attributes, "string") ?? "");
  if (name !== "docPr" && name !== "shape") return;
  const texts = ["descr", "title", "alt"].map((name) => attributeOf(attributes, name) ?? "");
  if (texts.some((text) => text.trim() !== "")) tally.add("pictures");
}

function valueOf({ attributes }: DocxElement): string | undefined {
  return attributeOf(attributes, "val");
}

function noteId(kind: string, attributes: Attributes): string {
  return `${kind} ${attributeOf(attributes, "id") ?? ""}`;
}
