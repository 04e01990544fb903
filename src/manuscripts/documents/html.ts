import { type Attributes, type MarkupReader, type Path, type Span, attributeOf } from "./markup.ts";
import {
  type Block,
  type Emphasis,
  type Listed,
  type ListedOfPage,
  type OmissionCounter,
  createFormulaReader,
  createParagraph,
  pieceOf,
} from "./paragraph.ts";

type HtmlPage = {
  /** Its name in the archive, "" if there is none. */
  readonly part: string;
  readonly tally: OmissionCounter;
  readonly listed?: ListedOfPage | undefined;
};

/**
 * Reads the paragraphs of an HTML page or of a page of an EPUB: everything that a browser shows,
 * without navigation, scripts, drawings, ruby readings, printed page numbers and descriptions of
 * pictures. Notes stay where the page has them; a rule is a scene break.
 */
export function createHtmlReader(
  found: Block[],
  path: Path,
  { part, tally, listed }: HtmlPage,
): MarkupReader {
  const open: OpenElement[] = [];
  let paragraph = createParagraph("collapsed");
  let preformatted = 0;
  const formula = createFormulaReader(path, "math");
  let level: number | undefined;
  let entry: Listed | undefined = listed?.get("");
  const flush = (): void => {
    const block = paragraph.block(part);
    paragraph = createParagraph(preformatted > 0 ? "kept" : "collapsed");
    if (block === undefined) return;
    found.push({
      ...block,
      ...(level !== undefined && { heading: level }),
      ...(entry && { listed: entry }),
      ...(open.some(({ isMatter }) => isMatter) && { matter: "is" }),
    });
    entry = undefined;
  };
  return {
    open: (name, attributes, at) => {
      formula.begin(name, at);
      if (path.isRead() && isLeftOut(name, attributes, tally)) path.leaveOut(name);
      if (!path.isRead()) return;
      if (name === "pre") preformatted += 1;
      if (blocks.has(name)) flush();
      const { id } = attributes;
      if (id !== undefined) entry = listed?.get(id) ?? entry;
      if (isHeading(name)) level ??= Number(name.slice(1));
      open.push(opened(name, attributes, at));
      if (name === "br") paragraph.add(pieceOf("break", "\n", at));
      if (name === "hr") paragraph.add(pieceOf("mark", sceneBreak));
      if (name === "img" && (attributes["alt"] ?? "").trim() !== "") tally.add("pictures");
    },
    close: (name, at) => {
      for (const piece of formula.end(name, at)) paragraph.add(piece);
      if (!path.isRead()) return;
      if (name === "pre") preformatted -= 1;
      if (blocks.has(name)) flush();
      if (isHeading(name)) level = undefined;
      const { emphasis } = open.pop() ?? {};
      if (emphasis !== undefined) emphasis.at.end = at.end;
    },
    text: (text, at) => {
      if (!path.isRead()) {
        if (!path.isIn("annotation")) formula.add(text);
        if (readings.has(path.leftOutBy() ?? "")) paragraph.add(pieceOf("silent", text, at));
        return;
      }
      const link = open.findLast((one) => one.link !== undefined)?.link;
      const look = link === undefined ? open.at(-1)?.look : undefined;
      const emphasis = open.flatMap((one) => one.emphasis ?? []);
      paragraph.add({ ...pieceOf(isMark(text, link) ? "mark" : "text", text, at), look, emphasis });
    },
  };
}

const sceneBreak = "* * *";

function isLeftOut(name: string, attributes: Attributes, tally: OmissionCounter): boolean {
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

/** An open element. */
type OpenElement = {
  readonly look: string;
  readonly link: Link | undefined;
  readonly isMatter: boolean;
  readonly emphasis: Emphasis | undefined;
};

function opened(name: string, attributes: Attributes, { start }: Span): OpenElement {
  const { class: named = "", style = "", href } = attributes;
  const look = `${name} ${named}`;
  const isLink = name === "a" && href !== undefined;
  // Style sheets are not read: the class or style itself must name an emphasis.
  const isEmphasis = isLink || slanted.has(name) || emphatic.test(`${named} ${style}`);
  const key = isLink ? `a ${href}` : look;
  return {
    look,
    link: name === "a" ? linkOf(attributes) : undefined,
    isMatter: divisions.has(name) && hasType(attributes, matterTypes),
    emphasis: isEmphasis ? { key, at: { start, end: undefined } } : undefined,
  };
}

function isMark(text: string, link: Link | undefined): boolean {
  return link === "note" ? text.trim() !== "" : link === "inside" && noteMark.test(text);
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/u.test(name);
}

const slanted = new Set(["em", "i", "b", "strong", "cite", "dfn", "u"]);

const emphatic = /italic|oblique|bold|emph|strong|small-?caps|\b(?:ital|sc)\b/iu;

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
