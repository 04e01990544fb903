import type { IncomingMessage } from "node:http";
import { setImmediate as letDataIn } from "node:timers/promises";

type BodyLimits = {
  /** Bytes of one body. */
  readonly most: number;
  /** Bytes of all bodies beyond their first `smallBytes`, while nobody knows who sent them. */
  readonly room: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** A body, or the status that refuses it. */
export type ReadBody = (request: IncomingMessage) => Promise<Buffer | 408 | 413 | 503>;

type Reading = { readonly beyond: () => number; readonly giveWay: () => void };

/**
 * Reads bodies of callers who are not known yet. A small body always has room. Of the larger ones
 * the oldest gives way, so that nobody can fill the room for long. A slow body is cut. The rest of a
 * refused body is not read.
 */
export function createBodyReader({ most, room, sleep }: BodyLimits): ReadBody {
  const readings = new Set<Reading>();
  const makeRoom = (): void => {
    let bytes = 0;
    for (const one of readings) bytes += one.beyond();
    for (const one of readings) {
      if (bytes <= room) return;
      bytes -= one.beyond();
      if (one.beyond() > 0) one.giveWay();
    }
  };
  return (request) =>
    new Promise((resolve) => {
      if (Number(request.headers["content-length"]) > most) return resolve(413);
      const chunks: Buffer[] = [];
      let length = 0;
      let isOver = false;
      let waiting: AbortController | undefined;
      const end = (settle: () => void): void => {
        if (isOver) return;
        isOver = true;
        // With a reason of its own Node makes no error with a stack for each body.
        waiting?.abort("ended");
        readings.delete(reading);
        request.off("data", take).pause();
        settle();
      };
      const reading: Reading = {
        beyond: () => Math.max(0, length - smallBytes),
        giveWay: () => end(() => resolve(503)),
      };
      const take = (chunk: Buffer): void => {
        length += chunk.length;
        if (length > most) return end(() => resolve(413));
        chunks.push(chunk);
        makeRoom();
      };
      readings.add(reading);
      request.on("data", take);
      request.on("end", () => end(() => resolve(joined(chunks, length))));
      // A caller who has gone reads no answer.
      for (const event of ["error", "close"]) request.on(event, () => end(() => resolve(408)));
      const cutWhenSlow = async (): Promise<void> => {
        // Nearly every body is there by now, and needs no timer.
        await letDataIn();
        for (let before = 0; ; before = length) {
          if (isOver) return;
          waiting = new AbortController();
          await sleep(1000, waiting.signal);
          // Bytes that came while this process was busy count.
          await letDataIn();
          if (isOver) return;
          if (length - before < smallBytes) return end(() => resolve(408));
        }
      };
      void cutWhenSlow();
    });
}

/** Nearly every body comes in one piece, which need not be copied. */
function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [only, ...more] = chunks;
  return only !== undefined && more.length === 0 ? only : Buffer.concat(chunks, length);
}

/** All that Slack normally sends in a body, and the least that a larger one brings each second. */
export const smallBytes = 64 * 1024;
