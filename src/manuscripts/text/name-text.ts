import { Buffer } from "node:buffer";
import { createHash, hash } from "node:crypto";

import type { Chapter } from "../../core/slice.ts";
import {
  type Print,
  type TextNames,
  emphasisSigns,
  printLimit,
  shortestPassage,
} from "../../core/text-names.ts";
import { asBuffer } from "./count.ts";

/** Places where a chapter may begin, in code points of the text. */
type Known = {
  /** Places that were not known before. */
  readonly cuts: readonly number[];
  /** The place before which no others will become known. */
  readonly final: number;
};

/**
 * Names a text that arrives in pieces (UTF-8, whole code points), its chapters and its passages, in
 * one pass. Each stretch between two possible chapter starts has a hash. The real chapters are
 * known at the end. The name of a chapter is then the hash of its stretch, or of the hashes of its
 * stretches.
 */
export function createTextNamer() {
  const stretches = createStretches();
  const prints = createPrints();
  const passages = createPassages({ onText: stretches.add, onPassage: prints.add });
  let places: readonly number[] = [];
  /** What was not taken yet of earlier pieces. */
  let held = "";
  /** Takes the text up to `final`; returns the rest. */
  const take = (text: string, final: number): string => {
    // Most texts are in NFC already.
    const add = text.normalize("NFC") === text ? passages.add : passages.addNormalised;
    let rest = text;
    for (const place of places.filter((one) => one <= final)) {
      rest = rest.slice(add(rest, place));
      stretches.begin(place);
    }
    places = places.filter((one) => one > final);
    return rest.slice(add(rest, final));
  };
  return {
    add: (text: Uint8Array, { cuts, final }: Known): void => {
      const all = held + asBuffer(text).toString("utf8");
      // The next piece may still change the last character.
      const sure = all.length - lastCluster(all);
      if (cuts.length > 0) places = [...places, ...cuts].toSorted((one, other) => one - other);
      held = take(all.slice(0, sure), final) + all.slice(sure);
    },
    close: (chapters: readonly Chapter[]): TextNames => {
      take(held, Infinity);
      passages.close();
      return { ...stretches.close(chapters), prints: prints.close() };
    },
  };
}

type Stretch = { readonly start: number; readonly digest: Buffer };

function createStretches() {
  const whole = createHash("sha256");
  const ended: Stretch[] = [];
  let open = { start: 0, hash: createHash("sha256") };
  const end = (): void => void ended.push({ start: open.start, digest: open.hash.digest() });
  return {
    add: (text: string): void => {
      whole.update(text);
      open.hash.update(text);
    },
    begin: (start: number): void => {
      if (start === open.start) return;
      end();
      open = { start, hash: createHash("sha256") };
    },
    /** The name of a chapter is empty when no stretch begins with it. */
    close: (chapters: readonly Chapter[]): Omit<TextNames, "prints"> => {
      end();
      let next = 0;
      const names = chapters.map((chapter) => {
        const first = next;
        const to = chapter.start + chapter.characters;
        while (next < ended.length && (ended[next]?.start ?? to) < to) next += 1;
        return nameOf(ended.slice(first, next));
      });
      return { whole: shortened(whole.digest("base64url")), chapters: names };
    },
  };
}

function nameOf(stretches: readonly Stretch[]): string {
  const digests = Buffer.concat(stretches.map(({ digest }) => digest));
  if (stretches.length < 2) return shortened(digests.toString("base64url"));
  return shortened(hash("sha256", digests, "base64url"));
}

/** Returns 72 bits of a digest. */
function shortened(digest: string): string {
  return digest.slice(0, 12);
}

/** Returns the length of the last character with its marks. */
function lastCluster(text: string): number {
  const end = Array.from(text.slice(-longestCluster));
  const last = end.findLastIndex((character) => !joining.test(character));
  return end.slice(Math.max(0, last)).join("").length;
}

/** Combining marks, and the vowels and last consonants of Hangul. */
const joining = /[\p{M}\u1160-\u11FF]/u;
const longestCluster = 128;

/**
 * Chooses the prints of a text among its passages, which arrive in order. It chooses one of every
 * four in a row, so that a copy of four in a row shares one of them wherever it is (winnowing;
 * Schleimer, Wilkerson and Aiken 2003). The one with the smallest rank is chosen. Only chosen
 * passages are hashed with SHA-256, which costs more than all else together. A repeated print keeps
 * its first place.
 */
function createPrints() {
  const kept = createSmallest();
  const window: Passage[] = [];
  let last: Passage | undefined;
  const choose = (): void => {
    const smallest = window.reduce((least, one) => (one.rank < least.rank ? one : least));
    if (smallest.rank !== last?.rank) kept.add(smallest);
    last = smallest;
  };
  return {
    add: (text: string, at: number): void => {
      const bytes = Buffer.from(text);
      window.push({ bytes, at, rank: rankOf(bytes) });
      if (window.length < windowLength) return;
      choose();
      window.shift();
    },
    close: (): readonly Print[] => {
      if (last === undefined && window.length > 0) choose();
      return kept.list();
    },
  };
}

/** `at`: the code point of the text at which it begins. */
type Passage = { readonly bytes: Buffer; readonly at: number; readonly rank: number };

/** Returns 32 bits that are equal for equal bytes, and otherwise almost random. */
function rankOf(bytes: Buffer): number {
  const whole = bytes.length & ~3;
  let rank = bytes.length;
  for (let index = 0; index < whole; index += 4) {
    rank = Math.imul(rank ^ bytes.readInt32LE(index), aMultiplier);
    rank ^= rank >>> 15;
  }
  for (const byte of bytes.subarray(whole)) rank = Math.imul(rank ^ byte, aMultiplier);
  return (rank ^ (rank >>> 15)) >>> 0;
}

/** Keeps the prints with the smallest ranks; holds at most twice `printLimit` at a time. */
function createSmallest() {
  let kept = new Map<string, { readonly at: number; readonly rank: number }>();
  let bound = Infinity;
  const prune = (): void => {
    const smallest = [...kept].toSorted(([, one], [, other]) => one.rank - other.rank);
    kept = new Map(smallest.slice(0, printLimit));
    bound = smallest[printLimit - 1]?.[1].rank ?? Infinity;
  };
  return {
    add: ({ bytes, at, rank }: Passage): void => {
      if (rank > bound) return;
      const print = hash("sha256", bytes, "base64url").slice(0, 12);
      if (!kept.has(print)) kept.set(print, { at, rank });
      if (kept.size >= 2 * printLimit) prune();
    },
    list: (): readonly Print[] => {
      if (kept.size > printLimit) prune();
      return Array.from(kept, ([print, { at }]) => ({ print, at })).toSorted(
        (one, other) => one.at - other.at,
      );
    },
  };
}

const windowLength = 4;
/** The golden ratio of 32 bits, as in Fibonacci hashing. */
const aMultiplier = 0x9e3779b1;

type Listeners = {
  /** Receives all of the text without its white space. */
  readonly onText: (text: string) => void;
  /** Receives each passage, and the code point of the text at which it begins. */
  readonly onPassage: (text: string, at: number) => void;
};

/**
 * Takes a text in NFC, removes its white space and cuts it into passages. A passage ends with the
 * first sentence that makes it long enough. Lines and blank lines do not count, so a text with
 * other wrapping or layout has the same passages. When two texts continue alike, so do their
 * passages from the next long sentence on. A sentence without end is cut at a comma, or at the end
 * of a line when it has no comma (Thai).
 */
function createPassages({ onText, onPassage }: Listeners) {
  /** The open passage, its code points, the place at which it begins, and that of the next text. */
  let [open, count, begin, at] = ["", 0, 0, 0];
  /** True when the open passage contains a comma or the like. */
  let isPaused = false;
  const add = (text: string, limit: number): number => {
    let [index, from] = [0, 0];
    while (index < text.length && at < limit) {
      const code = text.codePointAt(index) ?? 0;
      const sign = signs[code] ?? 0;
      const next = index + (code > 0xffff ? 2 : 1);
      if (sign === aBlank || sign === aLineEnd) {
        open += text.slice(from, index);
        from = next;
      } else {
        if (count === 0) begin = at;
        count += 1;
      }
      index = next;
      at += 1;
      isPaused ||= sign === aPause;
      const least = isPaused && sign === aLineEnd ? longestPassage : leasts[sign];
      if (count < (least ?? longestPassage)) continue;
      onPassage(open + text.slice(from, index), begin);
      [open, from, count, isPaused] = ["", index, 0, false];
    }
    open += text.slice(from, index);
    onText(text.slice(0, index).replaceAll(blanks, ""));
    return index;
  };
  return {
    /** Takes a text up to `limit` code points of the whole; returns the length that it took. */
    add,
    /** Takes it line by line in NFC: the place of a passage is exact to the line. */
    addNormalised: (text: string, limit: number): number => {
      let length = 0;
      for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/gu)) {
        if (at >= limit) break;
        const part = Array.from(line).slice(0, limit - at);
        const end = at + part.length;
        add(part.join("").normalize("NFC"), Infinity);
        length += part.join("").length;
        at = end;
      }
      return length;
    },
    close: (): void => {
      if (count >= shortestPassage) onPassage(open, begin);
    },
  };
}

const longestPassage = 4000;
const [aBlank, aStop, aPause, aLineEnd] = [1, 2, 3, 4];
/** The shortest passage by the sign that ends it; code points without white space. */
const leasts = [longestPassage, longestPassage, shortestPassage, 400, 200];

/**
 * White space, also without width (U+200B, U+2060, U+FEFF), and the soft hyphen. Emphasis signs are
 * removed with them.
 */
const blankSigns = `\t\v\f\r ${emphasisSigns}\u0085\u00a0\u00ad\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff`;
const blanks = new RegExp(`[\n${blankSigns}]+`, "gu");

/** Signs by their code points. */
const signs = new Uint8Array(1 << 16);
for (const [sign, characters] of [
  [aBlank, blankSigns],
  [aStop, ".!?…。！？．｡།॥؟۔။።"],
  [aPause, ",;:—，；：、､،؛"],
  [aLineEnd, "\n"],
] as const) {
  for (const character of characters) signs[character.charCodeAt(0)] = sign;
}
