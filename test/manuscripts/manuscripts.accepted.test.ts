import { expect, test } from "vitest";

import { documentFormats, formatKeys } from "#domain/manuscript.ts";
import { formatOf, isAcceptedName } from "#manuscripts/manuscripts.ts";

test.for([
  ["novel.txt", "text"],
  ["NOVEL.TXT", "text"],
  ["notes.md", "text"],
  ["a.text", "text"],
  ["b.markdown", "text"],
  ["novel", "text"],
  ["Vol. 2", "text"],
  ["Draft 1.3", "text"],
  ["Novel.EPUB", "epub"],
  ...formatKeys.flatMap((format) =>
    documentFormats[format].endings.map((ending) => [`novel.${ending}`, format] as const),
  ),
] as const)("%s is read as %s", ([name, format]) => {
  expect(formatOf(name)).toBe(format);
  expect(isAcceptedName(name)).toBe(true);
});

test.for([
  ["novel.doc", "old-word"],
  ["novel.rtf", "rich-text"],
  ["novel.pages", "pages"],
  ["novel.pdf", "pdf"],
  ["cover.jpg", "picture"],
  ["novel.azw3", "kindle"],
  ["novel.txt.zip", "packed"],
  ["song.mp3", "unsupported-type"],
  ["constructor.toString", "unsupported-type"],
] as const)("%s is refused by its name: %s", ([name, reason]) => {
  expect(() => formatOf(name)).toThrow(`manuscript refused: ${reason}`);
  expect(isAcceptedName(name)).toBe(false);
});
