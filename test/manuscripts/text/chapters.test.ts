import { Buffer } from "node:buffer";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { chaptersOf } from "#manuscripts/text/chapters.ts";
import { createHeadingFinder } from "#manuscripts/text/find-headings.ts";
import { readHeading } from "#manuscripts/text/heading.ts";

import { runs } from "../../proofs/hostile/runs.ts";

const prose = "It rained on the harbour, and nobody came down to the boats that day.\n".repeat(4);

function found(text: string): readonly string[] {
  return chaptersIn(text).map(({ title }) => title);
}

function chaptersIn(text: string, cuts: readonly number[] = []) {
  const finder = createHeadingFinder();
  const characters = Array.from(text);
  const borders = [0, ...cuts.map((cut) => Math.floor(cut * characters.length)), characters.length];
  borders.sort((one, other) => one - other);
  const counts = borders.map((border, index) => {
    const piece = characters.slice(border, borders[index + 1] ?? border).join("");
    return finder.add(Buffer.from(piece)).count;
  });
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(characters.length);
  return chaptersOf(finder.close(), characters.length);
}

const golden: readonly (readonly [string, readonly string[]])[] = [
  ["English", ["Prologue", "Chapter 1", "Chapter Two: The Storm", "CHAPTER XII", "Epilogue"]],
  ["English in capitals", ["CHAPTER ONE", "CHAPTER TWENTY-TWO", "Interlude: Ilse"]],
  ["Spanish", ["Prólogo", "Capítulo 1", "CAPÍTULO SEGUNDO", "Capítulo III: El puerto", "Epílogo"]],
  [
    "French",
    ["Avant-propos", "Chapitre premier", "CHAPITRE II", "Chapitre 3 – La mer", "Épilogue"],
  ],
  [
    "German",
    ["Prolog", "Kapitel 1", "2. Kapitel", "Erstes Kapitel", "Kapitel 4: Das Meer", "Nachwort"],
  ],
  ["Portuguese", ["Prólogo", "Capítulo 1", "Capítulo dois", "CAPÍTULO III", "Posfácio"]],
  ["Russian", ["Пролог", "Глава 1", "Глава 2: Море", "Эпилог"]],
  [
    "Japanese",
    [
      "プロローグ",
      "第一章 最後の船",
      "第2話 えっ、本当？",
      "【第三章】",
      "幕間",
      "第１２話",
      "エピローグ",
    ],
  ],
  ["Chinese", ["楔子", "第一章 初见", "第二十三章：风暴", "第一百零二回", "番外 灯塔", "后记"]],
  ["Polish", ["Wstęp", "Rozdział I", "Rozdział Dwudziesty Pierwszy", "ROZDZIAŁ XII: Powrót"]],
  ["Ukrainian", ["Пролог", "Розділ 1", "ІІ. Розділ", "РОЗДІЛ ТРЕТІЙ", "Епілог"]],
  ["Dutch", ["Voorwoord", "Hoofdstuk 1", "HOOFDSTUK ZEVEN", "Hoofdstuk III: De haven"]],
  ["Turkish", ["Önsöz", "Bölüm 1", "2. Bölüm", "Bölüm Üç", "Sonsöz"]],
  ["Vietnamese", ["Chương 1", "Chương II: Biển", "CHƯƠNG BA"]],
  ["Czech", ["Předmluva", "Kapitola 1", "2. kapitola", "KAPITOLA SEDMÁ", "Doslov"]],
  ["Hungarian", ["Előszó", "1. fejezet", "Fejezet 2", "III. FEJEZET: A kikötő", "Utószó"]],
  ["Hungarian, in parts", ["Első rész", "Második rész"]],
  ["Spanish, in parts", ["Primera parte", "Segunda parte"]],
  ["Indonesian", ["Bab 1", "BAB II", "Bab Tiga"]],
  ["Arabic", ["مقدمة", "الفصل 1", "الفصل ٢", "الفصل الثالث"]],
  ["Hindi", ["अध्याय 1", "अध्याय २", "अध्याय तीन"]],
  ["Thai", ["บทนำ", "บทที่ 1", "บทที่ ๒", "บทที่สาม"]],
  ["Korean", ["프롤로그", "제1장", "제 2 장 바다", "3화", "제12화: 등대", "외전", "에필로그"]],
];

test.each(golden)("the headings of a book in %s are its chapters", (_, titles) => {
  expect(found(titles.map((title) => `${title}\n\n${prose}\n`).join(""))).toEqual(
    titles.map((title) => title.replaceAll(/[【】]/gu, (sign) => sign)),
  );
});

test.each(golden)("so are they in %s where no blank line stands around them", (_, titles) => {
  expect(found(titles.map((title) => `${title}\r\n${prose}`).join(""))).toHaveLength(titles.length);
});

test("numbers that stand alone are chapters when they count up", () => {
  const numbered = (numbers: readonly string[]) =>
    found(numbers.map((number) => `${number}\n\n${prose.repeat(number.length)}\n`).join(""));

  expect(numbered(["1", "2", "3", "4"])).toEqual(["1", "2", "3", "4"]);
  expect(numbered(["I", "II.", "III", "IV"])).toEqual(["I", "II.", "III", "IV"]);
  expect(numbered(["一", "二", "三"])).toEqual(["一", "二", "三"]);
  expect(numbered(["1. The Boat", "2. The Storm", "3. The Light"])).toHaveLength(3);
  expect(numbered(["3", "7", "5"])).toEqual([]);
  expect(numbered(["1984", "1985"])).toEqual([]);
});

test.each([
  ["Sechstes Kapitel", "Zwölftes Kapitel", "Einundzwanzigstes Kapitel"],
  ["CAPITULO SEXTO", "CAPITULO UNDECIMO", "CAPÍTULO VIGÉSIMO PRIMERO"],
  ["Rozdział szósty", "Rozdział dwudziesty pierwszy", "Rozdział ostatni"],
  ["KILENCEDIK FEJEZET A KIKÖTŐ", "TIZENEGYEDIK FEJEZET", "Huszadik fejezet"],
  ["Chapter the Last", "The Ninth Chapter", "CHAPTER XII.—In which it rains."],
])("chapters are counted in any words: “%s”", (...titles) => {
  expect(found(titles.map((title) => `${title}\n\n${prose}\n`).join(""))).toEqual(titles);
});

/** Puts texts of different lengths below the headings. */
function book(titles: readonly string[]): string {
  return titles.map((title, n) => `${title}\n\n${prose.repeat(1 + (n % 3))}\n`).join("");
}

const roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"] as const;

test.each([
  ["- I -", "- II -", "- III -"],
  ["§ 1.", "§ 2.", "§ 3."],
  ["І.", "ІІ.", "ІІІ.", "ІV.", "V."],
  ["1. It rains.", "2. Who is there?", "3. Nobody came!"],
  ["I. — The Boat", "II. — The Storm", "III. — The Light"],
  ["I", "II (1)", "III"],
])("“%s” and those after it are chapters", (...titles) => {
  expect(found(book(titles))).toHaveLength(titles.length);
});

test.each([
  ["a year", ["1", "2", "1848", "3", "4"], ["1", "2", "3", "4"]],
  ["an initial", ["I", "II", "C.", "III", "IV"], ["I", "II", "III", "IV"]],
  ["a number that is missing", ["I", "II", "IV", "V"], ["I", "II", "IV", "V"]],
  ["a misprint", ["I", "II", "XIII", "IV", "V"], ["I", "II", "XIII", "IV", "V"]],
  ["one that is there twice", ["I", "II", "II", "IV", "V"], ["I", "II", "II", "IV", "V"]],
])("%s does not keep the others from being chapters", (_, titles, expected) => {
  expect(found(book(titles))).toEqual(expected);
});

test("numbers that begin again in the next part are chapters, and the parts are not", () => {
  const parts = ["Part One", "Part Two"].map((part) => `${part}\n\n${book(roman)}`);

  expect(found(parts.join(""))).toEqual(
    ["Part One", "Part Two"].flatMap((part) => [`${part}, I`, ...roman.slice(1)]),
  );
});

test("numbers within chapters are none", () => {
  const text = book(["Chapter 1", "1", "2", "3", "Chapter 2", "1", "2", "3", "Chapter 3"]);

  expect(found(text)).toEqual(["Chapter 1", "Chapter 2", "Chapter 3"]);
});

test("nor are notes, which are numbered behind the text", () => {
  const notes = Array.from({ length: 200 }, (_, note) => `${note + 1}\n\nIt rained.\n\n`);

  expect(found(`${prose.repeat(20)}\n${notes.join("")}`)).toEqual([]);
});

test("a volume, a book and a chapter that begin together are no table of contents", () => {
  const text = book(["Erster Teil\n\nErstes Buch\n\nErstes Kapitel", "Zweites Kapitel"]);

  expect(found(text)).toEqual(["Erster Teil, Erstes Buch, Erstes Kapitel", "Zweites Kapitel"]);
});

test("no chapter would hold more than a third of a long text: headings must have been missed", () => {
  const short = ["Chapter 1", "Chapter 2", "Chapter 3"].map((title) => `${title}\n\n${prose}\n`);
  const long = prose.repeat(400);

  expect(found(short.join("") + prose)).toHaveLength(3);
  expect(found(short.join("") + long)).toEqual([]);
  expect(found(`${short.join("")}${long}\n${book(roman)}`)).toEqual([]);
  expect(found(roman.map((number) => `Chapter ${number}\n\n${long}\n`).join(""))).toEqual(
    roman.map((number) => `Chapter ${number}`),
  );
});

test("chapters that are counted without a gap may be that long: none of their headings was missed", () => {
  const long = prose.repeat(400);
  const titles = ["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4"];
  const numbers = ["1. Introduction", "2. Companions", "3. A Visit", "4. Afterword"];
  const texts = (heads: readonly string[]) =>
    heads.map((head, index) => `${head}\n\n${index === 2 ? long : prose.repeat(40)}\n`).join("");

  expect(found(texts(titles))).toEqual(titles);
  expect(found(texts(numbers))).toEqual(numbers);
  expect(found(texts(titles.with(1, "Chapter 3").with(2, "Chapter 4")))).toEqual([]);
  expect(found(texts(["Part 1", "Part 2", "Part 3", "Part 4"]))).toEqual([]);
});

test("nor is a part of a document one where there are chapters in it", () => {
  const marked = Array.from({ length: 12 }, (_, n) => {
    const [title, level] = n % 6 === 0 ? [`Part ${n / 6 + 1}`, 1] : [`The Boat ${n}`, 2];
    const heading = { title, level, kind: "section", number: undefined, isLoose: false } as const;
    return { ...heading, start: n * 20_000, end: n * 20_000 + 10 };
  });

  const titles = chaptersOf([], 240_000, { headings: marked, turns: [] }).map(({ title }) => title);

  expect(titles).toEqual(marked.map(({ title }) => title));
});

test("where every line is a paragraph, a heading needs no blank lines around it", () => {
  const paragraph = prose.replaceAll("\n", " ").repeat(16);
  const chapter = `“Come down.”\n${paragraph}\n“No.”\n`;
  const text = roman.map((number) => `${number}\n${chapter}`).join("");

  expect(found(text)).toEqual(roman);
  expect(found(text.replaceAll(". ", ".\n"))).toEqual([]);
  fc.assert(
    fc.property(anyCuts, (cuts) => {
      expect(chaptersIn(text, cuts)).toEqual(chaptersIn(text));
    }),
    runs(50),
  );
});

test("short numbered pieces of even length are pages", () => {
  const pages = Array.from({ length: 20 }, (_, page) => `${prose}\n${page + 1}\n\n`);

  expect(found(pages.join(""))).toEqual([]);
});

test("long ones are chapters, however even", () => {
  const chapters = roman.map((number) => `${number}\n\n${prose.repeat(40)}\n`);

  expect(found(chapters.join(""))).toEqual(roman);
});

test("Markdown’s headings are chapters, below the single one that names the book", () => {
  const text = `# The Salt Clock\n\n## A boat\n\n${prose}\n## A light\n\n${prose}\n### Later\n\n${prose}`;

  expect(found(text)).toEqual(["A boat", "A light"]);
});

test("so they are where two of them call themselves chapters", () => {
  const titles = ["A boat", "Chapter the Last", "A light", "Chapter the First", "Home"];
  const text = titles.map((title) => `## ${title}\n\n${prose.repeat(500)}`).join("\n\n");

  expect(found(text)).toEqual(titles);
});

test("a table of contents is none, and what stands before the first chapter belongs to it", () => {
  const titles = ["Chapter 1: The Boat", "Chapter 2: The Storm", "Chapter 3: The Light"];
  const text = `The Salt Clock\n\nBy Ilse Marlow\n\n${titles.join("\n")}\n\n${titles.map((title) => `${title}\n\n${prose}`).join("\n")}`;

  const chapters = chaptersIn(text);

  expect(chapters.map(({ title }) => title)).toEqual(titles);
  expect(chapters[0]?.start).toBe(0);
});

test("nor is one with page numbers, or one at the end", () => {
  const body = `Chapter 1\n\n${prose}\nChapter 2\n\n${prose}\nChapter 3\n\n${prose}`;

  expect(
    found(`Chapter 1 ........ 3\nChapter 2 ........ 9\nChapter 3 …… 12\n\n${body}`),
  ).toHaveLength(3);
  expect(found(`${body}\nChapter 1\nChapter 2\nChapter 3\n`)).toHaveLength(3);
});

test("a volume right above a chapter is one heading with it", () => {
  const text = `Part One\n\nChapter 1\n\n${prose}\nChapter 2\n\n${prose}\nPart Two\n\nChapter 3\n\n${prose}`;

  expect(found(text)).toEqual(["Part One, Chapter 1", "Chapter 2", "Part Two, Chapter 3"]);
});

test("so is one with a motto between them", () => {
  const text = `Part One\n\nVengeance is mine.\n\nChapter 1\n\n${prose}\nChapter 2\n\n${prose}`;

  expect(found(text)).toEqual(["Part One, Chapter 1", "Chapter 2"]);
});

test.each([
  "Chapter 12 was the hardest of all, he said, and closed the book.",
  "Chapter and verse",
  "The chapter that he had read, he said, was the last.",
  "Part of the roof had gone.",
  "I",
  "第一章では、海は静かだった。",
  "第一回合他就输了。",
  "제1장이라고 그는 말했다.",
  "Prologue to a long war, they called it.",
  "“Chapter 3,” she read.",
])("“%s” is prose", (line) => {
  const heading = readHeading(line);

  expect(heading === undefined || heading.isLoose || heading.kind === "number").toBe(true);
});

test.each(["He closed the chapter.", "This is the introduction.", "Er las das Kapitel."])(
  "“%s” is a sentence, even in a paragraph of its own",
  (line) => {
    expect(readHeading(line)).toBeUndefined();
  },
);

test("a single heading divides nothing", () => {
  expect(found(`Chapter 43\n\n${prose}`)).toEqual([]);
});

test("a title is at most 80 characters of one line", () => {
  const [first] = found(`Chapter 1:\t${"a  b ".repeat(20)}\n\n${prose}\nChapter 2\n\n${prose}`);

  expect(Array.from(first ?? "").length).toBeLessThanOrEqual(80);
  expect(first).toMatch(/^Chapter 1: a b a b .*…$/u);
});

const anyLine = fc.oneof(
  fc.constantFrom(
    "Chapter 1",
    "Chapter 2",
    "第三章 海",
    "제4장",
    "5",
    "IV",
    "# One",
    "Prologue",
    "Part One",
  ),
  fc.constantFrom(
    "",
    "\r",
    "　",
    " \t",
    "It rained.",
    "“Late,” she said.",
    "国".repeat(200),
    "* * *",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const anyBook = fc
  .array(anyLine, { maxLength: 60 })
  .map((lines) => lines.join("\n").toWellFormed());
const anyCuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

test("chapters follow each other without a gap from the first character to the last", () => {
  fc.assert(
    fc.property(anyBook, (text) => {
      const chapters = chaptersIn(text);

      const ends = chapters.map(({ start, characters }) => start + characters);
      expect(chapters.map(({ start }) => start)).toEqual(
        chapters.length === 0 ? [] : [0, ...ends.slice(0, -1)],
      );
      expect(ends.at(-1) ?? Array.from(text).length).toBe(Array.from(text).length);
    }),
    runs(500),
  );
});

test("where a text is cut into pieces makes no difference to its chapters", () => {
  fc.assert(
    fc.property(anyBook, anyCuts, (text, cuts) => {
      expect(chaptersIn(text, cuts)).toEqual(chaptersIn(text));
    }),
    runs(500),
  );
});

test("more headings than anybody reads are not all kept", () => {
  const text = Array.from(
    { length: 12_000 },
    (_, n) => `Chapter ${n + 1}\nIt rained. It poured.\n`,
  ).join("");

  const chapters = chaptersIn(text);

  expect(chapters).toHaveLength(5000);
  expect((chapters.at(-1)?.start ?? 0) + (chapters.at(-1)?.characters ?? 0)).toBe(text.length);
});
