import { expect, test } from "vitest";

import {
  bookHome,
  concerns,
  seriesHome,
  workspaceHome,
  termHome,
} from "#domain/glossary/quote-terms.ts";

import { aQuote } from "../../builders.ts";

const place = { workspace: "T1", channel: "C1" };
const file = { name: "Harbour  Lights.docx" };

test("two volumes of one book share a home, however its name was typed", () => {
  const names = ["The Salt Clock", " the  salt CLOCK ", "Ｔhe Salt Clock"];

  const homes = names.map((book) => termHome({ place, file, book }));

  expect(new Set(homes).size).toBe(1);
  expect(homes[0]).toMatch(/^T1\/book\/[\da-f]{16}$/u);
});

test("a manuscript without a book is a book by its title without its part, in its conversation alone", () => {
  const home = termHome({ place, file: { name: "Harbour Lights.epub" }, book: undefined });
  const elsewhere = { ...place, channel: "C2" };

  expect(home).toMatch(/^T1\/channel\/C1\/[\da-f]{16}$/u);
  expect(termHome({ place, file, book: undefined })).toBe(home);
  expect(termHome({ place, file, book: "  " })).toBe(home);
  expect(termHome({ place, file: { name: "harbour lights.txt" }, book: undefined })).toBe(home);
  expect(termHome({ place, file: { name: "harbour lights 2.txt" }, book: "" })).toBe(home);
  expect(termHome({ place, file: { name: "harbour nights.txt" }, book: "" })).not.toBe(home);
  expect(termHome({ place: elsewhere, file, book: undefined })).not.toBe(home);
  expect(termHome({ place, file, book: "Lights" })).toBe(bookHome("T1", "lights"));
});

test("a card is concerned by its book, any series and its workspace, whatever another book is called", () => {
  const homes = [
    workspaceHome("T1"),
    seriesHome("T1", "Clocks"),
    bookHome("T1", "One"),
    bookHome("T1", "series/Clocks"),
    workspaceHome("T2"),
    seriesHome("T2", "Clocks"),
  ];
  const quote = aQuote({ place: { ...aQuote().place, workspace: "T1" }, book: "One" });

  expect(homes.map((home) => concerns(home, quote))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
