import { once } from "node:events";
import { createRequire, flushCompileCache, getCompileCacheDir } from "node:module";
import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";

import { ManuscriptError } from "#domain/errors.ts";
import type { Bilingual } from "#domain/exports/bilingual.ts";
import type { FormatId } from "#domain/exports/formats.ts";
import type { TermFile } from "#domain/glossary/glossary-file.ts";
import type { ManuscriptFaultReason, Rebuilt } from "#domain/manuscript.ts";
import type { PuttingBack } from "#manuscripts/documents/put-back/put-back.ts";

import type { Document, Found, TextPiece } from "./extract.ts";
import type { TermTable } from "./read-terms.ts";

/** What the thread makes as a whole, by what it is asked for. */
type Made = {
  readonly "put-back": Rebuilt;
  readonly terms: TermFile;
  readonly write: Uint8Array<ArrayBuffer>;
};

export type Answer =
  | ({ readonly status: "piece" } & TextPiece)
  | ({ readonly status: "end" } & Found)
  | { readonly status: "made"; readonly made: Made[keyof Made] }
  | {
      readonly status: "refused";
      readonly reason: ManuscriptFaultReason;
      readonly why: string;
      readonly part?: string | undefined;
    };

/** A request to the thread. It hands over the bytes of a document or table. */
export type WorkerRequest =
  | { readonly kind: "read"; readonly document: Document }
  | ({ readonly kind: "put-back" } & PuttingBack)
  | { readonly kind: "terms"; readonly table: TermTable }
  | { readonly kind: "write"; readonly format: FormatId; readonly book: Bilingual };

export type WorkClock = {
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  /** Returns a signal that aborts after this many ms; by default, by the time of this machine. */
  readonly deadline?: ((ms: number) => AbortSignal) | undefined;
};

/**
 * Yields pieces of a document's text and then what was found, or the one thing that was asked for.
 * A thread of its own makes them, with little memory, no secrets and a deadline, so that the worst
 * document delays nobody else. It works only while it is asked.
 *
 * Throws ManuscriptError; "unsafe-document" when memory or time was not enough.
 */
export async function* askWorker(
  question: WorkerRequest,
  { clock, signal }: { readonly clock: WorkClock; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Exclude<Answer, { status: "refused" }>> {
  const { tick, deadline = (ms) => AbortSignal.timeout(ms) } = clock;
  const worker = new Worker(workerFile, {
    resourceLimits: memoryLimits,
    env: compiled(),
    execArgv: [],
  });
  // An error that nobody waits for any more would end the process.
  worker.on("error", () => undefined);
  let leftMs = workLimitMs;
  try {
    worker.postMessage(question, handedOver(question));
    for (;;) {
      const askedAt = tick();
      const answer = await answerOf(worker, { signal, limit: deadline(Math.ceil(leftMs)) });
      leftMs = Math.max(1, leftMs - (tick() - askedAt));
      if (answer.status === "refused") {
        const { reason, why, part } = answer;
        throw new ManuscriptError(reason, { cause: new Error(why), part });
      }
      yield answer;
      if (answer.status !== "piece") return;
      worker.postMessage("next");
    }
  } finally {
    await worker.terminate();
  }
}

/** Asks for something that is made as a whole. Throws as `askWorker` does. */
export async function askForWhole<Ask extends keyof Made>(
  question: Extract<WorkerRequest, { kind: Ask }>,
  clock: WorkClock,
): Promise<Made[Ask]>;
export async function askForWhole(question: WorkerRequest, clock: WorkClock) {
  for await (const answer of askWorker(question, { clock })) {
    if (answer.status === "made") return answer.made;
  }
  throw new Error("the worker has made nothing of it");
}

const memoryLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Limits the work, not the waiting for the next question. A novel takes a tenth of a second. */
const workLimitMs = 60_000;

/** The thread's code is beside this file: `worker.ts` in the sources, `worker.mjs` in the image. */
const workerFile = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

function handedOver(question: WorkerRequest): readonly ArrayBuffer[] {
  if (question.kind === "write") return [];
  const { bytes } = question.kind === "terms" ? question.table : question.document;
  return [bytes.buffer];
}

async function answerOf(
  worker: Worker,
  { signal, limit }: { readonly signal: AbortSignal | undefined; readonly limit: AbortSignal },
): Promise<Answer> {
  try {
    const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread is our own
    const [answer] = (await once(worker, "message", { signal: both })) as [Answer];
    return answer;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ManuscriptError("unsafe-document", { cause });
  }
}

/**
 * Returns the place of the compile cache, all that a thread's environment holds. The types are
 * stripped here: Node 24.21 sometimes dies when a thread ends that did so itself.
 */
function compiled(): { readonly NODE_COMPILE_CACHE?: string } {
  const cache = getCompileCacheDir();
  if (cache === undefined) return {};
  createRequire(import.meta.url)(workerFile);
  flushCompileCache();
  return { NODE_COMPILE_CACHE: dirname(cache) };
}

/** Gives out memory in the order of requests. One beyond the capacity gets all of it alone. */
export function createRoom(capacity: number) {
  const queue: { readonly bytes: number; readonly enter: () => void }[] = [];
  let total = 0;
  const admit = (): void => {
    const [first] = queue;
    if (first === undefined || (total > 0 && total + first.bytes > capacity)) return;
    queue.shift();
    total += first.bytes;
    first.enter();
    admit();
  };
  return {
    /** Waits until there is room for these bytes; returns a function that gives it back. */
    enter: async (bytes: number): Promise<() => void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.push({ bytes, enter: resolve });
      admit();
      await promise;
      return () => {
        total -= bytes;
        admit();
      };
    },
  };
}
