import { posix } from "node:path";

import type { Archive } from "../archive.ts";
import { readPackage, findPackage } from "../epub.ts";
import { type MarkupReader, decodePart, readMarkup } from "../markup.ts";
import { withoutSigns, type Block } from "../paragraph.ts";
import { type Edit, asLine, splice } from "./new-text.ts";

type Change = {
  /** Returns a part with all changes so far. */
  readonly sourceOf: (part: string) => Promise<string>;
  /** The new language. */
  readonly target: string;
};

/**
 * Returns the parts of a Word file that name its language, with the new language. Word's proofing
 * marks of the old language are removed, so that Word checks the text again.
 */
export async function docxFrame(
  archive: Archive,
  changed: Iterable<string>,
  { sourceOf, target }: Change,
): Promise<ReadonlyMap<string, string>> {
  const parts = [...changed];
  const folders = new Set(parts.map((part) => posix.dirname(part)));
  for (const folder of folders) parts.push(`${folder}/styles.xml`, `${folder}/settings.xml`);
  const said = parts
    .filter((part) => archive.has(part))
    .map(async (part) => [part, inLanguage(await sourceOf(part), target)] as const);
  return new Map(await Promise.all(said));
}

function inLanguage(part: string, target: string): string {
  return part
    .replaceAll(/<(?:\w+:)?(?:proofErr|proofState)\s[^<>]*\/>/gu, "")
    .replaceAll(/<(?:\w+:)?(?:lang|themeFontLang)\s[^<>]*>/gu, (tag) =>
      tag.replace(attributeFor(target), `$1"${attribute(target)}"`),
    );
}

/** Word checks three kinds of writing separately. */
function attributeFor(target: string): RegExp {
  const isEastern = /^(?:ja|ko|zh)\b/u.test(target);
  const isRightToLeft = /^(?:ar|fa|he|ur|yi)\b/u.test(target);
  const name = isEastern ? "eastAsia" : isRightToLeft ? "bidi" : "val";
  return new RegExp(String.raw`(\s(?:\w+:)?${name}\s*=\s*)(?:"[^"]*"|'[^']*')`, "u");
}

/**
 * Returns the parts of a book that are no pages but change with its language. The package names the
 * language, and its contents lists name the new headings.
 */
export async function epubFrame(
  archive: Archive,
  titles: ReadonlyMap<string, string>,
  { sourceOf, target }: Change,
): Promise<ReadonlyMap<string, string>> {
  const path = await findPackage(archive);
  const { lists } = await readPackage(archive, path);
  const changed = new Map<string, string>();
  for (const part of lists) {
    const labels = readMarkup(archive.read(part), "xhtml", createLabelReader(titles));
    const edits = await Array.fromAsync(labels);
    const source = await decodePart(archive.read(part));
    changed.set(part, pageInto(splice(source, edits, asLine), target));
  }
  return changed.set(path, packageInto(await sourceOf(path), target));
}

/**
 * Returns new titles by the labels of contents lists. A label is a heading, or the text at the
 * target of its entry.
 */
export function titlesOf(
  blocks: readonly Block[],
  texts: readonly (string | undefined)[],
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const said = blocks.map((block, index) => ({
    old: onOneLine(withoutSigns(block, block.text)),
    now: onOneLine(withoutSigns(block, texts[index] ?? block.text)),
  }));
  for (const { old, now } of said) {
    if (old.length <= longestTitle && !titles.has(old)) titles.set(old, now);
  }
  for (const [index, { heading, listed }] of blocks.entries()) {
    const label = onOneLine(listed?.label ?? "");
    if (label === "" || titles.has(label)) continue;
    const own = heading === undefined ? undefined : said[index]?.now;
    const title = composed(label, said.slice(index, index + mostParts)) ?? own;
    if (title !== undefined) titles.set(label, title);
  }
  return titles;
}

type Said = { readonly old: string; readonly now: string };

/** Returns the new title of an entry that consists of consecutive paragraphs. */
function composed(label: string, parts: readonly Said[]): string | undefined {
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
function onOneLine(text: string): string {
  return text
    .replaceAll(/[\u00AD\u200B\u2060]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/**
 * Reads the labels of a list. In navigation documents they are links, or spans when they lead
 * nowhere; in older lists they are text elements. The elements inside a label go with its words: an
 * empty element is not allowed there.
 */
function createLabelReader(titles: ReadonlyMap<string, string>): MarkupReader<Edit> {
  const found: Edit[] = [];
  let label: { readonly start: number; text: string } | undefined;
  /** Open elements inside the label. */
  let depth = 0;
  return {
    open: (name, _, { end }) => {
      if (label !== undefined) depth += 1;
      else if (labels.has(name)) label = { start: end, text: "" };
    },
    close: (_, { start: end }) => {
      if (label === undefined || depth > 0) {
        depth = Math.max(0, depth - 1);
        return;
      }
      const { start, text: old } = label;
      const text = titles.get(onOneLine(old));
      if (text !== undefined) found.push({ at: { start, end }, text });
      label = undefined;
    },
    text: (more) => {
      if (label !== undefined) label.text += more;
    },
    take: () => found.splice(0),
  };
}

const labels = new Set(["a", "text", "span"]);

/** Sets the new language in a page that names one. */
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
