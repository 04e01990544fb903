import { ManuscriptFault } from "../../core/faults.ts";
import { type Archive, broken } from "./archive.ts";
import { readContents } from "./epub-contents.ts";
import { type SpinePage, readPackage } from "./epub-package.ts";
import { createHtmlReader } from "./html.ts";
import { attributeOf, collectElements, readMarkup } from "./markup.ts";
import type { Block } from "./paragraph.ts";
import type { Tally } from "./tally.ts";

/**
 * The text of an EPUB, page after page as its spine orders them; pages beside the main order (notes,
 * mostly) come after it, so that nothing of the book is missing. The cover and its own list of contents
 * are left out.
 *
 * Throws ManuscriptFault.
 */
export async function* readEpub(archive: Archive, tally: Tally): AsyncGenerator<Block> {
  await refuseProtected(archive);
  const said = await readPackage(archive, await findPackage(archive));
  const listed = await readContents(archive, said);
  const { pages } = said;
  const isBeside = ({ linear }: SpinePage): boolean => !linear;
  for (const page of [...pages.filter((page) => page.linear), ...pages.filter(isBeside)]) {
    if (page.use === "contents") tally.add("contents");
    if (page.use === "text") {
      const reader = createHtmlReader(page.part, tally, listed.get(page.part));
      yield* readMarkup(archive.read(page.part), "xhtml", reader);
    }
  }
}

const container = "META-INF/container.xml";
const encryption = "META-INF/encryption.xml";
const locks = ["META-INF/rights.xml", "META-INF/sinf.xml", "META-INF/license.lcpl"];

/** Fonts may be obfuscated: that is no lock on the text. */
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

/** The part that says what the book is made of. */
export async function findPackage(archive: Archive): Promise<string> {
  if (!archive.has(container)) throw broken("no container");
  const [path] = await collectElements(archive.read(container), (name, attributes) =>
    name === "rootfile" ? attributeOf(attributes, "full-path") : undefined,
  );
  if (path === undefined || !archive.has(path)) throw broken("no package");
  return path;
}
