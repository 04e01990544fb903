import type { ListedOfPage } from "./epub-contents.ts";
import { type Attributes, type Span, attributeOf } from "./markup.ts";
import type { Block, Piece } from "./paragraph.ts";

type Link = "note" | "inside" | "other";

/** What a page has around the place where its reader is: a heading, a look, a link to a note. */
export function createSurroundings(contents: ListedOfPage) {
  let listed = contents.get("");
  const open: { readonly look: string; readonly link: Link | undefined }[] = [];
  let level: number | undefined;
  const link = (): Link | undefined => open.findLast((one) => one.link !== undefined)?.link;
  const kindOf = (text: string): Piece["kind"] => {
    const to = link();
    const isMark = to === "note" ? text.trim() !== "" : to === "inside" && noteMark.test(text);
    return isMark ? "mark" : "text";
  };
  return {
    enter: (name: string, attributes: Attributes): void => {
      const { id } = attributes;
      if (id !== undefined) listed = contents.get(id) ?? listed;
      if (isHeading(name)) level ??= Number(name.slice(1));
      const look = `${name} ${attributes["class"] ?? ""}`;
      open.push({ look, link: name === "a" ? linkOf(attributes) : undefined });
    },
    leave: (name: string): void => {
      if (isHeading(name)) level = undefined;
      open.pop();
    },
    /** What is said of the paragraph that ends here; an entry of the contents is said once. */
    marks: (): Pick<Block, "heading" | "listed"> => {
      const begun = listed;
      listed = undefined;
      return { ...(level !== undefined && { heading: level }), ...(begun && { listed: begun }) };
    },
    piece: (text: string, at: Span): Piece => {
      const look = link() === undefined ? open.at(-1)?.look : undefined;
      return { kind: kindOf(text), text, at, look };
    },
  };
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/u.test(name);
}

function linkOf(attributes: Attributes): Link | undefined {
  if (hasType(attributes, noteTypes)) return "note";
  const href = attributes["href"];
  if (href === undefined) return undefined;
  return href.includes("#") ? "inside" : "other";
}

/** By `epub:type`, or the role that says the same. */
export function hasType(attributes: Attributes, types: ReadonlySet<string>): boolean {
  const named = `${attributes["epub:type"] ?? ""} ${attributeOf(attributes, "role") ?? ""}`;
  return named.split(/\s+/u).some((type) => types.has(type.replace(/^doc-/u, "")));
}

const noteTypes = new Set(["noteref", "backlink"]);
const noteMark = /^[\s([]*(?:\d{1,4}|[*†‡§]{1,4})[\s\])]*$/u;
