import { expect, test } from "vitest";

import { matchParagraphs } from "#manuscripts/documents/put-back/match-paragraphs.ts";

const blocks = ["One", "Two\nlines", "* * *", "A stanza\n\nand another", "\u00A0", "Five"];

test("paragraphs come back with blank lines between them, whatever the line ends", () => {
  const translation =
    "Un\r\n\r\nDeux\r\nlignes\r\n\r\n***\r\n \r\nStrophe\r\n\r\net une\r\n\r\n\r\nCinq\r\n";

  expect(matchParagraphs(blocks, translation)).toEqual({
    status: "matched",
    texts: ["Un", "Deux\nlignes", "***", "Strophe\n\net une", undefined, "Cinq"],
  });
});

test("paragraphs that come back as one line each are matched line by line", () => {
  expect(matchParagraphs(blocks, "Un\nDeux\nlignes\n***\nStrophe\net une\nCinq")).toEqual({
    status: "matched",
    texts: ["Un", "Deux\nlignes", "***", "Strophe\net une", undefined, "Cinq"],
  });
});

test("a paragraph that is missing or too many is no match, and both are counted", () => {
  expect(matchParagraphs(blocks, "Un\n\nDeux lignes\n\n***\n\nStrophe\n\nCinq")).toEqual({
    status: "unmatched",
    book: 6,
    translation: 5,
  });
  expect(matchParagraphs(["One"], "Un\n\nDeux")).toMatchObject({ status: "unmatched" });
  expect(matchParagraphs(["One"], "")).toMatchObject({ book: 1, translation: 0 });
});

test("a note that would stand in another paragraph is no match, though the numbers agree", () => {
  const book = ["One[1]", "[1] Note", "Two"];

  expect(matchParagraphs(book, "Un\n\n[1] Note\n\nDeux[1]")).toMatchObject({ status: "unmatched" });
  expect(matchParagraphs(book, "Un\n\n[1] Note\n\nDeux")).toMatchObject({ status: "matched" });
});

test("a linked number in brackets is no other note when its signs are lost or new", () => {
  const book = ["One[1] [*2*]", "[1] Note", "Two[2]", "[2] Note", "Three [_*3*_]"];
  const back = ["Un[1] [2]", "[1] Note", "Deux[2]", "[2] Note", "Trois [3]"];

  for (const text of [back, back.map((one) => one.replace(" [2]", " [**2**]"))]) {
    expect(matchParagraphs(book, text.join("\n\n"))).toEqual({ status: "matched", texts: text });
  }
});

test("paragraphs that would stand in the place of their neighbours are no match", () => {
  const book = Array.from({ length: 30 }, (_, index) => "word ".repeat(4 + ((index * 37) % 90)));
  const joined = book.toSpliced(5, 2, `${book[5]} ${book[6]}`);
  const half = (joined[20] ?? "").length / 2;
  const divided = [(joined[20] ?? "").slice(0, half), (joined[20] ?? "").slice(half)];
  const shifted = joined.toSpliced(20, 1, ...divided);

  expect(matchParagraphs(book, book.join("\n\n"))).toMatchObject({ status: "matched" });
  expect(matchParagraphs(book, shifted.join("\n\n"))).toEqual({
    status: "unmatched",
    book: 30,
    translation: 30,
  });
});

test("a row of stars that would become a sentence is no match, though the numbers agree", () => {
  expect(matchParagraphs(["One", "* * *", "Two"], "Un\n\nDeux\n\n* * *")).toEqual({
    status: "unmatched",
    book: 3,
    translation: 3,
  });
});

test("chapters that are not translated yet are no sign that the others are in wrong places", () => {
  const blocks = Array.from({ length: 60 }, (_, n) =>
    `Day ${n} `.repeat(5 + ((n * 7) % 40)).trim(),
  );
  const texts = blocks.map((text, n) => (n < 40 ? text : "漢".repeat(text.length / 3)));

  expect(matchParagraphs(blocks, texts.join("\n\n"))).toEqual({ status: "matched", texts });
});
