import { expect, test } from "vitest";

import { epub, epubParts, page } from "../corpus/epub.ts";
import { zip } from "../corpus/zip.ts";
import { textOf } from "./text-of.ts";

const composed = "Étiquette";

/** A book whose second page is at another name than its list says. */
function named(...names: readonly string[]): Buffer {
  const parts = epubParts({ pages: [{ id: "one", body: "<p>One.</p>" }, { id: composed }] });
  const text = `OEBPS/text/${composed} page.xhtml`;
  const stored = names.map((name, n) => ({
    name: `OEBPS/text/${name} page.xhtml`,
    content: page(`<p>Two${n}.</p>`),
  }));
  return zip([...parts.filter(({ name }) => name !== text), ...stored]);
}

test.each([
  ["its own form", composed],
  ["the other Unicode form, as a Mac zips it", composed.normalize("NFD")],
  ["another case", composed.toUpperCase()],
])("a book is read whose page is named in %s", async (_, name) => {
  expect(await textOf("epub", named(name))).toBe("One.\n\nTwo0.");
});

test("the exact name comes first", async () => {
  expect(await textOf("epub", named(composed.toUpperCase(), composed))).toBe("One.\n\nTwo1.");
});

test("a name that several parts may have is none", async () => {
  const book = named(composed.toUpperCase(), composed.toLowerCase());

  await expect(textOf("epub", book)).rejects.toMatchObject({ reason: "broken-document" });
});

test("a book whose list is named in another case is read", async () => {
  const parts = epubParts({ pages: [{ id: "one", body: "<p>One.</p>" }] });
  const renamed = parts.map((part) => ({
    ...part,
    name: part.name.replace("META-INF/container", "meta-inf/Container"),
  }));

  expect(await textOf("epub", zip(renamed))).toBe(
    await textOf("epub", epub({ pages: [{ id: "one", body: "<p>One.</p>" }] })),
  );
});
