import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Encoding, Manuscript } from "#domain/manuscript.ts";
import { readManuscript } from "#manuscripts/text/read-manuscript.ts";

import { runs } from "../../proofs/hostile/runs.ts";
import { anyCuts, anyText, encode, pieces } from "../pieces.ts";

const anyEncoding = fc.constantFrom<Encoding>("utf-8", "utf-16le", "utf-16be");

test("any text in any pieces is counted, measured and hashed as the whole string would be", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyText,
      anyEncoding,
      anyCuts,
      fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 3 }),
      async (text, encoding, cuts, openings) => {
        const bytes = encode(`\ufeff${text}`, encoding);

        const { manuscript } = await readManuscript({ chunks: pieces(bytes, cuts), openings });

        expect({ ...manuscript, chapters: [], indexedNames: [] }).toEqual(
          naively({ text, encoding, openings }),
        );
      },
    ),
    runs(400),
  );
});

test("UTF-8 needs no byte order mark", async () => {
  const bytes = encode("Chapter 1\r\n국어 😀\n", "utf-8");

  const manuscript = await read(bytes);

  expect(manuscript).toMatchObject({ encoding: "utf-8", characters: 16, textBytes: bytes.length });
});

test.for<{ text: string; encoding: Encoding }>([
  { text: "It was late. Nobody came.\n", encoding: "utf-16le" },
  { text: "It was late. Nobody came.\n", encoding: "utf-16be" },
  { text: "Hello", encoding: "utf-16le" },
  { text: "Hello", encoding: "utf-16be" },
  { text: "最初の一日。\n二日目、雨。\n", encoding: "utf-16le" },
  { text: "最初の一日。\n二日目、雨。\n", encoding: "utf-16be" },
  { text: "비가 왔다. 아무도 오지 않았다.\n", encoding: "utf-16le" },
  { text: "Он пришёл домой поздно.\n", encoding: "utf-16be" },
])("$encoding without a byte order mark is recognised in $text", async ({ text, encoding }) => {
  const manuscript = await read(encode(text, encoding));

  expect(manuscript).toMatchObject({ encoding, textSha256: sha256(Buffer.from(text)) });
});

test("the text never begins with a byte order mark, however many the file has", async () => {
  const manuscript = await read(encode("\ufeff\ufeff\ufeffText", "utf-8"));

  expect(manuscript).toMatchObject({ textBytes: 4, characters: 4 });
});

test("a manuscript of several megabytes in one piece is counted whole", async () => {
  const bytes = encode("비가 왔다. 😀\n".repeat(200_000), "utf-8");

  const manuscript = await read(bytes, [3000]);

  expect(manuscript).toMatchObject({
    characters: 1_800_000,
    textSha256: sha256(bytes),
    openings: [{ limit: 3000, slice: [{ from: 0, to: 3000 }] }],
  });
});

test("other work gets its turn while a long manuscript is read", async () => {
  const bytes = encode("A line of a long novel.\n".repeat(400_000), "utf-8");
  let turns = 0;
  let meanwhile = setImmediate(function turn() {
    turns += 1;
    meanwhile = setImmediate(turn);
  });

  await read(bytes);
  clearImmediate(meanwhile);

  expect(turns).toBeGreaterThan(5);
});

test.for([
  { file: "of no bytes", bytes: Buffer.of(), reason: "empty" },
  { file: "of a byte order mark alone", bytes: encode("\ufeff", "utf-16be"), reason: "empty" },
  { file: "of blank lines", bytes: encode(" \r\n\t\u3000\u00a0\n", "utf-8"), reason: "empty" },
  { file: "with a PDF's first bytes", bytes: encode("%PDF-1.7 ...", "utf-8"), reason: "binary" },
  {
    file: "with a zip's first bytes",
    bytes: encode("PK\u0003\u0004...", "utf-8"),
    reason: "binary",
  },
  { file: "with a NUL in its text", bytes: encode("one\0two three", "utf-8"), reason: "binary" },
  {
    file: "with a NUL far down",
    bytes: encode(`${"a ".repeat(90_000)}\0`, "utf-8"),
    reason: "binary",
  },
  {
    file: "full of control characters",
    bytes: encode("ab\u0001\u0002cd", "utf-8"),
    reason: "binary",
  },
  { file: "of noise", bytes: noise(5000), reason: "binary" },
  {
    file: "that ends inside a character",
    bytes: encode("국국", "utf-8").subarray(0, 5),
    reason: "undecodable",
  },
  {
    file: "spoiled far down",
    bytes: Buffer.concat([encode("ok ".repeat(40_000), "utf-8"), Buffer.of(0xff)]),
    reason: "undecodable",
  },
  {
    file: "in UTF-16 with half a character",
    bytes: Buffer.of(0xff, 0xfe, 0x41, 0x00, 0x42),
    reason: "undecodable",
  },
  {
    file: "in UTF-16 with half a surrogate pair",
    bytes: Buffer.of(0xff, 0xfe, 0x00, 0xd8, 0x42, 0x00),
    reason: "undecodable",
  },
  { file: "in UTF-32", bytes: Buffer.of(0xff, 0xfe, 0, 0, 0x41, 0, 0, 0), reason: "undecodable" },
  { file: "in RTF", bytes: encode("{\\rtf1 Text}", "utf-8"), reason: "unsupported-type" },
])("a file $file is refused as $reason", async ({ bytes, reason }) => {
  await expect(read(bytes)).rejects.toMatchObject({ name: "ManuscriptError", reason });
});

test("a download that breaks off is reported as such, not as a short manuscript", async () => {
  const brokenOff = new Error("connection lost");
  async function* chunks() {
    yield Buffer.from("The beginning");
    throw brokenOff;
  }

  const reading = readManuscript({ chunks: chunks(), openings: [] });

  await expect(reading).rejects.toBe(brokenOff);
});

async function read(bytes: Uint8Array, openings: readonly number[] = []): Promise<Manuscript> {
  const { manuscript } = await readManuscript({ chunks: pieces(bytes), openings });
  return manuscript;
}

type Naive = {
  readonly text: string;
  readonly encoding: Encoding;
  readonly openings: readonly number[];
};

function naively({ text, encoding, openings }: Naive): Manuscript {
  const characters = Array.from(text);
  return {
    encoding,
    textBytes: Buffer.byteLength(text),
    textSha256: sha256(Buffer.from(text)),
    characters: characters.length,
    chapters: [],
    indexedNames: [],
    openings: openings.map((limit) => {
      const opening = Buffer.from(characters.slice(0, limit).join(""));
      return {
        limit,
        slice: [{ from: 0, to: Math.min(limit, characters.length) }],
        measured: { bytes: opening.length, sha256: sha256(opening) },
      };
    }),
  };
}

/** Returns the same noise each time. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    Buffer.from(sha256(Buffer.from(`noise ${index}`)), "hex"),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
