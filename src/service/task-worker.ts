import type { Logger } from "../operator/log.ts";
import { sleep } from "../sleep.ts";
import { producesText } from "./contract/task.ts";
import type { Task, TaskEnd } from "./contract/task.ts";
import { NothingTranslated } from "./engines/engine.ts";
import type { Metrics } from "./metrics.ts";
import { createQueue } from "./queue.ts";
import { workOn } from "./work.ts";
import type { Work, World } from "./world.ts";

type Options = {
  readonly world: () => World;
  readonly atOnce: number;
  readonly giveUpMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
};

const inlineMs = 2_000;

/** Works on tasks in the order of their creation. */
export function createWorker({ world, atOnce, giveUpMs, log, metrics }: Options) {
  const stopped = new AbortController();
  const { signal } = stopped;
  const progress = new Map<string, number>();
  const current = (task: Task) => world().books.tasks.find(task.id) ?? task;

  const run = async (task: Task): Promise<void> => {
    const deadline = task.createdAt + giveUpMs;
    const watch = { deadline, signal, progress: (share: number) => progress.set(task.id, share) };
    const work = () => workOn(world(), { task, watch });
    try {
      const end = await attempted(work, { failedAt: world().now, signal, log, task: task.id });
      world().books.tasks.end(task.id, end);
      world().texts.discard(task.id, "source");
      const { status, charged, untranslated, doubtful } = end;
      metrics.ended({ action: task.action, status, charged });
      const names = { task: task.id, action: task.action, status, charged, untranslated, doubtful };
      log.info(names, "the task has ended");
    } catch (err) {
      // What the closing cuts short is taken up again at the next start.
      if (!signal.aborted) log.error({ err, task: task.id }, "the end of the task was not written");
    } finally {
      progress.delete(task.id);
    }
  };
  const queue = createQueue({ atOnce, run });

  const work: Work = {
    begin: async (task) => {
      const { id, action, characters, targetLang: target } = task;
      log.info({ task: id, action, characters, target }, "the task was created");
      const done = queue.add(task);
      // Contract, States: estimates and translations are pending first, the light ones may be completed.
      if (producesText(action) || action === "token_estimate") return task;
      await Promise.race([done, sleep(inlineMs)]);
      return current(task);
    },
    look: async (task) => current(task),
    lookAtAll: async () => undefined,
    progress: ({ id }) => Math.min(0.99, Math.floor((progress.get(id) ?? 0) * 100) / 100),
  };
  return {
    ...work,
    /** Takes up what an earlier process left. */
    start: () => {
      for (const task of world().books.tasks.pending()) void queue.add(task);
    },
    close: async () => {
      stopped.abort();
      await queue.close();
    },
  };
}

type Attempt = {
  readonly failedAt: () => number;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly task: string;
};

const attempts = 3;
const betweenAttemptsMs = 30_000;

/** What broke unexpectedly is tried again; a task that cannot be worked on fails and costs nothing. */
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
