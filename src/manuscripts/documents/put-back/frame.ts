import { ManuscriptError } from "#domain/errors.ts";
import type { DocumentFormat } from "#domain/manuscript.ts";
import type { Archive } from "#manuscripts/documents/archive.ts";
import { findMainPart, relatedTo } from "#manuscripts/documents/docx.ts";
import { readList, readPackage } from "#manuscripts/documents/epub.ts";
import { decodePart } from "#manuscripts/documents/markup.ts";

import { type Into, odtInto, packageInto, pageInto, sheetInto, wordInto } from "./into-language.ts";
import { type Edit, asHtml, splice } from "./splice.ts";
import { onOneLine, titleInto } from "./titles.ts";

/** What of a document has been translated so far. */
type Translating = Into & {
  readonly archive: Archive;
  /** The new content of parts by their names. */
  readonly changed: ReadonlyMap<string, string>;
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  /** New titles by the labels of contents lists. */
  readonly titles: ReadonlyMap<string, string>;
};

/** Return the parts that change with the language of a document, beside its text. */
export const frames: {
  readonly [Format in Exclude<DocumentFormat, "html">]: (
    book: Translating,
  ) => Promise<ReadonlyMap<string, string>>;
} = {
  docx: async (book) => {
    const related = await relatedTo(book.archive, await findMainPart(book.archive));
    const frame = ["styles", "settings"].map(related);
    return await inLanguage([...book.changed.keys(), ...frame], book, (part) =>
      wordInto(part, book),
    );
  },
  odt: async (book) => {
    const [meta = "", ...parts] = ["meta.xml", "content.xml", "styles.xml"].map(book.archive.named);
    const about = book.archive.has(meta) ? await sourceOf(meta, book) : "";
    const producer = /generator>\s*Microsoft/u.test(about) ? "word" : "other";
    return await inLanguage([meta, ...parts], book, (part) => odtInto(part, book, producer));
  },
  epub: epubFrame,
};

async function inLanguage(
  parts: readonly string[],
  book: Translating,
  into: (part: string) => string,
): Promise<ReadonlyMap<string, string>> {
  const sources = parts
    .filter((part) => book.archive.has(part))
    .map(async (part) => [part, into(await sourceOf(part, book))] as const);
  return new Map(await Promise.all(sources));
}

async function sourceOf(
  part: string,
  { archive, changed }: Pick<Translating, "archive" | "changed">,
): Promise<string> {
  return changed.get(part) ?? (await decodePart(archive.read(part)));
}

/** The package names the language, and the contents lists name the new headings. */
async function epubFrame({
  archive,
  changed: pages,
  edits,
  titles,
  target,
  turn,
}: Translating): Promise<ReadonlyMap<string, string>> {
  const { path, lists, sheets } = await readPackage(archive);
  const result = new Map<string, string>();
  for (const part of sheets) {
    const source = await ifReadable(decodePart(archive.read(part)));
    if (source === undefined) continue;
    const css = sheetInto(source, { target, turn });
    if (css !== source) result.set(part, css);
  }
  for (const part of lists) {
    // The elements inside a label go with its words: an empty one is not allowed there.
    const list = await ifReadable(readList(archive, part));
    if (list === undefined) continue;
    const labels = list.flatMap(({ at, text: old }): readonly Edit[] => {
      const text = titles.get(onOneLine(old));
      return text === undefined ? [] : [{ at, content: [text.replaceAll(/\s+/gu, " ")] }];
    });
    // A page may be text as well as list.
    const ofText = edits.get(part) ?? [];
    const source = await decodePart(archive.read(part));
    const own = labels.filter(
      ({ at: { start, end } }) => !ofText.some(({ at }) => at.start <= end && at.end >= start),
    );
    const page = pageInto(splice(source, [...ofText, ...own], asHtml), { target, turn });
    result.set(part, titleInto(page, titles));
  }
  const packageSource = await sourceOf(path, { archive, changed: pages });
  return result.set(path, packageInto(packageSource, target));
}

/** Returns nothing for a part that was left aside in reading, because it cannot be read. */
async function ifReadable<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  return await reading.catch((error: unknown) => {
    if (error instanceof ManuscriptError) return undefined;
    throw error;
  });
}
