import { Buffer } from "node:buffer";

import type { Rebuilt } from "#domain/manuscript.ts";
import { compressed, openArchive, stored, writeZip } from "#manuscripts/documents/archive.ts";
import { type Document, readBlocks } from "#manuscripts/documents/extract.ts";
import { inlineKinds } from "#manuscripts/documents/inline.ts";
import { decodePart, piecesOf } from "#manuscripts/documents/markup.ts";
import type { Block } from "#manuscripts/documents/paragraph.ts";

import { turnOf } from "./alignment.ts";
import { frames } from "./frame.ts";
import { type Into, asUtf8, htmlInUtf8, pageInto } from "./into-language.ts";
import { matchParagraphs } from "./match-paragraphs.ts";
import { type Returned, newText } from "./new-text.ts";
import { type Edit, type Writing, asHtml, asLine, asOdt, asRun, splice } from "./splice.ts";
import { titleInto, titlesOf } from "./titles.ts";

export type PuttingBack = {
  readonly document: Document;
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
export async function putBack(request: PuttingBack): Promise<Rebuilt> {
  const { document, target, limit } = request;
  const blocks = await Array.fromAsync(readBlocks(document));
  const sent = blocks.map(({ text }) => text);
  const matched = matchParagraphs(
    sent,
    new TextDecoder("utf-8", { fatal: true }).decode(request.translation),
  );
  if (matched.status === "unmatched") return matched;
  const turn = turnOf(sent, target);
  const translated = { document, blocks, texts: matched.texts, target, turn };
  const { bytes, returned } =
    document.format === "html"
      ? await translatePage(translated)
      : await translateArchive(translated, document.format);
  if (bytes.length > limit) return { status: "too-large" };
  const paragraphs = await Array.fromAsync(readBlocks({ ...document, bytes, encoding: "utf-8" }));
  return paragraphs.length === blocks.length
    ? { status: "document", bytes, ...(document.isMarked === true && countsOf(returned)) }
    : { status: "unmatched", book: blocks.length, translation: paragraphs.length };
}

type Translated = Into & {
  readonly document: Document;
  readonly blocks: readonly Block[];
  readonly texts: readonly (string | undefined)[];
};

async function translatePage(translated: Translated) {
  const { bytes, encoding } = translated.document;
  const page = await decodePart(piecesOf(bytes), { encoding });
  const { changed, returned } = await translateParts(translated, async () => page);
  const html = htmlInUtf8(changed.get("") ?? page);
  return { bytes: new Uint8Array(Buffer.from(html)), returned };
}

async function translateArchive(translated: Translated, format: keyof typeof frames) {
  const { target, turn } = translated;
  const archive = await openArchive(translated.document.bytes);
  const { changed, edits, returned, titles } = await translateParts(
    translated,
    async (part) => await decodePart(archive.read(part)),
  );
  const frame = await frames[format]({ archive, changed, edits, titles, target, turn });
  const all = new Map([...changed, ...frame]);
  const parts = archive.parts().map((part) => {
    const content = all.get(part.name);
    return content === undefined ? part : compressed(part.name, asUtf8(content));
  });
  // The type comes first, uncompressed: programs recognise an EPUB or OpenDocument by it.
  const type = types[format];
  const mark = type === undefined ? [] : [stored("mimetype", type)];
  const others = parts.filter(({ name }) => name !== mark[0]?.name);
  return { bytes: writeZip([...mark, ...others]), returned };
}

const types: Readonly<Record<keyof typeof frames, string | undefined>> = {
  docx: undefined,
  epub: "application/epub+zip",
  odt: "application/vnd.oasis.opendocument.text",
};

async function translateParts(
  { document: { format }, blocks, texts, target, turn }: Translated,
  sourceOf: (part: string) => Promise<string>,
) {
  const returned: Returned[] = [];
  const titles = titlesOf(blocks, texts);
  const edits = new Map<string, Edit[]>();
  const newParts = new Map<string, string>();
  const all = blocks.map((block, index) => ({ block, text: texts[index] }));
  for (const [part, ofPart] of Map.groupBy(all, ({ block }) => block.part)) {
    const source = await sourceOf(part);
    const ours: Edit[] = [];
    for (const { block, text } of ofPart) {
      if (text === undefined) continue;
      const result = newText(block, text, source);
      for (const edit of result.edits) ours.push(edit);
      for (const one of result.returned) returned.push(one);
    }
    edits.set(part, ours);
    const isPage = format === "epub" || format === "html";
    const spliced = splice(source, ours, writingOf(format, part, source));
    newParts.set(part, isPage ? titleInto(pageInto(spliced, { target, turn }), titles) : spliced);
  }
  return { changed: newParts, edits, returned, titles };
}

function writingOf(format: Document["format"], part: string, source: string): Writing {
  if (format === "docx") return asRun;
  if (format === "odt") return asOdt(source);
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
