import { createRequire, flushCompileCache, getCompileCacheDir } from "node:module";
import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";

import { ManuscriptFault } from "../../core/faults.ts";
import type { LeftOut, ManuscriptFaultReason } from "../../core/manuscript.ts";
import type { Rebuilt } from "../../features/delivery/rules/put-back.ts";
import type { Bilingual } from "../../features/exports/rules/bilingual.ts";
import type { FormatId } from "../../features/exports/rules/formats.ts";
import type { TermFile } from "../../features/glossary/rules/term-rows.ts";
import type { TermTable } from "../terms/read-terms.ts";
import type { Heading } from "../text/heading.ts";
import type { Turn } from "../text/matter.ts";
import type { Document } from "./extract.ts";
import type { PuttingBack } from "./put-back/put-back.ts";

export type Answer =
  | {
      readonly status: "piece";
      readonly text: Uint8Array;
      /** Places in the text, in code points, at which something may be a heading. */
      readonly places: readonly number[];
    }
  | {
      readonly status: "end";
      readonly leftOut: readonly LeftOut[];
      /** Code points of the signs around emphasised text. */
      readonly marks: number;
      readonly headings: readonly Heading[];
      readonly turns: readonly Turn[];
    }
  | { readonly status: "rebuilt"; readonly rebuilt: Rebuilt }
  | { readonly status: "terms"; readonly file: TermFile }
  | { readonly status: "written"; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly status: "refused";
      readonly reason: ManuscriptFaultReason;
      readonly why: string;
    };

/**
 * Requests to the thread. The first hands over a document or table; "next" requests the next piece.
 */
export type Question =
  | { readonly ask: "read"; readonly document: Document }
  | { readonly ask: "next" }
  | ({ readonly ask: "put-back" } & PuttingBack)
  | { readonly ask: "terms"; readonly table: TermTable }
  | ({ readonly ask: "write" } & Writing);

/** A text and its translation, to be written as a file. */
export type Writing = { readonly format: FormatId; readonly book: Bilingual };

type Asking = {
  readonly question: Exclude<Question, { ask: "next" }>;
  readonly signal?: AbortSignal | undefined;
  readonly clock: WorkClock;
};

export type WorkClock = {
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  /** Returns a signal that aborts after this many ms; by default, by the time of this machine. */
  readonly deadline?: ((ms: number) => AbortSignal) | undefined;
};

/**
 * Yields pieces of a document's text, or the document with another text. A thread of its own makes
 * them, with little memory, no secrets and a deadline, so that the worst document delays nobody
 * else. The thread works only while it is asked; the bytes are transferred to it. The last answer
 * is "end", "rebuilt", "terms" or "written".
 *
 * Throws ManuscriptFault; "unsafe-document" when memory or time was not enough.
 */
export async function* askWorker({ question, signal, clock }: Asking): AsyncGenerator<Answer> {
  const { tick, deadline = (ms) => AbortSignal.timeout(ms) } = clock;
  const worker = openWorker();
  let leftMs = workLimitMs;
  let next: Question = question;
  try {
    for (;;) {
      const askedAt = tick();
      const limit = deadline(Math.ceil(leftMs));
      const answer = await ask(worker, next, { signal, limit });
      leftMs = Math.max(1, leftMs - (tick() - askedAt));
      if (answer.status === "refused") {
        throw new ManuscriptFault(answer.reason, { cause: new Error(answer.why) });
      }
      yield answer;
      if (answer.status !== "piece") return;
      next = { ask: "next" };
    }
  } finally {
    await worker.close();
  }
}

type Made = Extract<Answer, { status: "rebuilt" | "terms" | "written" }>;

/** Asks for something that is made as a whole. Throws as `askWorker` does. */
export async function askForWhole<Status extends Made["status"]>(
  status: Status,
  asking: Asking,
): Promise<Extract<Made, { status: Status }>> {
  for await (const answer of askWorker(asking)) if (isMade(answer, status)) return answer;
  throw new Error("the worker has made nothing of it");
}

function isMade<Status extends Made["status"]>(
  answer: Answer,
  status: Status,
): answer is Extract<Made, { status: Status }> {
  return answer.status === status;
}

const memoryLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Limits the work, not the waiting for the next question. A novel takes a tenth of a second. */
const workLimitMs = 60_000;

/** The thread's code is beside this file: `worker.ts` in the sources, `worker.mjs` in the image. */
const workerFile = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

function openWorker() {
  const worker = new Worker(workerFile, {
    resourceLimits: memoryLimits,
    env: compiled(),
    execArgv: [],
  });
  let waiting = Promise.withResolvers<Answer>();
  worker.on("message", (answer: Answer) => waiting.resolve(answer));
  worker.on("error", (error) => waiting.reject(error));
  return {
    answer: async (question: Question, signal: AbortSignal): Promise<Answer> => {
      waiting = Promise.withResolvers();
      const { promise, reject } = waiting;
      const stop = (): void => reject(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      worker.postMessage(question, handedOver(question));
      return await promise;
    },
    close: () => worker.terminate(),
  };
}

function handedOver(question: Question): readonly ArrayBuffer[] {
  if (question.ask === "next" || question.ask === "write") return [];
  const { bytes } = question.ask === "terms" ? question.table : question.document;
  return [bytes.buffer];
}

/**
 * Returns the place of the compile cache, all that a thread's environment holds. Node 24.21
 * sometimes dies of SIGTRAP or SIGSEGV when a thread ends that stripped types from modules (two of
 * five runs of the document tests). The types are therefore stripped here. This also halves the CPU
 * that a thread needs to start.
 */
function compiled(): { readonly NODE_COMPILE_CACHE?: string } {
  const cache = getCompileCacheDir();
  if (cache === undefined) return {};
  createRequire(import.meta.url)(workerFile);
  flushCompileCache();
  return { NODE_COMPILE_CACHE: dirname(cache) };
}

async function ask(
  worker: ReturnType<typeof openWorker>,
  question: Question,
  { signal, limit }: { readonly signal: AbortSignal | undefined; readonly limit: AbortSignal },
): Promise<Answer> {
  try {
    const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    return await worker.answer(question, both);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ManuscriptFault("unsafe-document", { cause });
  }
}

export type Room = {
  /** Waits until there is room for these bytes; returns a function that gives it back. */
  readonly enter: (bytes: number) => Promise<() => void>;
};

type Waiting = { readonly bytes: number; readonly enter: () => void };

/**
 * Gives out memory in the order of requests. A request beyond the capacity gets all of it alone.
 */
export function createRoom(capacity: number): Room {
  const queue: Waiting[] = [];
  let taken = 0;
  const admit = (): void => {
    const [first] = queue;
    if (first === undefined || (taken > 0 && taken + first.bytes > capacity)) return;
    queue.shift();
    taken += first.bytes;
    first.enter();
    admit();
  };
  return {
    enter: async (bytes) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.push({ bytes, enter: resolve });
      admit();
      await promise;
      return () => {
        taken -= bytes;
        admit();
      };
    },
  };
}
