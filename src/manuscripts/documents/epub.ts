import { ManuscriptError } from "#domain/errors.ts";
import { isMatterTitle } from "#manuscripts/text/heading.ts";

import { type Archive, broken, unsafe } from "./archive.ts";
import { createHtmlReader, hasType, matterTypes } from "./html.ts";
import {
  type MarkupReader,
  attributeOf,
  collectElements,
  decodePart,
  readMarkup,
  type Attributes,
} from "./markup.ts";
import {
  type Block,
  type Paragraph,
  createParagraph,
  type OmissionCounter,
  type Listed,
} from "./paragraph.ts";
import { type StyleSheet, readStyleSheet } from "./style-sheet.ts";

/**
 * Reads the text of an EPUB: its title and description, then its pages in the order of the spine.
 * Pages outside the main order (mostly notes) follow, so that nothing of the book is missing. Of a
 * page that is named as the list of contents, the list is left out; of a cover, one line.
 */
export async function* readEpub(archive: Archive, tally: OmissionCounter): AsyncGenerator<Block> {
  await refuseProtected(archive);
  const { path, pages, lists, sheets } = await readPackage(archive);
  yield* readMarkup<Block>(archive.read(path), "xml", (output) => createAboutReader(output, path));
  const { listed, matter } = await readContents(archive, lists);
  archive.expect(pages.map(({ part }) => part));
  const styles = await readSheets(archive, sheets);
  // Pages outside of the main order come last.
  for (const page of pages.toSorted((one, other) => Number(other.linear) - Number(one.linear))) {
    if (page.use === "unread") continue;
    const entries = listed.get(page.part);
    const isMatter = page.use === "matter" || matter.has(page.part);
    // A page with several entries holds more than front or back matter.
    const says = isMatter && (entries?.size ?? 0) < 2 ? ({ matter: "is" } as const) : {};
    const sheetAt = (href: string) => styles.get(placeOf(archive, page.part, href)?.part ?? "");
    const contentsAt = await beginningIn(archive, page);
    const reading = {
      part: page.part,
      tally,
      listed: entries,
      contentsAt,
      sheetAt,
    };
    const blocks = readMarkup<Block>(archive.read(page.part), "xhtml", (output, path) =>
      createHtmlReader(output, path, reading),
    );
    if (page.use === "drawing") {
      yield* await Array.fromAsync(blocks).catch(ignoreUnreadable);
      continue;
    }
    try {
      for await (const block of page.use === "cover" ? beyondLine(blocks) : blocks)
        yield { ...block, ...says };
    } catch (error) {
      throw error instanceof ManuscriptError ? inPage(page.part, error) : error;
    }
  }
}

/** A drawing that cannot be read is only a picture. */
function ignoreUnreadable(error: unknown): readonly Block[] {
  if (error instanceof ManuscriptError) return [];
  throw error;
}

/** Returns an error that names the page: people can correct it. */
function inPage(part: string, error: ManuscriptError): ManuscriptError {
  return new ManuscriptError(error.reason, { cause: error.cause, part });
}

/** Returns where a list of contents begins on its page; at the start if no element has its id. */
async function beginningIn(
  archive: Archive,
  { part, contentsAt }: SpinePage,
): Promise<string | undefined> {
  if (contentsAt === undefined || contentsAt === "" || contentsAt === inNavigation)
    return contentsAt;
  const source = await decodePart(archive.read(part));
  return [`"${contentsAt}"`, `'${contentsAt}'`].some((id) => source.includes(id)) ? contentsAt : "";
}

/** Yields the paragraphs of a cover unless they are no more than a line, as a picture's caption is. */
async function* beyondLine(blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  let line: Block[] | undefined = [];
  let characters = 0;
  for await (const block of blocks) {
    characters += block.text.length;
    line?.push(block);
    if (characters <= longestCover) continue;
    yield* line ?? [block];
    line = undefined;
  }
}

const longestCover = 80;

/** Reads the style sheets of a book. One that cannot be read counts as empty. */
async function readSheets(archive: Archive, parts: readonly string[]) {
  const sheets = new Map<string, StyleSheet>();
  for (const part of parts.slice(0, mostSheets)) {
    const css = await decodePart(archive.read(part)).catch((error: unknown) => {
      if (error instanceof ManuscriptError && error.reason === "broken-document") return "";
      throw error;
    });
    sheets.set(part, readStyleSheet(css));
  }
  return sheets;
}

const mostSheets = 500;

/** Reads the title and description from the package. A description with markup is left out. */
function createAboutReader(output: Block[], part: string): MarkupReader {
  let paragraph: Paragraph | undefined;
  return {
    open: (name) => {
      if (name === "title" || name === "description") paragraph = createParagraph("collapsed");
    },
    close: () => {
      const block = paragraph?.block(part);
      if (block !== undefined && !/<[\w/]/u.test(block.text))
        output.push({ ...block, matter: "joins" });
      paragraph = undefined;
    },
    text: (text, at) => paragraph?.add({ kind: "text", text, at, look: "" }),
  };
}

const locks = ["META-INF/rights.xml", "META-INF/sinf.xml", "META-INF/license.lcpl"];

/** Obfuscated fonts are no lock on the text. */
const fontObfuscation = new Set([
  "http://www.idpf.org/2008/embedding",
  "http://ns.adobe.com/pdf/enc#RC",
]);

async function refuseProtected(archive: Archive): Promise<void> {
  const methods = await collectElements(archive, "META-INF/encryption.xml", (name, attributes) =>
    name === "EncryptionMethod" ? (attributeOf(attributes, "Algorithm") ?? "") : undefined,
  );
  const isLocked = locks.some((lock) => archive.has(archive.named(lock)));
  if (isLocked || methods.some((method) => !fontObfuscation.has(method))) {
    throw new ManuscriptError("protected-document");
  }
}

type SpinePage = {
  /** Its name in the archive. */
  readonly part: string;
  readonly linear: boolean;
  readonly use: "text" | "matter" | "contents" | "cover" | "drawing" | "unread";
  /** The id with which a list of contents begins; undefined on a page without one. */
  readonly contentsAt?: string | undefined;
};

/** Returns the name of the part that describes the book; undefined if it is not there. */
export async function packageOf(archive: Archive): Promise<string | undefined> {
  const [root] = await collectElements(archive, "META-INF/container.xml", (name, attributes) =>
    name === "rootfile" ? attributeOf(attributes, "full-path") : undefined,
  );
  const path = root && archive.named(root);
  return path !== undefined && archive.has(path) ? path : undefined;
}

/**
 * Reads the pages of a book in the order of its spine, each once, and the parts that list its
 * contents. A page that is not there breaks it: with a chapter missing it must not look whole.
 */
export async function readPackage(archive: Archive) {
  const path = await packageOf(archive);
  if (path === undefined) throw broken("no package");
  const elementList = await collectElements(archive, path, (name, attributes) =>
    elements.has(name) ? { name, attributes: trimmed(attributes) } : undefined,
  );
  const attributesOf = (tag: string) =>
    elementList.flatMap(({ name, attributes }) => (name === tag ? [attributes] : []));
  const items = new Map(
    attributesOf("item").flatMap((item) => {
      const [id, part] = [attributeOf(item, "id"), partOf(archive, path, item)];
      if (id === undefined || part === undefined) return [];
      const use = useOf(item);
      const type = attributeOf(item, "media-type");
      const isList = use === "contents" || type === oldList;
      const fallback = attributeOf(item, "fallback");
      return [[id, { part, use, isList, isSheet: type === "text/css", fallback }] as const];
    }),
  );
  const guide = new Map<string, Pick<SpinePage, "use" | "contentsAt">>();
  for (const reference of attributesOf("reference")) {
    const use = guideUses.get(attributeOf(reference, "type")?.toLowerCase() ?? "");
    const place = placeOf(archive, path, attributeOf(reference, "href") ?? "");
    if (use === undefined || place === undefined) continue;
    const contentsAt = use === "contents" ? place.id : guide.get(place.part)?.contentsAt;
    // A cover or contents page that also holds the imprint stays a cover or contents page.
    if (use !== "matter" || !guide.has(place.part)) guide.set(place.part, { use, contentsAt });
  }
  const pages = new Map<string, SpinePage>();
  for (const page of attributesOf("itemref")) {
    const item = readableOf(items, attributeOf(page, "idref") ?? "");
    const name = item?.part ?? attributeOf(page, "idref") ?? "";
    if (item === undefined || !archive.has(item.part)) throw inPage(name, broken("not there"));
    const { part } = item;
    const own = { use: item.use, contentsAt: item.use === "contents" ? inNavigation : undefined };
    const role = item.use === "text" ? (guide.get(part) ?? own) : own;
    const linear = attributeOf(page, "linear") !== "no";
    if (!pages.has(part)) pages.set(part, { part, linear, ...role });
  }
  if (pages.size === 0) throw broken("no pages");
  const lists = [
    ...[...items.values()].flatMap(({ part, isList }) => (isList ? [part] : [])),
    ...[...guide].flatMap(([part, { use }]) => (use === "contents" ? [part] : [])),
  ];
  const inIt = new Set(lists.filter((part) => archive.has(part)));
  const sheets = [...items.values()].filter(({ isSheet, part }) => isSheet && archive.has(part));
  return {
    path,
    pages: [...pages.values()],
    lists: [...inIt],
    sheets: sheets.map(({ part }) => part),
  };
}

/** Returns an item; in place of one that cannot be read, such as an image, the page that stands for it. */
function readableOf<
  Item extends { readonly use: SpinePage["use"]; readonly fallback: string | undefined },
>(items: ReadonlyMap<string, Item>, id: string): Item | undefined {
  const item = items.get(id);
  const seen = new Set<Item>();
  for (let one = item; one !== undefined && !seen.has(one); one = items.get(one.fallback ?? "")) {
    if (one.use !== "unread" && one.use !== "drawing") return one;
    seen.add(one);
  }
  return item;
}

/** Blanks around an id or an address are no part of it. */
function trimmed(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, value.trim()]));
}

/** No element has this id: the list of such a page is its `nav`. */
const inNavigation = " ";

const elements = new Set(["item", "itemref", "reference"]);

function useOf(attributes: Attributes): SpinePage["use"] {
  const properties = (attributeOf(attributes, "properties") ?? "").split(/\s+/u);
  if (properties.includes("nav")) return "contents";
  const type = attributeOf(attributes, "media-type") ?? "";
  if (readable.test(type)) return "text";
  return /svg/iu.test(type) ? "drawing" : "unread";
}

const readable = /html|dtbook|x-oeb1-document/iu;

/** The contents list of EPUB 2, which newer books have beside their own. */
const oldList = "application/x-dtbncx+xml";

const guideUses: ReadonlyMap<string, SpinePage["use"]> = new Map([
  ["toc", "contents"],
  ["cover", "cover"],
  ...["title-page", "copyright-page", "colophon", "index"].map((type) => [type, "matter"] as const),
]);

/** Returns the part to which an element leads; undefined without one in the archive. */
function partOf(archive: Archive, path: string, element: Attributes): string | undefined {
  const href = attributeOf(element, "href");
  return href === undefined ? undefined : placeOf(archive, path, href)?.part;
}

/** Returns the part that an address names, and the id of the element in it, if any. */
function placeOf(archive: Archive, path: string, href: string) {
  const root = "https://archive.invalid/";
  const url = URL.parse(href, new URL(encodeURI(path), root).href);
  if (url === null || url.origin !== new URL(root).origin) return undefined;
  try {
    return {
      part: archive.named(decodeURIComponent(url.pathname.slice(1))),
      id: decodeURIComponent(url.hash.slice(1)),
    };
  } catch {
    throw unsafe("an address that cannot be read");
  }
}

/**
 * Reads the chapters by page, and the pages of front or back matter, from the first of the book's
 * own lists that names any. An unreadable list counts as empty, because the book does not need it.
 */
async function readContents(archive: Archive, lists: readonly string[]) {
  const listed = new Map<string, Map<string, Listed>>();
  const matter = new Set<string>();
  for (const list of lists) {
    const labels = await readList(archive, list).catch((error: unknown) => {
      if (error instanceof ManuscriptError) return [];
      throw error;
    });
    for (const { text, href, use, depth } of labels) {
      const label = text.replaceAll(/\s+/gu, " ").trim();
      const place = href === undefined ? undefined : placeOf(archive, list, href);
      if (place === undefined || depth === 0 || use === "other" || label === "") continue;
      const isLandmark = use === "landmark";
      if (isLandmark || isMatterTitle(label)) matter.add(place.part);
      if (isLandmark) continue;
      const page = listed.get(place.part) ?? new Map<string, Listed>();
      if (!page.has(place.id)) page.set(place.id, { label, depth });
      listed.set(place.part, page);
    }
    if (listed.size > 0) break;
  }
  return { listed, matter };
}

type Label = {
  readonly name: string;
  text: string;
  /** The place of its content. */
  readonly at: { readonly start: number; end: number };
  href: string | undefined;
  /** How many lists it is in. */
  readonly depth: number;
  /** `other`: in a navigation of pages, or of landmarks that are neither front nor back matter. */
  readonly use: "contents" | "landmark" | "other";
};

/** Returns the labels of a list of contents: links, spans that lead nowhere, or text elements in older lists. */
export async function readList(archive: Archive, list: string): Promise<readonly Label[]> {
  return await Array.fromAsync(readMarkup(archive.read(list), "xhtml", createListReader));
}

function createListReader(output: Label[]): MarkupReader {
  let depth = 0;
  /** Elements open inside of a navigation that lists pages or landmarks. */
  let passedOver = 0;
  let [label, last]: (Label | undefined)[] = [];
  /** Elements open inside of the label. */
  let inside = 0;
  return {
    open: (name, attributes, { end }) => {
      if (passedOver > 0 || isOtherList(name, attributes)) passedOver += 1;
      if (name === "ol" || name === "navpoint") depth += 1;
      // In older lists the target follows.
      if (name === "content" && last !== undefined) last.href ??= attributeOf(attributes, "src");
      if (label !== undefined && (name !== "a" || label.name === "a")) inside += 1;
      else if (labels.has(name)) {
        const passed = hasType(attributes, matterTypes) ? "landmark" : "other";
        const use = passedOver > 0 ? passed : "contents";
        const href = attributeOf(attributes, "href");
        label = { name, text: "", at: { start: end, end }, href, depth, use };
        inside = 0;
      }
    },
    close: (name, { start }) => {
      if (inside > 0) inside -= 1;
      else if (label !== undefined) {
        label.at.end = start;
        output.push(label);
        [label, last] = [undefined, label];
      }
      if (name === "ol" || name === "navpoint") depth -= 1;
      if (passedOver > 0) passedOver -= 1;
    },
    text: (more) => {
      if (label !== undefined) label.text += more;
    },
  };
}

const labels = new Set(["a", "text", "span"]);

/** True for a list of pages or landmarks. A navigation without a type lists the contents. */
function isOtherList(name: string, attributes: Attributes): boolean {
  if (name !== "nav") return name === "pagelist" || name === "navlist";
  return attributes["epub:type"] !== undefined && !hasType(attributes, contents);
}

const contents = new Set(["toc"]);
