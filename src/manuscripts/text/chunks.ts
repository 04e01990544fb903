import { setImmediate as letOthersRun } from "node:timers/promises";

/** A few milliseconds of naming, hashing and counting. */
const SIP_BYTES = 256 * 1024;

/**
 * The same bytes in pieces of at most 256 kB, with a turn of the event loop after each 256 kB, so that a click
 * is acknowledged while a long manuscript is read.
 */
export async function* sips(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sinceTurn = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += SIP_BYTES) {
      const sip = chunk.subarray(start, start + SIP_BYTES);
      yield sip;
      sinceTurn += sip.length;
      if (sinceTurn >= SIP_BYTES) {
        sinceTurn = 0;
        await letOthersRun();
      }
    }
  }
}
