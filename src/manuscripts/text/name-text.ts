import { Buffer, isAscii } from "node:buffer";
import { createHash, hash } from "node:crypto";

import type { TextNames } from "#domain/claim.ts";
import type { Chapter } from "#domain/slice.ts";

import { countCharacters, firstCharacters } from "./count.ts";
import { type Passages, createPassages, createPrints } from "./prints.ts";

/**
 * Names a text that arrives in pieces (UTF-8, whole code points), its chapters and its passages, in
 * one pass. Each stretch between two possible chapter starts has a hash. The real chapters are
 * known at the end: their name is the hash of their stretch, or of the hashes of several.
 */
export function createTextNamer() {
  const stretches = createStretches();
  const prints = createPrints();
  const passages = createPassages({ onText: stretches.add, onPassage: prints.add });
  let places: readonly number[] = [];
  /** What was not taken yet of earlier pieces. */
  let held: Buffer = Buffer.of();
  /** Takes the text up to `final`; returns the rest. */
  const take = (text: Buffer, final: number): Buffer => {
    const takeUpTo = changesInNfc(text) ? takeNormalised : takeAsItIs;
    let rest = text;
    for (const place of places.filter((one) => one <= final)) {
      rest = takeUpTo(passages, rest, place);
      stretches.begin(place);
    }
    places = places.filter((one) => one > final);
    return takeUpTo(passages, rest, final);
  };
  return {
    /** Chapters may begin at the `cuts`, and before `final` at none that is not known by now. */
    add: (
      text: Uint8Array,
      { cuts, final }: { readonly cuts: readonly number[]; readonly final: number },
    ): void => {
      const all = Buffer.concat([held, text]);
      const sure = settledIn(all);
      if (cuts.length > 0) places = [...places, ...cuts].toSorted((one, other) => one - other);
      const rest = take(all.subarray(0, sure), final);
      held = all.subarray(sure - rest.length);
    },
    close: (chapters: readonly Chapter[]): TextNames => {
      take(held, Infinity);
      passages.close();
      return { ...stretches.close(chapters), prints: prints.close() };
    },
  };
}

function takeAsItIs(passages: Passages, text: Buffer, limit: number): Buffer {
  return text.subarray(passages.add(text, limit));
}

/** Takes a text line by line in NFC: the place of a passage is exact to the line. */
function takeNormalised(passages: Passages, text: Buffer, limit: number): Buffer {
  const room = limit - passages.at();
  const part = Number.isFinite(room) ? firstCharacters(text, room) : text;
  for (const [line] of part.toString("utf8").matchAll(/[^\n]*\n|[^\n]+/gu)) {
    const end = passages.at() + countCharacters(Buffer.from(line));
    passages.add(Buffer.from(line.normalize("NFC")), Infinity);
    passages.moveTo(end);
  }
  return text.subarray(part.length);
}

type Stretch = { readonly start: number; readonly digest: Buffer };

function createStretches() {
  const whole = createHash("sha256");
  const ended: Stretch[] = [];
  let open = { start: 0, hash: createHash("sha256") };
  const end = (): void => void ended.push({ start: open.start, digest: open.hash.digest() });
  return {
    add: (bytes: Uint8Array): void => {
      whole.update(bytes);
      open.hash.update(bytes);
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

/** Returns true when NFC changes a text (valid UTF-8); most texts are in NFC already. */
function changesInNfc(text: Buffer): boolean {
  if (isAscii(text)) return false;
  const written = text.toString("utf8");
  return written.normalize("NFC") !== written;
}

/** Returns the bytes that the next piece cannot change: in NFC nothing joins across a blank. */
function settledIn(text: Buffer): number {
  const blank = Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n"));
  return blank < 0 && text.length > longestWord ? text.length : Math.max(0, blank);
}

/** Bytes. No more without a blank are held. */
const longestWord = 64 * 1024;
