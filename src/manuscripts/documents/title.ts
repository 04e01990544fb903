import type { DocumentFormat, Encoding } from "#domain/manuscript.ts";

import type { Archive } from "./archive.ts";
import { packageOf } from "./epub.ts";
import { type Path, piecesOf, readMarkup } from "./markup.ts";
import type { Dialect } from "./part-text.ts";

type TitledFile = {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly encoding: Encoding;
  /** Returns the archive from which its text was read. */
  readonly archive: () => Promise<Archive>;
};

/**
 * Returns the title that a document states about itself, as it is written there; undefined if it states
 * none, or it cannot be read: no document is refused for it.
 */
export async function readTitle(document: TitledFile): Promise<string | undefined> {
  try {
    return await titles[document.format](document);
  } catch {
    return undefined;
  }
}

const titles: {
  readonly [Format in DocumentFormat]: (document: TitledFile) => Promise<string | undefined>;
} = {
  docx: async ({ archive }) => await titleIn(await archive(), "docProps/core.xml"),
  odt: async ({ archive }) => await titleIn(await archive(), "meta.xml"),
  epub: async (document) => {
    const archive = await document.archive();
    const path = await packageOf(archive);
    return path === undefined ? undefined : await titleIn(archive, path);
  },
  html: async ({ bytes, encoding }) =>
    await firstTitle(
      piecesOf(bytes.subarray(0, headBytes)),
      { encoding },
      (path) => !path.isIn("body"),
    ),
};

async function titleIn(archive: Archive, part: string): Promise<string | undefined> {
  const name = archive.named(part);
  return archive.has(name) ? await firstTitle(archive.read(name), "xml", () => true) : undefined;
}

async function firstTitle(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  isMeant: (path: Path) => boolean,
): Promise<string | undefined> {
  const found = readMarkup<string>(chunks, dialect, (output, path) => {
    let title: string | undefined;
    return {
      open: (name) => {
        if (name === "title" && isMeant(path) && !path.isIn("svg")) title ??= "";
      },
      text: (text) => {
        if (title !== undefined && title.length < mostRead) title += text;
      },
      close: (name) => {
        if (name !== "title" || title === undefined) return;
        output.push(title);
        title = undefined;
      },
    };
  });
  for await (const title of found) return title.trim() === "" ? undefined : title;
  return undefined;
}

/** The head of a page is at its start, and no page is read twice for it. */
const headBytes = 256 * 1024;
/** UTF-16 code units; a title that is longer than a name may be is ignored anyway. */
const mostRead = 1000;
