import { extname } from "node:path";

import { ManuscriptFault } from "../domain/faults.ts";

/** The file name endings that are taken, as people are told. */
export const acceptedEndings: readonly string[] = [".txt", ".text", ".md", ".markdown"];

/**
 * Refuses a file by its name. A name without an ending passes: its content decides.
 *
 * Throws ManuscriptFault "unsupported-type".
 */
export function refuseUnsupportedName(name: string): void {
  const ending = extname(name).toLowerCase();
  if (looksLikeAnEnding.test(ending) && !acceptedEndings.includes(ending)) {
    throw new ManuscriptFault("unsupported-type");
  }
}

/** "Vol. 2" and "Draft 1.3" have none. */
const looksLikeAnEnding = /^\.(?=.*[a-z])[a-z0-9]{1,10}$/u;
