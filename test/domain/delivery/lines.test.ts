import * as fc from "fast-check";
import { expect, test } from "vitest";

import { type Line, readLines } from "#domain/delivery/lines.ts";

import { anyCuts, anyText, pieces } from "../../manuscripts/pieces.ts";

test("a line after a blank one begins a paragraph, any other one goes on", async () => {
  const lines = await linesOf("One\r\n\n \nTwo\nthree\n\n\n");

  expect(lines).toEqual([
    { text: "One", at: 0, begins: "paragraph" },
    { text: "Two", at: 8, begins: "paragraph" },
    { text: "three", at: 12, begins: "line" },
  ]);
});

test("places are counted in code points", async () => {
  expect((await linesOf("😀𠮷\nzwei")).map(({ at }) => at)).toEqual([0, 3]);
});

test("where a text is cut into pieces makes no difference", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyCuts, async (text, cuts) => {
      expect(await linesOf(text, cuts)).toEqual(await linesOf(text));
    }),
  );
});

test("a very long line comes in pieces, and is one line all the same", async () => {
  const lines = await linesOf(`${"字😀".repeat(100_000)}\nend`);

  expect(new Set(lines.slice(1, -1).map(({ begins }) => begins))).toEqual(new Set(["rest"]));
  expect(lines.at(-1)).toEqual({ text: "end", at: 200_001, begins: "line" });
});

test("what is not UTF-8 is refused", async () => {
  await expect(linesOf(Buffer.from("Zoë", "latin1"))).rejects.toMatchObject({
    reason: "undecodable",
  });
});

function linesOf(text: string | Uint8Array, cuts: readonly number[] = []): Promise<Line[]> {
  return Array.fromAsync(readLines(pieces(Buffer.from(text), cuts)));
}
