import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { argv, stdout } from "node:process";

import { ManuscriptError } from "#domain/errors.ts";
import type { DocumentFormat } from "#domain/manuscript.ts";
import { createDocuments } from "#manuscripts/manuscripts.ts";

/**
 * Reads the documents of a folder as the bot does, and prints each outcome: `3.docx
 * unsafe-document`.
 */
const folder = argv[2] ?? "";
const formats: readonly DocumentFormat[] = ["docx", "epub", "odt"];
const documents = createDocuments({ tick: () => performance.now() });

for (const name of await readdir(folder)) {
  const format = formats.find((one) => name.endsWith(one)) ?? "html";
  const path = join(folder, name);
  const chunks = createReadStream(path);
  const { text } = documents.open({ chunks, size: (await stat(path)).size, format });
  stdout.write(`${name} ${await endOf(text)}\n`);
}

async function endOf(text: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    let length = 0;
    for await (const piece of text) length += piece.length;
    return `read ${length}`;
  } catch (error) {
    if (error instanceof ManuscriptError) return error.reason;
    throw error;
  }
}
