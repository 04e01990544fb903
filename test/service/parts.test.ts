import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { numbersFor, readAnswer } from "../../src/service/longform/answer.ts";
import { judge } from "../../src/service/longform/checks.ts";
import { planLanes } from "../../src/service/longform/plan.ts";
import { mostTokens } from "../../src/service/longform/tokens.ts";
import { joinText, splitText } from "../../src/service/longform/units.ts";

const anyText = fc
  .array(
    fc.constantFrom(
      "Mara saw the sea. ",
      "。",
      "海は静かだ。",
      "\n",
      "\r\n",
      "* * *",
      "\t",
      "𠮷",
      "-",
    ),
  )
  .map((parts) => parts.join(""));

describe("Splitting", () => {
  test("a text that is put together again unchanged is the same text", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 5, max: 60 }), (text, longest) => {
        const manuscript = splitText(text, longest);
        const texts = manuscript.units.map((unit) => unit.text);

        expect(joinText(manuscript, texts, "")).toBe(text);
        expect(texts.every((one) => one.length <= longest)).toBe(true);
      }),
    );
  });

  test("lines that are wrapped at a width are one paragraph, and verse stays lines", () => {
    const wrapped = "the lantern of the harbour was carried through the winter\n".repeat(12);
    const verse = "the lantern\n".repeat(12);

    expect(splitText(`${wrapped}\nThe end.\n`, 5_000).units).toHaveLength(2);
    expect(splitText(verse, 5_000).units).toHaveLength(12);
  });

  test("every unit is in one chunk, in order, within the budget; chapters begin lanes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Chapter 1", "a".repeat(40), "海".repeat(90)), { minLength: 1 }),
        (texts) => {
          const { units } = splitText(texts.join("\n\n"), 100);
          const lanes = planLanes(units, 100);
          const chunks = lanes.flat();

          expect(chunks.flatMap(({ from, to }) => units.slice(from, to))).toEqual(units);
          for (const { from, to } of chunks) {
            const tokens = units.slice(from, to).map(({ text }) => mostTokens(text));
            expect(to - from === 1 || tokens.reduce((sum, one) => sum + one) <= 100).toBe(true);
          }
          const firsts = new Set(lanes.map((lane) => lane[0]?.from));
          const chapters = units.flatMap(({ startsChapter }, at) => (startsChapter ? [at] : []));
          expect(chapters.filter((at) => !firsts.has(at))).toEqual([]);
        },
      ),
    );
  });
});

describe("An answer", () => {
  const texts = ["one", "three", "eleven"];
  const numbers = numbersFor(texts);
  const lines = numbers.map((number, at) => `[${number}] ${texts[at]}`);

  test("is taken apart by its numbers", () => {
    expect(readAnswer(`${lines.join("\n\n")}\n`, numbers)).toEqual({ ok: true, texts });
    expect(new Set(numbers).size).toBe(3);
    expect(numbers).not.toEqual([1, 2, 3]);
  });

  test.each([
    ["lost", lines.slice(1)],
    ["lost at the end", lines.slice(0, -1)],
    ["doubled", [...lines.slice(0, 2), ...lines.slice(1)]],
    ["out of order", lines.toReversed()],
    ["counted by itself", texts.map((text, at) => `[${at + 1}] ${text}`)],
    ["explained", [...lines, "I kept the tone."]],
    ["nothing", []],
  ])("with a paragraph that is %s is not trusted at all", (_, answer) => {
    expect(readAnswer(answer.join("\n"), numbers).ok).toBe(false);
  });
});

describe("A translation", () => {
  const base = { source: "en", target: "fr", terms: [] };
  const term = { source: "Port Hollow", target: "Port-Creux", confidence: 1 };
  const judged = (text: string, translation: string, more = {}) => {
    const { refused, doubts } = judge({ ...base, ...more, text, translation });
    return [refused.length > 0, doubts.length > 0];
  };
  const fine = [false, false];

  test.each<[string, string, string, object?]>([
    ["a sentence", "Mara saw the sea.", "Mara vit la mer."],
    ["a name alone", "Mara Vell", "Mara Vell"],
    ["a number with other groups", "It cost 12,000 crowns.", "Cela coûta 12 000 couronnes."],
    ["emphasis and notes", "The *old* house.[4]", "La *vieille* maison.[4]"],
    ["an inflected term", "In Port Hollow.", "Zu Port-Creuxs.", { terms: [term], target: "de" }],
    [
      "Japanese into English",
      "海は静かだった。",
      "The sea was calm.",
      { source: "ja", target: "en" },
    ],
    [
      "names with one little word",
      "In the morning Ilse Brandt opened the Lantern House of Mara.",
      "Le matin, Ilse Brandt ouvrit the Lantern House of Mara pour lui.",
    ],
    ["Chinese into Japanese", "大海很平静。", "海は穏やかだった。", { source: "zh", target: "ja" }],
  ])("%s passes", (_, text, translation, more) => {
    expect(judged(text, translation, more)).toEqual(fine);
  });

  const long = "The lantern of the harbour was carried slowly through the winter and the rain.";
  test.each<[string, string, string, object?]>([
    ["nothing", long, "…"],
    ["the same sentence", long, long],
    ["a part only", long, "La lanterne du"],
    ["a stop in mid-sentence", long, "La lanterne du port fut portée lentement à travers"],
    ["a preamble", long, `Sure, here is the translation: ${"La lanterne ".repeat(6)}.`],
    [
      "left-over Japanese",
      "海は静かだった。",
      "The sea was 静かだった。",
      { source: "ja", target: "en" },
    ],
    ["a lost note", "The house.[4]", "La maison."],
    ["a lost placeholder", "Dear {0}, welcome.", "Cher ami, bienvenue."],
    [
      "the source language",
      long,
      "And so it was that the lantern of the harbour had been carried through it.",
    ],
    [
      "the source language, where neither is English",
      "Kiedy rano otworzył oczy, słońce stało już wysoko nad rzeką, a z kuchni dochodził głos.",
      "Gdy rano otworzył oczy, słońce stało już wysoko nad rzeką, a z kuchni dochodził jego głos.",
      { source: "pl", target: "cs" },
    ],
  ])("%s is refused", (_, text, translation, more) => {
    expect(judged(text, translation, more)[0]).toBe(true);
  });

  test.each<[string, string, string, object?]>([
    ["a lost number", "In 1984 he left.", "Il partit."],
    ["half an emphasis", "The *old* house.", "La *vieille maison."],
    ["a term that was not used", "In Port Hollow.", "À Trou-du-Port.", { terms: [term] }],
  ])("%s is a doubt", (_, text, translation, more) => {
    expect(judged(text, translation, more)).toEqual([false, true]);
  });
});
