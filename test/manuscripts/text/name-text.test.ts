import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { TextNames } from "#domain/claim.ts";

import { runs } from "../../proofs/hostile/runs.ts";
import { namesOf, proseOf, readText } from "../names.ts";
import { anyCuts } from "../pieces.ts";

/** Signs whose form depends on their neighbours, among others: é, 각, が, ậ and vowels of Devanagari. */
const anySign = fc.constantFrom(
  ...Array.from("ae. !?\n\t\u3000\u00a0\u00ad\u2060。é각がậ字क़\u0301\u0323\u3099\u11a8\u1161국😀"),
  "Chapter 3\n\n",
  "\r\n\r\nCHAPTER IV\r\n",
  " \n\n12\n\n",
  "A longer sentence, so that it makes a passage of its own. ",
);
const anyWriting = fc.array(anySign, { maxLength: 120 }).map((signs) => `x${signs.join("")}`);

describe("the name of a whole text", () => {
  test("is the hash of its characters in NFC without white space, wherever it is cut", () => {
    fc.assert(
      fc.property(anyWriting, anyCuts, (text, cuts) => {
        expect(namesOf(text, cuts).whole).toBe(nameOf(text));
      }),
      runs(500),
    );
  });

  test.each([
    ["Windows line ends", (text: string) => text.replaceAll("\n", "\r\n")],
    ["other blank lines", (text: string) => text.replaceAll("\n\n", "\n \n\n\n")],
    ["lines of another length", (text: string) => text.replaceAll(" ", "\n")],
    ["no line ends", (text: string) => text.replaceAll(/\n+/gu, "\u2003")],
    ["decomposed letters", (text: string) => text.normalize("NFD")],
  ])("is the same with %s, and so are its prints", (_, change) => {
    const text = proseOf(200);

    const [before, after] = [namesOf(text), namesOf(change(text))];

    expect(after.whole).toBe(before.whole);
    expect(fingerprintsOf(after)).toEqual(fingerprintsOf(before));
  });

  test("is the same with signs around what is emphasised, wherever they stand", () => {
    const any = fc.array(fc.tuple(anySign, fc.constantFrom("", "*", "**", "_", "***")), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(any, anyCuts, (parts, cuts) => {
        const bare = parts.map(([text]) => text).join("");
        // A sign between a letter and its accent keeps them apart. Galley puts none there.
        const signed = parts.map(([text, sign]) => text + sign).join("");
        fc.pre(!/[*_][\p{M}\u1160-\u11FF]/u.test(signed));

        const [before, after] = [namesOf(`x${bare}`), namesOf(`x${signed}`, cuts)];

        expect(after.whole).toBe(before.whole);
        expect(fingerprintsOf(after)).toEqual(fingerprintsOf(before));
      }),
      runs(300),
    );
  });

  test("does not depend on what is taken for a heading", () => {
    const text = `Chapter 1\n\n${proseOf(40)}Chapter 2\n\n${proseOf(40, 1)}`;

    const [before, after] = [readText(text), readText(text.replaceAll("\n", " "))];

    expect([before, after].map(({ manuscript }) => manuscript.chapters.length)).toEqual([2, 0]);
    expect(after.names.whole).toBe(before.names.whole);
    expect(fingerprintsOf(after.names)).toEqual(fingerprintsOf(before.names));
  });
});

const anyChapters = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), {
  minLength: 2,
  maxLength: 6,
});

describe("the name of a chapter", () => {
  test("is the same where lines are broken before what could be a number of a chapter", () => {
    const chapter = (n: number) =>
      `Chapter ${n}\n\n${"It rained in 1812. The boats lay still. Nobody came down. ".repeat(80)}\n\n`;
    const text = [1, 2, 3].map(chapter).join("");

    const names = namesOf(text).chapters;

    expect(new Set(names).size).toBe(3);
    const broken = text.replaceAll(/ (?=1812|Nobody)/gu, "\n");
    expect(namesOf(broken).chapters.slice(1)).toEqual(names.slice(1));
  });

  test("is the hash of its own text, whatever stands around it and wherever it is cut", () => {
    fc.assert(
      fc.property(anyChapters, anyCuts, fc.constantFrom("\n", "\r\n"), (seeds, cuts, end) => {
        const chapters = seeds.map((seed, n) => `Chapter ${n + 1}\n\n${proseOf(3, seed)}\n\n`);
        const text = chapters.join("").replaceAll("\n", end);

        expect(namesOf(text, cuts).chapters).toEqual(chapters.map(nameOf));
      }),
    );
  });

  test("stays when a letter changes in another one, and when more of them follow", () => {
    const [one, two, three] = [1, 2, 3].map((n) => `Chapter ${n}\n\n${proseOf(9, n)}\n\n`);
    const before = namesOf(`${one}${two}`).chapters;

    expect(namesOf(`${one}${two}${three}`).chapters.slice(0, 2)).toEqual(before);
    expect(namesOf(`${one?.replace("harbour", "harbor")}${two}`).chapters).toEqual([
      expect.not.stringMatching(before[0] ?? ""),
      before[1],
    ]);
  });

  test("is that of a text that is this chapter alone", () => {
    const chapter = (n: number) => `Chapter ${n}\n\n${proseOf(9, n)}`;

    expect(namesOf(`${chapter(1)}\n\n${chapter(2)}`).chapters[1]).toBe(namesOf(chapter(2)).whole);
  });

  test("holds where a chapter is one line without end", () => {
    const chapter = (n: number) =>
      `Chapter ${n}\n\n${proseOf(400, n).replaceAll(/\s+/gu, " ")}\n\n`;
    const cuts = Array.from({ length: 50 }, (_, cut) => cut / 50);

    expect(namesOf(`${chapter(1)}${chapter(2)}`, cuts).chapters).toEqual([
      nameOf(chapter(1)),
      nameOf(chapter(2)),
    ]);
  });
});

describe("the prints of a text", () => {
  test("stand where their passages begin, and are the same wherever it is cut", () => {
    fc.assert(
      fc.property(fc.array(anyWriting, { maxLength: 8 }), anyCuts, (writings, cuts) => {
        const text = writings.join("");
        if (text.trim() === "") return;

        const { prints } = namesOf(text, cuts);

        expect(prints).toEqual(namesOf(text).prints);
        const places = prints.map(({ at }) => at);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }),
      runs(300),
    );
  });

  test("are those of its passages by content alone: a passage lies where it is said to lie", () => {
    const text = `\n\n  ${proseOf(60)}`;
    const characters = Array.from(text);

    for (const { print, at } of namesOf(text).prints) {
      const rest = characters.slice(at).join("");
      const ends = Array.from(rest.matchAll(/[.!?]/gu), ({ index }) => rest.slice(0, index + 1));
      expect(ends.map(nameOf)).toContain(print);
      expect(characters[at]).toMatch(/\S/u);
    }
  });

  test.each([
    ["a single short sentence", "It rained there.", 0],
    ["a single long one", "It rained in the harbour for so long that nobody knew why.", 1],
    ["one that never ends", "It rained in the harbour for so long that nobody knew why", 1],
  ])("%s: %s", (_, text, count) => {
    expect(namesOf(text).prints).toHaveLength(count);
  });

  test("of four passages in a row at least one is kept", () => {
    const sentences = proseOf(400)
      .trim()
      .split(/(?<=\.)\s+/u);
    const prints = new Set(fingerprintsOf(namesOf(sentences.join(" "))));

    for (let from = 0; from + 4 <= sentences.length; from += 1) {
      const window = sentences.slice(from, from + 4).map(nameOf);
      expect(window.some((name) => prints.has(name))).toBe(true);
    }
  });

  test("stay for the most part when sentences change", () => {
    const text = proseOf(1000);
    const changed = text.replaceAll(/(\d00) /gu, "$1 another ");

    const share = shareOf(namesOf(text).prints, namesOf(changed).prints);

    expect(share).toBeGreaterThan(0.95);
    expect(share).toBeLessThan(1);
  });

  test("of more than five thousand the same are kept in whatever stands around them", () => {
    const text = proseOf(40_000);
    const changed = text.replaceAll(/(\d{3}0) /gu, "$1 another ");
    const beginning = text.slice(0, text.length / 4);

    const [kept, after, first] = [text, changed, beginning].map((one) => namesOf(one).prints);

    expect(kept).toHaveLength(5000);
    expect(shareOf(kept, after)).toBeGreaterThan(0.75);
    const early = kept?.filter(({ at }) => at < beginning.length - 1000);
    expect(early?.length).toBeGreaterThan(1000);
    expect(shareOf(early, first)).toBe(1);
  });

  test("a text in which no sentence ends is known by its lines", () => {
    const line = (n: number) => `${String(n)} ${"วันหนึ่งฝนตกที่ท่าเรือ".repeat(30)}`;
    const lines = Array.from({ length: 60 }, (_, n) => line(n));
    const before = fingerprintsOf(namesOf(lines.join("\n")));
    const after = new Set(fingerprintsOf(namesOf(lines.with(4, "สั้น").join("\n"))));

    expect(before.length).toBeGreaterThan(8);
    expect(before.filter((print) => !after.has(print)).length).toBeLessThan(4);
  });

  test("a sentence without end is cut at its commas, so that wrapping changes nothing", () => {
    const text = proseOf(300).replaceAll(/\.\s+/gu, ", ");

    const [before, after] = [text, text.replaceAll(" ", "\r\n")].map((one) => namesOf(one).prints);

    expect(before?.length).toBeGreaterThan(10);
    expect(shareOf(before, after)).toBe(1);
  });

  test("a text that never ends anything has prints all the same", () => {
    expect(
      namesOf("字".repeat(3000) + "詞".repeat(30_000), [0.3, 0.5]).prints.length,
    ).toBeGreaterThan(1);
  });
});

/** Returns the share of the first text's prints that the other one has. */
function shareOf(one: TextNames["prints"] = [], other: TextNames["prints"] = []): number {
  const known = new Set(fingerprintsOf({ prints: other }));
  return one.filter(({ print }) => known.has(print)).length / one.length;
}

function fingerprintsOf({ prints }: { readonly prints: readonly { readonly print: string }[] }) {
  return prints.map(({ print }) => print);
}

/** Computes a name by its definition. */
function nameOf(text: string): string {
  const written = text
    .normalize("NFC")
    .replaceAll(/[\p{White_Space}\ufeff\u00ad\u200b\u2060]/gu, "");
  return createHash("sha256").update(written).digest("base64url").slice(0, 12);
}
