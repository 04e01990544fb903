import { Buffer, isUtf8 } from "node:buffer";

import { ManuscriptFault } from "../domain/faults.ts";
import type { Encoding } from "../domain/manuscript.ts";
import { wholeCharacters } from "./decode.ts";

/**
 * The encoding of a file that begins with `head`: by its byte order mark, else UTF-8 where it is valid,
 * else UTF-16 where the pattern of its bytes shows it plainly.
 *
 * Throws ManuscriptFault: "binary", "unsupported-type" (a document format in plain characters) or
 * "undecodable".
 */
export function sniff(head: Uint8Array): Encoding {
  refuseDocuments(head);
  const encoding = byMark(head) ?? byPattern(head);
  if (encoding === undefined) {
    throw new ManuscriptFault(head.includes(0) ? "binary" : "undecodable");
  }
  return encoding;
}

const magics = [
  "%PDF-",
  "PK\x03\x04",
  "\x89PNG",
  "\xff\xd8\xff",
  "GIF8",
  "\x1f\x8b",
  "\xd0\xcf\x11\xe0",
  "7z\xbc\xaf",
  "Rar!\x1a",
  "\x7fELF",
  "ID3\x03",
  "ID3\x04",
];

function refuseDocuments(head: Uint8Array): void {
  const start = Buffer.from(head.subarray(0, 8)).toString("latin1");
  if (magics.some((magic) => start.startsWith(magic))) {
    throw new ManuscriptFault("binary");
  }
  if (start.startsWith("{\\rtf")) {
    throw new ManuscriptFault("unsupported-type");
  }
}

function byMark(head: Uint8Array): Encoding | undefined {
  const mark = Buffer.from(head.subarray(0, 4)).toString("hex");
  if (mark === "fffe0000" || mark === "0000feff") {
    throw new ManuscriptFault("undecodable", { cause: new Error("UTF-32") });
  }
  if (mark.startsWith("efbbbf")) {
    return "utf-8";
  }
  if (mark.startsWith("fffe")) {
    return "utf-16le";
  }
  return mark.startsWith("feff") ? "utf-16be" : undefined;
}

function byPattern(head: Uint8Array): Encoding | undefined {
  if (!head.includes(0) && isUtf8(wholeCharacters(head))) {
    refuseControls(Buffer.from(head).toString("utf8"));
    return "utf-8";
  }
  const little = readAs(head, "utf-16le");
  const big = readAs(head, "utf-16be");
  if (isPlain(little, big)) {
    return "utf-16le";
  }
  return isPlain(big, little) ? "utf-16be" : undefined;
}

function readAs(head: Uint8Array, encoding: Encoding): string | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return decoder.decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * Spaces, line ends and ideographic punctuation betray the byte order: read the wrong way round they
 * are characters that hardly any text has. A text without any shows itself by its Latin letters.
 */
function isPlain(text: string | undefined, swapped: string | undefined): boolean {
  if (text === undefined || nobodys.test(text) || matches(text, control) > 0) {
    return false;
  }
  const [here, there] = [matches(text, separators), matches(swapped, separators)];
  if (here + there > 0) {
    return here > 10 * there && here * 1000 >= text.length;
  }
  return matches(text, latin) * 2 > text.length;
}

const control = /(?![\t\n\v\f\r])\p{Cc}/gu;
/** Private and unassigned characters: random bytes are full of them. */
const nobodys = /[\p{Co}\p{Cn}]/u;
const separators = /[\t\n\r \u3000-\u3002\uff0c]/gu;
const latin = /[A-Za-z]/gu;

function matches(text: string | undefined, pattern: RegExp): number {
  return text?.match(pattern)?.length ?? 0;
}

function refuseControls(text: string): void {
  if (matches(text, control) * 100 > text.length) {
    throw new ManuscriptFault("binary");
  }
}
