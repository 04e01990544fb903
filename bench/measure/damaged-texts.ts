import { Buffer } from "node:buffer";

import { compareTexts } from "../../src/domain/delivery/compare.ts";
import { outlineOf } from "../../src/domain/delivery/lines.ts";
import { pseudoTranslate } from "../../src/service/engines/pseudo.ts";

type Paragraphs = readonly string[];

/** Damages to a translation, each at a random place. */
export const damages: Readonly<
  Record<string, (text: Paragraphs, chance: () => number) => Paragraphs>
> = {
  "nothing is wrong": (text) => text,
  "3 paragraphs in a row are missing": (text, chance) =>
    text.toSpliced(Math.floor(chance() * (text.length - 3)), 3),
  "a block stands twice": (text, chance) => {
    const { at, block } = blockOf(text, chance);
    return text.toSpliced(at, 0, ...block);
  },
  "a block stands elsewhere": (text, chance) => {
    const { at, block } = blockOf(text, chance);
    return text.toSpliced(at, block.length).toSpliced(at + 2 * block.length, 0, ...block);
  },
  "3 paragraphs are cut in half": (text, chance) => {
    const long = text.flatMap(({ length }, index) => (length > 100 ? [index] : []));
    const cut = new Set([1, 2, 3].map(() => long[Math.floor(chance() * long.length)]));
    return text.map((one, index) => (cut.has(index) ? one.slice(0, one.length / 2) : one));
  },
  "100 paragraphs stand twice and the next 100 are lost": (text, chance) => {
    const count = Math.min(100, Math.floor(text.length / 4));
    const at = Math.floor(chance() * (text.length - 2 * count));
    return text.toSpliced(at + count, count, ...text.slice(at, at + count));
  },
  "the whole is reversed": (text) => text.toReversed(),
};

function blockOf(text: Paragraphs, chance: () => number) {
  const count = Math.min(5 + Math.floor(25 * chance()), Math.floor(text.length / 4));
  const at = Math.floor(chance() * (text.length - 3 * count));
  return { at, block: text.slice(at, at + count) };
}

/** Pseudo-translates a text. Each paragraph grows by a factor of its own, as in machine translation. */
export async function translationOf(text: string, chance: () => number): Promise<Paragraphs> {
  const whole = async function* whole(): AsyncGenerator<string> {
    yield text;
  };
  const job = { source: "en", target: "es", glossary: [] };
  const translation = (await Array.fromAsync(pseudoTranslate(whole(), job))).join("");
  return paragraphsOf(translation).map((one) => {
    const bell = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    const length = Math.max(1, Math.round(one.length * Math.exp(spread * bell)));
    return one.slice(0, length) + "á".repeat(Math.max(0, length - one.length));
  });
}

export function paragraphsOf(text: string): Paragraphs {
  return text.split(/\n+/u).filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** True when people are asked to look at the result. */
export async function isDoubted(source: Paragraphs, result: Paragraphs): Promise<boolean> {
  return await isTextDoubted(source.join("\n\n"), result.join("\n\n"));
}

export async function isTextDoubted(source: string, result: string): Promise<boolean> {
  const [ours, theirs] = await Promise.all(
    [source, result].map((text) => outlineOf([Buffer.from(text)])),
  );
  if (ours === undefined || theirs === undefined) throw new Error("too long to be compared");
  const work = compareTexts(ours, theirs, []);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const { missing = 0, shortened = 0, repeated = 0, isUnaligned = false } = step.value ?? {};
  return missing + shortened + repeated > 0 || isUnaligned;
}

/** The standard deviation of the logarithm of a paragraph's growth. */
const spread = 0.12;
