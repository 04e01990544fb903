import { createWriteStream, renameSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Books } from "./books.ts";
import { countCodePoints } from "./count.ts";
import type { Engine } from "./engines.ts";
import { toLines } from "./engines.ts";
import type { Settings } from "./settings.ts";
import { producesText } from "./task.ts";
import type { Action, Task, Term } from "./task.ts";
import { extractTerms, mergeTerms } from "./terms.ts";
import { readOpening } from "./texts.ts";
import type { Texts } from "./texts.ts";

type Deps = {
  readonly books: Books;
  readonly texts: Texts;
  readonly settings: Settings;
  readonly engine: Engine;
  readonly now: () => number;
};

/** How much quicker than translating an action goes through its characters. */
const pace: Readonly<Record<Action, number>> = {
  translation: 1,
  preview_translation: 1,
  token_estimate: 50,
  glossary_extraction: 10,
  preview_metadata: 50,
};

const evidenceCharacters = 1_000_000;
const waitForUpTo = 1_000_000;

/**
 * Ends tasks when their time has come. There are no timers: a task's state follows from its age
 * when somebody looks, and the real work (terms, translated text) is done then.
 */
export function createFinisher(deps: Deps) {
  const finishing = new Map<string, Promise<Task>>();

  const begin = (task: Task): Promise<Task> => {
    const known = finishing.get(task.id);
    if (known !== undefined) return known;
    const work = finish(deps, task).finally(() => finishing.delete(task.id));
    finishing.set(task.id, work);
    return work;
  };

  const settle = async (task: Task): Promise<Task> => {
    const current = deps.books.tasks.get(task.id) ?? task;
    if (current.status !== "pending" || progressOf(deps, current) < 1) return current;
    const work = begin(current);
    if (current.characters <= waitForUpTo) return work;
    // A long text is worked on while it is still reported as running.
    work.catch(() => undefined);
    return current;
  };

  return {
    settle,
    /** Progress of a pending task, below 1 while somebody can see it. */
    progress: (task: Task) => Math.min(0.99, Math.floor(progressOf(deps, task) * 100) / 100),
    settleAll: async () => {
      for (const task of deps.books.tasks.values()) {
        // One text that cannot be worked on must not hide the others; its own reader is told.
        if (task.status === "pending") await settle(task).catch(() => undefined);
      }
    },
    idle: async () => {
      await Promise.allSettled(finishing.values());
    },
  };
}
export type Finisher = ReturnType<typeof createFinisher>;

function progressOf({ settings, now }: Deps, task: Task): number {
  if (isLight(task.action) && task.characters <= settings.inlineUpTo && task.neverEnds !== true)
    return 1;
  const seconds = task.characters / (settings.charsPerSecond * pace[task.action]);
  const age = Math.max(0, now() - task.createdAt) / 1_000;
  const progress = seconds === 0 ? 1 : age / seconds;
  return task.neverEnds === true ? Math.min(progress, 0.9) : Math.min(progress, 1);
}

/** Contract, States: glossary_extraction and preview_metadata may be completed on creation. */
function isLight(action: Action): boolean {
  return action === "glossary_extraction" || action === "preview_metadata";
}

async function finish(deps: Deps, task: Task): Promise<Task> {
  const { books, texts, now } = deps;
  const failed = task.endsAs !== undefined;
  const work = failed ? {} : await workOn(deps, task);
  books.record({
    type: "end",
    at: now(),
    taskId: task.id,
    status: task.endsAs ?? "completed",
    charged: failed ? 0 : task.price,
    ...work,
  });
  texts.discard(texts.source(task.id));
  return books.tasks.get(task.id) ?? task;
}

type Work = { readonly terms?: Term[]; readonly outputBytes?: number };

async function workOn(deps: Deps, task: Task): Promise<Work> {
  if (task.action === "glossary_extraction") return { terms: await termsOf(deps, task) };
  if (!producesText(task.action)) return {};
  const source = readOpening(deps.texts.source(task.id), task.characters);
  const glossary = task.ignoresTerms === true ? [] : await termsOf(deps, task);
  const languages = { source: task.language, target: task.targetLang };
  const translated = deps.engine(omitting(source, task), { ...languages, glossary });
  const output = deps.texts.output(task.id);
  const partial = `${output}.part`;
  await pipeline(Readable.from(translated), createWriteStream(partial, { mode: 0o600 }));
  // The file appears only when it is complete.
  renameSync(partial, output);
  return { outputBytes: statSync(output).size };
}

/** The text in lines, without those that begin in the stretch which the task was told to omit. */
async function* omitting(text: AsyncIterable<string>, { omits, characters }: Task) {
  const { from, to } = omits ?? { from: 1, to: 1 };
  let at = 0;
  for await (const line of toLines(text)) {
    if (at < from * characters || at >= to * characters) yield line;
    at += countCodePoints(line);
  }
}

/** Contract, POST /tasks rules 5 to 7. */
async function termsOf({ texts }: Deps, task: Task): Promise<Term[]> {
  if (task.strategy === "replace") return mergeTerms([], task.glossary);
  const pieces = readOpening(texts.source(task.id), Math.min(task.characters, evidenceCharacters));
  const text = (await Array.fromAsync(pieces)).join("");
  const extracted = extractTerms(text);
  return task.strategy === "skip" ? extracted : mergeTerms(extracted, task.glossary);
}
