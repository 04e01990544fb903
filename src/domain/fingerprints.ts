import { Buffer } from "node:buffer";

import { z } from "zod";

import { type ReadonlyOf, count, stored } from "./fields.ts";
import { type Slice, sliceOf } from "./slice.ts";

/**
 * Fingerprints of a text: hashes of grams of 32 letters, chosen by content alone, so that two texts
 * choose the same grams wherever they share one. Packed in base64, little endian.
 */
export const fingerprintsSchema = stored({
  /** All fingerprints have ranks below it. Two texts are compared below the smaller bound. */
  bound: count,
  list: z.string(),
});
/** `list`: the distinct ranks (4 bytes each) in order, then their checks (2 bytes each). */
export type Fingerprints = ReadonlyOf<typeof fingerprintsSchema>;
/** `list`: all ranks, then their places (4 bytes each), checks and spans (2 bytes each), in the text's order. */
export type PlacedFingerprints = ReadonlyOf<typeof fingerprintsSchema>;

/** `rank` and `check` are two hashes of a gram; `at` and `span` code points: where it begins, its length. */
export type Fingerprint = {
  readonly rank: number;
  readonly check: number;
  readonly at: number;
  readonly span: number;
};

/** Ranks of 32 bits below it are fingerprints: one gram of 64. */
export const widestBound = 2 ** 26;
/** The most fingerprints that a text keeps: those of the smallest ranks. */
export const fingerprintLimit = 16_384;

export function packPlaced(
  bound: number,
  fingerprints: readonly Fingerprint[],
): PlacedFingerprints {
  const bytes = Buffer.alloc(placedBytes * fingerprints.length);
  for (const [index, { rank, check, at, span }] of fingerprints.entries()) {
    bytes.writeUInt32LE(rank, 4 * index);
    bytes.writeUInt32LE(at, 4 * (fingerprints.length + index));
    bytes.writeUInt16LE(check, 8 * fingerprints.length + 2 * index);
    bytes.writeUInt16LE(Math.min(span, 0xffff), 10 * fingerprints.length + 2 * index);
  }
  return { bound, list: bytes.toString("base64") };
}

export function unpackPlaced({ list }: PlacedFingerprints): readonly Fingerprint[] {
  const bytes = Buffer.from(list, "base64");
  const length = Math.floor(bytes.length / placedBytes);
  return Array.from({ length }, (_, index) => ({
    rank: bytes.readUInt32LE(4 * index),
    at: bytes.readUInt32LE(4 * (length + index)),
    check: bytes.readUInt16LE(8 * length + 2 * index),
    span: bytes.readUInt16LE(10 * length + 2 * index),
  }));
}

/** Returns the distinct fingerprints that begin in the slice: what a claim keeps. */
export function fingerprintsIn(placed: PlacedFingerprints, slice: Slice): Fingerprints {
  const ranges = sliceOf(slice);
  const isIn = ({ at }: Fingerprint) => ranges.some(({ from, to }) => from <= at && at < to);
  const prints = new Set(unpackPlaced(placed).filter(isIn).map(printOf));
  const sorted = Float64Array.from(prints).sort();
  const bytes = Buffer.alloc(keptBytes * sorted.length);
  for (const [index, print] of sorted.entries()) {
    bytes.writeUInt32LE(Math.floor(print / checks), 4 * index);
    bytes.writeUInt16LE(print % checks, 4 * sorted.length + 2 * index);
  }
  return { bound: placed.bound, list: bytes.toString("base64") };
}

/** Returns the smallest distinct ranks of a text, in order. */
export function smallestRanks({ list }: PlacedFingerprints, most: number): readonly number[] {
  const bytes = Buffer.from(list, "base64");
  const end = 4 * Math.floor(bytes.length / placedBytes);
  let [smallest, below]: [number[], number] = [[], Infinity];
  for (let offset = 0; offset < end; offset += 4) {
    const rank = bytes.readUInt32LE(offset);
    if (rank >= below || smallest.includes(rank)) continue;
    smallest.push(rank);
    if (smallest.length < 2 * most) continue;
    smallest = inOrder(smallest).slice(0, most);
    below = smallest.at(-1) ?? below;
  }
  return inOrder(smallest).slice(0, most);
}

function inOrder(ranks: readonly number[]): number[] {
  return ranks.toSorted((one, other) => one - other);
}

/** Rank and check as one number of 42 bits. */
function printOf({ rank, check }: Pick<Fingerprint, "rank" | "check">): number {
  return rank * checks + check;
}

const checks = 2 ** 16;
const placedBytes = 12;
const keptBytes = 6;

/**
 * Returns a function that finds the ranges of a text that a claim contains. Each fingerprint stands
 * for its text up to half way to its neighbours. Known ones with few unknown ones between them form
 * one range.
 */
export function createComparison(text: PlacedFingerprints, characters: number) {
  const all = unpackPlaced(text).toSorted((one, other) => one.at - other.at);
  const search = createSearch(all);
  const below = new Map<number, (units: readonly number[]) => Slice>();
  return (claim: Fingerprints): Slice => {
    const bound = Math.min(claim.bound, text.bound);
    const rangesOf = below.get(bound) ?? createRanges(all, { bound, characters });
    below.set(bound, rangesOf);
    return rangesOf(search(claim));
  };
}

/** Returns a function that finds a claim's fingerprints that a text may have. */
function createSearch(all: readonly Fingerprint[]) {
  const bits = new Uint8Array(bitCount / 8);
  for (const { rank } of all) {
    const bit = rank & (bitCount - 1);
    bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return (claim: Fingerprints): readonly number[] => {
    const bytes = bytesOf(claim);
    const length = Math.floor(bytes.length / keptBytes);
    const matches: number[] = [];
    for (let index = 0; index < length; index += 1) {
      const place = 4 * index;
      const low = (bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8);
      const bit = (low | ((bytes[place + 2] ?? 0) << 16)) & (bitCount - 1);
      if (((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
      const rank = bytes.readUInt32LE(place);
      matches.push(printOf({ rank, check: bytes.readUInt16LE(4 * length + 2 * index) }));
    }
    return matches;
  };
}

/** Returns a function that joins known fingerprints below a bound to ranges. */
function createRanges(
  all: readonly Fingerprint[],
  { bound, characters }: { readonly bound: number; readonly characters: number },
) {
  const prints = all.filter(({ rank }) => rank < bound);
  const places = new Map<number, number[]>();
  for (const [index, print] of prints.entries()) {
    const indexes = places.get(printOf(print));
    if (indexes === undefined) places.set(printOf(print), [index]);
    else indexes.push(index);
  }
  const middles = prints.map(({ at, span }) => at + span / 2);
  const reach = longestReach * (widestBound / Math.min(bound, widestBound));
  const cellOf = (index: number) => {
    const middle = middles[index] ?? 0;
    const [before, after] = [middles[index - 1], middles[index + 1]];
    const from = before === undefined ? 0 : (before + middle) / 2;
    const to = after === undefined ? characters : (middle + after) / 2;
    return { from: Math.max(middle - reach, from), to: Math.min(middle + reach, to) };
  };
  return (matches: readonly number[]): Slice => {
    const positions = matches.flatMap((print) => places.get(print) ?? []);
    const ranges: { from: number; to: number; index: number; count: number }[] = [];
    for (const index of positions.toSorted((one, other) => one - other)) {
      const { from, to } = cellOf(index);
      const last = ranges.at(-1);
      if (last !== undefined && index - last.index <= mostUnknown + 1) {
        Object.assign(last, { to, index, count: last.count + 1 });
      } else ranges.push({ from, to, index, count: 1 });
    }
    const least = Math.min(fewestKnown, prints.length);
    const dense = ranges.filter((range) => range.count >= least);
    return sliceOf(dense.map(({ from, to }) => ({ from: Math.round(from), to: Math.round(to) })));
  };
}

/** A claim's list never changes, and the same claims are compared with each text of the language. */
function bytesOf(claim: Fingerprints): Buffer {
  const hit = unpacked.get(claim);
  if (hit !== undefined) return hit;
  const bytes = Buffer.from(claim.list, "base64");
  unpacked.set(claim, bytes);
  return bytes;
}

const unpacked = new WeakMap<Fingerprints, Buffer>();

/** Bits by which most fingerprints that a text lacks are passed over. */
const bitCount = 2 ** 21;
/** Unknown fingerprints between two known ones of one range. */
const mostUnknown = 3;
/** Known fingerprints of a range; one is enough in a text that has no other. */
const fewestKnown = 2;
/** Code points. A stretch without fingerprints, such as a drawn-out “aaaa”, belongs to nobody. */
const longestReach = 400;
