import { extname } from "node:path";

import { ManuscriptFault } from "../domain/faults.ts";

/**
 * Refuses a file by its name. A name without an ending passes: its content decides.
 *
 * Throws ManuscriptFault "unsupported-type".
 */
export function refuseUnsupportedName(name: string): void {
  if (!isAcceptedName(name)) throw new ManuscriptFault("unsupported-type");
}

export function isAcceptedName(name: string): boolean {
  const ending = extname(name).toLowerCase();
  return !looksLikeAnEnding.test(ending) || acceptedEndings.has(ending);
}

/** The endings that are taken, without the dot. */
export function acceptedFiletypes(): readonly string[] {
  return [...acceptedEndings].map((ending) => ending.slice(1));
}

/** "Vol. 2" and "Draft 1.3" have none. */
const looksLikeAnEnding = /^\.(?=.*[a-z])[a-z0-9]{1,10}$/u;

const acceptedEndings = new Set([".txt", ".text", ".md", ".markdown"]);
