import { ManuscriptFault } from "../../core/faults.ts";
import { isMatterTitle } from "../text/heading.ts";
import type { Archive } from "./archive.ts";
import { type Package, placeOf } from "./epub-package.ts";
import { hasType, matterTypes } from "./html-surroundings.ts";
import { type Attributes, type MarkupReader, attributeOf, readMarkup } from "./markup.ts";
import type { Listed, ListedOfPage } from "./paragraph.ts";

type Entry = Listed & { readonly href: string; readonly isLandmark: boolean };

type Contents = {
  /** Entries by page. */
  readonly listed: ReadonlyMap<string, ListedOfPage>;
  /** Pages that are called front or back matter. */
  readonly matter: ReadonlySet<string>;
};

/**
 * Reads the chapters from the book's own list: its navigation, otherwise the list of EPUB 2. An
 * unreadable list counts as empty, because the book does not need it.
 */
export async function readContents(archive: Archive, { lists }: Package): Promise<Contents> {
  for (const list of lists) {
    const contents = await readList(archive, list);
    if (contents.listed.size > 0) return contents;
  }
  return { listed: new Map(), matter: new Set() };
}

async function readList(archive: Archive, list: string): Promise<Contents> {
  const listed = new Map<string, Map<string, Listed>>();
  const matter = new Set<string>();
  try {
    const entries = readMarkup(archive.read(list), "xhtml", createListReader());
    for await (const { href, isLandmark, ...entry } of entries) {
      const place = placeOf(list, href);
      if (place === undefined) continue;
      if (isLandmark || isMatterTitle(entry.label)) matter.add(place.part);
      if (isLandmark) continue;
      const page = listed.get(place.part) ?? new Map<string, Listed>();
      if (!page.has(place.id)) page.set(place.id, entry);
      listed.set(place.part, page);
    }
  } catch (error) {
    if (!(error instanceof ManuscriptFault)) throw error;
  }
  return { listed, matter };
}

/** Reads entries: links in a navigation of contents; in older lists a text, then its target. */
function createListReader(): MarkupReader<Entry> {
  const found: Entry[] = [];
  let depth = 0;
  /** Elements open inside of a navigation that lists pages or landmarks. */
  let passedOver = 0;
  let text = "";
  let link: string | undefined;
  let isLandmark = false;
  const add = (href: string | undefined): void => {
    const label = text.replaceAll(/\s+/gu, " ").trim();
    const isEntry = depth > 0 && (passedOver === 0 || isLandmark) && label !== "";
    if (isEntry && href !== undefined) found.push({ label, depth, href, isLandmark });
    text = "";
  };
  return {
    open: (name, attributes) => {
      if (passedOver > 0 || isOtherList(name, attributes)) passedOver += 1;
      if (name === "ol" || name === "navpoint") depth += 1;
      if (name === "a" || name === "text") text = "";
      if (name === "a") {
        link = attributeOf(attributes, "href");
        isLandmark = passedOver > 0 && hasType(attributes, matterTypes);
      }
      if (name === "content") add(attributeOf(attributes, "src"));
    },
    close: (name) => {
      if (name === "a") add(link);
      if (name === "ol" || name === "navpoint") depth -= 1;
      if (passedOver > 0) passedOver -= 1;
    },
    text: (more) => {
      text += more;
    },
    take: () => found.splice(0),
  };
}

function isOtherList(name: string, attributes: Attributes): boolean {
  const isNavigation = name === "nav" || name === "pagelist" || name === "navlist";
  return isNavigation && !hasType(attributes, contents) && !isPlain(name, attributes);
}

const contents = new Set(["toc"]);

function isPlain(name: string, attributes: Attributes): boolean {
  return name === "nav" && attributes["epub:type"] === undefined;
}
