import { Buffer } from "node:buffer";

import { createTextMeter } from "#manuscripts/text/read-manuscript.ts";

/** Reads a text in pieces that are cut at these fractions of its length. */
export function readText(text: string, cuts: readonly number[] = []) {
  const meter = createTextMeter({ openings: [] });
  const characters = Array.from(text);
  const borders = [0, ...cuts.map((cut) => Math.floor(cut * characters.length)), characters.length];
  borders.sort((one, other) => one - other);
  for (const [index, border] of borders.entries()) {
    meter.add(Buffer.from(characters.slice(border, borders[index + 1] ?? border).join("")));
  }
  return meter.close();
}

export function namesOf(text: string, cuts: readonly number[] = []) {
  return readText(text, cuts).names;
}

/** Returns prose whose sentences all differ; the same seed gives the same prose. */
export function proseOf(sentences: number, seed = 0): string {
  const told = Array.from({ length: sentences }, (_, n) => {
    const word = (place: number) =>
      words[(seed * 7919 + n * 31 + place * 17 + n * n) % words.length];
    return `${word(1)} ${n + seed * 1000} ${word(2)} ${word(3)} in the harbour of ${word(4)} ${word(5)}, and nobody knew why.`;
  });
  return told.map((one, n) => `${one}${n % 5 === 4 ? "\n\n" : " "}`).join("");
}

const words = [
  "Marlow",
  "rain",
  "café",
  "“lamp”",
  "walked",
  "灯塔",
  "naïve",
  "Ilse",
  "wind",
  "water",
];
