import { posix } from "node:path";

import { type Archive, broken } from "./archive.ts";
import {
  type Attributes,
  type MarkupReader,
  type Path,
  type Span,
  attributeOf,
  collectElements,
  readMarkup,
} from "./markup.ts";
import {
  type Block,
  type Emphasis,
  type Paragraphs,
  type Piece,
  type OmissionCounter,
  createFormulaReader,
  createParagraphs,
  createTally,
  pieceOf,
} from "./paragraph.ts";

/**
 * Reads the text of a Word document in its own order: the main part, with each footnote and endnote
 * after the paragraph that refers to it. Comments, headers and footers are separate parts and not
 * read.
 */
export async function* readDocx(archive: Archive, tally: OmissionCounter): AsyncGenerator<Block> {
  const part = await findMainPart(archive);
  const styles = await readStyles(archive, part);
  const context: Context = { part, notes: new Map(), tally, styles };
  for (const kind of ["footnote", "endnote"]) await readNotes(archive, kind, context);
  yield* readMarkup<Block>(archive.read(part), "xml", (found, path) =>
    createDocxReader(found, path, context),
  );
}

/** Finds the main part by its relation, as Word does, because its name varies. */
async function findMainPart(archive: Archive): Promise<string> {
  const [target] = await collectElements(archive, "_rels/.rels", (name, attributes) => {
    const isMain = attributeOf(attributes, "Type")?.endsWith("/officeDocument") === true;
    return name === "Relationship" && isMain ? attributeOf(attributes, "Target") : undefined;
  });
  const part = target?.replace(/^\/+/u, "");
  if (part === undefined || !archive.has(part)) throw broken("no main part");
  return part;
}

type Context = {
  readonly part: string;
  /** Blocks of notes by kind and id. Each is read once, however many references it has. */
  readonly notes: Map<string, readonly Block[]>;
  readonly tally: OmissionCounter;
  readonly styles: Styles;
};

/** Reads the notes of one kind from their own part. */
async function readNotes(archive: Archive, kind: string, context: Context): Promise<void> {
  const part = posix.join(posix.dirname(context.part), `${kind}s.xml`);
  if (!archive.has(part)) return;
  const blocks: Block[] = [];
  const own = { ...context, part, notes: new Map(), tally: createTally() };
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
function createDocxReader(found: Block[], path: Path, context: Context): Required<MarkupReader> {
  const paragraphs = createParagraphs(found, context.part, "kept");
  const fields = createFields();
  const run = createRun(context.styles);
  const refer = createReferrer(context.notes, paragraphs);
  const formula = createFormulaReader(path, "oMath");
  const reading: PartContext = { ...context, path, paragraphs, run, refer };
  return {
    open: (name, attributes, at) => {
      const element = { name, attributes, at };
      if (!fields.isLeftOut()) formula.begin(name, at);
      run.enter(element, path.isIn("rPr") && !path.isIn("rPrChange"));
      // The end of a field counts even in left-out content: otherwise everything after it is lost.
      if (fields.open(name, attributes)) context.tally.add("contents");
      if (name === "p" && path.isRead()) paragraphs.begin();
      else if (path.isRead() && !fields.isLeftOut()) readElement(reading, element);
      else if (name === "t" && goWithText.has(path.leftOutBy() ?? "")) run.begin("silent", element);
    },
    close: (name, at) => {
      const [piece = run.end(name, at, fields.isInside() || path.isIn("ruby"))] = formula.end(
        name,
        at,
      );
      if (piece !== undefined) paragraphs.current()?.add(piece);
      if (name === "p" && path.isRead()) paragraphs.end();
      if (stories.has(name)) paragraphs.close();
      fields.close(name);
      if (name === "body" && fields.isInside()) throw broken("a field does not end");
    },
    text: (text) => {
      const name = path.up(0) ?? "";
      if (name === "t") formula.add(text);
      if (name === "instrText") fields.instruct(text);
      if (name === "t" || name === "delText") run.add(text.replaceAll(/[\t\r\n]/gu, " "));
    },
  };
}

/** Elements that are left out, and removed when their paragraph gets another text. */
const goWithText = new Set(["rt", "moveFrom"]);

/** No paragraph goes on from one of these into the next. */
const stories = new Set(["body", "tc", "footnote", "endnote"]);

function createReferrer(notes: Context["notes"], paragraphs: Paragraphs) {
  let count = 0;
  return (note: string): void => {
    count += 1;
    const mark = `[${count}]`;
    paragraphs.current()?.add(pieceOf("mark", mark));
    const [first, ...rest] = notes.get(note) ?? [];
    notes.delete(note);
    if (first !== undefined) {
      const pieces = [pieceOf("mark", `${mark} `), ...first.pieces];
      paragraphs.follow([{ ...first, text: `${mark} ${first.text}`, pieces }, ...rest]);
    }
  };
}

function readElement(reading: PartContext, element: Element): void {
  const { path, paragraphs, run, tally, styles, refer } = reading;
  const { name, attributes } = element;
  switch (name) {
    case "altChunk":
      // Word imports another document on opening. Saved in Word, it is part of the text.
      throw broken("a document that Word would read in");
    case "rt":
      tally.add("readings");
      return path.leaveOut(name);
    case "Fallback":
    case "moveFrom":
      return path.leaveOut(name);
    case "del":
      // In the properties of a paragraph it means that the mark at its end was deleted.
      if (path.up(1) === "rPr" && path.up(2) === "pPr") paragraphs.joinNext();
      else if (path.up(1) !== "rPr" && path.up(1) !== "trPr") tally.add("deletions");
      return;
    case "vanish":
      if (path.up(2) === "r" && !/^(?:0|false|off)$/u.test(valueOf(element) ?? "1"))
        path.leaveOut("r");
      return;
    case "docPartGallery":
      if (valueOf(element)?.startsWith("Table of ") !== true) return;
      tally.add("contents");
      return path.leaveOut("sdt");
    case "docPr":
      if ((attributeOf(attributes, "descr") ?? "").trim() !== "") tally.add("pictures");
      return;
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
      if ((attributeOf(attributes, "type") ?? "textWrapping") !== "textWrapping") return;
      return run.begin("break", element, "\n");
    case "pStyle":
    case "outlineLvl": {
      // A paragraph's own level comes after its style, and overrides the level of the style.
      const value = valueOf(element) ?? "";
      const level = name === "pStyle" ? styles.levels.get(value) : byOutline(value);
      if (level !== undefined && path.up(2) === "p") paragraphs.current()?.mark(level);
      return;
    }
    case "footnoteReference":
    case "endnoteReference":
      // The mark of a note may have been deleted, and the note with it.
      if (!path.isIn("del")) refer(noteId(name.slice(0, -"Reference".length), attributes));
  }
}

function valueOf({ attributes }: Element): string | undefined {
  return attributeOf(attributes, "val");
}

function noteId(kind: string, attributes: Attributes): string {
  return `${kind} ${attributeOf(attributes, "id") ?? ""}`;
}

type Element = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly at: Span;
};

type RunReader = ReturnType<typeof createRun>;

/** Word cuts a paragraph into runs; runs with the same properties look the same. */
function createRun({ emphasis: styled }: Styles) {
  let look = "";
  let [key, place] = ["", newPlace(0)];
  const links: Emphasis[] = [];
  let begun: { kind: Piece["kind"]; text: string; name: string; at: Span } | undefined;
  return {
    enter: ({ name, attributes, at }: Element, isProperty: boolean): void => {
      if (name === "hyperlink") {
        links.push({ key: `link ${JSON.stringify(attributes)}`, at: newPlace(at.start) });
      }
      if (name === "r") [look, key, place] = ["", "", newPlace(at.start)];
      if (!isProperty) return;
      look += name + JSON.stringify(attributes);
      if (name === "rStyle") key += styled.get(attributeOf(attributes, "val") ?? "") ?? "";
      else if (isEmphasis(name, attributes)) key += ` ${name}`;
    },
    /** Starts a piece at the element that opens here; its text may follow. */
    begin: (kind: Piece["kind"], { name, at }: Element, text = ""): void => {
      begun = { kind, text, name, at };
    },
    add: (text: string): void => {
      if (begun !== undefined) begun.text += text;
    },
    /** Returns the piece that this element is. An aside has no look. */
    end: (name: string, { end }: Span, isAside: boolean): Piece | undefined => {
      if (name === "r") place.end = end;
      const link = name === "hyperlink" ? links.pop() : undefined;
      if (link !== undefined) link.at.end = end;
      if (begun?.name !== name) return undefined;
      const { kind, text, at } = begun;
      begun = undefined;
      if (text === "" && kind === "text") return undefined;
      const shown = isAside || links.length > 0 ? undefined : look;
      const emphasis = isAside ? [] : [...links, { key, at: place }];
      return { kind, text, at: { start: at.start, end }, look: shown, emphasis };
    },
  };
}

function newPlace(start: number): Emphasis["at"] {
  return { start, end: undefined };
}

type DocxField = { instruction: string; showsResult: boolean };

/**
 * Tracks Word's fields. Their instructions are never text. Their results are text, except those
 * that Word generates from the document (tables of contents, page numbers).
 */
function createFields() {
  const fields: DocxField[] = [];
  return {
    /** Returns true when a table of contents begins. */
    open: (name: string, attributes: Attributes): boolean => {
      if (name === "fldSimple") {
        const instruction = attributeOf(attributes, "instr") ?? "";
        fields.push({ instruction, showsResult: true });
        return lists.test(instruction);
      }
      const type = name === "fldChar" ? attributeOf(attributes, "fldCharType") : undefined;
      if (type === "begin") fields.push({ instruction: "", showsResult: false });
      if (type === "end") fields.pop();
      const field = type === "separate" ? fields.at(-1) : undefined;
      if (field === undefined) return false;
      field.showsResult = true;
      return lists.test(field.instruction);
    },
    close: (name: string): void => {
      if (name === "fldSimple") fields.pop();
    },
    instruct: (text: string): void => {
      const field = fields.at(-1);
      if (field !== undefined) field.instruction += text;
    },
    isLeftOut: (): boolean =>
      fields.some(({ showsResult, instruction }) => !showsResult || made.test(instruction)),
    /**
     * True inside a field: Word may update its result, or it is a link. One that has not ended has
     * swallowed the rest of the document.
     */
    isInside: (): boolean => fields.length > 0,
  };
}

const lists = /^\s*(?:TOC|TOA|INDEX)\b/iu;
const made = /^\s*(?:TOC|TOA|INDEX|PAGE|NUMPAGES|SECTIONPAGES)\b/iu;

/** Properties of styles by their ids. */
type Styles = {
  /** The level of a heading, 1 being the highest. */
  readonly levels: ReadonlyMap<string, number>;
  /** The properties with which a style emphasises a word. */
  readonly emphasis: ReadonlyMap<string, string>;
};

/**
 * Reads the styles. Word names headings “heading 1” to “heading 9” in every language; other styles
 * follow one of these, or set a level.
 */
async function readStyles(archive: Archive, mainPart: string): Promise<Styles> {
  const levels = new Map<string, number>();
  const emphasis = new Map<string, string>();
  const part = posix.join(posix.dirname(mainPart), "styles.xml");
  const said = await collectElements(archive, part, (name, attributes) =>
    ofStyles.has(name) || isEmphasis(name, attributes) ? { name, attributes } : undefined,
  );
  const bases: [style: string, base: string][] = [];
  let style = "";
  for (const { name, attributes } of said) {
    const value = attributeOf(attributes, "val") ?? "";
    if (name === "style") style = attributeOf(attributes, "styleId") ?? "";
    else if (name === "basedOn") bases.push([style, value]);
    else if (!ofStyles.has(name)) emphasis.set(style, `${emphasis.get(style) ?? ""} ${name}`);
    else {
      const level = name === "name" ? byName(value) : byOutline(value);
      if (level !== undefined) levels.set(style, level);
    }
  }
  // A style may come before the one on which it is based.
  for (let round = 0; round < longestChain; round += 1) {
    for (const [follower, base] of bases) {
      const level = levels.get(base);
      if (level !== undefined && !levels.has(follower)) levels.set(follower, level);
    }
  }
  return { levels, emphasis };
}

/** True for a property of a run that emphasises it. */
function isEmphasis(name: string, attributes: Attributes): boolean {
  const value = attributeOf(attributes, "val") ?? "1";
  return slanted.has(name) && !/^(?:0|false|off|none)$/u.test(value);
}

const slanted = new Set(["i", "b", "smallCaps", "caps", "u"]);

const ofStyles = new Set(["style", "name", "basedOn", "outlineLvl"]);
const longestChain = 4;

function byName(name: string): number | undefined {
  const level = /^heading ([1-9])$/iu.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Returns the level of a heading. The tenth level is body text. */
function byOutline(value: string): number | undefined {
  return /^[0-8]$/u.test(value) ? Number(value) + 1 : undefined;
}
