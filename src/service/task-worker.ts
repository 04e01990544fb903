import type { Logger } from "../operator/log.ts";
import { sleep } from "../sleep.ts";
import { producesText } from "./contract/task.ts";
import type { Task, TaskEnd } from "./contract/task.ts";
import { NothingTranslated } from "./engines/engine.ts";
import type { Metrics } from "./metrics.ts";
import type { Queue, QueueOptions } from "./queue.ts";
import { workOn } from "./work.ts";
import type { Work, World } from "./world.ts";

type Options = {
  readonly world: () => World;
  readonly openQueue: (options: QueueOptions) => Promise<Queue>;
  readonly atOnce: number;
  readonly giveUpMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
};

const inline = { lookMs: 20, looks: 100 };
const offerMs = 10_000;

/** Works on tasks in the order of their creation. */
export function createWorker(options: Options) {
  const { world, openQueue, atOnce, log } = options;
  const current = async (task: Task) => (await world().books.tasks.find(task.id)) ?? task;

  const run = createRun(options);
  let queue: Queue | undefined;
  const add = async (id: string): Promise<void> => {
    try {
      await queue?.add(id);
    } catch (err) {
      // It is offered again.
      log.warn({ err, task: id }, "the task could not be handed out");
    }
  };
  const offerAll = async (): Promise<void> => {
    for (const { id } of await world().books.tasks.pending()) await add(id);
  };
  const offer = (): void => {
    offerAll().catch((err: unknown) => log.warn({ err }, "the store does not answer"));
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
    look: async (task) => current(task),
    lookAtAll: async () => undefined,
    progress: async ({ id }) => shown(await world().books.tasks.progress(id)),
  };
  return {
    ...work,
    /** Takes up tasks that an earlier process left, and all that have fallen out of the queue. */
    start: async () => {
      queue = await openQueue({ atOnce, run });
      offer();
      timer = setInterval(offer, offerMs).unref();
    },
    close: async () => {
      clearInterval(timer);
      await queue?.close();
    },
  };
}

/** Works on one task to its end. */
function createRun({ world, giveUpMs, log, metrics }: Options): QueueOptions["run"] {
  const runTask = async (task: Task, signal: AbortSignal): Promise<void> => {
    const { books, texts, now } = world();
    const deadline = task.createdAt + giveUpMs;
    const progress = (share: number): void => {
      books.tasks.advance(task.id, share).catch(() => undefined);
    };
    const work = () => workOn(world(), { task, watch: { deadline, signal, progress } });
    const end = await attempted(work, { failedAt: now, signal, log, task: task.id });
    const { status, charged, untranslated, doubtful } = end;
    await books.tasks.end(task.id, end);
    await texts.discard(task.id, "source");
    metrics.ended({ action: task.action, status, charged });
    const names = { task: task.id, action: task.action, status, charged, untranslated, doubtful };
    log.info(names, "the task has ended");
  };
  return async (id, signal) => {
    try {
      const task = await world().books.tasks.find(id);
      if (task?.status === "pending") await runTask(task, signal);
    } catch (err) {
      // A task that the closing cuts short is taken up again, here or elsewhere.
      if (!signal.aborted) log.error({ err, task: id }, "the end of the task was not written");
    }
  };
}

function shown(share: number): number {
  return Math.min(0.99, Math.floor(share * 100) / 100);
}

type Attempt = {
  readonly failedAt: () => number;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly task: string;
};

const attempts = 3;
const betweenAttemptsMs = 30_000;

/** Retries unexpected errors; a task that cannot be worked on fails and costs nothing. */
async function attempted(
  work: () => Promise<TaskEnd>,
  { failedAt, signal, log, task }: Attempt,
): Promise<TaskEnd> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (err) {
      signal.throwIfAborted();
      const isFinal = err instanceof NothingTranslated || attempt === attempts;
      log.error({ err, task, attempt }, "the task could not be worked on");
      if (isFinal) return { status: "failed", charged: 0, endedAt: failedAt() };
      await sleep(betweenAttemptsMs, signal);
      signal.throwIfAborted();
    }
  }
}
