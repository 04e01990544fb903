import { z } from "zod";

import type { Term } from "#service/contract/task.ts";
import { extractTerms } from "#service/contract/text.ts";
import type { Job } from "#service/engines/engine.ts";
import { termPattern } from "#service/engines/pseudo.ts";

import { judge, otherLanguage } from "./checks.ts";
import {
  numbersFor,
  readAnswer,
  termsPrompt,
  translationPrompt,
  type Message,
  type Terms,
} from "./prompt.ts";

/** The model gave no usable answer: it was cut off, the request was too long, or it refused. */
export class UnusableAnswerError extends Error {
  override readonly name = "UnusableAnswerError";
  /** True when the same request would end the same way. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = true) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Returns the model's answer; throws UnusableAnswerError when this request will never be answered. */
export type Ask = (messages: readonly Message[]) => Promise<string>;

export type Settings = {
  readonly source: string;
  readonly target: string;
  readonly register: string;
  readonly glossary: readonly Term[];
  readonly ask: Ask;
};

export const outcomeSchema = z.object({
  state: z.enum(["translated", "doubtful", "untranslated"]),
  text: z.string(),
});
export type Outcome = Readonly<z.infer<typeof outcomeSchema>>;

type Asked = { readonly index: number; readonly text: string };

const attempts = { many: 2, one: 3 };
const contextUnits = 3;

/**
 * Translates the texts of one chunk. Failed ones are requested again with their faults named, then
 * in halves, down to single paragraphs. Those that still fail stay in the source language.
 *
 * @param before the translation of the text before the chunk
 */
export async function translateChunk(
  texts: readonly string[],
  before: readonly string[],
  settings: Settings,
): Promise<readonly Outcome[]> {
  const outcomes = texts.map((text): Outcome => ({ state: "untranslated", text }));
  const contextOf = (index: number): readonly string[] => {
    const earlier = outcomes.slice(0, index).filter(({ state }) => state !== "untranslated");
    return [...before, ...earlier.map(({ text }) => text)].slice(-contextUnits);
  };
  const solve = async (group: readonly Asked[]): Promise<void> => {
    let [open, faults] = [group, [] as readonly string[]];
    let tries = group.length === 1 ? attempts.one : attempts.many;
    for (; tries > 0 && open[0] !== undefined; tries -= 1) {
      const before = contextOf(open[0].index);
      const answer = await answered(open, { before, faults, settings, outcomes });
      open = open.filter(({ index }) => outcomes[index]?.state !== "translated");
      faults = answer.faults;
      if (answer.isHopeless) break;
    }
    if (group.length < 2) return;
    const rest = open.filter(({ index }) => outcomes[index]?.state === "untranslated");
    const middle = Math.ceil(rest.length / 2);
    await solve(rest.slice(0, middle));
    await solve(rest.slice(middle));
  };
  await solve(texts.map((text, index) => ({ index, text })));
  return outcomes;
}

type Answered = {
  readonly faults: readonly string[];
  /** True when the same request would end the same way. */
  readonly isHopeless: boolean;
};

type Asking = {
  readonly before: readonly string[];
  readonly faults: readonly string[];
  readonly settings: Settings;
  /** Gets those of the answer. */
  readonly outcomes: Outcome[];
};

const [mostTerms, mostFaults, shortCharacters] = [60, 12, 30];

async function answered(
  questions: readonly Asked[],
  { before, faults, settings, outcomes }: Asking,
): Promise<Answered> {
  const texts = questions.map(({ text }) => text);
  const text = texts.join("\n");
  const isUsed = ({ source }: Term) => termPattern([source]).test(text);
  const terms = settings.glossary.filter(isUsed).slice(0, mostTerms);
  const numbers = numbersFor(texts);
  const prompt = translationPrompt({ ...settings, terms, before, texts, faults });
  const lines = await askLines(settings.ask, prompt, numbers);
  if (lines instanceof UnusableAnswerError) {
    return { faults: [lines.message], isHopeless: lines.isFinal && texts.length > 1 };
  }
  const wrongLanguage = otherLanguage({ ...settings, text, translation: lines.join("\n"), terms });
  if (wrongLanguage !== undefined) return { faults: [wrongLanguage], isHopeless: false };
  const remarks: string[] = [];
  for (const [at, { index, text }] of questions.entries()) {
    const translation = lines[at] ?? "";
    const { refused, doubts } = judge({ ...settings, terms, text, translation });
    const isTwin = lines.some((line, other) => line === translation && texts[other] !== text);
    // Short answers of a dialogue may well be the same.
    const judged = translation.length > shortCharacters ? refused : doubts;
    if (isTwin) judged.push("the same translation came twice");
    const state = doubts.length === 0 ? "translated" : "doubtful";
    if (refused.length === 0) outcomes[index] = { text: translation, state };
    remarks.push(...[...refused, ...doubts].map((fault) => `[${numbers[at]}] ${fault}`));
  }
  return { faults: remarks.slice(0, mostFaults), isHopeless: false };
}

/** Asks for numbered lines; returns an answer that cannot be used as an error that says why. */
async function askLines(
  ask: Ask,
  prompt: readonly Message[],
  numbers: readonly number[],
): Promise<readonly string[] | UnusableAnswerError> {
  try {
    const lines = readAnswer(await ask(prompt), numbers);
    return typeof lines === "string" ? new UnusableAnswerError(lines, false) : lines;
  } catch (error) {
    if (error instanceof UnusableAnswerError) return error;
    throw error;
  }
}

const together = 30;

/**
 * Returns names and terms of a text with the model's translations, in the order of their first
 * occurrence. Each request holds the terms found before. Terms without a good answer are left out.
 */
export async function nameTerms(text: string, job: Job, ask: Ask): Promise<readonly Term[]> {
  const sources = new Set(job.glossary.map(({ source }) => source));
  const candidates = extractTerms(text)
    .filter(({ source }) => !sources.has(source))
    .map((term) => ({ term, at: text.indexOf(term.source) }))
    .sort((one, other) => one.at - other.at)
    .map(({ term, at }) => ({ term, example: sentenceAt(text, at) }));
  const terms: Term[] = [];
  for (let from = 0; from < candidates.length; from += together) {
    const batch = candidates.slice(from, from + together);
    const name = `terms ${from}`;
    const saved = await job.finished(name);
    const glossary = [...job.glossary, ...terms];
    const answers =
      saved?.split("\n") ?? (await termsFor({ ...job, terms: glossary, found: batch }, ask));
    await job.finish(name, answers.join("\n"));
    for (const [index, { term }] of batch.entries()) {
      const target = answers[index] ?? "";
      if (isTranslation(target, term)) terms.push({ ...term, target });
    }
  }
  return terms;
}

async function termsFor(request: Terms, ask: Ask): Promise<readonly string[]> {
  const numbers = request.found.map((_, at) => at + 1);
  for (let attempt = 1; attempt <= attempts.many; attempt += 1) {
    const lines = await askLines(ask, termsPrompt(request), numbers);
    if (!(lines instanceof UnusableAnswerError)) return lines;
  }
  return [];
}

function isTranslation(target: string, { source }: Term): boolean {
  return /\p{L}/u.test(target) && target.length <= 20 + source.length * 4;
}

const exampleCharacters = 60;

function sentenceAt(text: string, at: number): string {
  const around = text.slice(Math.max(0, at - exampleCharacters), at + exampleCharacters);
  return around.replaceAll(/\s+/gu, " ").trim();
}
