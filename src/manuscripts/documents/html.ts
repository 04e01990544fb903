import { type Attributes, type MarkupReader, type Span, attributeOf } from "./markup.ts";
import {
  type ListedOfPage,
  type Block,
  type Paragraph,
  createParagraph,
  createPath,
  unplaced,
  type Emphasis,
  type Piece,
  type Tally,
} from "./paragraph.ts";

/**
 * Reads the paragraphs of an HTML page or of a page of an EPUB: everything that a browser shows,
 * without navigation, scripts, drawings, ruby readings, printed page numbers and descriptions of
 * pictures. Notes stay where the page has them; a rule is a scene break.
 */
export function createHtmlReader(
  part: string,
  tally: Tally,
  listed: ListedOfPage = new Map(),
): MarkupReader<Block> {
  const found: Block[] = [];
  let paragraph = createParagraph("collapsed");
  const path = createPath();
  let preformatted = 0;
  const around = createSurroundings(listed);
  const flush = (): void => {
    const block = paragraph.block(part);
    if (block !== undefined) found.push({ ...block, ...around.marks() });
    paragraph = createParagraph(preformatted > 0 ? "kept" : "collapsed");
  };
  return {
    open: (name, attributes, at) => {
      path.enter(name);
      if (path.isRead() && isLeftOut(name, attributes, tally)) path.leaveOut(name);
      if (!path.isRead()) return;
      if (name === "pre") preformatted += 1;
      if (blocks.has(name)) flush();
      around.enter(name, attributes, at);
      add(paragraph, name, { attributes, at, tally });
    },
    close: (name, at) => {
      const isRead = path.isRead();
      path.leave();
      if (!isRead) return;
      if (name === "pre") preformatted -= 1;
      if (blocks.has(name)) flush();
      around.leave(name, at);
    },
    text: (text, at) => {
      if (path.isRead()) paragraph.add(around.piece(text, at));
      else if (readings.has(path.leftOutBy() ?? "")) {
        paragraph.add({ kind: "silent", text, at, look: undefined });
      }
    },
    take: () => found.splice(0),
  };
}

type Element = { readonly attributes: Attributes; readonly at: Span; readonly tally: Tally };

function add(paragraph: Paragraph, name: string, { attributes, at, tally }: Element): void {
  if (name === "br") paragraph.add({ kind: "break", text: "\n", at, look: undefined });
  if (name === "hr") paragraph.add(unplaced(sceneBreak, "mark"));
  if (name === "img" && (attributes["alt"] ?? "").trim() !== "") tally.add("pictures");
}

const sceneBreak = "* * *";

function isLeftOut(name: string, attributes: Attributes, tally: Tally): boolean {
  if (name === "rt") tally.add("readings");
  if (name === "nav" || hasType(attributes, listTypes)) {
    tally.add("contents");
    return true;
  }
  return unread.has(name) || isHidden(attributes) || hasType(attributes, pageTypes);
}

function isHidden(attributes: Attributes): boolean {
  const style = attributes["style"] ?? "";
  return attributes["hidden"] !== undefined || /(?:^|[;\s])display\s*:\s*none/iu.test(style);
}

const listTypes = new Set(["toc", "landmarks", "page-list", "pagelist", "loi", "lot"]);
const pageTypes = new Set(["pagebreak"]);
const readings = new Set(["rt", "rp", "rtc"]);

const unread = new Set(
  "title style script template noscript svg rt rp rtc audio video object iframe canvas select textarea".split(
    " ",
  ),
);

const blocks = new Set(
  [
    "html body p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th",
    "blockquote pre section article aside header footer main address figure figcaption hr center",
    "details summary fieldset form",
  ].flatMap((names) => names.split(" ")),
);

type Link = "note" | "inside" | "other";

/** Tracks the surroundings of the reader's place in a page: heading, look, link to a note. */
function createSurroundings(contents: ListedOfPage) {
  let listed = contents.get("");
  const open: {
    readonly look: string;
    readonly link: Link | undefined;
    readonly isMatter: boolean;
    readonly emphasis: Emphasis | undefined;
  }[] = [];
  let level: number | undefined;
  const link = (): Link | undefined => open.findLast((one) => one.link !== undefined)?.link;
  const kindOf = (text: string): Piece["kind"] => {
    const to = link();
    const isMark = to === "note" ? text.trim() !== "" : to === "inside" && noteMark.test(text);
    return isMark ? "mark" : "text";
  };
  return {
    enter: (name: string, attributes: Attributes, { start }: Span): void => {
      const { id } = attributes;
      if (id !== undefined) listed = contents.get(id) ?? listed;
      if (isHeading(name)) level ??= Number(name.slice(1));
      const look = `${name} ${attributes["class"] ?? ""}`;
      const isSlanted = slanted.has(name) || isStyled(attributes);
      const key =
        name === "a" && attributes["href"] !== undefined ? `a ${attributes["href"]}` : look;
      const isEmphasis = isSlanted || key !== look;
      open.push({
        look,
        link: name === "a" ? linkOf(attributes) : undefined,
        isMatter: divisions.has(name) && hasType(attributes, matterTypes),
        emphasis: isEmphasis ? { key, at: { start, end: undefined } } : undefined,
      });
    },
    leave: (name: string, { end }: Span): void => {
      if (isHeading(name)) level = undefined;
      const { emphasis } = open.pop() ?? {};
      if (emphasis !== undefined) emphasis.at.end = end;
    },
    /** Returns the marks of the paragraph that ends here, an entry of the contents once. */
    marks: (): Pick<Block, "heading" | "listed" | "matter"> => {
      const begun = listed;
      listed = undefined;
      return {
        ...(level !== undefined && { heading: level }),
        ...(begun && { listed: begun }),
        ...(open.some(({ isMatter }) => isMatter) && { matter: "is" }),
      };
    },
    piece: (text: string, at: Span): Piece => {
      const look = link() === undefined ? open.at(-1)?.look : undefined;
      const emphasis = open.flatMap((one) => one.emphasis ?? []);
      return { kind: kindOf(text), text, at, look, emphasis };
    },
  };
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/u.test(name);
}

const slanted = new Set(["em", "i", "b", "strong", "cite", "dfn", "u"]);

/** True when the class or style itself names an emphasis. Style sheets are not read. */
function isStyled({ class: named = "", style = "" }: Attributes): boolean {
  return /italic|oblique|bold|emph|strong|small-?caps|\b(?:ital|sc)\b/iu.test(`${named} ${style}`);
}

function linkOf(attributes: Attributes): Link | undefined {
  if (hasType(attributes, noteTypes)) return "note";
  const href = attributes["href"];
  if (href === undefined) return undefined;
  return href.includes("#") ? "inside" : "other";
}

/** True when `epub:type`, or the equivalent role, is one of the types. */
export function hasType(attributes: Attributes, types: ReadonlySet<string>): boolean {
  const named = `${attributes["epub:type"] ?? ""} ${attributeOf(attributes, "role") ?? ""}`;
  return named.split(/\s+/u).some((type) => types.has(type.replace(/^doc-/u, "")));
}

/** Front and back matter, as EPUB types name it. */
export const matterTypes = new Set(["titlepage", "copyright-page", "imprint", "colophon", "index"]);

const divisions = new Set(["body", "section", "article", "div"]);
const noteTypes = new Set(["noteref", "backlink"]);
const noteMark = /^[\s([]*(?:\d{1,4}|[*†‡§]{1,4})[\s\])]*$/u;
