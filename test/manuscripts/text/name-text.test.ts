import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { TextNames } from "#domain/claim.ts";
import { createComparison, fingerprintsIn, unpackPlaced } from "#domain/fingerprints.ts";
import { lengthOf } from "#domain/slice.ts";
import { lettersOf } from "#manuscripts/text/letters.ts";

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
const mixed = `${proseOf(2000).slice(0, 73_245)}${proseOf(1000, 5)}`;
const anyWriting = fc.array(anySign, { maxLength: 120 }).map((signs) => `x${signs.join("")}`);

describe("the name of a whole text", () => {
  test.each([
    ["Éé—“x”, ﬁ ß İı ς Œuvre ｶﾞ 각 １２ ك٠ 𝐀𠮷 ʼn", "fFAceTmmqUm5"],
    ["The Lighthouse, 1912.", "spkP3ylOCnkH"],
    [proseOf(2000), "4saYWNI9SdcP"],
    ["— … !", ""],
  ])("is a fixed one: %#", (text, name) => {
    expect(namesOf(text).whole).toBe(name);
  });

  test("is the hash of its folded letters, wherever it is cut", () => {
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
    ["straight quotes and dashes", (text: string) => text.replaceAll(/[“”]/gu, '"')],
    ["other dashes", (text: string) => text.replaceAll(",", " — ")],
    ["zero-width joiners", (text: string) => text.replaceAll(". ", ".\u200d ")],
    ["soft hyphens", (text: string) => text.replaceAll("arb", "ar\u00adb")],
    ["capitals", (text: string) => text.toUpperCase()],
    ["no accents", (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "")],
    [
      "full-width letters",
      (text: string) =>
        text.replaceAll(/[!-~]/gu, (one) =>
          String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0),
        ),
    ],
  ])("is the same with %s, and so are its fingerprints", (_, change) => {
    const text = proseOf(200);

    const [before, after] = [namesOf(text), namesOf(change(text))];

    expect(after.whole).toBe(before.whole);
    expect(ranksOf(after)).toEqual(ranksOf(before));
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
        expect(ranksOf(after)).toEqual(ranksOf(before));
      }),
      runs(300),
    );
  });

  test("leaves out the numbers of what has no words, wherever they stand", () => {
    const marks = fc.tuple(anySign, fc.constantFrom("", "⟦1⟧", "⟦23⟧", "⟦1⟧⟦2⟧"), fc.nat(99));
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), anyCuts, (parts, cuts) => {
        const bare = parts.map(([text, , n]) => `${text}x${n}`).join("");
        const marked = parts.map(([text, mark, n]) => `${text}${mark}x${n}`).join("");

        const [before, after] = [namesOf(`x${bare}`), namesOf(`x${marked}`, cuts)];

        expect(after.whole).toBe(before.whole);
        expect(ranksOf(after)).toEqual(ranksOf(before));
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

describe("the fingerprints of a text", () => {
  test("lie in its order, and are the same wherever it is cut", () => {
    fc.assert(
      fc.property(fc.array(anyWriting, { maxLength: 30 }), anyCuts, (writings, cuts) => {
        const text = writings.join("");
        if (text.trim() === "") return;

        const found = fingerprintsOf(namesOf(text, cuts));

        expect(found).toEqual(fingerprintsOf(namesOf(text)));
        const places = found.map(({ at }) => at);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }),
      runs(300),
    );
  });

  test("stand at the grams that they name, whatever surrounds these", () => {
    const text = proseOf(300);
    const characters = Array.from(text);

    const found = fingerprintsOf(namesOf(text));
    expect(found.length).toBeGreaterThan(50);
    for (const { rank, check, at, span } of found) {
      const gram = characters.slice(at, at + span).join("");
      expect(fingerprintsOf(namesOf(`Elsewhere: ${gram} it stood.`))).toContainEqual(
        expect.objectContaining({ rank, check, at: 11 }),
      );
    }
  });

  test("are one of 64 grams, at most 16,384, and a drawn-out text crowds out no other", () => {
    const long = proseOf(40_000);
    const { bound, list } = namesOf(long).fingerprints ?? { bound: 0, list: "" };
    const drawn = namesOf(`${"a".repeat(3_000_000)} ${proseOf(500)}`);
    const ranks = (names: TextNames) => new Set(fingerprintsOf(names).map(({ rank }) => rank));

    expect(namesOf(proseOf(2000)).fingerprints?.bound).toBe(2 ** 26);
    expect(fingerprintsOf(namesOf(proseOf(2000)))).toHaveLength(1085);
    expect(bound).toBeLessThan(2 ** 26);
    expect((list.length * 3) / 4 / 12).toBeLessThanOrEqual(16_384);
    const crowded = ranks(drawn);
    expect([...ranks(namesOf(proseOf(500)))].filter((rank) => !crowded.has(rank))).toEqual([]);
  });

  test.each([
    ["half of it", proseOf(2000).slice(0, 73_245), 73_245, 73_245],
    ["half of it before another text", mixed, 145_845, 73_245],
    ["none of it", proseOf(2000, 1), 146_490, 0],
  ])("find how much of a text was there before: %s", (_, text, characters, known) => {
    const before = namesOf(proseOf(2000)).fingerprints ?? none;
    const after = namesOf(text).fingerprints ?? none;
    const compare = createComparison(after, characters);

    const found = lengthOf(compare(fingerprintsIn(before, [{ from: 0, to: 146_490 }])));

    expect(Math.abs(found - known)).toBeLessThan(150);
  });

  test("compare a text with a piece of a longer one below the smaller bound", () => {
    const long = namesOf(proseOf(40_000)).fingerprints ?? none;
    const piece = proseOf(40_000).slice(1_000_000, 1_020_000);
    const characters = Array.from(piece).length;
    const compare = createComparison(namesOf(piece).fingerprints ?? none, characters);

    const found = lengthOf(compare(fingerprintsIn(long, [{ from: 0, to: 4_000_000 }])));

    expect(found).toBeGreaterThan(19_500);
  });
});

const none = { bound: 2 ** 26, list: "" };

function fingerprintsOf({ fingerprints }: TextNames) {
  return fingerprints === undefined ? [] : unpackPlaced(fingerprints);
}

function ranksOf(names: TextNames): readonly number[] {
  return fingerprintsOf(names).map(({ rank }) => rank);
}

/** Computes a name by its definition. */
function nameOf(text: string): string {
  const letters = Array.from(text).flatMap((one) => lettersOf(one.codePointAt(0) ?? 0));
  const bytes = new Uint8Array(Uint16Array.from(letters).buffer);
  return letters.length === 0
    ? ""
    : createHash("sha256").update(bytes).digest("base64url").slice(0, 12);
}
