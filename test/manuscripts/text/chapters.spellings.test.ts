import { expect, test } from "vitest";

import { readHeading } from "#manuscripts/text/heading.ts";
import { readManuscript } from "#manuscripts/text/read-manuscript.ts";

import { pieces } from "../pieces.ts";

/** Returns the titles of the chapters of a text with these headings, each above so many characters. */
async function titlesOf(
  headings: readonly string[],
  length = 3600,
  end = "\n",
): Promise<readonly string[]> {
  const paragraph = "The ferry left late, and nobody had looked at the clock.";
  const prose = Array.from({ length: length / paragraph.length }, () => paragraph).join(end + end);
  const text = headings.map((heading) => [heading, prose].join(end + end)).join(end + end);
  const chunks = pieces(Buffer.from(text), [0.3, 0.6]);
  const { manuscript } = await readManuscript({ chunks, openings: [500], encoding: "utf-8" });
  return manuscript.chapters.map(({ title }) => title);
}

const eight = (heading: (n: number) => string) =>
  Array.from({ length: 8 }, (_, n) => heading(n + 1));

test.for([
  ["Hebrew", eight((n) => `פרק ${"אבגדהוזח".charAt(n - 1)}`)],
  ["Norwegian", eight((n) => `Kapittel ${n}`)],
  ["Finnish", eight((n) => `Luku ${n}`)],
  ["episodes", eight((n) => `Episode ${n}`)],
  ["Persian", eight((n) => `فصل ${n}`)],
  ["Bengali", eight((n) => `অধ্যায় ${n}`)],
  ["Greek", eight((n) => `ΚΕΦΑΛΑΙΟ ${"ΑΒΓΔΕΖΗΘ".charAt(n - 1)}΄`)],
  ["spaced letters", eight((n) => `C H A P T E R ${n}`)],
  ["full-width digits", eight((n) => String.fromCodePoint(0xff10 + n))],
  ["German before 1901", ["Erstes Capitel.", "Zweites Capitel.", "Drittes Capitel."]],
  ["Romanian parts", ["Partea întâi", "Partea a doua", "Partea a treia"]],
  ["numbers with full stops, evenly long", Array.from({ length: 20 }, (_, n) => `${n + 1}.`)],
  [
    "numbered titles with words that are headings elsewhere",
    [
      "1. Salt",
      "2. The Letter",
      "3. Fog",
      "4. The Last Act",
      "5. Part of It",
      "6. The Book of Tides",
    ].concat(["7. Rope", "8. Rust", "9. Sand", "10. Home"]),
  ],
] as const)("each chapter is found: %s", async ([, headings]) => {
  expect(await titlesOf(headings)).toEqual(headings);
});

test("a sentence that begins with an ordinal and a volume is no heading", () => {
  expect(readHeading("The third volume of Musset lay open.")).toBeUndefined();
  expect(readHeading("Trzeci tom Musseta — odpowiedziała.")).toBeUndefined();
  expect(readHeading("Trzeci tom")?.kind).toBe("volume");
});

test("a text for the Mac, whose lines end in a carriage return alone", async () => {
  const headings = eight((n) => `Chapter ${n}`);

  expect(await titlesOf(headings, 3600, "\r")).toEqual(headings);
});

test("appendices, notes and a bibliography end the last chapter", async () => {
  const headings = [
    ...eight((n) => `Chapter ${n}`),
    "Appendix A: Tide Tables",
    "Appendix B",
    "Notes",
    "Bibliography",
  ];

  expect(await titlesOf(headings, 14_000)).toEqual(headings);
});

test("a number is no chapter where it counts pages or the entries of a list", async () => {
  expect(
    await titlesOf(
      Array.from({ length: 40 }, (_, n) => `${n + 1}`),
      1800,
    ),
  ).toEqual([]);
  expect(
    await titlesOf(
      Array.from({ length: 40 }, (_, n) => `${n + 1}. Salt`),
      200,
    ),
  ).toEqual([]);
});
