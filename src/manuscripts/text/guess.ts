import { analyse } from "chardet";

import { type LegacyEncoding, legacyEncodings, readLegacy } from "./legacy.ts";
import { plausibilityOf } from "./plausibility.ts";

/** What the bytes are: surely the first of these, or one of them. */
export type Guess = {
  readonly isSure: boolean;
  /** The likeliest first, at most three; none when nothing reads like a text. */
  readonly encodings: readonly LegacyEncoding[];
};

/** The beginning of a file, in none of the encodings that bytes themselves prove. */
export type Evidence = {
  readonly bytes: Uint8Array;
  /** `cut`: the file goes on after them, so that they may end within a character. */
  readonly end: "whole" | "cut";
};

/**
 * Reads the bytes in every encoding that they are valid in and weighs what comes out, together with what
 * chardet thinks of them. Readings that come out alike count as one, named by its commonest encoding.
 */
export function guessEncoding(evidence: Evidence): Guess {
  const ranked = rank(evidence);
  const sure = isSure(ranked);
  // Whoever doubts a sure guess wants to see others, however odd; nobody else is asked about odd ones.
  const worth = sure ? ranked : ranked.filter(({ score }) => score > leastScore);
  return { isSure: sure, encodings: worth.slice(0, 3).map(({ encoding }) => encoding) };
}

function rank(evidence: Evidence): readonly Reading[] {
  const opinions = opinionsOn(evidence.bytes);
  const readings = new Map<string, Reading>();
  for (const encoding of legacyEncodings) {
    const text = tryReading(evidence, encoding);
    if (text === undefined) continue;
    const opinion = opinions.get(encoding) ?? 0;
    const letters = withoutCommas(text);
    const known = readings.get(letters);
    const judged = known ?? { encoding, ...plausibilityOf(text), opinion };
    readings.set(letters, { ...judged, opinion: Math.max(judged.opinion, opinion) });
  }
  return [...readings.values()].toSorted((one, other) => total(other) - total(one));
}

/** Romanian with cedillas and with commas below has the same bytes, and nobody tells them apart. */
function withoutCommas(text: string): string {
  return text.replaceAll("ș", "ş").replaceAll("ț", "ţ").replaceAll("Ș", "Ş").replaceAll("Ț", "Ţ");
}

type Reading = {
  readonly encoding: LegacyEncoding;
  readonly score: number;
  readonly fit: number;
  readonly weight: number;
  /** What chardet thinks of it, 0 to 1. */
  readonly opinion: number;
};

function isSure([best, ...others]: readonly Reading[]): boolean {
  if (best === undefined || best.score < sureScore) return false;
  if (best.weight < fewest && best.opinion < 0.5) return false;
  const needed = sureLead + doubtOfFew / best.weight;
  return others.every((other) => total(best) - total(other) + finer(best, other) >= needed);
}

/** Of two good ones the better has the commoner letters. */
function finer(best: Reading, other: Reading): number {
  return Math.max(0, best.fit - Math.max(other.fit, best.score));
}

function total({ score, opinion }: Reading): number {
  return score + opinionShare * opinion;
}

function tryReading({ bytes, end }: Evidence, encoding: LegacyEncoding): string | undefined {
  const reader = readLegacy(encoding);
  try {
    const text = reader.write(bytes);
    return end === "whole" ? text + reader.end() : text;
  } catch {
    return undefined;
  }
}

function opinionsOn(bytes: Uint8Array): ReadonlyMap<string, number> {
  const opinions = new Map<string, number>();
  for (const { name, confidence } of analyse(bytes)) {
    for (const encoding of meantBy(name.toLowerCase())) opinions.set(encoding, confidence / 100);
  }
  return opinions;
}

/** chardet tells the families apart, and hardly the members. */
function meantBy(name: string): readonly string[] {
  return families.find((family) => family.includes(name)) ?? [name];
}

const families = [
  ["iso-8859-1", "windows-1252", "iso-8859-15"],
  ["iso-8859-2", "windows-1250", "iso-8859-16"],
  ["iso-8859-7", "windows-1253"],
  ["iso-8859-8", "windows-1255"],
  ["iso-8859-6", "windows-1256"],
  ["iso-8859-9", "windows-1254"],
  ["iso-8859-13", "windows-1257"],
  ["koi8-r", "koi8-u"],
];

const leastScore = 0.2;
const sureScore = 0.55;
/** Fewer characters than these say nothing by themselves. */
const fewest = 4;
const sureLead = 0.08;
/** So much more of a lead is asked for when there is but one character to judge by. */
const doubtOfFew = 0.6;
const opinionShare = 0.4;
