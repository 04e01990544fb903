import { Buffer, isAscii, isUtf8 } from "node:buffer";

import { ManuscriptFault } from "../../core/faults.ts";
import type { Encoding } from "../../core/manuscript.ts";
import { wholeCharacters } from "./decode.ts";
import { type Evidence, guessEncoding } from "./guess.ts";
import { readLegacy } from "./legacy.ts";

/** What a file's beginning tells of its encoding. */
export type Sniffed =
  | { readonly status: "proved"; readonly encoding: Encoding }
  /** By how it reads: `others` are what it might be besides. */
  | {
      readonly status: "likely";
      readonly encoding: Encoding;
      readonly others: readonly Encoding[];
    }
  /** At most three, the likeliest first. */
  | { readonly status: "doubtful"; readonly candidates: readonly Encoding[] };

/**
 * The encoding of a file that begins with `head`: by its byte order mark, else ISO-2022-JP by its escapes,
 * else UTF-8 where it is valid, else UTF-16 where the pattern of its bytes shows it plainly, else by how it
 * reads. `end` is "cut" when the file goes on.
 *
 * Throws ManuscriptFault: "binary", "unsupported-type" (a document format in plain characters) or
 * "undecodable".
 */
export function sniff(head: Uint8Array, end: Evidence["end"]): Sniffed {
  refuseDocuments(head);
  const encoding = byMark(head) ?? byPattern({ bytes: head, end });
  if (encoding !== undefined) return { status: "proved", encoding };
  if (head.includes(0)) throw new ManuscriptFault("binary");
  return byReading({ bytes: head, end });
}

function byReading(evidence: Evidence): Sniffed {
  const { bytes } = evidence;
  if (bytes.filter(isControl).length * 100 > bytes.length) throw new ManuscriptFault("binary");
  // A reading in anything else would make nonsense of its characters, and may look like a language.
  if (isSpoiltUtf8(bytes)) throw new ManuscriptFault("undecodable");
  const { isSure, encodings } = guessEncoding(evidence);
  const [encoding, ...others] = encodings;
  if (encoding === undefined) throw new ManuscriptFault("undecodable");
  return isSure
    ? { status: "likely", encoding, others }
    : { status: "doubtful", candidates: encodings };
}

function isControl(byte: number): boolean {
  return byte < 0x20 ? byte < 0x09 || byte > 0x0d : byte === 0x7f;
}

/** Most of what is beyond ASCII is UTF-8, and something is not. */
function isSpoiltUtf8(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("utf8");
  const spoilt = matches(text, /\ufffd/gu);
  return matches(text, /[^\p{ASCII}]/gu) > 2 * spoilt;
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
  if (mark === "84319533") {
    return "gb18030";
  }
  if (mark.startsWith("fffe")) {
    return "utf-16le";
  }
  return mark.startsWith("feff") ? "utf-16be" : undefined;
}

function byPattern({ bytes: head, end }: Evidence): Encoding | undefined {
  if (hasEscapes(head)) {
    return byEscapes(head);
  }
  if (!head.includes(0) && isWholeUtf8(head, end)) {
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

/** Where ASCII alone ends within a character, that character is of another encoding. */
function isWholeUtf8(head: Uint8Array, end: Evidence["end"]): boolean {
  const whole = wholeCharacters(head);
  const endsRight = end === "cut" || whole.length === head.length || !isAscii(whole);
  return endsRight && isUtf8(whole);
}

/** Escapes to a character set of two bytes: no UTF-8 text has them, though every byte is ASCII. */
export function hasEscapes(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("\x1b$");
}

function byEscapes(head: Uint8Array): Encoding {
  try {
    readLegacy("iso-2022-jp").write(head);
    return "iso-2022-jp";
  } catch (cause) {
    throw new ManuscriptFault("undecodable", { cause });
  }
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
