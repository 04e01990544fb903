import type { LeftOut } from "#domain/manuscript.ts";
import { isMatterTitle } from "#manuscripts/text/heading.ts";

import { type Drawings, createDrawings, foreign } from "./drawings.ts";
import { type InlineKind, htmlInline } from "./inline.ts";
import { type Attributes, type MarkupReader, type Path, type Span, attributeOf } from "./markup.ts";
import {
  type Block,
  type Emphasis,
  type Listed,
  type ListedOfPage,
  type OmissionCounter,
  type Piece,
  createParagraph,
  objectOf,
  pieceOf,
} from "./paragraph.ts";
import { type Look, type StyleSheet, isAlike, lookOf, readStyleSheet } from "./style-sheet.ts";

type HtmlPage = {
  /** Its name in the archive, "" if there is none. */
  readonly part: string;
  readonly tally: OmissionCounter;
  readonly listed?: ListedOfPage | undefined;
  /** The id of the element with which a list of contents begins; "" is the start of the page. */
  readonly contentsAt?: string | undefined;
  /** Returns a style sheet by its address. */
  readonly sheetAt?: (href: string) => StyleSheet | undefined;
};

/**
 * Reads the paragraphs of an HTML page or of a page of an EPUB: everything that a browser shows,
 * without navigation, lists of contents, scripts, words of drawings, ruby readings, printed page numbers and
 * descriptions of pictures. Notes stay where the page has them; a rule is a scene break.
 */
export function createHtmlReader(
  output: Block[],
  path: Path,
  { part, tally, listed, contentsAt, sheetAt = () => undefined }: HtmlPage,
): MarkupReader {
  const open: OpenElement[] = [];
  const sheets: StyleSheet[] = [];
  const contents = createContents(output, tally, contentsAt);
  let paragraph = createParagraph("collapsed");
  let preformatted = 0;
  let level: number | undefined;
  let entry: Listed | undefined = listed?.get("");
  const drawings = createDrawings(path, tally);
  const omissions = createOmissions(path, { tally, drawings, sheets, beginList: contents.begin });
  const flush = (): void => {
    const block = paragraph.block(part);
    paragraph = createParagraph(preformatted > 0 ? "kept" : "collapsed");
    if (block === undefined) return;
    contents.take(
      described(withOwnEnds(block, open), { open, level, entry }),
      open.some(({ isContents }) => isContents),
    );
    entry = undefined;
  };
  return {
    open: (name, attributes, at) => {
      if (!path.isRead()) return;
      const sheet = name === "link" ? sheetAt(attributes["href"] ?? "") : undefined;
      if (sheet !== undefined) sheets.push(sheet);
      if (omissions.begin({ name, attributes, at }, paragraph.add)) return;
      if (name === "pre") preformatted += 1;
      if (blocks.has(name)) flush();
      entry = listed?.get(attributes["id"] ?? " ") ?? entry;
      contents.pass(attributes["id"]);
      if (isHeading(name)) level ??= Number(name.slice(1));
      const element = opened({ name, attributes, at }, sheets, open.at(-1)?.seen);
      open.push(element);
      if (drawings.open(name)) paragraph.add(objectOf("picture", element.at));
      if (name === "br") paragraph.add(pieceOf("break", "\n", at));
      if (name === "hr") paragraph.add(pieceOf("mark", sceneBreak));
    },
    close: (name, { end }) => {
      omissions.end(name, end);
      if (!path.isRead()) return;
      if (name === "pre") preformatted -= 1;
      if (blocks.has(name)) flush();
      if (isHeading(name)) level = undefined;
      drawings.close(name);
      endAt(end, open.pop());
    },
    text: (text, at) => {
      if (!path.isRead()) {
        if (readings.has(path.leftOutBy() ?? "")) paragraph.add(pieceOf("silent", text, at));
        return omissions.take(text);
      }
      if (!drawings.isInside()) paragraph.add(pieceIn(open, text, at));
    },
    end: contents.end,
  };
}

/** Ends the emphasis of elements that go on after a paragraph with its words there. */
function withOwnEnds(block: Block, open: readonly OpenElement[]): Block {
  const unended = new Set(open.flatMap(({ emphasis }) => emphasis ?? []));
  if (unended.size === 0) return block;
  const ownEnd = (one: Emphasis): Emphasis => {
    if (!unended.has(one)) return one;
    const own = block.pieces.filter(({ emphasis = [], at }) => at && emphasis.includes(one));
    const [start, end] = [own[0]?.at?.start, own.at(-1)?.at?.end];
    return start === undefined ? one : { ...one, at: { start, end } };
  };
  const pieces = block.pieces.map((piece) =>
    piece.emphasis === undefined ? piece : { ...piece, emphasis: piece.emphasis.map(ownEnd) },
  );
  return { ...block, pieces };
}

/** Adds to a paragraph what is known from the elements around it. */
function described(
  block: Block,
  {
    open,
    level,
    entry,
  }: {
    readonly open: readonly OpenElement[];
    readonly level: number | undefined;
    readonly entry: Listed | undefined;
  },
): Block {
  return {
    ...block,
    ...(level !== undefined && { heading: level }),
    ...(entry && { listed: entry }),
    ...(open.some(({ isMatter }) => isMatter) && { matter: "is" }),
  };
}

function pieceIn(open: readonly OpenElement[], text: string, at: Span): Piece {
  const outer = open.findLast((one) => one.link !== undefined);
  const look = outer === undefined ? open.at(-1)?.look : undefined;
  const emphasis = open.flatMap((one) => one.emphasis ?? []);
  const isNote = isMark(text, outer?.link);
  const piece: Piece = { ...pieceOf(isNote ? "mark" : "text", text, at), look, emphasis };
  return isNote ? { ...piece, inline: "note", element: outer?.at } : piece;
}

/** An element whose words are not read, and what it is counted as. */
type Omission = {
  readonly what: LeftOut["what"] | "none";
  readonly depth: number;
  readonly element: Emphasis["at"];
  text: string;
};

/** Follows the element that is being left out, and counts its words. */
function createOmissions(
  path: Path,
  {
    tally,
    drawings,
    sheets,
    beginList,
  }: {
    readonly tally: OmissionCounter;
    readonly drawings: Drawings;
    readonly sheets: StyleSheet[];
    readonly beginList: () => void;
  },
) {
  let omission: Omission | undefined;
  return {
    /** Adds a piece for an element without words; returns true for one that is left out. */
    begin: ({ name, attributes, at }: OpenTag, add: (piece: Piece) => void): boolean => {
      const inline = drawings.isInside() ? undefined : objectIn(name, attributes);
      const isBare = name === "img";
      const element: Emphasis["at"] = { start: at.start, end: isBare ? at.end : undefined };
      if (inline !== undefined) add(objectOf(inline, element));
      if (isBare && (attributes["alt"] ?? "").trim() !== "") tally.add("pictures");
      const isObject = inline !== undefined && !isBare;
      const what =
        drawings.omissionOf(name) ??
        omissionOf(name, attributes) ??
        (isObject ? "none" : undefined);
      if (what === undefined) return false;
      omission = { what, depth: path.depth(), element, text: "" };
      if (what === "contents" || what === "readings") tally.add(what);
      if (what === "contents") beginList();
      path.leaveOut(name);
      return true;
    },
    take: (text: string): void => {
      if (omission !== undefined && omission.text.length < longestOmission) omission.text += text;
    },
    end: (name: string, end: number): void => {
      if (omission === undefined || path.depth() !== omission.depth) return;
      const { what, element, text } = omission;
      omission = undefined;
      element.end = end;
      if ((what === "hidden" || what === "pictures") && /\p{L}/u.test(text)) tally.add(what);
      if (what === "drawings") drawings.take(text);
      if (what === "contents" || what === "hidden") tally.leave(what, text);
      if (name === "style") sheets.push(readStyleSheet(text));
    },
  };
}

/** UTF-16 units that are counted, and of a style sheet that are read. */
const longestOmission = 4 * 1024 * 1024;

/**
 * Leaves out the lines of a list of contents: paragraphs whose words are links, or that end in a page
 * number, and the title above them. All other paragraphs are text, even on a page that is named as the
 * list.
 */
function createContents(output: Block[], tally: OmissionCounter, contentsAt: string | undefined) {
  let isBegun = contentsAt === "";
  let isCounted = false;
  /** A heading that may be the title of a list. */
  let title: Block | undefined;
  const keep = (): void => {
    if (title !== undefined) output.push(title);
    title = undefined;
  };
  const leave = (block: Block): void => {
    if (!isCounted) tally.add("contents");
    isCounted = true;
    tally.leave("contents", block.text);
  };
  return {
    /** A list in an element of its own follows: the title above it goes with it. */
    begin: (): void => {
      if (title !== undefined) tally.leave("contents", title.text);
      title = undefined;
    },
    pass: (id: string | undefined): void => {
      isBegun ||= id !== undefined && id === contentsAt;
    },
    take: (block: Block, isTyped: boolean): void => {
      if ((isBegun || isTyped) && isListLine(block)) {
        if (title !== undefined) leave(title);
        title = undefined;
        return leave(block);
      }
      keep();
      const mayBeTitle = contentsAt !== undefined || isTyped;
      if (mayBeTitle && isMatterTitle(block.text)) title = block;
      else output.push(block);
      // Links in the text that follows a list are no lines of it.
      if (isCounted && block.text.length > longestBetween) isBegun = false;
    },
    end: keep,
  };
}

/** True when few of its letters are outside of links, or it ends in a page number after dots. */
function isListLine({ pieces, text }: Block): boolean {
  const letters = (words: string): number => words.match(/\p{L}/gu)?.length ?? 0;
  const inLinks = pieces
    .filter(({ emphasis = [] }) => emphasis.some(({ kind }) => kind === "link"))
    .reduce((sum, piece) => sum + letters(piece.text), 0);
  const outside = letters(text) - inLinks;
  return inLinks > 0
    ? outside <= Math.min(mostOutside, inLinks)
    : text.length <= longestBetween && /(?:\.\.|…|··)\s{0,20}\d{1,4}$/u.test(text);
}

/** Letters: “Chapter” and a Roman number may stand before a link. */
const mostOutside = 20;
const longestBetween = 150;

const sceneBreak = "* * *";

/** Returns what an element without words is, if it is one. */
function objectIn(name: string, attributes: Attributes): InlineKind | undefined {
  const isPage = hasType(attributes, pageTypes) || pageNumber.test(attributes["class"] ?? "");
  if (isPage && !blocks.has(name)) return "page";
  const kind = htmlInline.get(name);
  return kind === "formula" || kind === "picture" ? kind : undefined;
}

/** Returns as what an element is left out; undefined for one that is read. */
function omissionOf(name: string, attributes: Attributes): Omission["what"] | undefined {
  if (name === "rt") return "readings";
  if (name === "nav") return "contents";
  if (isHidden(attributes) || fallbacks.has(name)) return "hidden";
  return unread.has(name) || hasType(attributes, pageTypes) ? "none" : undefined;
}

function isHidden(attributes: Attributes): boolean {
  const style = attributes["style"] ?? "";
  return attributes["hidden"] !== undefined || /(?:^|[;\s])display\s*:\s*none/iu.test(style);
}

const listTypes = new Set(["toc", "landmarks", "page-list", "pagelist", "loi", "lot"]);
const pageTypes = new Set(["pagebreak"]);
/** Classes that tools give the numbers of printed pages. */
const pageNumber = /(?:^|\s)(?:pagenum|pageno|page-?number|pagebreak)(?:\s|$)/iu;
const readings = new Set(["rt", "rp", "rtc"]);

/** What is in these is seen only where they cannot be shown. */
const fallbacks = new Set("audio video object canvas".split(" "));

const unread = new Set(
  "title style script template noscript rt rp rtc iframe select textarea".split(" "),
);

const blocks = new Set(
  [
    "html body p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th",
    "blockquote pre section article aside header footer main address figure figcaption hr center",
    "details summary fieldset form",
    ...foreign,
  ].flatMap((names) => names.split(" ")),
);

type Link = "note" | "inside" | "other";

/** An open element. */
type OpenElement = {
  readonly look: string;
  /** How its words look, as far as the style sheets tell. */
  readonly seen: Look;
  readonly link: Link | undefined;
  readonly isMatter: boolean;
  readonly isContents: boolean;
  readonly emphasis: Emphasis | undefined;
  readonly at: Emphasis["at"];
};

type OpenTag = { readonly name: string; readonly attributes: Attributes; readonly at: Span };

function opened(
  { name, attributes, at: { start } }: OpenTag,
  sheets: readonly StyleSheet[],
  around: Look = {},
): OpenElement {
  const { class: classes = "", style = "", href } = attributes;
  const look = `${name} ${classes}${style === "" ? "" : ` ${style}`}`;
  const ownLook = lookOf(sheets, { name, classes, style }, around);
  const at: Emphasis["at"] = { start, end: undefined };
  const isLink = name === "a" && href !== undefined;
  const isEmphasis =
    !blocks.has(name) &&
    (htmlInline.get(name) === "emphasis" || !isAlike(ownLook, around) || emphatic.test(classes));
  const emphasis = {
    key: isLink ? `a ${href}` : `${look};`,
    kind: isLink ? "link" : "emphasis",
    at,
  } as const;
  return {
    look,
    seen: ownLook,
    link: name === "a" ? linkOf(attributes) : undefined,
    isMatter: divisions.has(name) && hasType(attributes, matterTypes),
    isContents: hasType(attributes, listTypes),
    emphasis: isLink || isEmphasis ? emphasis : undefined,
    at,
  };
}

function endAt(end: number, element: OpenElement | undefined): void {
  if (element !== undefined) element.at.end = end;
}

function isMark(text: string, link: Link | undefined): boolean {
  if (link === "note") return text.trim() !== "" && !hasWord.test(text);
  return link === "inside" && noteMark.test(text);
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/u.test(name);
}

/** Names of classes, for books whose style sheet is missing or says it in another way. */
const emphatic = /italic|oblique|bold|emph|strong|sm(?:all)?-?caps?|\b(?:ital|sc)\b/iu;

function linkOf(attributes: Attributes): Link | undefined {
  if (hasType(attributes, noteTypes)) return "note";
  const href = attributes["href"];
  if (href === undefined) return undefined;
  return href.includes("#") ? "inside" : "other";
}

/** True when `epub:type`, or the equivalent role, is one of the types. */
export function hasType(attributes: Attributes, types: ReadonlySet<string>): boolean {
  const typeNames = `${attributes["epub:type"] ?? ""} ${attributeOf(attributes, "role") ?? ""}`;
  return typeNames.split(/\s+/u).some((type) => types.has(type.replace(/^doc-/u, "")));
}

/** Front and back matter, as EPUB types name it. */
export const matterTypes = new Set(["titlepage", "copyright-page", "imprint", "colophon", "index"]);

const divisions = new Set(["body", "section", "article", "div"]);
const noteTypes = new Set(["noteref", "backlink"]);
/** More than a letter, a Roman number, or a word for “note” in Chinese characters. */
const hasWord = /(?![ivxlc]+[^\p{L}]*$)\p{L}{3}/iu;
const noteMark = /^[\s([]*(?:\d{1,4}|[*†‡§]{1,4})[\s\])]*$/u;
