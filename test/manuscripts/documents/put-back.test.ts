import { createHash } from "node:crypto";

import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";

import { createDocuments } from "../../../src/manuscripts/documents/documents.ts";
import { awkwardDocx } from "../corpus/docx.ts";
import { awkwardEpub } from "../corpus/epub.ts";
import { pieces } from "../pieces.ts";
import { textOf } from "./text-of.ts";

type Format = "docx" | "epub";

const corpus = [
  ["docx", awkwardDocx],
  ["epub", awkwardEpub],
] as const;

test.for(corpus)(
  "an awkward %s with its own text put back reads as before",
  async ([format, one]) => {
    const rebuilt = await putBack(format, one.bytes(), one.text);

    expect(await textOf(format, rebuilt)).toBe(one.text);
    expect(await namesIn(rebuilt)).toEqual(await namesIn(one.bytes()));
  },
);

test.for(corpus)("an awkward %s with another text reads as that", async ([format, one]) => {
  const translation = one.text.replaceAll(/\p{L}+/gu, (word) => `${word.toUpperCase()}&<é>`);

  const rebuilt = await putBack(format, one.bytes(), translation);

  expect(await textOf(format, rebuilt)).toBe(translation);
});

async function putBack(format: Format, bytes: Buffer, text: string): Promise<Buffer> {
  const rebuilt = await tryPutBack(format, bytes, text);
  if (rebuilt.status !== "document") throw new Error(JSON.stringify(rebuilt));
  return Buffer.from(rebuilt.bytes);
}

function tryPutBack(format: Format, bytes: Buffer, text: string) {
  return createDocuments({ tick: () => 0 }).putBack(
    { chunks: pieces(bytes), size: bytes.length, format },
    {
      translation: Buffer.from(text, "utf8"),
      target: "fr",
      limit: 32 * 1024 * 1024,
      fileSha256: createHash("sha256").update(bytes).digest("hex"),
    },
  );
}

async function namesIn(bytes: Buffer): Promise<readonly string[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = await Array.fromAsync(zip.eachEntry());
  return entries.map(({ fileName }) => fileName);
}
