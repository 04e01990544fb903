import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

import { chaptersOf } from "../domain/chapters.ts";
import { ManuscriptFault } from "../domain/faults.ts";
import type { Opening } from "../domain/manuscript.ts";
import { firstCharacters } from "./count.ts";
import { createHeadingFinder } from "./find-headings.ts";

/**
 * Counts and measures a text that comes in pieces (UTF-8, whole code points), and finds its
 * chapters, in one pass. `limits` are the openings that are measured beside the whole, in characters.
 *
 * Throws ManuscriptFault "empty" from `close`.
 */
export function createTextMeter(limits: readonly number[]) {
  const headings = createHeadingFinder();
  const openings = limits.map(createOpening);
  let [bytes, characters, blank] = [0, 0, true];
  const add = (text: Uint8Array): void => {
    const count = headings.add(text);
    bytes += text.length;
    characters += count;
    blank &&= !/\S/u.test(Buffer.from(text).toString("utf8"));
    openings.forEach((opening) => opening.add(text, count));
  };
  const close = () => {
    if (blank) {
      throw new ManuscriptFault("empty");
    }
    return {
      textBytes: bytes,
      characters,
      chapters: chaptersOf(headings.close(), characters),
      openings: openings.map((opening) => opening.close()),
    };
  };
  return { add, close, isAscii: () => bytes === characters };
}

function createOpening(limit: number) {
  const hash = createHash("sha256");
  let [bytes, characters] = [0, 0];
  const add = (text: Uint8Array, count: number): void => {
    const room = limit - characters;
    if (room > 0) {
      const part = count <= room ? text : firstCharacters(text, room);
      hash.update(part);
      bytes += part.length;
      characters += Math.min(count, room);
    }
  };
  const close = (): Opening => ({ limit, characters, bytes, sha256: hash.digest("hex") });
  return { add, close };
}
