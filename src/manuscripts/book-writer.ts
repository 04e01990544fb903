import type { Bilingual } from "../features/exports/rules/bilingual.ts";
import type { FormatId } from "../features/exports/rules/formats.ts";
import { type WorkClock, askWorker } from "./documents/ask-worker.ts";

/**
 * Creates a writer of bilingual files. It works in its own thread, because a long novel takes a
 * second.
 */
export function createBookWriter({
  deadline = (ms) => AbortSignal.timeout(ms),
  tick,
}: Pick<WorkClock, "tick"> & Partial<WorkClock>) {
  return async (format: FormatId, book: Bilingual): Promise<Uint8Array> => {
    const question = { ask: "write", format, book } as const;
    for await (const answer of askWorker({ question, clock: { tick, deadline } })) {
      if (answer.status === "written") return answer.bytes;
    }
    throw new Error("the worker has made nothing of it");
  };
}
