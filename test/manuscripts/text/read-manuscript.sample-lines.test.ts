import { Buffer } from "node:buffer";

import { expect, test } from "vitest";

import { sampleLines } from "#manuscripts/text/read-manuscript.ts";

import { written } from "../charsets.ts";
import { pieces } from "../pieces.ts";

const plain = "Nothing but plain English.\n".repeat(5000);

test("the lines shown are the first that tell readings apart, each as the encoding reads it", async () => {
  const bytes = Buffer.concat([
    Buffer.from(plain),
    written("La fin.\nÀ bientôt, père Noël.\n", "windows-1252"),
  ]);

  const samples = await sampleLines(pieces(bytes, [0.3, 0.6]), ["windows-1252", "windows-1251"]);

  expect(samples.map(({ lines }) => lines.at(-1))).toEqual([
    "À bientôt, père Noël.",
    "А bientфt, pиre Noлl.",
  ]);
});

test("escapes to Japanese are found far down, too", async () => {
  const bytes = Buffer.concat([Buffer.from(plain), written("夜も更けた。\n", "iso-2022-jp")]);

  const [sample] = await sampleLines(pieces(bytes), ["iso-2022-jp"]);

  expect(sample?.lines).toContain("夜も更けた。");
});

test("no more of a file is read than its lines need", async () => {
  let given = 0;
  async function* chunks() {
    for (;;) {
      given += 1;
      yield written("Он пришёл домой поздно вечером.\n".repeat(30), "koi8-r");
    }
  }

  await sampleLines(chunks(), ["koi8-r"]);

  expect(given).toBeLessThan(4);
});

test("a reading that breaks off within the sample shows what came before", async () => {
  const bytes = Buffer.concat([
    written("夜も更けた。\n".repeat(10), "shift_jis"),
    Buffer.of(0x81, 0x20),
  ]);

  const [sample] = await sampleLines(pieces(bytes), ["shift_jis"]);

  expect(sample?.lines[0]).toBe("夜も更けた。");
});

test("a plain file has the lines that it ends with", async () => {
  const [sample] = await sampleLines(pieces(Buffer.from("One.\nTwo.\n")), ["windows-1252"]);

  expect(sample?.lines).toEqual(["One.", "Two."]);
});
