import { type Attributes, type Span, attributeOf } from "./markup.ts";
import type { ListedOfPage, Block, Emphasis, Piece } from "./paragraph.ts";

type Link = "note" | "inside" | "other";

/** Tracks the surroundings of the reader's place in a page: heading, look, link to a note. */
export function createSurroundings(contents: ListedOfPage) {
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
    /**
     * Returns the marks of the paragraph that ends here. An entry of the contents is returned once.
     */
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
