import { type Buffer, isAscii } from "node:buffer";

/** Whether a text (valid UTF-8) is another one in NFC; most are in it already. */
export function changesInNfc(text: Buffer): boolean {
  if (isAscii(text) || isSurelyNfc(text)) return false;
  const written = text.toString("utf8");
  return written.normalize("NFC") !== written;
}

/** Bytes that the next piece of the text may still change: the last code point with the marks on it. */
export function lastCluster(text: Buffer): number {
  let start = text.length;
  for (let looked = 0; start > 0 && looked < longestCluster; looked += 1) {
    const end = start;
    do start -= 1;
    while (start > 0 && ((text[start] ?? 0) & 0xc0) === 0x80);
    if (!joining.test(text.toString("utf8", start, end))) return text.length - start;
  }
  return text.length - start;
}

/** Combining marks, and the vowels and last consonants of Hangul. */
const joining = /[\p{M}\u1160-\u11FF]/u;
const longestCluster = 64;

/** By their first bytes alone: what is seen in most scripts without combining marks. */
function isSurelyNfc(text: Uint8Array): boolean {
  const kinds = leads;
  const words = new DataView(text.buffer, text.byteOffset, text.length);
  for (let index = 0; index < text.length; index += 1) {
    while (index + 4 <= text.length && (words.getInt32(index, true) & 0x80808080) === 0) index += 4;
    const kind = kinds[text[index] ?? 0] ?? unsure;
    if (kind === sure) continue;
    if (kind === unsure) return false;
    const pair = ((text[index] ?? 0) << 8) | (text[index + 1] ?? 0);
    const third = text[index + 2] ?? 0;
    // Tone marks in the block of 「。」, and the two voicing marks among the kana.
    if (pair === 0xe380 && third >= 0xaa && third <= 0xaf) return false;
    if (pair === 0xe382 && (third === 0x99 || third === 0x9a)) return false;
    if (pair > 0xe282 && pair < 0xe300) return false;
    // Vietnamese stands between these two.
    if (pair < 0xe1b8 || (pair > 0xe1bb && pair < 0xe200)) return false;
  }
  return true;
}

const [sure, unsure, toBeLookedAt] = [0, 1, 2];
const leads = new Uint8Array(256).fill(unsure);
/** ASCII and what goes on; Latin; Cyrillic; Chinese; Hangul. */
for (const [from, to] of [
  [0, 0xbf],
  [0xc2, 0xcb],
  [0xcf, 0xd1],
  [0xe4, 0xe9],
  [0xeb, 0xed],
] as const) {
  leads.fill(sure, from, to + 1);
}
leads.fill(toBeLookedAt, 0xe1, 0xe4);
