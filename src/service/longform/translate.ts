import { createHash } from "node:crypto";

import { z } from "zod";

import { countCodePoints } from "../contract/characters.ts";
import type { Stretch } from "../contract/task.ts";
import { NothingTranslated } from "../engines/engine.ts";
import type { Job } from "../engines/engine.ts";
import { translateChunk } from "./ladder.ts";
import type { Outcome, Settings } from "./ladder.ts";
import { planLanes } from "./plan.ts";
import type { Chunk, Lane } from "./plan.ts";
import { joinText, splitText } from "./units.ts";
import type { Unit } from "./units.ts";

/** No answer came until the task's deadline. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

type Options = Settings & {
  /** Tokens of the source in one request. */
  readonly budget: number;
  readonly lanesAtOnce: number;
};

const finishedSchema = z.object({
  /** Of the source texts: another way to cut the book makes a finished chunk useless. */
  hash: z.string(),
  outcomes: z.array(
    z.object({ state: z.enum(["translated", "doubtful", "untranslated"]), text: z.string() }),
  ),
});

/**
 * Translates a book, lane by lane. A chunk that was finished before is not asked for again. What could
 * not be translated stands in the source language and is named in `job.gap`.
 */
export async function translateBook(text: string, job: Job, options: Options): Promise<string> {
  const { budget, lanesAtOnce } = options;
  const manuscript = splitText(text, Math.floor(budget / mostTokensEach));
  const { units } = manuscript;
  const outcomes = units.map((unit): Outcome => ({ state: "untranslated", text: unit.text }));
  const lanes = planLanes(units, budget);
  const total = lanes.flat().length;
  let done = 0;
  const work = async (lane: Lane): Promise<void> => {
    for (const chunk of lane) {
      const before = contextOf(lane, chunk, outcomes);
      const found = await finishedOrAsked({ units, chunk, before, job, options });
      outcomes.splice(chunk.from, found.length, ...found);
      done += 1;
      job.progress(done / total);
    }
  };
  const waiting = [...lanes];
  const worker = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
      await work(lane).catch((error: unknown) => {
        if (!(error instanceof GivenUp)) throw error;
        waiting.length = 0;
      });
    }
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, worker));
  if (units.length > 0 && outcomes.every(({ state }) => state === "untranslated")) {
    throw new NothingTranslated("no paragraph was translated");
  }
  for (const kind of ["untranslated", "doubtful"] as const) {
    for (const stretch of stretches(units, (at) => outcomes[at]?.state === kind)) {
      job.gap(kind, stretch);
    }
  }
  return joinText(
    manuscript,
    outcomes.map((outcome) => outcome.text),
    /^(?:zh|ja|th)\b/iu.test(job.target) ? "" : " ",
  );
}

/** Of a character, in the densest script. */
const mostTokensEach = 1.4;

const contextUnits = 3;

/** What was translated just before, in the same lane. */
function contextOf([first]: Lane, { from }: Chunk, outcomes: readonly Outcome[]) {
  const before = outcomes.slice(Math.max(first?.from ?? 0, from - contextUnits), from);
  return before.filter(({ state }) => state !== "untranslated").map(({ text }) => text);
}

type Asking = {
  readonly units: readonly Unit[];
  readonly chunk: Chunk;
  readonly before: readonly string[];
  readonly job: Job;
  readonly options: Options;
};

async function finishedOrAsked(asking: Asking): Promise<readonly Outcome[]> {
  const { units, chunk, before, job, options } = asking;
  const texts = units.slice(chunk.from, chunk.to).map(({ text }) => text);
  const hash = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
  const name = `chunk ${chunk.from}`;
  const saved = job.finished.get(name);
  const finished = saved === undefined ? undefined : finishedSchema.parse(JSON.parse(saved));
  if (finished?.hash === hash) return finished.outcomes;
  job.signal.throwIfAborted();
  const outcomes = await translateChunk(texts, before, options);
  job.finish(name, JSON.stringify({ hash, outcomes }));
  return outcomes;
}

/** Paragraphs that follow each other, with the characters of the units that are concerned. */
function stretches(units: readonly Unit[], concerns: (at: number) => boolean): readonly Stretch[] {
  const found: { from: number; to: number; characters: number }[] = [];
  for (const [at, { paragraph, text }] of units.entries()) {
    if (!concerns(at)) continue;
    const last = found.at(-1);
    const characters = countCodePoints(text);
    if (last === undefined || paragraph > last.to + 1) {
      found.push({ from: paragraph, to: paragraph, characters });
    } else {
      last.to = paragraph;
      last.characters += characters;
    }
  }
  return found;
}
