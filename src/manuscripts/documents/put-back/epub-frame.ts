import type { Archive } from "../archive.ts";
import { withoutSigns } from "../emphasis.ts";
import { readPackage } from "../epub-package.ts";
import { findPackage } from "../epub.ts";
import { type MarkupReader, decodePart, readMarkup } from "../markup.ts";
import type { Block, Piece } from "../paragraph.ts";
import { newText } from "./new-text.ts";
import { type Edit, escaped, splice } from "./splice.ts";

/**
 * What of a book is no page and changes with its language: the package names the language, and what its
 * lists of contents call a heading is called as the heading is now.
 */
export async function translateFrame(
  archive: Archive,
  titles: ReadonlyMap<string, string>,
  target: string,
): Promise<ReadonlyMap<string, string>> {
  const path = await findPackage(archive);
  const { lists } = await readPackage(archive, path);
  const changed = new Map<string, string>();
  for (const part of lists) {
    const edits = await Array.fromAsync(
      readMarkup(archive.read(part), "xhtml", createLabelReader(titles)),
    );
    const source = await decodePart(archive.read(part));
    changed.set(part, pageInto(splice(source, edits, escaped), target));
  }
  const said = await decodePart(archive.read(path));
  return changed.set(path, packageInto(said, target));
}

/** Headings by what they said before; a list may set them with other blanks. */
export function titlesOf(
  blocks: readonly Block[],
  texts: readonly (string | undefined)[],
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const [index, block] of blocks.entries()) {
    const title = texts[index];
    const key = onOneLine(withoutSigns(block, block.text));
    if (title !== undefined && key.length <= longestTitle && !titles.has(key)) {
      titles.set(key, onOneLine(withoutSigns(block, title)));
    }
  }
  return titles;
}

const longestTitle = 200;

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** In navigation documents the entries are links, in the older lists they are called texts. */
function createLabelReader(titles: ReadonlyMap<string, string>): MarkupReader<Edit> {
  const found: Edit[] = [];
  let pieces: Piece[] = [];
  return {
    open: (name) => {
      if (labels.has(name)) pieces = [];
    },
    close: (name) => {
      if (!labels.has(name)) return;
      const title = titles.get(onOneLine(pieces.map(({ text }) => text).join("")));
      if (title !== undefined) found.push(...newText({ pieces }, title).edits);
      pieces = [];
    },
    text: (text, at) => void pieces.push({ kind: "text", text, at, look: "" }),
    take: () => found.splice(0),
  };
}

const labels = new Set(["a", "text"]);

/** A page that says what language it is in says the new one. */
export function pageInto(page: string, target: string): string {
  return page.replaceAll(/<(?:html|body|ncx)\s[^<>]*>/giu, (tag) =>
    tag.replaceAll(/(\s(?:xml:)?lang\s*=\s*)(?:"[^"]*"|'[^']*')/giu, `$1"${attribute(target)}"`),
  );
}

function packageInto(said: string, target: string): string {
  return said.replace(/(<(?:\w+:)?language\b[^<>]*(?<!\/)>)[^<]*/iu, `$1${attribute(target)}`);
}

function attribute(target: string): string {
  return target.replaceAll(/[^\w-]/gu, "");
}
