import { Buffer } from "node:buffer";
import { hash } from "node:crypto";

import { type Print, emphasisSigns, printLimit, shortestPassage } from "#domain/claim.ts";

import { isContinuation } from "./count.ts";

/**
 * Chooses the prints of a text among its passages, which arrive in order: of every four in a row
 * that of the smallest rank, so that a copy of four shares one of them wherever it is (winnowing;
 * Schleimer, Wilkerson and Aiken 2003). Only these are hashed with SHA-256, which costs most.
 */
export function createPrints() {
  const kept = createSmallest();
  const window: Window[] = [];
  let last = Infinity;
  const choose = (): void => {
    const smallest = window.reduce((least, one) => (one.rank < least.rank ? one : least));
    if (smallest.rank !== last) kept.add(smallest);
    last = smallest.rank;
  };
  return {
    /** Keeps a copy of the bytes. */
    add: (bytes: Uint8Array, at: number): void => {
      if (window.length === windowLength) window.shift();
      window.push({ bytes: Buffer.from(bytes), at, rank: rankOf(bytes) });
      if (window.length === windowLength) choose();
    },
    close: (): readonly Print[] => {
      if (window.length > 0 && window.length < windowLength) choose();
      return kept.list();
    },
  };
}

type Window = { readonly bytes: Buffer; readonly at: number; readonly rank: number };

/** Returns 32 bits that are equal for equal bytes, and otherwise almost random. */
function rankOf(bytes: Uint8Array): number {
  const whole = bytes.length & ~3;
  let rank = bytes.length;
  for (let index = 0; index < whole; index += 4) {
    const low = (bytes[index] ?? 0) | ((bytes[index + 1] ?? 0) << 8);
    const high = (bytes[index + 2] ?? 0) | ((bytes[index + 3] ?? 0) << 8);
    rank = Math.imul(rank ^ low ^ (high << 16), aMultiplier);
    rank ^= rank >>> 15;
  }
  for (let index = whole; index < bytes.length; index += 1) {
    rank = Math.imul(rank ^ (bytes[index] ?? 0), aMultiplier);
  }
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
    add: ({ bytes, at, rank }: Window): void => {
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

/** Bytes are valid only during the call; `at` is the code point at which they begin. */
type Listeners = {
  readonly onText: (bytes: Uint8Array) => void;
  readonly onPassage: (bytes: Uint8Array, at: number) => void;
};

export type Passages = ReturnType<typeof createPassages>;

/**
 * Takes a text in NFC (UTF-8, whole code points), removes its white space and cuts it into
 * passages, which do not depend on its layout. A passage ends with the first sentence that makes it
 * long enough; a sentence without end at a comma, or at the end of a line without commas (Thai).
 */
export function createPassages(listeners: Listeners) {
  const { onPassage } = listeners;
  const state: PassageState = {
    out: Buffer.of(),
    open: 0,
    count: 0,
    begin: 0,
    at: 0,
    isPaused: false,
  };
  return {
    /** Takes a piece up to `limit` code points of the text; returns the bytes that it took. */
    add: (text: Uint8Array, limit: number): number => {
      if (state.out.length < state.open + text.length) {
        const larger = Buffer.allocUnsafe(state.open + text.length + 4 * longestPassage);
        state.out.copy(larger, 0, 0, state.open);
        state.out = larger;
      }
      return scan(state, text, { limit, ...listeners });
    },
    at: (): number => state.at,
    /** Sets the place of the following text. */
    moveTo: (place: number): void => {
      state.at = place;
    },
    close: (): void => {
      const { out, open, count, begin } = state;
      if (count >= shortestPassage) onPassage(out.subarray(0, open), begin);
    },
  };
}

type PassageState = {
  /** A buffer that begins with the `open` bytes of the open passage. */
  out: Buffer;
  open: number;
  /**
   * Code points: of the open passage, of the text before it, and of the text before the next piece.
   */
  count: number;
  begin: number;
  at: number;
  /** True when the open passage contains a comma or the like. */
  isPaused: boolean;
};

type Scanning = Listeners & { readonly limit: number };

/** For nearly all code points it looks only at bytes, without a branch that is hard to predict. */
function scan(
  state: PassageState,
  text: Uint8Array,
  { limit, onText, onPassage }: Scanning,
): number {
  const { out, open } = state;
  const kinds = kindsOfBytes;
  let { count, begin, at, isPaused } = state;
  let [index, start, end, what] = [0, 0, open, 0];
  while (index < text.length && at < limit) {
    if (count === 0) {
      const blank = blankAt(text, index);
      if (blank > 0) {
        [index, at] = [index + blank, at + 1];
        continue;
      }
      begin = at;
    }
    // A code point has at least a byte.
    const bound = index + (Math.min(text.length - index, limit - at, longestPassage - count) | 0);
    do {
      const byte = text[index] ?? 0;
      what = kinds[byte] ?? 0;
      out[end] = byte;
      index += 1;
      end += what & isKept;
      at += (what >> 1) & 1;
      count += (what >> 2) & 1;
    } while (index < bound && what < isSpecial);
    const sign = what < isSpecial ? 0 : signAt(text, index - 1);
    if (sign === aBlank) {
      index += lengthAt(text, index - 1) - 1;
      [end, count] = [end - 1, count - 1];
    }
    for (; isContinuation(text[index] ?? 0); index += 1, end += 1) out[end] = text[index] ?? 0;
    isPaused ||= sign === aPause;
    const least = isPaused && sign === aLineEnd ? undefined : leasts[sign];
    if (count < (least ?? longestPassage)) continue;
    onPassage(out.subarray(start, end), begin);
    [start, count, isPaused] = [end, 0, false];
  }
  onText(out.subarray(open, end));
  out.copyWithin(0, start, end);
  Object.assign(state, { open: end - start, count, begin, at, isPaused });
  return index;
}

/** Returns the kind of the sign at this place, which has at most three bytes. */
function signAt(text: Uint8Array, index: number): number {
  const first = text[index] ?? 0;
  if (first < 0x80) return signs[first] ?? 0;
  const second = (text[index + 1] ?? 0) & 0x3f;
  if (first < 0xe0) return signs[((first & 0x1f) << 6) | second] ?? 0;
  return signs[((first & 0x0f) << 12) | (second << 6) | ((text[index + 2] ?? 0) & 0x3f)] ?? 0;
}

/** Returns the bytes of the white space at this place; 0 for none. */
function blankAt(text: Uint8Array, index: number): number {
  const what = kindsOfBytes[text[index] ?? 0] ?? 0;
  if ((what & isKept) === 0) return 1;
  return what >= isSpecial && signAt(text, index) === aBlank ? lengthAt(text, index) : 0;
}

/** Returns the bytes of a white space character beyond ASCII. */
function lengthAt(text: Uint8Array, index: number): number {
  return (text[index] ?? 0) < 0xe0 ? 2 : 3;
}

/**
 * White space, also without width (U+200B, U+2060, U+FEFF), and the soft hyphen. Emphasis signs are
 * removed with them.
 */
const blanks =
  "\u0085\u00a0\u00ad\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff";
const stops = ".!?…。！？．｡।॥؟۔။។།";
const pauses = ",;:—，；：、､،؛";

/** Kinds of signs by code point. */
const signs = new Uint8Array(1 << 16);
const [aBlank, aStop, aPause, aLineEnd] = [1, 2, 3, 4];

/** Bits of a byte: it is kept, begins a code point, begins a kept one, has to be looked at. */
const kindsOfBytes = new Uint8Array(256);
const [isKept, isSpecial] = [1, 8];
for (let byte = 0; byte < 256; byte += 1) kindsOfBytes[byte] = isContinuation(byte) ? 1 : 7;
for (const blank of `\t\v\f\r ${emphasisSigns}`) kindsOfBytes[blank.charCodeAt(0)] = 2;
kindsOfBytes[0x0a] = 2 | isSpecial;
signs[0x0a] = aLineEnd;
for (const [some, sign] of [
  [blanks, aBlank],
  [stops, aStop],
  [pauses, aPause],
] as const) {
  for (const one of some) {
    signs[one.charCodeAt(0)] = sign;
    kindsOfBytes[Buffer.from(one)[0] ?? 0] = 7 | isSpecial;
  }
}

/** Code points without white space. */
const longestPassage = 4000;
/** The shortest passage by the sign that ends it. */
const leasts = [longestPassage, longestPassage, shortestPassage, 400, 200];
