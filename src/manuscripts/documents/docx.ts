import { posix } from "node:path";

import { type Archive, broken } from "./archive.ts";
import { type Notes, createDocxReader, noteId } from "./docx-reader.ts";
import { type Styles, readStyles } from "./docx-styles.ts";
import { type Attributes, type Span, attributeOf, collectElements, readMarkup } from "./markup.ts";
import type { Block } from "./paragraph.ts";
import { type Tally, createTally } from "./tally.ts";

/**
 * Reads the text of a Word document in its own order: the main part, with each footnote and endnote
 * after the paragraph that refers to it. Comments, headers and footers are separate parts and not
 * read.
 *
 * Throws ManuscriptFault.
 */
export async function* readDocx(archive: Archive, tally: Tally): AsyncGenerator<Block> {
  const part = await findMainPart(archive);
  const notes: Notes = new Map();
  const styles = await readStyles(archive, part);
  for (const kind of ["footnote", "endnote"] as const) {
    const place = posix.join(posix.dirname(part), `${kind}s.xml`);
    const read = readNotes(archive, place, { kind, styles });
    for await (const [id, blocks] of read) notes.set(id, blocks);
  }
  const reader = createDocxReader({ part, notes, tally, styles });
  yield* readMarkup(archive.read(part), "xml", reader);
  if (!reader.isWhole()) throw broken("a field does not end");
}

/** Finds the main part by its relation, as Word does, because its name varies. */
async function findMainPart(archive: Archive): Promise<string> {
  if (!archive.has(relations)) throw broken("no relations");
  const [target] = await collectElements(archive.read(relations), (name, attributes) => {
    const isMain = attributeOf(attributes, "Type")?.endsWith("/officeDocument") === true;
    return name === "Relationship" && isMain ? attributeOf(attributes, "Target") : undefined;
  });
  const part = target?.replace(/^\/+/u, "");
  if (part === undefined || !archive.has(part)) throw broken("no main part");
  return part;
}

const relations = "_rels/.rels";

/** Reads the notes of one kind from their own part, in the order in which they were written. */
async function* readNotes(
  archive: Archive,
  part: string,
  { kind, styles }: { readonly kind: "footnote" | "endnote"; readonly styles: Styles },
): AsyncGenerator<readonly [id: string, blocks: readonly Block[]]> {
  if (!archive.has(part)) return;
  const inside = createDocxReader({
    part,
    notes: new Map(),
    tally: createTally(),
    styles,
  });
  const found: [string, readonly Block[]][] = [];
  let id = "";
  yield* readMarkup(archive.read(part), "xml", {
    open: (name: string, attributes: Attributes, at: Span) => {
      if (name === kind) id = noteId(kind, attributes);
      inside.open(name, attributes, at);
    },
    close: (name: string, at: Span) => {
      inside.close(name, at);
      if (name === kind) found.push([id, inside.take()]);
    },
    text: inside.text,
    take: () => found.splice(0),
  });
}
