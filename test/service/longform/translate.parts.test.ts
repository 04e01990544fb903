import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Job } from "#service/engines/engine.ts";
import { judge } from "#service/longform/checks.ts";
import { numbersFor, readAnswer, mostTokens } from "#service/longform/prompt.ts";
import { type Ask, translateChunk } from "#service/longform/translate-chunk.ts";
import { translateBook } from "#service/longform/translate.ts";
import { planLanes, placed, splitText } from "#service/longform/units.ts";

import { reversedWords } from "../model-server.ts";
import { aNovel } from "../novels.ts";

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
  test("a text that is put together again unchanged is the same text", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 5, max: 60 }), async (text, longest) => {
        const { units, tail } = await split(text, longest);

        expect(units.map((unit) => placed(unit, unit.text, "")).join("") + tail).toBe(text);
        expect(units.every((unit) => unit.text.length <= longest)).toBe(true);
      }),
    );
  });

  test("lines that are wrapped at a width are one paragraph, and verse stays lines", async () => {
    const wrapped = "the lantern of the harbour was carried through the winter\n".repeat(12);
    const verse = "the lantern\n".repeat(12);

    expect((await split(`${wrapped}\nThe end.\n`, 5_000)).units).toHaveLength(2);
    expect((await split(verse, 5_000)).units).toHaveLength(12);
  });

  test("a line without end is one paragraph, however long it is", async () => {
    const text = "Mara saw the sea. ".repeat(10_000);

    const { units, tail } = await split(`${text}\nThe end.\n`, 5_000);

    expect(new Set(units.map(({ paragraph }) => paragraph))).toEqual(new Set([1, 2]));
    expect(units.filter(({ startsParagraph }) => startsParagraph)).toHaveLength(2);
    expect(units.map((unit) => placed(unit, unit.text, "")).join("") + tail).toBe(
      `${text}\nThe end.\n`,
    );
  });

  test("every unit is in one chunk, in order, within the budget; chapters begin lanes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("Chapter 1", "a".repeat(40), "海".repeat(90)), { minLength: 1 }),
        async (texts) => {
          const { units } = await split(texts.join("\n\n"), 100);
          const lanes = await Array.fromAsync(planLanes(inPieces(units), 100));
          const chunks = lanes.flat();

          expect(chunks.flatMap((chunk) => chunk.units)).toEqual(units);
          for (const chunk of chunks) {
            expect(units[chunk.from]).toBe(chunk.units[0]);
            const tokens = chunk.units.map(({ text }) => mostTokens(text));
            expect(tokens.length === 1 || tokens.reduce((sum, one) => sum + one) <= 100).toBe(true);
          }
          const firsts = new Set(lanes.map((lane) => lane[0]?.from));
          const chapters = units.flatMap(({ startsChapter }, at) => (startsChapter ? [at] : []));
          expect(chapters.filter((at) => !firsts.has(at))).toEqual([]);
        },
      ),
    );
  });
});

async function split(text: string, longest: number) {
  const { units, tail } = splitText(inPieces(text.match(/.{1,7}/gsu) ?? []), longest);
  return { units: await Array.fromAsync(units), tail: tail() };
}

async function* inPieces<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  yield* pieces;
}

describe("A paragraph in another language than the target", () => {
  const german =
    "Der Leuchtturm stand auf einem Felsen, und niemand im Dorf wusste, wer ihn gebaut hatte. ";
  const english = "The lighthouse stood on a rock, and nobody in the village knew who built it. ";
  const judged = (times: number) =>
    judge({
      source: "en",
      target: "fr",
      terms: [],
      text: english.repeat(times).trim(),
      translation: german.repeat(times).trim(),
    });

  test("is doubtful from 60 characters on, and refused from 200 on", () => {
    expect(judged(1)).toEqual({
      refused: [],
      doubts: ["the translation seems not to be in fr"],
    });
    expect(judged(3)).toEqual({ refused: ["the translation is not in fr"], doubts: [] });
  });

  test("stays in the source language if the model insists, named and not charged", async () => {
    const text = english.repeat(3).trim();
    const answers: Ask = async (messages) => {
      const [, number] = /^\[(\d+)\]/mu.exec(messages[1]?.content ?? "") ?? [];
      return `[${number}] ${german.repeat(3).trim()}`;
    };

    const outcomes = await translateChunk([text], [], {
      source: "en",
      target: "fr",
      register: "prose",
      glossary: [],
      ask: answers,
    });

    expect(outcomes).toEqual([{ state: "untranslated", text }]);
  });
});

describe("A book", () => {
  test("is delivered while it is still read", async () => {
    const novel = aNovel(1, { chapters: 70, paragraphs: 40 });
    const text = novel.match(/.{1,1000}/gsu) ?? [];
    let read = 0;
    const source = async function* () {
      for (const piece of text) {
        read += 1;
        yield piece;
      }
    };
    const job: Job = {
      account: "press",
      isLight: false,
      taskId: "a-task",
      source: "en",
      target: "fr",
      glossary: [],
      characters: novel.length,
      finished: async () => undefined,
      finish: async () => undefined,
      progress: () => undefined,
      gap: (kind) => expect.fail(kind),
      deadline: Infinity,
      signal: new AbortController().signal,
    };
    const ask: Ask = async (messages) =>
      reversedWords(/\[\d+\] [^#]*$/u.exec(messages[1]?.content ?? "")?.[0] ?? "");
    const settings = { ...job, register: "plain", budget: 1_500, lanesAtOnce: 4, ask };

    const book = translateBook(source(), job, settings);
    let readAtFirst = 0;
    let result = "";
    for await (const piece of book) {
      if (result === "") readAtFirst = read;
      result += piece;
    }

    expect(readAtFirst).toBeLessThan(text.length);
    expect(result).toBe(reversedWords(novel));
  });
});

describe("An answer", () => {
  const texts = ["one", "three", "eleven"];
  const numbers = numbersFor(texts);
  const lines = numbers.map((number, at) => `[${number}] ${texts[at]}`);

  test("is taken apart by its numbers", () => {
    expect(readAnswer(`${lines.join("\n\n")}\n`, numbers)).toEqual(texts);
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
    expect(readAnswer(answer.join("\n"), numbers)).toBeTypeOf("string");
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
    [
      "a heading within other words",
      "Chapter 2 and the winter of Tobin",
      "And so it was that Chapter 2 and the winter of Tobin",
    ],
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
