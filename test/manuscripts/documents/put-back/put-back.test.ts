import { expect, test } from "vitest";

import { openArchive } from "#manuscripts/documents/archive.ts";

import { awkwardDocx, docxParts, p } from "../../corpus/docx.ts";
import { awkwardEpub, epubParts } from "../../corpus/epub.ts";
import { hostileBooks } from "../../corpus/hostile.ts";
import { zip } from "../../corpus/zip.ts";
import { type Format, textOf, tryPutBack } from "../text-of.ts";

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

test("an EPUB begins with what it is, and parts without text are copied as they are packed", async () => {
  const picture = { name: "OEBPS/Bilder/Möwe.png", content: "not really a picture" };
  const [mark, ...others] = epubParts({ pages: [{ id: "one", body: "<p>Once</p>" }] });
  const late = zip([...others, picture, ...(mark === undefined ? [] : [mark])]);

  const before = await partsIn(late);
  const after = await partsIn(await putBack("epub", late, "Un jour"));

  const pictured = ({ name }: { readonly name: string }) => name === picture.name;
  expect(after[0]).toMatchObject({ name: "mimetype", method: 0, size: 20 });
  expect(after.find(pictured)).toEqual(before.find(pictured));
  expect(after.map(({ name }) => name).toSorted()).toEqual(
    before.map(({ name }) => name).toSorted(),
  );
});

test("a text that packs more tightly than is read comes back in a file that can be read", async () => {
  const parts = docxParts(p("la ".repeat(1000)).repeat(400));
  const bytes = zip(parts.map((part) => ({ ...part, method: "stored" })));
  const text = await textOf("docx", bytes);

  expect(await textOf("docx", await putBack("docx", bytes, text))).toBe(text);
});

test("a document that is another one now is not written into", async () => {
  const bytes = awkwardDocx.bytes();

  await expect(
    tryPutBack("docx", bytes, awkwardDocx.text, { fileSha256: "0".repeat(64) }),
  ).rejects.toMatchObject({ reason: "gone" });
});

test("a document that would be larger than can be posted is not made", async () => {
  const bytes = awkwardDocx.bytes();

  expect(await tryPutBack("docx", bytes, awkwardDocx.text, { limit: 1000 })).toEqual({
    status: "too-large",
  });
});

/** `npm run prove` tries all of them. */
const refused = new Set([
  "parts that share their bytes",
  "two parts of one name",
  "a book with a seller’s lock",
]);

test.for(hostileBooks.filter(({ what }) => refused.has(what)))(
  "nothing is put back into $what",
  async ({ format, bytes, reason }) => {
    await expect(tryPutBack(format, Buffer.from(bytes()), "Un jour")).rejects.toMatchObject({
      reason,
    });
  },
);

async function putBack(format: Format, bytes: Buffer, text: string): Promise<Buffer> {
  const rebuilt = await tryPutBack(format, bytes, text);
  if (rebuilt.status !== "document") throw new Error(JSON.stringify(rebuilt));
  return Buffer.from(rebuilt.bytes);
}

async function namesIn(bytes: Buffer): Promise<readonly string[]> {
  return (await partsIn(bytes)).map(({ name }) => name);
}

async function partsIn(bytes: Buffer) {
  const archive = await openArchive(new Uint8Array(bytes));
  const parts = archive.parts();
  return parts.map((part) => ({ ...part, packed: Buffer.from(part.packed).toString("hex") }));
}
