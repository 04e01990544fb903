import { Parser } from "htmlparser2";

import { escapedXml } from "#lib/xml.ts";
import type { Block } from "#manuscripts/documents/paragraph.ts";

import { bareText } from "./read-marks.ts";

/**
 * Returns new titles by the labels of contents lists. A label is a heading, or the text at the
 * target of its entry.
 */
export function titlesOf(
  blocks: readonly Block[],
  texts: readonly (string | undefined)[],
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const lines = blocks.map((block, index) => ({
    old: onOneLine(bareText(block, block.text)),
    now: onOneLine(bareText(block, texts[index] ?? block.text)),
  }));
  for (const { old, now } of lines) {
    if (old.length <= longestTitle && !titles.has(old)) titles.set(old, now);
  }
  for (const [index, { heading, listed }] of blocks.entries()) {
    const label = onOneLine(listed?.label ?? "");
    if (label === "" || titles.has(label)) continue;
    const own = heading === undefined ? undefined : lines[index]?.now;
    const title = composed(label, lines.slice(index, index + mostParts)) ?? own;
    if (title !== undefined) titles.set(label, title);
  }
  return titles;
}

/**
 * Sets the title of a page where it is that of the book or of a heading. Browsers and reading programs show it; any
 * other was not translated.
 */
export function titleInto(page: string, titles: ReadonlyMap<string, string>): string {
  const end = page.search(/<body\b/iu);
  const head = end < 0 ? page.slice(0, longestHead) : page.slice(0, end);
  const named = head.replace(
    /(<title\b[^<>]*>)([^<]{1,1000})(?=<\/title)/iu,
    (all, tag: string, text: string) => {
      const title = titles.get(onOneLine(textOf(text)));
      return title === undefined ? all : tag + escapedXml(onOneLine(title));
    },
  );
  return named + page.slice(head.length);
}

const longestHead = 16_384;

/** Returns the text of an element that has no others in it. */
function textOf(markup: string): string {
  let text = "";
  const parser = new Parser({ ontext: (more) => (text += more) });
  parser.end(markup);
  return text;
}

/** Returns the new title of an entry that consists of consecutive paragraphs. */
function composed(
  label: string,
  parts: readonly { old: string; now: string }[],
): string | undefined {
  let [rest, title] = [label, ""];
  for (const { old, now } of parts) {
    const at = rest.indexOf(old);
    if (old === "" || at < 0 || /[\p{L}\p{N}]/u.test(rest.slice(0, at))) return undefined;
    title += rest.slice(0, at) + now;
    rest = rest.slice(at + old.length);
    if (!/[\p{L}\p{N}]/u.test(rest)) return title + rest;
  }
  return undefined;
}

const longestTitle = 200;
/** A number, a title and a subtitle. */
const mostParts = 3;

/**
 * Returns a title on one line. Contents lists set other blanks, and omit characters that only mark
 * a possible line end.
 */
export function onOneLine(text: string): string {
  return text
    .replaceAll(/[\u00AD\u200B\u2060]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
