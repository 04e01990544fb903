import { Buffer } from "node:buffer";

import { ManuscriptFault } from "../../core/faults.ts";
import { type Encoding, encodings } from "../../core/manuscript.ts";
import { byMark } from "../text/byte-order-mark.ts";
import { sniff } from "../text/sniff.ts";

/**
 * Returns the encoding of an HTML page: from its byte order mark, otherwise from its declaration,
 * otherwise the one that its bytes resemble most.
 *
 * Throws EncodingDoubt, and ManuscriptFault "undecodable" for an encoding that is not supported.
 */
export function htmlEncoding(page: Uint8Array): Encoding {
  const head = page.subarray(0, headBytes);
  const marked = byMark(head);
  if (marked !== undefined) return marked;
  const declared = declaredIn(head);
  if (declared !== undefined) return known(declared);
  return sniff(head, head.length < page.length ? "cut" : "whole").encoding;
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
  const name = /^(?:gbk|gb2312|x-gbk)$/iu.test(label) ? "gb18030" : nameOf(label);
  const encoding = encodings.find((one) => one === name);
  if (encoding === undefined) throw new ManuscriptFault("undecodable");
  return encoding;
}

function nameOf(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch (cause) {
    throw new ManuscriptFault("undecodable", { cause });
  }
}
