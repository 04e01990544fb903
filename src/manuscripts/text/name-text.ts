import { Buffer } from "node:buffer";
import { type Hash, createHash, hash } from "node:crypto";

import type { TextNames } from "#domain/claim.ts";
import type { Chapter } from "#domain/slice.ts";

import type { Searched } from "./find-headings.ts";
import { createFingerprints } from "./fingerprints.ts";

/**
 * Names a text that arrives in pieces (UTF-8, whole code points) and its chapters by their letters
 * alone, and takes its fingerprints, in one pass. Each stretch between two possible chapter starts has
 * a hash. The real chapters are known at the end: their name is the hash of their stretch, or of the
 * hashes of several.
 */
export function createTextNamer() {
  const stretches = createStretches();
  const fingerprints = createFingerprints(stretches.add);
  let places: readonly number[] = [];
  /** What was not taken yet of earlier pieces. */
  let carry: Uint8Array = Buffer.of();
  /** Takes the text up to `final`; returns the rest. */
  const take = (text: Uint8Array, final: number): Uint8Array => {
    let rest = text;
    for (const place of places.filter((one) => one <= final)) {
      rest = rest.subarray(fingerprints.add(rest, place));
      stretches.begin(place);
    }
    places = places.filter((one) => one > final);
    return rest.subarray(fingerprints.add(rest, final));
  };
  return {
    /** Chapters may begin at the `cuts`, and before `final` at none that is not known by now. */
    add: (text: Uint8Array, { cuts, final }: Pick<Searched, "cuts" | "final">): void => {
      if (cuts.length > 0) places = [...places, ...cuts].toSorted((one, other) => one - other);
      const rest = take(carry.length === 0 ? text : Buffer.concat([carry, text]), final);
      // Copied, because the piece itself may be many times as long.
      carry = Buffer.from(rest);
    },
    close: (chapters: readonly Chapter[]): TextNames => {
      take(carry, Infinity);
      return { ...stretches.close(chapters), fingerprints: fingerprints.close() };
    },
  };
}

type Stretch = { readonly start: number; readonly hash: Hash; letters: number };

function createStretches() {
  const newStretch = (start: number): Stretch => ({
    start,
    hash: createHash("sha256"),
    letters: 0,
  });
  const whole = newStretch(0);
  const closedStretches: Stretch[] = [];
  let open = newStretch(0);
  return {
    add: (bytes: Uint8Array, letters: number): void => {
      for (const one of [whole, open]) {
        one.hash.update(bytes);
        one.letters += letters;
      }
    },
    begin: (start: number): void => {
      if (start === open.start) return;
      closedStretches.push(open);
      open = newStretch(start);
    },
    /** The name of a chapter is empty when it has no letters, or no stretch begins with it. */
    close: (chapters: readonly Chapter[]): Pick<TextNames, "whole" | "chapters"> => {
      closedStretches.push(open);
      let next = 0;
      const names = chapters.map((chapter) => {
        const first = next;
        const to = chapter.start + chapter.characters;
        while (next < closedStretches.length && (closedStretches[next]?.start ?? to) < to)
          next += 1;
        return nameOf(closedStretches.slice(first, next));
      });
      return { whole: nameOf([whole]), chapters: names };
    },
  };
}

function nameOf(stretches: readonly Stretch[]): string {
  const [first, ...others] = stretches.filter(({ letters }) => letters > 0);
  // All texts without letters would be equal.
  if (first === undefined) return "";
  if (others.length === 0) return shortened(first.hash.digest("base64url"));
  const digests = Buffer.concat([first, ...others].map((one) => one.hash.digest()));
  return shortened(hash("sha256", digests, "base64url"));
}

/** Returns 72 bits of a digest. */
function shortened(digest: string): string {
  return digest.slice(0, 12);
}
