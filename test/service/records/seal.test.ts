import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { createRecords } from "#service/records/records.ts";
import { createSeal, UnreadableValueError } from "#service/records/seal.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { deserialise } from "#store/store.ts";

const [first, second] = [randomBytes(32), randomBytes(32)];
const seal = createSeal([first]);

test.each([0, 1, 262_143, 262_144, 262_145, 900_000])(
  "a text of %i bytes comes back, however it arrives, and is stored sealed",
  async (length) => {
    const { texts, store } = openTexts();
    const text = "Mara saw the sea. ".repeat(50_000).slice(0, length);

    const bytes = await texts.write("t-1", "source", inPieces(text, 7_001));

    expect(bytes).toBe(length);
    expect((await Array.fromAsync(texts.read("t-1", "source", bytes))).join("")).toBe(text);
    const stored = (await store.read(firstPiece)) ?? "";
    const sealed = /"sealed":"(?<base64>[^"]*)"/u.exec(stored)?.groups?.["base64"] ?? "";
    expect(stored).not.toContain("Mara saw");
    expect(Buffer.from(sealed, "base64").includes("Mara saw")).toBe(false);
  },
);

test("a text that is cut off, or with pieces of another one or out of order, is refused", async () => {
  const { texts, store } = openTexts();
  const text = "Mara saw the sea. ".repeat(50_000);
  for (const id of ["t-1", "t-2"]) await texts.write(id, "source", inPieces(text, 4_096));
  const read = () => Array.fromAsync(texts.read("t-1", "source", text.length));
  const before = await store.read(firstPiece);

  for (const other of ["t-2 source 0", "t-1 source 1"]) {
    await store.set(firstPiece, deserialise((await store.read(`service-pieces:${other}`)) ?? ""));
    await expect(read()).rejects.toThrow(UnreadableValueError);
  }
  const after = await store.read(firstPiece);
  await store.commit([{ key: firstPiece, before: after, after: before }]);
  expect((await read()).join("")).toBe(text);
  await texts.forget("t-2");
  await store.commit([{ key: firstPiece, before, after: undefined }]);
  await expect(read()).rejects.toThrow(UnreadableValueError);
});

test("a sealed text that was changed, cut, prolonged or renamed is refused", () => {
  const sealed = Buffer.from(seal.close("t-1", "Mara saw the sea."), "base64");
  const flipped = Buffer.from(sealed);
  flipped.writeUInt8(flipped.readUInt8(25) ^ 1, 25);
  const bad = [flipped, sealed.subarray(0, -1), sealed.subarray(0, 20), Buffer.alloc(0)];

  for (const bytes of [...bad, Buffer.concat([sealed, sealed])]) {
    expect(() => seal.open("t-1", bytes.toString("base64"))).toThrow(UnreadableValueError);
  }
  expect(() => seal.open("t-2", sealed.toString("base64"))).toThrow(UnreadableValueError);
});

test("a new key seals, and the old one still opens until it is taken away", () => {
  const old = seal.close("t-1", "Mara saw the sea.");
  const both = createSeal([second, first]);

  expect(both.open("t-1", old)).toBe("Mara saw the sea.");
  expect(createSeal([second]).open("t-1", both.close("t-1", "so"))).toBe("so");
  expect(() => createSeal([second]).open("t-1", old)).toThrow(UnreadableValueError);
});

const firstPiece = "service-pieces:t-1 source 0";

function openTexts() {
  const store = createMemoryStore();
  return { store, texts: createRecords(store, seal).texts };
}

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
