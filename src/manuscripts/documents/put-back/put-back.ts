import { posix } from "node:path";

import { isRightToLeft } from "#domain/exports/bilingual.ts";
import type { Rebuildable, Rebuilt } from "#domain/manuscript.ts";
import {
  type Archive,
  compressed,
  openArchive,
  stored,
  writeZip,
} from "#manuscripts/documents/archive.ts";
import { readList, readPackage } from "#manuscripts/documents/epub.ts";
import { type Document, readBlocks } from "#manuscripts/documents/extract.ts";
import { inlineKinds } from "#manuscripts/documents/inline.ts";
import { type Span, decodePart } from "#manuscripts/documents/markup.ts";
import type { Block } from "#manuscripts/documents/paragraph.ts";

import { matchParagraphs } from "./match-paragraphs.ts";
import { type Returned, newText } from "./new-text.ts";
import { bareText } from "./read-marks.ts";
import { type Edit, type Writing, asHtml, asLine, asRun, splice } from "./splice.ts";

export type PuttingBack = {
  readonly document: Document & { readonly format: Rebuildable };
  /** The translation in UTF-8, as the partner returned it. */
  readonly translation: Uint8Array;
  readonly target: string;
  /** The most bytes that the new document may have. */
  readonly limit: number;
};

/**
 * Returns the document with each paragraph's text in another language, and everything else as it
 * was. The new document is read again before it is returned.
 */
export async function putBack(given: PuttingBack): Promise<Rebuilt> {
  const { document, target, limit } = given;
  const blocks = await Array.fromAsync(readBlocks(document));
  const matched = matchParagraphs(
    blocks.map(({ text }) => text),
    new TextDecoder("utf-8", { fatal: true }).decode(given.translation),
  );
  if (matched.status === "unmatched") return matched;
  const archive = await openArchive(document.bytes);
  const translated = { format: document.format, blocks, texts: matched.texts, target };
  const { changed, returned } = await translateParts(archive, translated);
  const parts = archive.parts().map((part) => {
    const content = changed.get(part.name);
    return content === undefined ? part : compressed(part.name, asUtf8(content));
  });
  // The mimetype comes first, uncompressed: programs recognise an EPUB by it.
  const mark = document.format === "epub" ? [stored("mimetype", "application/epub+zip")] : [];
  const all = [...mark, ...parts.filter(({ name }) => name !== mark[0]?.name)];
  if (all.reduce((bytes, { packed }) => bytes + packed.length, 0) > limit) {
    return { status: "too-large" };
  }
  const bytes = writeZip(all);
  const read = await Array.fromAsync(readBlocks({ ...document, bytes }));
  return read.length === blocks.length
    ? { status: "document", bytes, ...(document.isMarked === true && countsOf(returned)) }
    : { status: "unmatched", book: blocks.length, translation: read.length };
}

type Translated = {
  readonly format: Rebuildable;
  readonly blocks: readonly Block[];
  readonly texts: readonly (string | undefined)[];
  readonly target: string;
};

async function translateParts(archive: Archive, { format, blocks, texts, target }: Translated) {
  const returned: Returned[] = [];
  const edits = new Map<string, Edit[]>();
  const changed = new Map<string, string>();
  const all = blocks.map((block, index) => ({ block, text: texts[index] }));
  for (const [part, ofPart] of Map.groupBy(all, ({ block }) => block.part)) {
    const source = await decodePart(archive.read(part));
    const ours: Edit[] = [];
    for (const { block, text } of ofPart) {
      if (text === undefined) continue;
      const found = newText(block, text, source);
      for (const edit of found.edits) ours.push(edit);
      for (const one of found.returned) returned.push(one);
    }
    edits.set(part, ours);
    const spliced = splice(source, ours, writingOf(format, part));
    changed.set(part, format === "docx" ? spliced : pageInto(spliced, target));
  }
  const sourceOf = async (part: string): Promise<string> =>
    changed.get(part) ?? (await decodePart(archive.read(part)));
  const frame =
    format === "docx"
      ? await docxFrame(archive, changed.keys(), { sourceOf, target })
      : await epubFrame(archive, titlesOf(blocks, texts), { sourceOf, edits, target });
  return { changed: new Map([...changed, ...frame]), returned };
}

function writingOf(format: Rebuildable, part: string): Writing {
  if (format === "docx") return asRun;
  return part.endsWith(".opf") ? asLine : asHtml;
}

/** Counts what came back: all runs, and each kind of which something did not. */
function countsOf(returned: readonly Returned[]) {
  const kinds = Array.from(
    Map.groupBy(returned, ({ kind }) => kind),
    ([kind, all]) => ({ kind, kept: all.filter(({ isKept }) => isKept).length, of: all.length }),
  );
  const runs = kinds.filter(({ kind }) => inlineKinds[kind] === "run");
  const sum = (count: "kept" | "of"): number => runs.reduce((all, one) => all + one[count], 0);
  return { emphasis: { kept: sum("kept"), of: sum("of") }, inline: kinds };
}

/** Changes a declared encoding to UTF-8. */
function asUtf8(source: string): string {
  return source.replace(
    /^(\s*<\?xml[^>]*?\sencoding\s*=\s*)(?!["']utf-8["'])(?:"[^"]*"|'[^']*')/iu,
    `$1"UTF-8"`,
  );
}

/** `sourceOf` returns a part with all changes so far; `target` is the new language. */
type PackageChange = {
  readonly sourceOf: (part: string) => Promise<string>;
  readonly target: string;
};

/**
 * Returns the parts of a Word file that name its language, with the new language. Word's proofing
 * marks of the old language are removed, so that Word checks the text again.
 */
async function docxFrame(
  archive: Archive,
  changed: Iterable<string>,
  { sourceOf, target }: PackageChange,
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
  return inDirection(part, target)
    .replaceAll(/<(?:\w+:)?(?:proofErr|proofState)\s[^<>]*\/>/gu, "")
    .replaceAll(/<(?:\w+:)?(?:lang|themeFontLang)\s[^<>]*>/gu, (tag) =>
      tag.replace(attributeFor(target), `$1"${attribute(target)}"`),
    );
}

/** Removes the marks of vertical and of right-to-left writing for a language without it. */
function inDirection(part: string, target: string): string {
  if (isEastern(target)) return part;
  const across = part.replaceAll(/<(?:\w+:)?textDirection\s[^<>]*\/>/gu, "");
  return isRightToLeft(target) ? across : across.replaceAll(/<(?:\w+:)?(?:bidi|rtl)\s*\/>/gu, "");
}

/** Word checks three kinds of writing separately. */
function attributeFor(target: string): RegExp {
  const name = isEastern(target) ? "eastAsia" : isRightToLeft(target) ? "bidi" : "val";
  return new RegExp(String.raw`(\s(?:\w+:)?${name}\s*=\s*)(?:"[^"]*"|'[^']*')`, "u");
}

/**
 * Returns the parts of a book that are no pages but change with its language. The package names the
 * language, and its contents lists name the new headings.
 */
async function epubFrame(
  archive: Archive,
  titles: ReadonlyMap<string, string>,
  {
    sourceOf,
    edits,
    target,
  }: PackageChange & { readonly edits: ReadonlyMap<string, readonly Edit[]> },
): Promise<ReadonlyMap<string, string>> {
  const { path, lists, sheets } = await readPackage(archive);
  const changed = new Map<string, string>();
  for (const part of sheets) {
    const source = await decodePart(archive.read(part));
    const css = writtenAcross(source, target);
    if (css !== source) changed.set(part, css);
  }
  for (const part of lists) {
    // The elements inside a label go with its words: an empty one is not allowed there.
    const labels = (await readList(archive, part)).flatMap(({ at, text: old }): readonly Edit[] => {
      const text = titles.get(onOneLine(old));
      return text === undefined ? [] : [{ at, content: [text.replaceAll(/\s+/gu, " ")] }];
    });
    // A page may be text as well as list.
    const ofText = edits.get(part) ?? [];
    const source = await decodePart(archive.read(part));
    const own = labels.filter(({ at }) => !ofText.some((edit) => isBeside(edit.at, at)));
    changed.set(part, pageInto(splice(source, [...ofText, ...own], asHtml), target));
  }
  return changed.set(path, packageInto(await sourceOf(path), target));
}

function isBeside(one: Span, other: Span): boolean {
  return one.start <= other.end && one.end >= other.start;
}

/**
 * Returns new titles by the labels of contents lists. A label is a heading, or the text at the
 * target of its entry.
 */
function titlesOf(
  blocks: readonly Block[],
  texts: readonly (string | undefined)[],
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const said = blocks.map((block, index) => ({
    old: onOneLine(bareText(block, block.text)),
    now: onOneLine(bareText(block, texts[index] ?? block.text)),
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

type ReplacedText = { readonly old: string; readonly now: string };

/** Returns the new title of an entry that consists of consecutive paragraphs. */
function composed(label: string, parts: readonly ReplacedText[]): string | undefined {
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

/** Sets the new language in a page that names one, and the direction in which it is written. */
function pageInto(page: string, target: string): string {
  return writtenAcross(page, target).replaceAll(/<(?:html|body|ncx)\b[^<>]*>/giu, (tag) =>
    withDirection(tag, "dir", target, tag.startsWith("<html")).replaceAll(
      /(\s(?:xml:)?lang\s*=\s*)(?:"[^"]*"|'[^']*')/giu,
      `$1"${attribute(target)}"`,
    ),
  );
}

function packageInto(said: string, target: string): string {
  // Older packages have no such attribute.
  const mayAdd = /<(?:\w+:)?package\b[^<>]*\sversion\s*=\s*["']3/u.test(said);
  return said
    .replace(/<(?:\w+:)?spine\b[^<>]*>/u, (tag) =>
      withDirection(tag, "page-progression-direction", target, mayAdd),
    )
    .replace(/(<(?:\w+:)?language\b[^<>]*(?<!\/)>)[^<]*/iu, `$1${attribute(target)}`);
}

/** Turns vertical lines into horizontal ones for a language that is never written otherwise. */
function writtenAcross(part: string, target: string): string {
  if (isEastern(target)) return part;
  const across = part.replaceAll(
    /((?:-\w{2,8}-)?writing-mode\s*:\s*)(?:vertical-(?:rl|lr)|tb-(?:rl|lr)|sideways-(?:rl|lr))/giu,
    "$1horizontal-tb",
  );
  return isRightToLeft(target)
    ? across
    : across.replaceAll(/(\bdirection\s*:\s*)rtl\b/giu, "$1ltr");
}

/** Sets the direction of an element; adds it for a right-to-left language where it may be missing. */
function withDirection(tag: string, name: string, target: string, mayAdd: boolean): string {
  if (isEastern(target)) return tag;
  const direction = isRightToLeft(target) ? "rtl" : "ltr";
  const said = new RegExp(
    String.raw`(\s${name}\s*=\s*)(?:"(?:rtl|ltr|default)"|'(?:rtl|ltr|default)')`,
    "u",
  );
  if (said.test(tag)) return tag.replace(said, `$1"${direction}"`);
  return direction === "rtl" && mayAdd
    ? tag.replace(/\/?>$/u, (end) => ` ${name}="rtl"${end}`)
    : tag;
}

/** Languages that may stay vertical. */
function isEastern(target: string): boolean {
  return /^(?:ja|ko|zh)\b/u.test(target);
}

function attribute(target: string): string {
  return target.replaceAll(/[^\w-]/gu, "");
}
