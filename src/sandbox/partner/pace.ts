import type { Action, Task, TaskEnd } from "#service/contract/task.ts";
import { countCodePoints } from "#service/contract/text.ts";
import type { Engine } from "#service/engines/engine.ts";
import { toLines } from "#service/engines/pseudo.ts";
import type { Work, ServiceContext } from "#service/service-context.ts";
import { workOn } from "#service/task-worker.ts";

import { noteOf } from "./faults.ts";

type World = ServiceContext & {
  readonly settings: { readonly charsPerSecond: number; readonly inlineUpTo: number };
};

/** The speed of each action, as a multiple of translating. */
const pace: Readonly<Record<Action, number>> = {
  translation: 1,
  preview_translation: 1,
  token_estimate: 50,
  glossary_extraction: 10,
  preview_metadata: 50,
};

const waitForUpTo = 1_000_000;

/** `lookAtAll` ends all tasks whose time has come. */
type Pace = Work & {
  readonly lookAtAll: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Ends a task when its time has come. There are no timers: the state of a task follows from its age
 * when somebody requests it, and the real work (terms, translated text) is done then.
 */
export function createPace(world: () => World): Pace {
  const finishing = new Map<string, Promise<Task>>();

  const look = async (task: Task): Promise<Task> => {
    const current = (await world().records.tasks.find(task.id)) ?? task;
    if (current.status !== "pending" || doneOf(world(), current) < 1) return current;
    const work =
      finishing.get(task.id) ?? finish(world(), current).finally(() => finishing.delete(task.id));
    finishing.set(task.id, work);
    if (current.characters <= waitForUpTo) return work;
    // A long text is worked on while it is still reported as running.
    work.catch(() => undefined);
    return current;
  };

  return {
    // Contract, POST /tasks: these two start as pending, however short the text is.
    begin: async (task) =>
      task.action === "translation" || task.action === "token_estimate" ? task : look(task),
    look,
    lookAtAll: async () => {
      // A text that cannot be worked on must not hide the others; a request for its task receives
      // the error.
      for (const task of await world().records.tasks.pending())
        await look(task).catch(() => undefined);
    },
    progress: async (task) => Math.min(0.99, Math.floor(doneOf(world(), task) * 100) / 100),
    close: async () => {
      await Promise.allSettled(finishing.values());
    },
  };
}

function doneOf({ settings, now }: World, task: Task): number {
  const { action, characters, createdAt } = task;
  const most = noteOf(task).fault?.kind === "never-ends" ? 0.9 : 1;
  // Contract, States: glossary_extraction and preview_metadata may be completed on creation.
  const isLight = action === "glossary_extraction" || action === "preview_metadata";
  if (isLight && characters <= settings.inlineUpTo) return most;
  const seconds = characters / (settings.charsPerSecond * pace[action]);
  const age = Math.max(0, now() - createdAt) / 1_000;
  return Math.min(most, seconds === 0 ? 1 : age / seconds);
}

async function finish(world: World, task: Task): Promise<Task> {
  const result = await world.records.tasks.end(task.id, await endOf(world, task));
  return result ?? task;
}

async function endOf(world: World, task: Task): Promise<TaskEnd> {
  const { fault } = noteOf(task);
  if (fault?.kind === "ends-as") return { status: fault.status, charged: 0, endedAt: world.now() };
  const { signal } = new AbortController();
  const working = { task, progress: () => undefined, deadline: Infinity, signal };
  const engine = spoilt(world.engine, task);
  const { output, ...ending } = await workOn({ ...world, engine }, working);
  const end = fault?.kind === "lacks-file" ? ending : { ...ending, output };
  return fault?.kind === "surcharge" ? { ...end, charged: end.charged + fault.credits } : end;
}

/** Spoils a translation by the fault of its task. */
function spoilt(engine: Engine, task: Task): Engine {
  const { fault } = noteOf(task);
  const { characters } = task;
  const translate: Engine["translate"] = (text, job) => {
    if (fault?.kind === "ignores-terms") return engine.translate(text, { ...job, glossary: [] });
    if (fault?.kind !== "omits") return engine.translate(text, job);
    return engine.translate(omitting(text, { ...fault, characters }), job);
  };
  return { ...engine, translate };
}

type Stretch = { readonly from: number; readonly to: number; readonly characters: number };

/** Yields the lines of a text, without those that begin in the stretch that the task must omit. */
async function* omitting(text: AsyncIterable<string>, { from, to, characters }: Stretch) {
  let at = 0;
  for await (const line of toLines(text)) {
    if (at < from * characters || at >= to * characters) yield line;
    at += countCodePoints(line);
  }
}
