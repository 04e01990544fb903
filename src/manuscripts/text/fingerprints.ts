import {
  type Fingerprint,
  type PlacedFingerprints,
  fingerprintLimit,
  packPlaced,
  widestBound,
} from "#domain/fingerprints.ts";

import { fillFoldPage, foldPages, longFoldOf, several } from "./letters.ts";

/**
 * Folds a text (UTF-8, in pieces of whole code points) to its letters, and chooses fingerprints among
 * the grams of 32 letters in a row: those whose hash is below a bound. The bound sinks when there are
 * too many. `onLetters` gets the letters as bytes of UTF-16, valid only during the call.
 */
export function createFingerprints(onLetters: (bytes: Uint8Array, letters: number) => void) {
  const state: State = {
    used: 0,
    seen: 0,
    at: 0,
    isInMark: false,
    roll: 0,
    bound: widestBound,
    kept: [],
  };
  const letters = new Uint16Array(gram + room);
  const places = new Uint32Array(gram + room);
  const bytes = new Uint8Array(letters.buffer);
  const flush = (): void => {
    const { used } = state;
    if (used === 0) return;
    choose(state, letters, places);
    onLetters(bytes.subarray(2 * gram, 2 * (gram + used)), used);
    letters.copyWithin(0, used, used + gram);
    places.copyWithin(0, used, used + gram);
    state.used = 0;
  };
  return {
    /** Takes a piece up to `limit` code points of the text; returns the bytes that it took. */
    add: (text: Uint8Array, limit: number): number => {
      let offset = 0;
      while (offset < text.length && state.at < limit) {
        offset = fold(state, { text, begin: offset, limit, letters, places });
        flush();
      }
      return offset;
    },
    at: (): number => state.at,
    close: (): PlacedFingerprints => {
      if (state.kept.length > fingerprintLimit) prune(state);
      return packPlaced(state.bound, state.kept);
    },
  };
}

type State = {
  /** Letters that were folded and not yet hashed, those hashed before them, and code points read. */
  used: number;
  seen: number;
  at: number;
  /** True between ⟦ and the end of its digits. */
  isInMark: boolean;
  /** The hash of the last gram. */
  roll: number;
  bound: number;
  kept: Fingerprint[];
};

type Folding = {
  readonly text: Uint8Array;
  readonly begin: number;
  readonly limit: number;
  readonly letters: Uint16Array;
  readonly places: Uint32Array;
};

/** Folds a block; its last code point may extend beyond. Returns the byte after it. */
function fold(state: State, { text, begin, limit, letters, places }: Folding): number {
  const end = Math.min(text.length, begin + block);
  const digits = state.isInMark ? skipDigits(state, { text, from: begin, end, limit }) : 0;
  let next = gram + state.used;
  let index = begin + digits;
  // Small integers throughout: with an endless limit the engine would count in floating point.
  let at = (state.at + digits) | 0;
  const stop = Math.min(limit, at + block) | 0;
  while (index < end && at < stop) {
    const first = text[index] ?? 0;
    if (first < 0x80) {
      letters[next] = ascii[first] ?? 0;
      places[next] = at;
      next += isKept[first] ?? 0;
      index += 1;
      at += 1;
      continue;
    }
    let codePoint = text[index + 1] ?? 0;
    if (first < 0xe0) {
      codePoint = ((first & 0x1f) << 6) | (codePoint & 0x3f);
      index += 2;
      const letter = twoBytes[codePoint] ?? 0;
      if (letter !== several) {
        letters[next] = letter;
        places[next] = at;
        next += letter === 0 ? 0 : 1;
        at += 1;
        continue;
      }
    } else {
      codePoint =
        ((first & 0x0f) << 12) | ((codePoint & 0x3f) << 6) | ((text[index + 2] ?? 0) & 0x3f);
      index += 3;
      if (first >= 0xf0) {
        codePoint = ((codePoint << 6) | ((text[index] ?? 0) & 0x3f)) & 0x1fffff;
        index += 1;
      }
    }
    if (codePoint >= firstSyllable && codePoint <= lastSyllable) {
      next = spreadSyllable(codePoint - firstSyllable, { next, at, letters, places });
      at += 1;
      continue;
    }
    const page = foldPages[codePoint >> 8] ?? fillFoldPage(codePoint >> 8);
    const letter = page[codePoint & 0xff] ?? 0;
    letters[next] = letter;
    places[next] = at;
    if (letter === several) next = spread(codePoint, { next, at, letters, places });
    else if (letter !== 0) next += 1;
    at += 1;
    if (codePoint !== markStart) continue;
    state.at = at;
    const inMark = skipDigits(state, { text, from: index, end, limit });
    index += inMark;
    at += inMark;
  }
  state.used = next - gram;
  state.at = at;
  return index;
}

/** Writes the two or three letters of a Korean syllable. Returns the place after them. */
function spreadSyllable(syllable: number, { next, at, letters, places }: Spreading): number {
  const [last, open] = [syllable % 28, (syllable / 28) | 0];
  letters[next] = 0x1100 + ((open / 21) | 0);
  letters[next + 1] = 0x1161 + (open % 21);
  letters[next + 2] = 0x11a7 + last;
  places[next] = at;
  places[next + 1] = at;
  places[next + 2] = at;
  return next + (last === 0 ? 2 : 3);
}

/** Returns how many digits follow ⟦; others may follow in the next block. */
function skipDigits(
  state: State,
  {
    text,
    from,
    end,
    limit,
  }: Pick<Folding, "text" | "limit"> & { readonly from: number; readonly end: number },
): number {
  const last = Math.min(end, from + limit - state.at);
  let index = from;
  while (index < last && isDigit(text[index] ?? 0)) index += 1;
  state.isInMark = index === last;
  return index - from;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

type Spreading = Pick<Folding, "letters" | "places"> & {
  readonly next: number;
  readonly at: number;
};

function spread(codePoint: number, { next, at, letters, places }: Spreading): number {
  const folded = longFoldOf(codePoint);
  let end = next;
  for (const letter of folded) {
    letters[end] = letter;
    places[end] = at;
    end += 1;
  }
  return end;
}

/** Hashes the grams that end in the stretch, and keeps those below the bound. */
function choose(state: State, letters: Uint16Array, places: Uint32Array): void {
  const { used, seen } = state;
  let roll = state.roll | 0;
  let bound = state.bound >>> 0;
  for (let index = gram; index < gram + used; index += 1) {
    const oldest = Math.imul(power, letters[index - gram] ?? 0);
    roll = (Math.imul(roll, base) + (letters[index] ?? 0) - oldest) | 0;
    const mixed = Math.imul(roll ^ (roll >>> 15), 0x85ebca6b);
    const rank = (mixed ^ (mixed >>> 13)) >>> 0;
    if (rank >= bound || seen + index - gram < gram - 1) continue;
    const first = index - gram + 1;
    let check = 0;
    for (let one = first; one <= index; one += 1) {
      check = Math.imul(check ^ (letters[one] ?? 0), 0x01000193) ^ (check >>> 13);
    }
    const at = places[first] ?? 0;
    const span = (places[index] ?? 0) + 1 - at;
    state.kept.push({ rank, check: check & 0xffff, at, span });
    if (state.kept.length < 2 * fingerprintLimit) continue;
    prune(state);
    bound = state.bound >>> 0;
  }
  state.roll = roll;
  state.seen += used;
}

/** Keeps some places of each fingerprint, or a drawn-out “aaaa” crowds out all others, then the smallest ranks. */
function prune(state: State): void {
  const times = new Map<number, number>();
  state.kept = state.kept.filter(({ rank }) => {
    const before = times.get(rank) ?? 0;
    times.set(rank, before + 1);
    return before < mostPlaces;
  });
  if (state.kept.length <= fingerprintLimit) return;
  const ranks = Float64Array.from(state.kept, ({ rank }) => rank).sort();
  const bound = ranks[fingerprintLimit] ?? state.bound;
  state.bound = bound;
  state.kept = state.kept.filter(({ rank }) => rank < bound);
}

/** Letters. */
const gram = 32;
const mostPlaces = 8;
/** Bytes. A code point has at most 18 letters (U+FDFA, of three bytes). */
const block = 8192;
const room = 6 * block + 64;
const [firstSyllable, lastSyllable] = [0xac00, 0xd7a3];
/** A number between ⟦ and ⟧ stands for a picture or a formula, and is no part of the words. */
const markStart = 0x27e6;

/** The golden ratio of 32 bits, and its power by which the letter that leaves a gram is multiplied. */
const base = 0x9e3779b1 | 0;
const power = Array.from({ length: gram }).reduce((so: number) => Math.imul(so, base), 1);

/** The code points of two bytes, of which most texts beyond ASCII are. */
const twoBytes = Uint16Array.from({ length: 0x800 }, (_, codePoint) => {
  const page = foldPages[codePoint >> 8] ?? fillFoldPage(codePoint >> 8);
  return page[codePoint & 0xff] ?? 0;
});
const ascii = twoBytes.slice(0, 128);
const isKept = Uint8Array.from(ascii, (letter) => (letter === 0 ? 0 : 1));
