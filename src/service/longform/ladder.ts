import type { Term } from "../contract/task.ts";
import { termPattern } from "../engines/pseudo.ts";
import { judge, otherLanguage } from "./checks.ts";
import { numbersFor, readAnswer, translationPrompt, type Message } from "./prompt.ts";

/** The model gave no usable answer: it was cut off, the request was too long, or it refused. */
export class Unfit extends Error {
  override readonly name = "Unfit";
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
type Candidate = { readonly text: string; readonly doubts: readonly string[] };

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
  const solve = async (asked: readonly Asked[]): Promise<void> => {
    const left = await solveTogether(asked, { outcomes, settings, contextOf });
    if (left.length === 0 || asked.length === 1) return;
    const middle = Math.ceil(left.length / 2);
    for (const half of [left.slice(0, middle), left.slice(middle)]) {
      if (half.length > 0) await solve(half);
    }
  };
  await solve(texts.map((text, index) => ({ index, text })));
  return outcomes;
}

type Solving = {
  readonly outcomes: Outcome[];
  readonly settings: Settings;
  readonly contextOf: (index: number) => readonly string[];
};

/** Returns the texts that have no translation after the attempts of this size. */
async function solveTogether(
  asked: readonly Asked[],
  { outcomes, settings, contextOf }: Solving,
): Promise<readonly Asked[]> {
  let open = asked;
  let faults: readonly string[] = [];
  for (let attempt = 1; open.length > 0; attempt += 1) {
    const before = contextOf(open[0]?.index ?? 0);
    const answer = await answered(open, { before, faults, settings });
    const isLast = attempt === (asked.length === 1 ? attempts.one : attempts.many);
    faults = answer.faults;
    for (const [index, { text, doubts }] of answer.candidates) {
      if (doubts.length > 0 && !isLast && outcomes[index]?.state === "doubtful") continue;
      outcomes[index] = { text, state: doubts.length === 0 ? "translated" : "doubtful" };
    }
    open = open.filter(({ index }) => outcomes[index]?.state !== "translated");
    if (isLast || answer.isHopeless) break;
  }
  return open.filter(({ index }) => outcomes[index]?.state === "untranslated");
}

type Answered = {
  readonly candidates: ReadonlyMap<number, Candidate>;
  readonly faults: readonly string[];
  /** True when the same request would end the same way. */
  readonly isHopeless?: boolean;
};

type Asking = {
  readonly before: readonly string[];
  readonly faults: readonly string[];
  readonly settings: Settings;
};

async function answered(
  asked: readonly Asked[],
  { before, faults, settings }: Asking,
): Promise<Answered> {
  const texts = asked.map(({ text }) => text);
  const terms = termsIn(texts.join("\n"), settings.glossary);
  const numbers = numbersFor(texts);
  const candidates = new Map<number, Candidate>();
  const prompt = translationPrompt({ ...settings, terms, before, texts, faults });
  const answer = await settings.ask(prompt).catch((error: unknown) => {
    if (error instanceof Unfit) return error;
    throw error;
  });
  if (answer instanceof Unfit) {
    return { candidates, faults: [answer.message], isHopeless: texts.length > 1 };
  }
  const parsed = readAnswer(answer, numbers);
  if (!parsed.ok) return { candidates, faults: [parsed.fault] };
  const whole = { text: texts.join("\n"), translation: parsed.texts.join("\n") };
  const wrongLanguage = otherLanguage({ ...settings, ...whole, terms });
  if (wrongLanguage !== undefined) return { candidates, faults: [wrongLanguage] };
  const named: string[] = [];
  for (const [at, { index, text }] of asked.entries()) {
    const translation = parsed.texts[at] ?? "";
    const { refused, doubts } = judge({ ...settings, terms, text, translation });
    const isTwin = parsed.texts.some((one, other) => one === translation && texts[other] !== text);
    const twin = isTwin ? ["the same translation came twice"] : [];
    // Short answers of a dialogue may well be the same.
    const [hard, soft] = translation.length > shortCharacters ? [twin, []] : [[], twin];
    const all = { refused: [...refused, ...hard], doubts: [...doubts, ...soft] };
    if (all.refused.length === 0) candidates.set(index, { text: translation, doubts: all.doubts });
    const faults = [...all.refused, ...all.doubts];
    named.push(...faults.map((fault) => `[${numbers[at]}] ${fault}`));
  }
  return { candidates, faults: named.slice(0, mostFaults) };
}

const mostFaults = 12;

const shortCharacters = 30;
const mostTerms = 60;

function termsIn(text: string, glossary: readonly Term[]): readonly Term[] {
  return glossary.filter(({ source }) => termPattern([source]).test(text)).slice(0, mostTerms);
}
