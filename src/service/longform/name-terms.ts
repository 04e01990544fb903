import type { Term } from "../contract/task.ts";
import { extractTerms } from "../contract/text.ts";
import type { Job } from "../engines/engine.ts";
import { askLines, Unfit, type Ask } from "./ladder.ts";
import { termsPrompt, type Terms } from "./prompt.ts";

const together = 30;
const attempts = 2;

/**
 * Returns names and terms of a text with the model's translations, in the order of their first
 * occurrence. Each request holds the terms found before. Terms without a good answer are left out.
 */
export async function nameTerms(text: string, job: Job, ask: Ask): Promise<readonly Term[]> {
  const known = new Set(job.glossary.map(({ source }) => source));
  const candidates = extractTerms(text)
    .filter(({ source }) => !known.has(source))
    .map((term) => ({ term, at: text.indexOf(term.source) }))
    .sort((one, other) => one.at - other.at)
    .map(({ term, at }) => ({ term, example: sentenceAt(text, at) }));
  const terms: Term[] = [];
  for (let from = 0; from < candidates.length; from += together) {
    const found = candidates.slice(from, from + together);
    const name = `terms ${from}`;
    const saved = await job.finished(name);
    const known = [...job.glossary, ...terms];
    const answers = saved?.split("\n") ?? (await answered({ ...job, terms: known, found }, ask));
    await job.finish(name, answers.join("\n"));
    for (const [index, { term }] of found.entries()) {
      const target = answers[index] ?? "";
      if (isTranslation(target, term)) terms.push({ ...term, target });
    }
  }
  return terms;
}

async function answered(asked: Terms, ask: Ask): Promise<readonly string[]> {
  const numbers = asked.found.map((_, at) => at + 1);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const lines = await askLines(ask, termsPrompt(asked), numbers);
    if (!(lines instanceof Unfit)) return lines;
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
