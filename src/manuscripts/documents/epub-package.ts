import { type Archive, broken, unsafe } from "./archive.ts";
import { type Attributes, attributeOf, collectElements } from "./markup.ts";

export type SpinePage = {
  /** Its name in the archive. */
  readonly part: string;
  readonly linear: boolean;
  readonly use: "text" | "matter" | "contents" | "cover" | "picture";
};

export type Package = {
  /** Pages in the order of the spine, each once. */
  readonly pages: readonly SpinePage[];
  /** Parts that list the book's contents. */
  readonly lists: readonly string[];
};

type Item = {
  readonly id: string;
  readonly part: string;
  readonly use: SpinePage["use"];
  readonly isList: boolean;
};
type Found =
  | { readonly kind: "item"; readonly item: Item }
  | { readonly kind: "page"; readonly id: string; readonly linear: boolean }
  | { readonly kind: "guide"; readonly part: string; readonly use: SpinePage["use"] };

/**
 * Reads the pages and the contents lists of a book from its package.
 *
 * Throws ManuscriptFault "broken-document" when the spine names a page that is not there: a book
 * with a chapter missing must not look whole.
 */
export async function readPackage(archive: Archive, path: string): Promise<Package> {
  const found = await collectElements(archive.read(path), (name, attributes) =>
    pick(path, name, attributes),
  );
  const items = new Map(
    found.flatMap((one) => (one.kind === "item" ? [[one.item.id, one.item] as const] : [])),
  );
  const guide = new Map(
    found
      .flatMap((one) => (one.kind === "guide" ? [[one.part, one.use] as const] : []))
      // A cover or contents page that also holds the imprint stays a cover or contents page.
      .toSorted(([, one], [, other]) => Number(other === "matter") - Number(one === "matter")),
  );
  const pages = new Map<string, SpinePage>();
  for (const one of found) {
    if (one.kind !== "page") continue;
    const item = items.get(one.id);
    if (item === undefined || !archive.has(item.part)) throw broken("a page is missing");
    const { part } = item;
    const use = item.use === "text" ? (guide.get(part) ?? item.use) : item.use;
    if (!pages.has(part)) pages.set(part, { part, linear: one.linear, use });
  }
  if (pages.size === 0) throw broken("no pages");
  const lists = [
    ...Array.from(items.values()).flatMap(({ part, isList }) => (isList ? [part] : [])),
    ...Array.from(guide).flatMap(([part, use]) => (use === "contents" ? [part] : [])),
  ];
  return {
    pages: Array.from(pages.values()),
    lists: Array.from(new Set(lists)).filter((part) => archive.has(part)),
  };
}

function pick(path: string, name: string, attributes: Attributes): Found | undefined {
  const href = attributeOf(attributes, "href");
  switch (name) {
    case "item": {
      const id = attributeOf(attributes, "id");
      if (id === undefined || href === undefined) return undefined;
      const part = partOf(path, href);
      if (part === undefined) return undefined;
      const use = useOf(attributes);
      const isList = use === "contents" || attributeOf(attributes, "media-type") === oldList;
      return { kind: "item", item: { id, part, use, isList } };
    }
    case "itemref": {
      const id = attributeOf(attributes, "idref") ?? "";
      return { kind: "page", id, linear: attributeOf(attributes, "linear") !== "no" };
    }
    case "reference": {
      const use = guideUses.get(attributeOf(attributes, "type")?.toLowerCase() ?? "");
      const part = href === undefined ? undefined : partOf(path, href);
      return use === undefined || part === undefined ? undefined : { kind: "guide", part, use };
    }
    default:
      return undefined;
  }
}

function useOf(attributes: Attributes): SpinePage["use"] {
  const properties = (attributeOf(attributes, "properties") ?? "").split(/\s+/u);
  if (properties.includes("nav")) return "contents";
  return readable.test(attributeOf(attributes, "media-type") ?? "") ? "text" : "picture";
}

const readable = /html|dtbook|x-oeb1-document/iu;

/** The contents list of EPUB 2, which newer books have beside their own. */
const oldList = "application/x-dtbncx+xml";

const guideUses: ReadonlyMap<string, SpinePage["use"]> = new Map([
  ["toc", "contents"],
  ["cover", "cover"],
  ...["title-page", "copyright-page", "colophon", "index"].map((type) => [type, "matter"] as const),
]);

/** Returns the part that an address in the package names; undefined for one outside the archive. */
function partOf(path: string, href: string): string | undefined {
  return placeOf(path, href)?.part;
}

/**
 * Returns the part that an address names, and the id of the element in it; "" is the whole part.
 */
export function placeOf(
  path: string,
  href: string,
): { readonly part: string; readonly id: string } | undefined {
  const root = "https://archive.invalid/";
  const url = URL.parse(href, new URL(encodeURI(path), root).href);
  if (url === null || url.origin !== new URL(root).origin) return undefined;
  try {
    return {
      part: decodeURIComponent(url.pathname.slice(1)),
      id: decodeURIComponent(url.hash.slice(1)),
    };
  } catch {
    throw unsafe("an address that cannot be read");
  }
}
