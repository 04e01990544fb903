import { createHash } from "node:crypto";

import type { Opening } from "../../core/manuscript.ts";
import { firstCharacters } from "./count.ts";

/** Measures and hashes the first `limit` code points of a text that comes in pieces. */
export function createOpening(limit: number) {
  const hash = createHash("sha256");
  let [bytes, characters] = [0, 0];
  const extend = (text: Uint8Array, count: number): void => {
    hash.update(text);
    bytes += text.length;
    characters += count;
  };
  const add = (text: Uint8Array, count: number): void => {
    const room = limit - characters;
    if (room > 0) {
      extend(count <= room ? text : firstCharacters(text, room), Math.min(count, room));
    }
  };
  const close = (): Opening => ({ limit, characters, bytes, sha256: hash.digest("hex") });
  /** `extend` goes on behind the limit. */
  return { add, extend, close };
}
