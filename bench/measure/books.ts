import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";

import { acceptedFiletypes, createManuscripts } from "../../src/manuscripts/manuscripts.ts";

export type Book = {
  readonly name: string;
  readonly ending: string;
  /** The text as Galley reads it. */
  readonly text: string;
  readonly read: Awaited<ReturnType<Manuscripts["read"]>>;
};

type Manuscripts = ReturnType<typeof createManuscripts>;

/** Reads all manuscripts of a folder and its subfolders. */
export async function booksIn(folder: string): Promise<readonly Book[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((one) => one.isFile() && acceptedFiletypes().includes(extname(one.name).slice(1)))
    .map((one) => join(one.parentPath, one.name));
  const books: Book[] = [];
  for (const path of paths.toSorted()) books.push(await bookAt(path));
  return books;
}

async function bookAt(path: string): Promise<Book> {
  const { size } = await stat(path);
  const manuscripts = createManuscripts({
    find: async (id) => ({ id, name: basename(path), size, url: "" }),
    download: () => createReadStream(path),
    tick: () => performance.now(),
  });
  const read = await manuscripts.read("F1", { openings: [] });
  const { manuscript } = read;
  const text = await Array.fromAsync(
    manuscripts.open({ fileId: "F1", manuscript, slice: undefined }, new AbortController().signal),
  );
  return {
    name: basename(path, extname(path)),
    ending: extname(path),
    text: Buffer.concat(text).toString("utf8"),
    read,
  };
}
