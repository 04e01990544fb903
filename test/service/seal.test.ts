import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { Unreadable, createSeal, type Seal } from "../../src/service/records/seal.ts";

const [first, second] = [randomBytes(32), randomBytes(32)];
const seal = createSeal([first]);

test.each([0, 1, 65_535, 65_536, 65_537, 300_000])(
  "a text of %i bytes comes back, however it is cut",
  async (length) => {
    const text = randomBytes(length);

    const stored = Buffer.concat(await Array.fromAsync(seal.stream("t-1", inPieces(text, 7_001))));

    expect(stored.includes(text) && length > 16).toBe(false);
    expect(await opened(seal, inPieces(stored, 999))).toEqual(text);
  },
);

test("a text that was changed, cut, prolonged or put in another's place is refused", async () => {
  const stored = Buffer.concat(
    await Array.fromAsync(seal.stream("t-1", inPieces(randomBytes(200_000), 4_096))),
  );
  const flipped = Buffer.from(stored);
  flipped.writeUInt8(flipped.readUInt8(100_000) ^ 1, 100_000);
  const frame = 20 + 65_552;
  const bad = [flipped, stored.subarray(0, -1), stored.subarray(0, frame), stored.subarray(0, 20)];

  for (const bytes of [...bad, Buffer.concat([stored, stored]), Buffer.alloc(0)]) {
    await expect(opened(seal, inPieces(bytes, 5_000))).rejects.toThrow(Unreadable);
  }
  await expect(opened(seal, inPieces(stored, 5_000), "t-2")).rejects.toThrow(Unreadable);
});

test("a new key seals, and the old one still opens until it is taken away", () => {
  const old = seal.text("t-1", "Mara saw the sea.");
  const both = createSeal([second, first]);

  expect(both.openText("t-1", old)).toBe("Mara saw the sea.");
  expect(createSeal([second]).openText("t-1", both.text("t-1", "so"))).toBe("so");
  expect(() => createSeal([second]).openText("t-1", old)).toThrow(Unreadable);
});

async function opened(one: Seal, source: AsyncIterable<Uint8Array>, name = "t-1") {
  return Buffer.concat(await Array.fromAsync(one.openStream(name, source)));
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
