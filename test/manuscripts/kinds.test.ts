import { expect, test } from "vitest";

import { refuseUnsupportedName } from "../../src/manuscripts/kinds.ts";

test.for([
  "novel.txt",
  "NOVEL.TXT",
  "notes.md",
  "a.text",
  "b.markdown",
  "novel",
  "Vol. 2",
  "Draft 1.3",
])("%s is taken", (name) => {
  expect(() => refuseUnsupportedName(name)).not.toThrow();
});

test.for(["novel.docx", "novel.pdf", "novel.txt.zip", "cover.mp3", "notes.rtf"])(
  "%s is refused by its name",
  (name) => {
    expect(() => refuseUnsupportedName(name)).toThrow("unsupported-type");
  },
);
