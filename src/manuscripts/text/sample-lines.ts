import { Buffer } from "node:buffer";

import type { Encoding, SampleLines } from "../../core/manuscript.ts";
import { createDecoder } from "./decode.ts";

/**
 * Lines by which people can tell in which encoding a file reads right: the first ones that are not plain
 * ASCII, and what follows them. Reads no further than it has to.
 */
export async function sampleLines(
  chunks: AsyncIterable<Uint8Array>,
  encodings: readonly Encoding[],
): Promise<readonly SampleLines[]> {
  const bytes = await telling(chunks);
  return encodings.map((encoding) => ({ encoding, lines: linesIn(bytes, encoding) }));
}

const sampleBytes = 1200;
/** What comes before the first telling byte, so that it is seen among its neighbours. */
const leadBytes = 60;
const linesShown = 3;

async function telling(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let kept: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes: Uint8Array = Buffer.concat([kept, chunk]);
    const first = bytes.findIndex(tells);
    kept = bytes.subarray(first < 0 ? -leadBytes : startOf(bytes, first));
    if (first >= 0 && kept.length >= sampleBytes) break;
  }
  return kept.subarray(0, sampleBytes);
}

/** Where its line begins, or not long before it: all that comes before is ASCII, which may be cut anywhere. */
function startOf(bytes: Uint8Array, first: number): number {
  return Math.max(0, first - leadBytes, bytes.lastIndexOf(0x0a, first) + 1);
}

function tells(byte: number): boolean {
  return byte >= 0x80 || byte === 0x1b;
}

function linesIn(bytes: Uint8Array, encoding: Encoding): readonly string[] {
  const text = Buffer.from(readable(bytes, encoding)).toString("utf8");
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== "");
  return lines.slice(0, linesShown);
}

/** The file may break off its own rules within the sample: then what comes before is shown. */
function readable(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  for (let length = bytes.length; length > 0; length = Math.floor(length / 2)) {
    try {
      return createDecoder(encoding).write(bytes.subarray(0, length));
    } catch {
      // Shorter, then.
    }
  }
  return new Uint8Array();
}
