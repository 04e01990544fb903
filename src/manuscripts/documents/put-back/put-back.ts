import type { Rebuildable, Rebuilt } from "../../../features/delivery/rules/put-back.ts";
import {
  type Archive,
  type PackedPart,
  openArchive,
  repacked,
  stored,
  writeZip,
} from "../archive.ts";
import { type Document, readBlocks } from "../extract.ts";
import { decodePart } from "../markup.ts";
import type { Block } from "../paragraph.ts";
import { docxFrame, epubFrame, pageInto, titlesOf } from "./frame.ts";
import { matchParagraphs } from "./match-paragraphs.ts";
import { newText, type Edit, asHtml, asLine, asRun, splice } from "./new-text.ts";

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
 * was. Parts without such text are copied in compressed form. The new document is read again before
 * it is returned.
 *
 * Throws ManuscriptFault.
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
  const { changed, emphasis } = await translateParts(archive, translated);
  const parts = archive.parts().map((part) => {
    const content = changed.get(part.name);
    return content === undefined ? part : repacked(part, asUtf8(content));
  });
  const all = document.format === "epub" ? markFirst(parts) : parts;
  if (all.reduce((bytes, { packed }) => bytes + packed.length, 0) > limit) {
    return { status: "too-large" };
  }
  const bytes = writeZip(all);
  const read = await Array.fromAsync(readBlocks({ ...document, bytes }));
  return read.length === blocks.length
    ? { status: "document", bytes, ...(document.isMarked === true && { emphasis }) }
    : { status: "unmatched", book: blocks.length, translation: read.length };
}

/** Puts the mimetype first, uncompressed: programs recognise an EPUB by it. */
function markFirst(parts: readonly PackedPart[]): readonly PackedPart[] {
  const isMark = ({ name }: PackedPart): boolean => name === "mimetype";
  const marks = parts.filter(isMark).map((part) => stored(part, "application/epub+zip"));
  return [...marks, ...parts.filter((part) => !isMark(part))];
}

type Translated = {
  readonly format: Rebuildable;
  readonly blocks: readonly Block[];
  readonly texts: readonly (string | undefined)[];
  readonly target: string;
};

async function translateParts(archive: Archive, { format, blocks, texts, target }: Translated) {
  const edits = new Map<string, Edit[]>();
  const emphasis = { kept: 0, of: 0 };
  for (const [index, block] of blocks.entries()) {
    const text = texts[index];
    if (text === undefined) continue;
    const ofPart = edits.get(block.part) ?? [];
    const found = newText(block, text);
    for (const edit of found.edits) ofPart.push(edit);
    edits.set(block.part, ofPart);
    emphasis.kept += found.kept;
    emphasis.of += block.emphasis?.runs ?? 0;
  }
  const changed = new Map<string, string>();
  for (const [part, ofPart] of edits) {
    const source = await decodePart(archive.read(part));
    const write = format === "docx" ? asRun : part.endsWith(".opf") ? asLine : asHtml;
    const spliced = splice(source, ofPart, write);
    changed.set(part, format === "docx" ? spliced : pageInto(spliced, target));
  }
  const sourceOf = async (part: string): Promise<string> =>
    changed.get(part) ?? (await decodePart(archive.read(part)));
  const frame =
    format === "docx"
      ? await docxFrame(archive, changed.keys(), { sourceOf, target })
      : await epubFrame(archive, titlesOf(blocks, texts), { sourceOf, target });
  return { changed: new Map([...changed, ...frame]), emphasis };
}

/** Changes a declared encoding to UTF-8. */
function asUtf8(source: string): string {
  return source.replace(
    /^(\s*<\?xml[^>]*?\sencoding\s*=\s*)(?!["']utf-8["'])(?:"[^"]*"|'[^']*')/iu,
    `$1"UTF-8"`,
  );
}
