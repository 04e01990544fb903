import { createWriteStream, renameSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { countCodePoints, readOpening } from "./characters.ts";
import { toLines } from "./engines.ts";
import type { Action } from "./order.ts";
import { producesText } from "./task.ts";
import type { Task, Term } from "./task.ts";
import { extractTerms, mergeTerms } from "./terms.ts";
import type { World } from "./world.ts";

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
 * Ends a task when its time has come. There are no timers: a task's state follows from its age when
 * somebody looks, and the real work (terms, translated text) is done then.
 */
export async function settle(world: World, task: Task): Promise<Task> {
  const current = world.books.tasks.get(task.id) ?? task;
  if (current.status !== "pending" || doneOf(world, current) < 1) return current;
  const { finishing } = world;
  const work =
    finishing.get(task.id) ?? finish(world, current).finally(() => finishing.delete(task.id));
  finishing.set(task.id, work);
  if (current.characters <= waitForUpTo) return work;
  // A long text is worked on while it is still reported as running.
  work.catch(() => undefined);
  return current;
}

export async function settleAll(world: World): Promise<void> {
  for (const task of world.books.tasks.values()) {
    // One text that cannot be worked on must not hide the others; its own reader is told.
    if (task.status === "pending") await settle(world, task).catch(() => undefined);
  }
}

/** Progress of a pending task, below 1 while somebody can see it. */
export function progressOf(world: World, task: Task): number {
  return Math.min(0.99, Math.floor(doneOf(world, task) * 100) / 100);
}

function doneOf({ settings, now }: World, { action, characters, createdAt, fault }: Task): number {
  const most = fault?.kind === "never-ends" ? 0.9 : 1;
  // Contract, States: glossary_extraction and preview_metadata may be completed on creation.
  const isLight = action === "glossary_extraction" || action === "preview_metadata";
  if (isLight && characters <= settings.inlineUpTo) return most;
  const seconds = characters / (settings.charsPerSecond * pace[action]);
  const age = Math.max(0, now() - createdAt) / 1_000;
  return Math.min(most, seconds === 0 ? 1 : age / seconds);
}

async function finish(world: World, task: Task): Promise<Task> {
  const { books, texts, now } = world;
  const { id: taskId, fault } = task;
  const end =
    fault?.kind === "ends-as"
      ? { status: fault.status, charged: 0 }
      : { status: "completed", charged: task.price, ...(await workOn(world, task)) };
  books.record({ type: "end", at: now(), taskId, ...end });
  texts.discard(texts.source(taskId));
  return books.tasks.get(taskId) ?? task;
}

type Work = { readonly terms?: Term[]; readonly outputBytes?: number };

async function workOn(world: World, task: Task): Promise<Work> {
  if (task.action === "glossary_extraction") return { terms: await termsOf(world, task) };
  if (!producesText(task.action)) return {};
  const { texts, engine } = world;
  const source = readOpening(texts.source(task.id), task.characters);
  const glossary = task.fault?.kind === "ignores-terms" ? [] : await termsOf(world, task);
  const languages = { source: task.language, target: task.targetLang };
  const translated = engine(omitting(source, task), { ...languages, glossary });
  const output = texts.output(task.id);
  const partial = `${output}.part`;
  await pipeline(Readable.from(translated), createWriteStream(partial, { mode: 0o600 }));
  // The file appears only when it is complete.
  renameSync(partial, output);
  return { outputBytes: statSync(output).size };
}

/** The text in lines, without those that begin in the stretch which the task was told to omit. */
async function* omitting(text: AsyncIterable<string>, { fault, characters }: Task) {
  const { from, to } = fault?.kind === "omits" ? fault : { from: 1, to: 1 };
  let at = 0;
  for await (const line of toLines(text)) {
    if (at < from * characters || at >= to * characters) yield line;
    at += countCodePoints(line);
  }
}

/** Contract, POST /tasks rules 5 to 7. */
async function termsOf({ texts }: World, task: Task): Promise<Term[]> {
  if (task.strategy === "replace") return mergeTerms([], task.glossary);
  const pieces = readOpening(texts.source(task.id), Math.min(task.characters, evidenceCharacters));
  const extracted = extractTerms((await Array.fromAsync(pieces)).join(""));
  return task.strategy === "skip" ? extracted : mergeTerms(extracted, task.glossary);
}
