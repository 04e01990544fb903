import { Buffer } from "node:buffer";

import { ManuscriptFault } from "../../core/faults.ts";

/** Returns the encoding that a byte order mark names. Throws ManuscriptFault for UTF-32. */
export function byMark(head: Uint8Array) {
  const start = Buffer.from(head.subarray(0, 4)).toString("hex");
  if (start === "fffe0000" || start === "0000feff") {
    throw new ManuscriptFault("undecodable", { cause: new Error("UTF-32") });
  }
  return marks.find(([mark]) => start.startsWith(mark))?.[1];
}

const marks = [
  ["efbbbf", "utf-8"],
  ["84319533", "gb18030"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
] as const;
