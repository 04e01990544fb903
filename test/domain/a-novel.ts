import { compareTexts, type Comparison } from "#domain/delivery/compare.ts";
import { outlineOf } from "#domain/delivery/lines.ts";

import { pieces } from "../manuscripts/pieces.ts";

/** Returns chapters whose paragraphs vary in length like those of a novel; always the same ones. */
export function aNovel({ chapters = 5, paragraphs = 40 } = {}): string[][] {
  let seed = 7;
  const roll = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  return Array.from({ length: chapters }, (_, chapter) => [
    `Chapter ${chapter + 1}`,
    ...Array.from({ length: paragraphs - 1 }, () => sentences(Math.round(20 * 20 ** roll()), roll)),
  ]);
}

/** Returns the same novel in another language, about a sixth longer. */
export function inFrench(novel: readonly (readonly string[])[]): string[][] {
  return novel.map((chapter) =>
    chapter.map((paragraph) => paragraph.replaceAll(/(\p{L}{5})/gu, "$1e").replaceAll("a", "à")),
  );
}

export function printed(novel: readonly (readonly string[])[], between = "\n\n"): string {
  return novel.flat().join(between);
}

/** Compares a result with its source as the bot does, by the chapters of `source`. */
export async function compared(source: string, result: string): Promise<Comparison | undefined> {
  const ours = await outlineOf(pieces(Buffer.from(source)));
  const theirs = await outlineOf(pieces(Buffer.from(result)));
  if (ours === undefined || theirs === undefined) return undefined;
  const starts = [...source.matchAll(/^Chapter \d+/gmu)].map(({ index }) => index);
  const chapters = starts.map((start, index) => ({ number: index + 1, at: start }));
  const work = compareTexts(ours, theirs, chapters);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

function sentences(length: number, roll: () => number): string {
  let text = "";
  while (text.length < length) {
    const word = words[Math.floor(roll() * words.length)] ?? "";
    text += text === "" ? capital(word) : roll() < 0.1 ? `. ${capital(word)}` : ` ${word}`;
  }
  return `${text}.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const words =
  "harbour night lantern he she walked slowly towards the water and nothing was said of it again".split(
    " ",
  );
