import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Encoding } from "#domain/manuscript.ts";
import type { Slice } from "#domain/slice.ts";
import { measureText, openText, readManuscript } from "#manuscripts/text/read-manuscript.ts";

import { anyCuts, anyText, collect, encode, pieces } from "../pieces.ts";

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
        const { manuscript: promised } = await readManuscript({
          chunks: pieces(bytes),
          openings: [limit],
        });

        const sent = await collect(
          openText({
            chunks: pieces(bytes, cuts),
            encoding: "utf-8",
            slice: [{ from: 0, to: limit }],
          }),
        );

        expect(sent.toString("utf8")).toBe(Array.from(text).slice(0, limit).join(""));
        expect(sent.length).toBe(promised.openings[0]?.measured.bytes);
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
    openText({ chunks: chunks(), encoding: "utf-8", slice: [{ from: 0, to: 11 }] }),
  );

  expect(sent.toString()).toBe("The opening");
  expect(closed).toBe(true);
});

test("an opening that has become undecodable since it was read is refused", async () => {
  const opened = openText({
    chunks: pieces(Buffer.of(0x61, 0xff)),
    encoding: "utf-8",
    slice: [{ from: 0, to: 9 }],
  });

  await expect(collect(opened)).rejects.toMatchObject({ reason: "undecodable" });
});

test("a slice that is sent, and its measure, are those ranges of the text and nothing else", async () => {
  const borders = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyText, anyEncoding, anyCuts, borders, async (text, encoding, cuts, ends) => {
      const slice = rangesBetween(ends);
      const chunks = () => pieces(encode(`\ufeff${text}`, encoding), cuts);

      const sent = await collect(openText({ chunks: chunks(), encoding, slice }));
      const measured = await measureText(openText({ chunks: chunks(), encoding }), slice);

      const characters = Array.from(text);
      const wanted = slice.flatMap(({ from, to }) => characters.slice(from, to)).join("");
      expect(sent.toString("utf8")).toBe(wanted);
      expect(measured).toEqual({
        bytes: sent.length,
        sha256: sha256(sent),
        textSha256: sha256(text),
      });
    }),
  );
});

test("a slice that ends with a character cut in two pieces is measured with all of it", async () => {
  const bytes = Buffer.from("aa\u3000b");
  const chunks = pieces(bytes, [3 / bytes.length]);

  const measured = await measureText(chunks, [{ from: 1, to: 3 }]);

  expect(measured).toMatchObject({ bytes: 4, sha256: sha256("a\u3000") });
});

test("a slice that is the whole measures as the whole", async () => {
  const text = "The Lighthouse. 灯塔";
  const measure = (slice?: Slice) => measureText(pieces(Buffer.from(text), [0.4]), slice);

  expect(await measure([{ from: 0, to: 18 }])).toEqual(await measure());
});

test("nothing of a file is read behind the last range of a slice", async () => {
  let closed = false;
  async function* chunks() {
    try {
      yield Buffer.from("One. Two. Three. ");
      throw new Error("read too far");
    } finally {
      closed = true;
    }
  }
  const slice = [
    { from: 0, to: 4 },
    { from: 9, to: 16 },
  ];

  const sent = await collect(openText({ chunks: chunks(), encoding: "utf-8", slice }));

  expect(sent.toString()).toBe("One. Three.");
  expect(closed).toBe(true);
});

/** Returns some of the stretches between the borders; some of them touch. */
function rangesBetween(ends: readonly number[]): Slice {
  const borders = ends.toSorted((one, other) => one - other);
  return borders
    .flatMap((from, index) => {
      const to = borders[index + 1];
      return to === undefined ? [] : [{ from, to }];
    })
    .filter(({ from }) => from % 3 !== 0);
}

function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
