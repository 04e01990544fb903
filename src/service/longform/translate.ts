import { createHash } from "node:crypto";

import { z } from "zod";

import { countCodePoints } from "#service/contract/text.ts";
import { TranslationFailedError, type Job } from "#service/engines/engine.ts";

import { outcomeSchema, translateChunk, type Outcome, type Settings } from "./translate-chunk.ts";
import { planLanes, type Chunk, type Lane, placed, splitText, type Unit } from "./units.ts";

type Options = Settings & {
  /** Tokens of the source in one request. */
  readonly budget: number;
  readonly lanesAtOnce: number;
};

const finishedSchema = z.array(outcomeSchema);

type Translated = Outcome & { readonly unit: Unit };

/** Lanes for each possible request: a slow lane must not hold up the others. */
const lanesAhead = 4;
/** The most tokens of a character, in the densest script. */
const mostTokensEach = 1.4;

/**
 * Translates a book lane by lane, and holds only the lanes in work. A chunk that was finished
 * before is not requested again. Untranslated text stays in the source language and is named in
 * `job.gap`.
 */
export async function* translateBook(
  text: AsyncIterable<string>,
  job: Job,
  options: Options,
): AsyncGenerator<string> {
  const { units, tail } = splitText(text, Math.floor(options.budget / mostTokensEach));
  const outcomesOf = createAsking(job, options);
  let position = 0;
  const work = async (lane: Lane): Promise<readonly Translated[]> => {
    const results: Translated[] = [];
    for (const chunk of lane) {
      const before = results.flatMap(({ state, text }) => (state === "untranslated" ? [] : [text]));
      const outcomes = await outcomesOf(chunk, before);
      for (const [at, unit] of chunk.units.entries()) {
        results.push({ unit, ...(outcomes[at] ?? { state: "untranslated", text: unit.text }) });
      }
      position += countCodePoints(chunk.units.map((unit) => unit.lead + unit.text).join(""));
      job.progress(position / (job.characters - countCodePoints(tail())));
    }
    return results;
  };
  const space = /^(?:zh|ja|th)\b/iu.test(job.target) ? "" : " ";
  const states = new Set<Outcome["state"]>();
  const lanesAtOnce = options.lanesAtOnce * lanesAhead;
  for await (const lane of inOrder(planLanes(units, options.budget), lanesAtOnce, work)) {
    for (const { unit, state, text: translation } of lane) {
      states.add(state);
      if (state !== "translated") job.gap(state, unit.paragraph, countCodePoints(unit.text));
      yield placed(unit, translation, space);
    }
  }
  yield tail();
  if (states.size === 1 && states.has("untranslated")) {
    throw new TranslationFailedError("no paragraph was translated");
  }
}

/** Works on `atOnce` items at a time, and yields the results in the order of the items. */
async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // The first failure ends all of them; the errors of the others are dropped.
    result.catch(() => undefined);
    const first = running.push(result) === atOnce ? running.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const result of running) yield await result;
}

/** Finds the outcomes of a chunk: those of an earlier run, or the model's; none once it gave up. */
function createAsking(job: Job, options: Options) {
  let isGivenUp = false;
  return async ({ from, units }: Chunk, before: readonly string[]): Promise<readonly Outcome[]> => {
    const texts = units.map(({ text }) => text);
    // Another cut of the book makes a finished chunk useless.
    const hash = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
    const name = `chunk ${from} ${hash}`;
    const saved = await job.finished(name);
    if (saved !== undefined) return finishedSchema.parse(JSON.parse(saved));
    job.signal.throwIfAborted();
    if (isGivenUp) return [];
    try {
      const outcomes = await translateChunk(texts, before, options);
      await job.finish(name, JSON.stringify(outcomes));
      return outcomes;
    } catch (error) {
      if (!(error instanceof TranslationFailedError)) throw error;
      isGivenUp = true;
      return [];
    }
  };
}
