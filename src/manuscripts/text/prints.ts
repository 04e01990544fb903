import { Buffer } from "node:buffer";
import { hash } from "node:crypto";

import { type Print, emphasisSigns, printLimit, shortestPassage } from "../../core/text-names.ts";
import { isContinuation } from "./count.ts";

/**
 * Chooses the prints of a text among its passages, which come in order: of every four in a row one, so that
 * a copy of a stretch of four has one of them in common wherever it stands (winnowing; Schleimer, Wilkerson
 * and Aiken 2003). Those with the smallest ranks are chosen; only they are hashed with SHA-256, which costs
 * more than all else together. A print that comes again counts where it came first.
 */
export function createPrints() {
  const kept = createSmallest();
  const window = Array.from({ length: windowLength }, emptyPlace);
  let [seen, last] = [0, Infinity];
  const choose = (): void => {
    let smallest = window[seen % windowLength];
    for (let age = 1; age < windowLength; age += 1) {
      const one = window[(seen + age) % windowLength];
      if (one !== undefined && (smallest === undefined || one.rank < smallest.rank)) smallest = one;
    }
    if (smallest !== undefined && smallest.rank !== last) kept.add(smallest);
    last = smallest?.rank ?? last;
  };
  return {
    /** Keeps a copy of the bytes. */
    add: (bytes: Uint8Array, at: number): void => {
      const place = window[seen % windowLength];
      if (place === undefined) return;
      fill(place, bytes, at);
      seen += 1;
      if (seen >= windowLength) choose();
    },
    close: (): readonly Print[] => {
      if (seen > 0 && seen < windowLength) choose();
      return kept.list();
    },
  };
}

type Place = { bytes: Buffer; length: number; at: number; rank: number };

/** Nothing comes behind it. */
function emptyPlace(): Place {
  return { bytes: Buffer.of(), length: 0, at: 0, rank: Infinity };
}

function fill(place: Place, bytes: Uint8Array, at: number): void {
  if (place.bytes.length < bytes.length) place.bytes = Buffer.allocUnsafe(2 * bytes.length);
  place.bytes.set(bytes);
  [place.length, place.at, place.rank] = [bytes.length, at, rankOf(bytes)];
}

/** The same for the same bytes, and otherwise as good as by chance: 32 bits, four bytes at a time. */
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

/** Holds at most twice `printLimit` at a time. */
function createSmallest() {
  let kept = new Map<string, { readonly at: number; readonly rank: number }>();
  let bound = Infinity;
  const prune = (): void => {
    const smallest = [...kept].toSorted(([, one], [, other]) => one.rank - other.rank);
    kept = new Map(smallest.slice(0, printLimit));
    bound = smallest[printLimit - 1]?.[1].rank ?? Infinity;
  };
  return {
    add: ({ bytes, length, at, rank }: Place): void => {
      if (rank > bound) return;
      const print = hash("sha256", bytes.subarray(0, length), "base64url").slice(0, 12);
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

/** The bytes, without white space, are valid only during the call; `at` is the code point at which they begin. */
type Listeners = {
  readonly onText: (bytes: Uint8Array) => void;
  readonly onPassage: (bytes: Uint8Array, at: number) => void;
};

export type Passages = ReturnType<typeof createPassages>;

/**
 * Takes a text in NFC (UTF-8, whole code points), leaves its white space out and cuts it into passages: each
 * ends with the first sentence that makes it long enough. Lines and blank lines do not count, so a text that
 * is wrapped or set otherwise has the same ones; and where two texts go on alike, so do their passages from
 * the next long sentence on. A sentence without end is cut at a comma, and at the end of a line where there is
 * none (Thai).
 *
 * `onText` is given all that is left, `onPassage` each passage.
 */
export function createPassages(listeners: Listeners) {
  const { onPassage } = listeners;
  const state: State = {
    out: Buffer.allocUnsafe(0),
    open: 0,
    count: 0,
    begin: 0,
    at: 0,
    isPaused: false,
  };
  return {
    /** Takes a piece up to `limit` code points of the whole text; answers how many of its bytes. */
    add: (text: Uint8Array, limit: number): number => {
      if (state.out.length < state.open + text.length) state.out = grown(state, text.length);
      return scan(state, text, { limit, ...listeners });
    },
    at: (): number => state.at,
    /** What follows stands there in the text. */
    moveTo: (place: number): void => {
      state.at = place;
    },
    close: (): void => {
      const { out, open, count, begin } = state;
      if (count >= shortestPassage) onPassage(out.subarray(0, open), begin);
    },
  };
}

type State = {
  /** Begins with the bytes of the open passage, so many. */
  out: Buffer;
  open: number;
  /** Code points: of the open passage, and of the text before it and up to what comes next. */
  count: number;
  begin: number;
  at: number;
  /** There is a comma in the open passage, or the like. */
  isPaused: boolean;
};

type Scanning = Listeners & { readonly limit: number };

/** Of nearly all code points no more is looked at than their bytes, without a branch that is hard to foretell. */
function scan(state: State, text: Uint8Array, { limit, onText, onPassage }: Scanning): number {
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
    if (count < (isPaused && sign === aLineEnd ? longestPassage : leastBefore(sign))) continue;
    onPassage(out.subarray(start, end), begin);
    [start, count, isPaused] = [end, 0, false];
  }
  onText(out.subarray(open, end));
  out.copyWithin(0, start, end);
  Object.assign(state, { open: end - start, count, begin, at, isPaused });
  return index;
}

/** How long a passage has to be that a sign ends. */
function leastBefore(sign: number): number {
  return leasts[sign] ?? longestPassage;
}

function grown({ out, open }: State, more: number): Buffer {
  const larger = Buffer.allocUnsafe(open + more + 4 * longestPassage);
  out.copy(larger, 0, 0, open);
  return larger;
}

/** What the sign is that stands there, of at most three bytes. */
function signAt(text: Uint8Array, index: number): number {
  const first = text[index] ?? 0;
  if (first < 0x80) return signs[first] ?? 0;
  const second = (text[index + 1] ?? 0) & 0x3f;
  if (first < 0xe0) return signs[((first & 0x1f) << 6) | second] ?? 0;
  return signs[((first & 0x0f) << 12) | (second << 6) | ((text[index + 2] ?? 0) & 0x3f)] ?? 0;
}

/** Bytes of the white space that stands there; 0 where none does. */
function blankAt(text: Uint8Array, index: number): number {
  const what = kindsOfBytes[text[index] ?? 0] ?? 0;
  if ((what & isKept) === 0) return 1;
  return what >= isSpecial && signAt(text, index) === aBlank ? lengthAt(text, index) : 0;
}

/** Bytes of white space beyond ASCII. */
function lengthAt(text: Uint8Array, index: number): number {
  return (text[index] ?? 0) < 0xe0 ? 2 : 3;
}

/** White space, that without width (U+200B, U+2060, U+FEFF), and the soft hyphen; signs go with them. */
const blanks =
  "\u0085\u00a0\u00ad\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff";
const stops = ".!?…。！？．｡।॥؟۔။។།";
const pauses = ",;:—，；：、､،؛";

/** By code point. */
const signs = new Uint8Array(1 << 16);
const [aBlank, aStop, aPause, aLineEnd] = [1, 2, 3, 4];

/** What a byte is, in bits: kept, the first of a code point, the first of one that is kept, to be looked at. */
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
/** By the sign that ends it. */
const leasts = [longestPassage, longestPassage, shortestPassage, 400, 200];
