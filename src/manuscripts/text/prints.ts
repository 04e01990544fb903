import { Buffer } from "node:buffer";
import { hash } from "node:crypto";

import { type Print, printLimit } from "../../core/text-names.ts";

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
