import { ManuscriptFault } from "../../core/faults.ts";
import { type Archive, broken } from "./archive.ts";
import { readContents, readPackage } from "./epub-package.ts";
import { createHtmlReader } from "./html.ts";
import { type MarkupReader, attributeOf, collectElements, readMarkup } from "./markup.ts";
import { type Block, type Paragraph, createParagraph, type Tally } from "./paragraph.ts";

/**
 * Reads the text of an EPUB: its title and description, then its pages in the order of the spine.
 * Pages outside the main order (mostly notes) follow, so that nothing of the book is missing. The
 * cover and the book's own contents list are left out.
 *
 * Throws ManuscriptFault.
 */
export async function* readEpub(archive: Archive, tally: Tally): AsyncGenerator<Block> {
  await refuseProtected(archive);
  const path = await findPackage(archive);
  const said = await readPackage(archive, path);
  yield* readMarkup(archive.read(path), "xml", createAboutReader(path));
  const { listed, matter } = await readContents(archive, said);
  const { pages } = said;
  archive.expect(pages.map(({ part }) => part));
  // Pages outside of the main order come last.
  for (const page of pages.toSorted((one, other) => Number(other.linear) - Number(one.linear))) {
    if (page.use === "contents") tally.add("contents");
    if (page.use !== "text" && page.use !== "matter") continue;
    const entries = listed.get(page.part);
    const reader = createHtmlReader(page.part, tally, entries);
    const isMatter = page.use === "matter" || matter.has(page.part);
    // A page with several entries holds more than front or back matter.
    const says = isMatter && (entries?.size ?? 0) < 2 ? ({ matter: "is" } as const) : {};
    for await (const block of readMarkup(archive.read(page.part), "xhtml", reader)) {
      yield { ...block, ...says };
    }
  }
}

/** Reads the title and description from the package. A description with markup is left out. */
function createAboutReader(part: string): MarkupReader<Block> {
  const found: Block[] = [];
  let paragraph: Paragraph | undefined;
  return {
    open: (name) => {
      if (name === "title" || name === "description") paragraph = createParagraph("collapsed");
    },
    close: () => {
      const block = paragraph?.block(part);
      if (block !== undefined && !/<[\w/]/u.test(block.text))
        found.push({ ...block, matter: "joins" });
      paragraph = undefined;
    },
    text: (text, at) => paragraph?.add({ kind: "text", text, at, look: "" }),
    take: () => found.splice(0),
  };
}

const container = "META-INF/container.xml";
const encryption = "META-INF/encryption.xml";
const locks = ["META-INF/rights.xml", "META-INF/sinf.xml", "META-INF/license.lcpl"];

/** Obfuscated fonts are no lock on the text. */
const fontObfuscation = new Set([
  "http://www.idpf.org/2008/embedding",
  "http://ns.adobe.com/pdf/enc#RC",
]);

async function refuseProtected(archive: Archive): Promise<void> {
  const methods = archive.has(encryption)
    ? await collectElements(archive.read(encryption), (name, attributes) =>
        name === "EncryptionMethod" ? (attributeOf(attributes, "Algorithm") ?? "") : undefined,
      )
    : [];
  const isLocked = locks.some((lock) => archive.has(lock));
  if (isLocked || methods.some((method) => !fontObfuscation.has(method))) {
    throw new ManuscriptFault("protected-document");
  }
}

/** Returns the part that lists the book's pages. */
export async function findPackage(archive: Archive): Promise<string> {
  if (!archive.has(container)) throw broken("no container");
  const [path] = await collectElements(archive.read(container), (name, attributes) =>
    name === "rootfile" ? attributeOf(attributes, "full-path") : undefined,
  );
  if (path === undefined || !archive.has(path)) throw broken("no package");
  return path;
}
