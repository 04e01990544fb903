import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Encoding } from "../../src/domain/manuscript/manuscript.ts";
import { measureText } from "../../src/manuscripts/measure-text.ts";
import { openText } from "../../src/manuscripts/open-text.ts";
import { readManuscript } from "../../src/manuscripts/read-manuscript.ts";
import { anyCuts, anyText, collect, encode, pieces } from "./pieces.ts";

const anyEncoding = fc.constantFrom<Encoding>("utf-8", "utf-16le", "utf-16be");

test("what is sent is the text itself, whatever the file's encoding and pieces", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyEncoding, anyCuts, async (text, encoding, cuts) => {
      const bytes = encode(`\ufeff${text}`, encoding);

      const sent = await collect(openText({ chunks: pieces(bytes, cuts), encoding }));

      expect(sent.toString("utf8")).toBe(text);
    }),
  );
});

test("an opening that is sent has the characters and the length that were promised for it", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyText,
      anyCuts,
      fc.integer({ min: 1, max: 300 }),
      async (text, cuts, limit) => {
        const bytes = encode(text, "utf-8");
        const promised = await readManuscript({ chunks: pieces(bytes), openings: [limit] });

        const sent = await collect(
          openText({
            chunks: pieces(bytes, cuts),
            encoding: "utf-8",
            range: { from: 0, to: limit },
          }),
        );

        expect(sent.toString("utf8")).toBe(Array.from(text).slice(0, limit).join(""));
        expect(sent.length).toBe(promised.openings[0]?.bytes);
      },
    ),
  );
});

test("no more of a file is fetched than its opening needs", async () => {
  let closed = false;
  async function* chunks() {
    try {
      yield Buffer.from("The opening and more");
      throw new Error("read too far");
    } finally {
      closed = true;
    }
  }

  const sent = await collect(
    openText({ chunks: chunks(), encoding: "utf-8", range: { from: 0, to: 11 } }),
  );

  expect(sent.toString()).toBe("The opening");
  expect(closed).toBe(true);
});

test("an opening that has become undecodable since it was read is refused", async () => {
  const opened = openText({
    chunks: pieces(Buffer.of(0x61, 0xff)),
    encoding: "utf-8",
    range: { from: 0, to: 9 },
  });

  await expect(collect(opened)).rejects.toMatchObject({ reason: "undecodable" });
});

test("a range that is sent, and its measure, are that part of the text and nothing else", async () => {
  const borders = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 }));
  await fc.assert(
    fc.asyncProperty(anyText, anyEncoding, anyCuts, borders, async (text, encoding, cuts, ends) => {
      const range = { from: Math.min(...ends), to: Math.max(...ends) };
      const chunks = () => pieces(encode(`\ufeff${text}`, encoding), cuts);

      const sent = await collect(openText({ chunks: chunks(), encoding, range }));
      const measured = await measureText(openText({ chunks: chunks(), encoding }), range);

      expect(sent.toString("utf8")).toBe(Array.from(text).slice(range.from, range.to).join(""));
      expect(measured).toEqual({
        bytes: sent.length,
        sha256: sha256(sent),
        textSha256: sha256(text),
      });
    }),
  );
});

function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
