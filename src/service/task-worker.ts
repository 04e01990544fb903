import type { Logger } from "../operator/log.ts";
import { sleep } from "../sleep.ts";
import { producesText } from "./contract/task.ts";
import type { Task, TaskEnd } from "./contract/task.ts";
import { NothingTranslated } from "./engines/engine.ts";
import type { Metrics } from "./metrics.ts";
import type { Queue, QueueOptions } from "./queue.ts";
import { workOn } from "./work.ts";
import type { Workshop } from "./work.ts";
import type { Work } from "./world.ts";

type Options = Workshop & {
  readonly openQueue: (options: QueueOptions) => Promise<Queue>;
  readonly tasksAtOnce: number;
  readonly giveUpMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
};

const inline = { lookMs: 20, looks: 100 };
const offerMs = 10_000;

/** Works on tasks in the order of their creation. */
export function createWorker(options: Options) {
  const { books, openQueue, tasksAtOnce: atOnce, log } = options;
  const current = async (task: Task) => (await books.tasks.find(task.id)) ?? task;

  let queue: Queue | undefined;
  const add = async (id: string): Promise<void> => {
    // A task that could not be handed out is offered again.
    await queue?.add(id).catch((err: unknown) => {
      log.warn({ err, task: id }, "the task could not be handed out");
    });
  };
  const offerAll = async (): Promise<void> => {
    try {
      for (const { id } of await books.tasks.pending()) await add(id);
    } catch (err) {
      log.warn({ err }, "the store does not answer");
    }
  };
  let timer: NodeJS.Timeout | undefined;

  const work: Work = {
    begin: async (task) => {
      const { id, action, characters, targetLang: target } = task;
      log.info({ task: id, action, characters, target }, "the task was created");
      await add(id);
      // Contract, States: estimates and translations are pending first, the light ones may be completed.
      if (producesText(action) || action === "token_estimate") return task;
      for (let look = 0; look < inline.looks; look += 1) {
        const found = await current(task);
        if (found.status !== "pending") return found;
        await sleep(inline.lookMs);
      }
      return current(task);
    },
    look: current,
    lookAtAll: async () => undefined,
    progress: async ({ id }) => {
      const share = await books.tasks.progress(id);
      return Math.min(0.99, Math.floor(share * 100) / 100);
    },
  };
  return {
    ...work,
    /** Takes up tasks that an earlier process left, and all that have fallen out of the queue. */
    start: async () => {
      queue = await openQueue({ atOnce, run: (id, signal) => runTask(options, id, signal) });
      void offerAll();
      timer = setInterval(() => void offerAll(), offerMs).unref();
    },
    close: async () => {
      clearInterval(timer);
      await queue?.close();
    },
  };
}

/** Works on one task to its end. */
async function runTask(options: Options, id: string, signal: AbortSignal): Promise<void> {
  const { books, texts, log, metrics } = options;
  try {
    const task = await books.tasks.find(id);
    if (task?.status !== "pending") return;
    const end = await attempted(options, task, signal);
    await books.tasks.end(id, end);
    await texts.discard(id, "source");
    const { action } = task;
    const { status, charged, untranslated, doubtful } = end;
    metrics.ended({ action, status, charged });
    log.info({ task: id, action, status, charged, untranslated, doubtful }, "the task has ended");
  } catch (err) {
    // A task that the closing cuts short is taken up again, here or elsewhere.
    if (!signal.aborted) log.error({ err, task: id }, "the end of the task was not written");
  }
}

const attempts = 3;
const betweenAttemptsMs = 30_000;

/** Retries unexpected errors; a task that cannot be worked on fails and costs nothing. */
async function attempted(options: Options, task: Task, signal: AbortSignal): Promise<TaskEnd> {
  const { books, giveUpMs, now, log } = options;
  const progress = (share: number): void => {
    books.tasks.advance(task.id, share).catch(() => undefined);
  };
  const watch = { deadline: task.createdAt + giveUpMs, signal, progress };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await workOn(options, { task, watch });
    } catch (err) {
      signal.throwIfAborted();
      log.error({ err, task: task.id, attempt }, "the task could not be worked on");
      if (err instanceof NothingTranslated || attempt === attempts) {
        return { status: "failed", charged: 0, endedAt: now() };
      }
      await sleep(betweenAttemptsMs, signal);
      signal.throwIfAborted();
    }
  }
}
