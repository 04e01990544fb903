import { describe, expect, test } from "vitest";

import { chaptersOfSlice, shownFileName, shownTitle } from "#domain/book/manuscript-name.ts";
import { documentFileName } from "#domain/delivery/delivery.ts";

import { aManuscript, aQuote } from "../../builders.ts";

const chapter = (title: string, isMatter?: true) => ({ title, start: 0, characters: 1, isMatter });

/** A manuscript of The Salt Clock with these chapters. */
function handedIn(name: string, titles: readonly string[], changes: object = {}) {
  const chapters = titles.map((title) => chapter(title));
  const reading = { status: "read", manuscript: aManuscript({ chapters }) } as const;
  return aQuote({ book: "The Salt Clock", file: { id: "F1", name }, reading, ...changes });
}

describe("a manuscript is called by its book", () => {
  test.each([
    [
      "then its chapters",
      "ms.txt",
      ["The Tide", "The Bell", "Ash"],
      "The Salt Clock, The Tide – Ash",
    ],
    ["then its only chapter", "ms.txt", ["The Tide"], "The Salt Clock, The Tide"],
    ["then the number of its part", "serial-3.txt", [], "The Salt Clock, 3"],
    [
      "then what the file calls the part",
      "Saga, chapters 3-5.txt",
      [],
      "The Salt Clock, chapters 3-5",
    ],
    ["alone, where nothing names a part", "final_v7.docx", [], "The Salt Clock"],
    [
      "as the file is, if that names the book",
      "the salt clock-2.txt",
      ["A", "B"],
      "the salt clock-2",
    ],
  ])("%s", (_, file, titles, shown) => {
    expect(shownTitle(handedIn(file, titles))).toBe(shown);
  });

  test("without its front matter", () => {
    const chapters = [chapter("Imprint", true), chapter("The Tide"), chapter("Index", true)];
    const reading = { status: "read", manuscript: aManuscript({ chapters }) } as const;

    expect(shownTitle(handedIn("ms.txt", [], { reading }))).toBe("The Salt Clock, The Tide");
  });

  test("so that a long name leaves room for the chapters", () => {
    const shown = shownTitle(handedIn("ms.txt", ["One", "Two"], { book: "Long ".repeat(40) }));

    expect(shown).toMatch(/^Long .*…, One – Two$/u);
    expect(Array.from(shown).length).toBeLessThanOrEqual(80);
  });

  test("or by the book that its text continues, while nobody gave a name", () => {
    const changes = { book: undefined, bookTitle: "lantern" };

    expect(shownTitle(handedIn("for-the-fair.txt", ["A", "B"], changes))).toBe("lantern, A – B");
  });

  test("but a file that cannot be read keeps its own name", () => {
    const reading = { status: "refused", reason: "empty" } as const;

    expect(shownTitle(handedIn("ms.txt", [], { reading }))).toBe("ms");
  });
});

test("a result has the name of the book and the ending of the manuscript", () => {
  const name = shownFileName(handedIn("ms.epub", [], { book: "Dr. Clock" }));

  expect(documentFileName(name, "fr")).toBe("Dr. Clock.fr.epub");
  expect(shownFileName(handedIn("lantern.txt", [], { book: "Lantern" }))).toBe("lantern.txt");
});

describe("chapters of a slice are named by their titles", () => {
  const titles = ["Imprint", "The Tide", "The Bell", "Ash", "Salt"];
  const chapters = titles.map((title, start) => ({
    ...chapter(title, title === "Imprint" ? true : undefined),
    start,
  }));
  const manuscript = aManuscript({ chapters, characters: titles.length });

  test.each([
    ["in a row", [{ from: 1, to: 4 }], ["The Tide – Ash"]],
    [
      "one by one, where some are missing between",
      [
        { from: 1, to: 2 },
        { from: 3, to: 5 },
      ],
      ["The Tide", "Ash – Salt"],
    ],
    ["without front matter", [{ from: 0, to: 3 }], ["The Tide – The Bell"]],
    ["and front matter where it is alone", [{ from: 0, to: 1 }], ["Imprint"]],
    ["and nothing has no name", [], []],
  ])("%s", (_, slice, names) => {
    expect(chaptersOfSlice(manuscript, slice)).toEqual(names);
  });
});
