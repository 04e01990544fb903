import { escapedXml } from "#lib/xml.ts";
import type { Span } from "#manuscripts/documents/markup.ts";

/** A piece of new text, or the markup at another place, which moves here with its own edits. */
export type Content = string | { readonly moved: Span };

/** A new text for a place in a part; no content removes the markup there. */
export type Edit = {
  readonly at: Span;
  readonly content: readonly Content[];
  /** Set when the place is empty: the new text looks like the text here. */
  readonly like?: Span | undefined;
  /** The run of Word around the place, which has to end where markup moves to it. */
  readonly run?: Span | undefined;
  /** Set where an element may go with its words: `moves` to another place, or if `empty` of all else. */
  readonly whole?: "moves" | "empty";
};

/** How a format writes text into markup. */
export type Writing = {
  /** Writes a text as markup that replaces `old`, or looks `like` it. */
  readonly text: (text: string, old: string, like: string | undefined) => string;
  /** Ends a run and begins another that looks the same. */
  readonly between?: (run: string) => readonly [end: string, start: string];
  /** What an element may contain that is lost with its words. */
  readonly empty: RegExp;
};

/**
 * Applies the edits to a part; everything between them stays unchanged. Edits inside an element that is
 * removed are dropped, and inside one that moves they move with it.
 */
export function splice(source: string, edits: readonly Edit[], writing: Writing): string {
  const placed = edits
    .map((edit) => ({ ...edit, at: outsideOf(source, edit.at) }))
    .toSorted((one, other) => one.at.start - other.at.start || order(one) - order(other));
  const render = ({ start, end }: Span, isInner: boolean): string => {
    const pieces: string[] = [];
    let position = start;
    for (let index = firstFrom(placed, start); index < placed.length; index += 1) {
      const edit = placed[index];
      if (edit === undefined || edit.at.start > end) break;
      const { at, whole, like } = edit;
      const isSelf = isInner && whole === "moves" && at.start === start && at.end === end;
      if (at.start < position || at.end > end || isSelf) continue;
      const old = source.slice(at.start, at.end);
      if (whole === "empty" && !isEmpty(old, at, placed, writing)) continue;
      pieces.push(
        source.slice(position, at.start),
        contentOf(edit, old, like && source.slice(like.start, like.end)),
      );
      position = at.end;
    }
    pieces.push(source.slice(position, end));
    return pieces.join("");
  };
  const contentOf = ({ content, run }: Edit, old: string, like: string | undefined): string => {
    const [close, open] =
      run === undefined
        ? ["", ""]
        : (writing.between?.(source.slice(run.start, run.end)) ?? ["", ""]);
    return content
      .map((one) => {
        if (typeof one === "string") return one === "" ? "" : writing.text(one, old, like);
        return close + render(outsideOf(source, one.moved), true) + open;
      })
      .join("");
  };
  return render({ start: 0, end: source.length }, false);
}

/** A new text comes before an element that begins at its place, and what is larger before what is in it. */
function order({ at }: Edit): number {
  return at.start === at.end ? -Infinity : -at.end;
}

function firstFrom(edits: readonly Edit[], start: number): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.at.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True when an element has nothing but words, all of which go. */
function isEmpty(
  markup: string,
  { start, end }: Span,
  edits: readonly Edit[],
  { empty }: Writing,
): boolean {
  let [rest, position] = ["", start];
  for (let index = firstFrom(edits, start); index < edits.length; index += 1) {
    const edit = edits[index];
    if (edit === undefined || edit.at.start >= end) break;
    if (edit.whole !== undefined || edit.at.end > end) continue;
    if (edit.content.length > 0) return false;
    rest += markup.slice(position - start, Math.max(position, edit.at.start) - start);
    position = Math.max(position, edit.at.end);
  }
  rest += markup.slice(position - start);
  return !empty.test(rest) && isBalanced(markup);
}

/** True for markup in which every element that begins also ends. */
export function isBalanced(markup: string): boolean {
  let depth = 0;
  for (const { groups } of markup.matchAll(tag)) {
    const { end = "", name = "", closed = "" } = groups ?? {};
    if (end !== "") depth -= 1;
    else if (closed === "" && !bare.test(name)) depth += 1;
    if (depth < 0) return false;
  }
  return depth === 0 && !markup.includes("<!--");
}

const tag =
  /<(?<end>\/?)(?<name>[a-z][\w:.-]*)(?=[\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*?(?<closed>\/?)>/giu;
const bare = /^(?:br|img|hr|wbr|input|col|source)$/iu;

/** Corrects a place: the parser ends a closing tag before the blanks in front of its `>`. */
function outsideOf(source: string, { start, end }: Span): Span {
  return { start: outside(source, start), end: outside(source, end) };
}

function outside(source: string, at: number): number {
  const [, rest] = /^\s*(>)/u.exec(source.slice(at, at + 64)) ?? [];
  if (rest === undefined) return at;
  const before = source.slice(Math.max(0, at - 256), at);
  return before.lastIndexOf("</") > before.lastIndexOf(">") ? source.indexOf(">", at) + 1 : at;
}

/** Anything that is seen without words, or to which something may lead. */
const anchored = /\s(?:id|name)\s*=|<(?:img|svg|math|br|hr|audio|video|object|iframe|input|a\s)/iu;

export const asHtml: Writing = {
  text: (text) => escapedXml(text).replaceAll("\n", "<br/>"),
  empty: anchored,
};

/** Writes the text of a title or a label. */
export const asLine: Writing = {
  text: (text) => escapedXml(text.replaceAll(/\s+/gu, " ")),
  empty: anchored,
};

/** Writes into OpenDocument, with the prefix that its part has for text. */
export function asOdt(part: string): Writing {
  const [, prefix = "text"] = odtNames.exec(part) ?? [];
  return {
    text: (text) =>
      escapedXml(text).replaceAll("\n", `<${prefix}:line-break/>`).replaceAll("\t", " "),
    empty:
      /<(?:\w+:)?(?:bookmark|reference-mark|change|note|annotation|frame|a|toc-mark|line-break|ruby|math)\b/u,
  };
}

const odtNames =
  /\sxmlns:([\w.-]{1,32})\s*=\s*["']urn:oasis:names:tc:opendocument:xmlns:text:1\.0["']/u;

/**
 * Writes the content of a run in WordprocessingML, with the prefix of its namespace; a new run has
 * the properties of `like`.
 */
export const asRun: Writing = {
  text: (text, old, like) => runOf(text, old, like),
  between: (run) => {
    const prefix = prefixOf(run);
    return [`</${prefix}r>`, `<${prefix}r>${propertiesIn(run, prefix)}`];
  },
  empty:
    /<(?:\w+:)?(?:bookmarkStart|bookmarkEnd|drawing|pict|object|sym|br|cr|footnoteReference|endnoteReference|comment\w+|oMath|permStart|permEnd|delText|tab|sdt|pPr)\b/u,
};

function runOf(text: string, old: string, like?: string): string {
  const prefix = prefixOf(like ?? old);
  if (like !== undefined) {
    return `<${prefix}r>${propertiesIn(like, prefix)}${runOf(text, `<${prefix}t`)}</${prefix}r>`;
  }
  const parts = text.split(/(\n|\t)/u).filter((part) => part !== "");
  return parts
    .map((part) => {
      if (part === "\n") return `<${prefix}br/>`;
      if (part === "\t") return `<${prefix}tab/>`;
      return `<${prefix}t xml:space="preserve">${escapedXml(part)}</${prefix}t>`;
    })
    .join("");
}

function prefixOf(markup: string): string {
  return /^<(?<prefix>[^\s:/>]+:)?/u.exec(markup)?.groups?.["prefix"] ?? "";
}

/** Returns "" for a run with a tracked change, because its properties contain properties. */
function propertiesIn(run: string, prefix: string): string {
  const start = run.indexOf(`<${prefix}rPr>`);
  const end = run.indexOf(`</${prefix}rPr>`, start);
  if (start < 0 || end < 0 || run.includes("rPrChange")) return "";
  return run.slice(start, run.indexOf(">", end) + 1);
}
