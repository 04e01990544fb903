import { escapedXml } from "../../../core/xml.ts";
import { broken } from "../archive.ts";
import type { Span } from "../markup.ts";

/** A new text for a place in a part; an empty text removes the markup there. */
export type Edit = {
  readonly at: Span;
  readonly text: string;
  /** Set when the place is empty: the new text looks like the text here. */
  readonly like?: Span;
};

/** Writes a text as markup that replaces `old`, or looks `like` it. */
export type Writing = (text: string, old: string, like: string | undefined) => string;

/**
 * Applies the edits to a part; everything between them stays unchanged.
 *
 * Throws ManuscriptFault "broken-document" for edits that overlap.
 */
export function splice(source: string, edits: readonly Edit[], write: Writing): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { at, text, like } of edits.toSorted((one, other) => one.at.start - other.at.start)) {
    const { start, end } = exact(source, at);
    if (start < done) throw broken("pieces within each other");
    const old = source.slice(start, end);
    const model = like && source.slice(like.start, like.end);
    pieces.push(source.slice(done, start), text === "" ? "" : write(text, old, model));
    done = end;
  }
  return [...pieces, source.slice(done)].join("");
}

/** Corrects a span: the parser ends a closing tag before the blanks in front of its `>`. */
function exact(source: string, { start, end }: Span): Span {
  return { start: outside(source, start), end: outside(source, end) };
}

function outside(source: string, at: number): number {
  const [, rest] = /^\s*(>)/u.exec(source.slice(at, at + 64)) ?? [];
  if (rest === undefined) return at;
  const before = source.slice(Math.max(0, at - 256), at);
  return before.lastIndexOf("</") > before.lastIndexOf(">") ? source.indexOf(">", at) + 1 : at;
}

export function asHtml(text: string): string {
  return escapedXml(text).replaceAll("\n", "<br/>");
}

/** Writes the text of a title or a label. */
export function asLine(text: string): string {
  return escapedXml(text.replaceAll(/\s+/gu, " "));
}

/**
 * Writes the content of a run in WordprocessingML, with the prefix of its namespace; a new run has
 * the properties of `like`.
 */
export function asRun(text: string, old: string, like?: string): string {
  const prefix = /^<(?<prefix>[^\s:/>]+:)?/u.exec(like ?? old)?.groups?.["prefix"] ?? "";
  if (like !== undefined) {
    return `<${prefix}r>${propertiesIn(like, prefix)}${asRun(text, `<${prefix}t`)}</${prefix}r>`;
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

/** Returns "" for a run with a tracked change, because its properties contain properties. */
function propertiesIn(run: string, prefix: string): string {
  const start = run.indexOf(`<${prefix}rPr>`);
  const end = run.indexOf(`</${prefix}rPr>`, start);
  if (start < 0 || end < 0 || run.includes("rPrChange")) return "";
  return run.slice(start, run.indexOf(">", end) + 1);
}
