import { expect, test } from "vitest";

import { layerOf, outerHome, termHome } from "../../../src/features/glossary/rules/term-home.ts";

const place = { workspace: "T1", channel: "C1" };

test("two volumes of one book share a home, however its name was typed", () => {
  const names = ["The Salt Clock", " the  salt CLOCK ", "Ｔhe Salt Clock"];

  const homes = names.map((book) => termHome({ place, book }));

  expect(new Set(homes)).toEqual(new Set(["T1/book/the salt clock"]));
});

test("a manuscript without a book belongs to its conversation", () => {
  expect(termHome({ place, book: undefined })).toBe("T1/channel/C1");
  expect(termHome({ place, book: "  " })).toBe("T1/channel/C1");
});

test("a home tells which layer it is, whatever its book is called", () => {
  const homes = [
    outerHome("T1", { name: "workspace" }),
    outerHome("T1", { name: "series", series: "Clocks" }),
    termHome({ place, book: "series/Clocks" }),
    termHome({ place, book: undefined }),
  ];

  expect(homes.map(layerOf)).toEqual(["workspace", "series", "book", "book"]);
});
