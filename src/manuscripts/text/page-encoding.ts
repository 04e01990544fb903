import { Buffer, isUtf8 } from "node:buffer";

import { ManuscriptError } from "#domain/errors.ts";
import { type Encoding, encodings } from "#domain/manuscript.ts";

import { byMark } from "./decode.ts";
import { sniff } from "./sniff.ts";

/**
 * Returns the encoding of an HTML page: by its mark, its declaration, or what its bytes resemble.
 * Throws EncodingUnclearError, and ManuscriptError "undecodable" for an encoding that is not supported.
 */
export function encodingOf(page: Uint8Array): Encoding {
  const head = page.subarray(0, headBytes);
  const marked = byMark(head);
  if (marked !== undefined) return marked;
  const declared = declaredIn(head);
  const encoding = declared === undefined ? undefined : known(declared);
  // Some programs convert a page and leave its declaration.
  const isOther = encoding === "utf-8" && !isUtf8(page);
  if (encoding !== undefined && !isOther) return encoding;
  const start = isOther ? page.findIndex((byte) => byte > 0x7f) : 0;
  const bytes = page.subarray(start, start + headBytes);
  return sniff({ bytes, end: start + bytes.length < page.length ? "cut" : "whole" }).encoding;
}

const headBytes = 64 * 1024;

function declaredIn(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 4096)).toString("latin1");
  for (const tag of start.split(">")) {
    const at = tag.search(/<meta/iu);
    const declared = at < 0 ? null : /charset\s*=[\s"']*(?<label>[\w.:-]+)/iu.exec(tag.slice(at));
    if (declared !== null) return declared.groups?.["label"];
  }
  return undefined;
}

/** As in browsers, Latin 1 is windows-1252, and a page that declares UTF-16 in ASCII is UTF-8. */
function known(label: string): Encoding {
  if (/^utf-?16/iu.test(label)) return "utf-8";
  try {
    const name = new TextDecoder(label).encoding.replace(/^gbk$/u, "gb18030");
    const encoding = encodings.find((one) => one === name);
    if (encoding !== undefined) return encoding;
  } catch {
    // No such encoding.
  }
  throw new ManuscriptError("undecodable");
}
