import { randomUUID } from "node:crypto";

import { sleep } from "#lib/clock.ts";
import type { Logger } from "#operator/log.ts";
import {
  isInquiry,
  producesText,
  type Task,
  type TaskEnd,
  type Stretch,
  type Term,
} from "#service/contract/task.ts";
import { readOpening } from "#service/contract/text.ts";
import { TranslationFailedError, type Job } from "#service/engines/engine.ts";

import type { Metrics } from "./metrics.ts";
import type { Work, ServiceContext } from "./service-context.ts";
import { createConcurrencyLimit, type Turn } from "./turns.ts";

type Options = Workshop & {
  /** The queue that several processes share, if they do. */
  readonly openQueue?: (options: QueueOptions) => Promise<Queue>;
  readonly tasksAtOnce: number;
  readonly giveUpMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
};

const inline = { lookMs: 20, looks: 100 };
const offerMs = 10_000;

/** Works on tasks in the order of their creation. */
export function createWorker(options: Options) {
  const { records, openQueue = createQueue, tasksAtOnce: atOnce, log, now } = options;
  const waiting = new Map<string, number>();
  const current = async (task: Task) => (await records.tasks.find(task.id)) ?? task;

  let queue: Queue | undefined;
  const add = async (id: string): Promise<void> => {
    // A task that could not be handed out is offered again.
    await queue?.add(id).catch((err: unknown) => {
      log.warn({ err, task: id }, "the task could not be handed out");
    });
  };
  const offerAll = async (): Promise<void> => {
    try {
      for (const { id } of await records.tasks.pending()) await add(id);
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
      for (let look = 1; ; look += 1) {
        const latest = await current(task);
        if (latest.status !== "pending" || look === inline.looks) return latest;
        await sleep(inline.lookMs);
      }
    },
    look: current,
    progress: async ({ id }) => {
      const share = Number((await records.texts.find(id, "progress")) ?? 0);
      return Math.min(0.99, Math.floor(share * 100) / 100);
    },
  };
  return {
    ...work,
    /** Takes up tasks that an earlier process left, and all that have fallen out of the queue. */
    start: async () => {
      const inTurn = createLanes(atOnce);
      queue = await openQueue({
        atOnce: mostTaken,
        run: (id, signal) => runTask({ ...options, inTurn, waiting }, id, signal),
      });
      void offerAll();
      timer = setInterval(() => void offerAll(), offerMs).unref();
    },
    /** Returns the reasons why tasks do not go on, one sentence each. */
    troubles: async (): Promise<readonly string[]> => {
      if (queue?.isRunning?.() === false) return ["The queue hands out no tasks."];
      return late(now(), waiting.values(), await records.tasks.pending());
    },
    close: async () => {
      clearInterval(timer);
      await queue?.close();
    },
  };
}

/**
 * Says which light task is late.
 *
 * @param waiting when the light tasks were created that wait here for a turn
 * @param pending all of the store: another process may have taken one, or none
 */
function late(now: number, waiting: Iterable<number>, pending: readonly Task[]) {
  const secondsSince = (times: Iterable<number>) => Math.round((now - Math.min(...times)) / 1000);
  const waited = secondsSince(waiting);
  if (waited > longestLightSeconds) return [`A light task has waited for ${waited} s.`];
  const light = secondsSince(pending.filter(isLight).map(({ createdAt }) => createdAt));
  return light > longestPendingSeconds ? [`A light task is pending for ${light} s.`] : [];
}

const longestLightSeconds = 30;
/** A slow model may work on a preview for minutes. */
const longestPendingSeconds = 600;

/** Tasks that a process takes from the queue: taking one starts nothing, so no account fills it. */
const mostTaken = 10_000;
const lightAtOnce = 8;
const lightCharacters = 20_000;

/** True for what people wait for: estimates, metadata, and short glossaries and previews. */
function isLight(task: Task): boolean {
  const { action, characters, sourceCharacters } = task;
  if (isInquiry(action)) return true;
  const isWhole = action === "translation" && characters === sourceCharacters;
  return !isWhole && characters <= lightCharacters;
}

type InTurn = <Result>(work: () => Promise<Result>, turn: Turn) => Promise<Result>;

/** Light tasks have a lane of their own. Each account has as many turns for the others. */
function createLanes(atOnce: number): InTurn {
  const light = createConcurrencyLimit(lightAtOnce);
  const lanes = new Map<string, InTurn>();
  return (work, turn) => {
    const lane = turn.isLight ? light : (lanes.get(turn.account) ?? createConcurrencyLimit(atOnce));
    if (!turn.isLight) lanes.set(turn.account, lane);
    return lane(work, turn);
  };
}

/** Works on one task to its end. */
async function runTask(
  options: Options & {
    readonly inTurn: InTurn;
    /** The light tasks that wait for a turn, with the times of their creation. */
    readonly waiting: Map<string, number>;
  },
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { records, log, metrics, waiting } = options;
  try {
    const task = await records.tasks.find(id);
    if (task?.status !== "pending") return;
    const turn = { account: task.account, isLight: isLight(task), signal };
    const attempt = () => {
      waiting.delete(id);
      return attempted(options, task, signal);
    };
    if (turn.isLight) waiting.set(id, task.createdAt);
    // What only informs was found with the creation: nothing is left to do.
    const end = await (isInquiry(task.action) ? attempt() : options.inTurn(attempt, turn));
    await records.tasks.end(id, end);
    const { status, charged, untranslated, doubtful } = end;
    const outcome = { action: task.action, status, charged, untranslated, doubtful };
    metrics.ended(outcome);
    log.info({ task: id, ...outcome }, "the task has ended");
  } catch (err) {
    // A task that the closing cuts short is taken up again, here or elsewhere.
    if (!signal.aborted) log.error({ err, task: id }, "the end of the task was not written");
  } finally {
    waiting.delete(id);
  }
}

const attempts = 3;
const betweenAttemptsMs = 30_000;

/** Retries unexpected errors; a task that cannot be worked on fails and costs nothing. */
async function attempted(options: Options, task: Task, signal: AbortSignal): Promise<TaskEnd> {
  const { records, giveUpMs, now, log } = options;
  const progress = (share: number): void => {
    records.texts.save(task.id, "progress", `${share}`).catch(() => undefined);
  };
  const working = { task, deadline: task.createdAt + giveUpMs, signal, progress };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await workOn(options, working);
    } catch (err) {
      signal.throwIfAborted();
      log.error({ err, task: task.id, attempt }, "the task could not be worked on");
      if (err instanceof TranslationFailedError || attempt === attempts) {
        return { status: "failed", charged: 0, endedAt: now() };
      }
      await sleep(betweenAttemptsMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** Everything that the work on a task uses. */
type Workshop = Pick<ServiceContext, "records" | "engine" | "now">;

type Working = Pick<Job, "progress" | "deadline" | "signal"> & { readonly task: Task };

export async function workOn(ctx: Workshop, { task, ...watch }: Working): Promise<TaskEnd> {
  const { texts } = ctx.records;
  const gaps = { untranslated: [] as Stretch[], doubtful: [] as Stretch[] };
  const job: Job = {
    ...watch,
    taskId: task.id,
    account: task.account,
    isLight: isLight(task),
    source: task.language,
    target: task.targetLang,
    glossary: task.strategy === "skip" ? [] : task.glossary.map(suppliedTerm),
    characters: task.characters,
    finished: (name) => texts.find(task.id, name),
    finish: (name, text) => texts.save(task.id, name, text),
    gap: (kind, paragraph, characters) => {
      const last = gaps[kind].at(-1);
      if (last === undefined || paragraph > last.to + 1) {
        gaps[kind].push({ from: paragraph, to: paragraph, characters });
      } else {
        last.to = paragraph;
        last.characters += characters;
      }
    },
  };
  const end = (product: Partial<TaskEnd>): TaskEnd => {
    return { status: "completed", charged: task.price, ...product, endedAt: ctx.now() };
  };
  const isText = producesText(task.action);
  if (!isText && task.action !== "glossary_extraction") return end({});
  const glossary = await termsOf(ctx, task, job);
  if (!isText) return end({ terms: glossary });

  const source = readSource(ctx, task);
  // Two processes may work on a task when one is late: each writes a text of its own.
  const output = `output ${randomUUID()}`;
  const translated = ctx.engine.translate(source, { ...job, glossary });
  const outputBytes = await texts.write(task.id, output, translated);
  // Untranslated characters are not charged.
  const lacking = gaps.untranslated.reduce((sum, { characters }) => sum + characters, 0);
  return end({ output, outputBytes, charged: Math.max(0, task.price - lacking), ...gaps });
}

const evidenceCharacters = 1_000_000;

function suppliedTerm([source, target]: Task["glossary"][number]): Term {
  return { source, target, confidence: 1 };
}

/** Contract, POST /tasks rules 5 to 7. */
async function termsOf(ctx: Workshop, task: Task, job: Job) {
  const { glossary } = job;
  if (task.strategy === "replace") return glossary;
  const limit = Math.min(task.characters, evidenceCharacters);
  const pieces = await Array.fromAsync(readSource(ctx, task, limit));
  const extraction = await ctx.engine.extract(pieces.join(""), job);
  const sources = new Set(glossary.map(({ source }) => source));
  return [...glossary, ...extraction.filter(({ source }) => !sources.has(source))];
}

function readSource({ records }: Workshop, { id, characters }: Task, limit = characters) {
  return readOpening(records.texts.read(id, "source", Infinity), limit);
}

export type QueueOptions = {
  readonly atOnce: number;
  /** Never rejects. The signal tells it to end: the process closes, or another one has taken over. */
  readonly run: (id: string, signal: AbortSignal) => Promise<void>;
};

export type Queue = {
  /** Does nothing for a task that waits or runs already. */
  readonly add: (id: string) => Promise<void>;
  /** False while it hands out nothing. */
  readonly isRunning?: () => boolean;
  /** Starts nothing more, stops the running tasks and waits for them. */
  readonly close: () => Promise<void>;
};

/** Runs each task once at a time. */
async function createQueue({ run }: QueueOptions): Promise<Queue> {
  const closing = new AbortController();
  const { signal } = closing;
  const added = new Map<string, Promise<unknown>>();
  return {
    add: async (id) => {
      if (added.has(id)) return;
      const end = run(id, signal).then(() => added.delete(id));
      added.set(id, end);
    },
    close: async () => {
      closing.abort();
      await Promise.all(added.values());
    },
  };
}
