import type { Term } from "../contract/task.ts";
import { termPattern } from "../engines/pseudo.ts";
import { judge, otherLanguage } from "./checks.ts";
import { numbersFor, readAnswer, translationPrompt, type Message } from "./prompt.ts";

/** The model gave no usable answer: it was cut off, the request was too long, or it refused. */
export class Unfit extends Error {
  override readonly name = "Unfit";
  /** True when the same request would end the same way. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = true) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Returns the model's answer; throws Unfit when this request will never be answered. */
export type Ask = (messages: readonly Message[]) => Promise<string>;

export type Settings = {
  readonly source: string;
  readonly target: string;
  readonly register: string;
  readonly glossary: readonly Term[];
  readonly ask: Ask;
};

export type Outcome = {
  readonly state: "translated" | "doubtful" | "untranslated";
  readonly text: string;
};

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
    const done = outcomes.slice(0, index).filter(({ state }) => state !== "untranslated");
    return [...before, ...done.map(({ text }) => text)].slice(-contextUnits);
  };
  const solve = async (group: readonly Asked[]): Promise<void> => {
    let [open, faults] = [group, [] as readonly string[]];
    let left = group.length === 1 ? attempts.one : attempts.many;
    for (; left > 0 && open[0] !== undefined; left -= 1) {
      const answer = await answered(open, { before: contextOf(open[0].index), faults, settings });
      for (const [index, outcome] of answer.outcomes) outcomes[index] = outcome;
      open = open.filter(({ index }) => outcomes[index]?.state !== "translated");
      faults = answer.faults;
      if (answer.isHopeless) break;
    }
    if (group.length < 2) return;
    const lost = open.filter(({ index }) => outcomes[index]?.state === "untranslated");
    const middle = Math.ceil(lost.length / 2);
    await solve(lost.slice(0, middle));
    await solve(lost.slice(middle));
  };
  await solve(texts.map((text, index) => ({ index, text })));
  return outcomes;
}

type Answered = {
  /** By the index of their text. */
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly faults: readonly string[];
  /** True when the same request would end the same way. */
  readonly isHopeless: boolean;
};

type Asking = {
  readonly before: readonly string[];
  readonly faults: readonly string[];
  readonly settings: Settings;
};

const [mostTerms, mostFaults, shortCharacters] = [60, 12, 30];

async function answered(
  asked: readonly Asked[],
  { before, faults, settings }: Asking,
): Promise<Answered> {
  const texts = asked.map(({ text }) => text);
  const text = texts.join("\n");
  const isUsed = ({ source }: Term) => termPattern([source]).test(text);
  const terms = settings.glossary.filter(isUsed).slice(0, mostTerms);
  const numbers = numbersFor(texts);
  const outcomes = new Map<number, Outcome>();
  const prompt = translationPrompt({ ...settings, terms, before, texts, faults });
  const lines = await askLines(settings.ask, prompt, numbers);
  if (lines instanceof Unfit) {
    return { outcomes, faults: [lines.message], isHopeless: lines.isFinal && texts.length > 1 };
  }
  const wrongLanguage = otherLanguage({ ...settings, text, translation: lines.join("\n"), terms });
  if (wrongLanguage !== undefined) return { outcomes, faults: [wrongLanguage], isHopeless: false };
  const named: string[] = [];
  for (const [at, { index, text }] of asked.entries()) {
    const translation = lines[at] ?? "";
    const { refused, doubts } = judge({ ...settings, terms, text, translation });
    const isTwin = lines.some((line, other) => line === translation && texts[other] !== text);
    // Short answers of a dialogue may well be the same.
    const judged = translation.length > shortCharacters ? refused : doubts;
    if (isTwin) judged.push("the same translation came twice");
    const state = doubts.length === 0 ? "translated" : "doubtful";
    if (refused.length === 0) outcomes.set(index, { text: translation, state });
    named.push(...[...refused, ...doubts].map((fault) => `[${numbers[at]}] ${fault}`));
  }
  return { outcomes, faults: named.slice(0, mostFaults), isHopeless: false };
}

/** Asks for numbered lines; returns an answer that cannot be used as an error that says why. */
export async function askLines(
  ask: Ask,
  prompt: readonly Message[],
  numbers: readonly number[],
): Promise<readonly string[] | Unfit> {
  try {
    const lines = readAnswer(await ask(prompt), numbers);
    return typeof lines === "string" ? new Unfit(lines, false) : lines;
  } catch (error) {
    if (error instanceof Unfit) return error;
    throw error;
  }
}
