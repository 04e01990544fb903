import { littleWords } from "../languages/words.ts";
import { confidenceOf, countInto } from "./candidate.ts";
import type { Candidate } from "./candidate.ts";
import { collocations } from "./collocations.ts";

type Word = { readonly text: string; readonly starts: boolean; readonly before: string };

const connectors = new Set(
  "of de del de la du des di da dos das della von van der den the".split(" "),
);
const titles = new Set(
  "mr mrs ms miss sir lady lord dr herr frau monsieur madame m mme señor señora don doña signor signora senhor senhora i o".split(
    " ",
  ),
);
const determiners =
  /^(?:d(?:er|ie|as|en|em|es)|(?:k|m|d|s)?ein(?:e[rnms]?)?|ihr(?:e[rnms]?)?|i[mn]s?|[zb]u?[mr]|am|vo[mn]|unser\w*|jede[rsnm]|diese[rsnm])$/;

/** Names (capitalised where no sentence begins) and fixed phrases of a text in an alphabet. */
export function alphabeticTerms(text: string, language: string): Candidate[] {
  const little = littleWords.get(language) ?? new Set<string>();
  const sentences = toSentences(text);
  const words = sentences.flat();
  const lower = new Map<string, number>();
  const amid = new Map<string, number>();
  for (const word of words) {
    const key = word.text.toLowerCase();
    if (!isCapital(word.text)) countInto(lower, key);
    else if (!word.starts) countInto(amid, key);
  }
  const isName = ({ text }: Word) => {
    const key = text.toLowerCase();
    return !little.has(key) && (amid.get(key) ?? 0) > (lower.get(key) ?? 0);
  };
  const found = new Map<string, Found>();
  for (const sentence of sentences) collectNames(sentence, { isName, found });
  const names = [...found.values()].filter((name) => isConvincing(name, language)).map(toCandidate);
  return [
    ...names,
    ...collocations(
      words.map((word) => word.text),
      little,
    ),
  ];
}

type Found = { source: string; count: number; starts: number; determined: number };
type Collecting = { readonly isName: (word: Word) => boolean; readonly found: Map<string, Found> };

function collectNames(sentence: readonly Word[], { isName, found }: Collecting): void {
  let index = 0;
  while (index < sentence.length) {
    const end = nameEnd(sentence, { index, isName });
    const first = sentence[index];
    if (end > index && first !== undefined) {
      const source = sentence
        .slice(index, end)
        .map((word) => word.text)
        .join(" ");
      const name = found.get(source) ?? { source, count: 0, starts: 0, determined: 0 };
      name.count += 1;
      if (first.starts) name.starts += 1;
      if (determiners.test(first.before)) name.determined += 1;
      found.set(source, name);
    }
    index = Math.max(index + 1, end);
  }
}

type Position = { readonly index: number; readonly isName: (word: Word) => boolean };

/** The end of the name that begins here: capitals, with little connecting words between them. */
function nameEnd(sentence: readonly Word[], { index, isName }: Position): number {
  let end = index;
  for (let at = index; at < sentence.length; at += 1) {
    const word = sentence[at];
    if (word === undefined) break;
    if (isCapital(word.text) && isName(word)) end = at + 1;
    else if (end === index || !connectors.has(word.text) || at > end + 1) break;
  }
  return end;
}

function isConvincing({ source, count, starts, determined }: Found, language: string): boolean {
  if (titles.has(source.toLowerCase()) || source.length < 2) return false;
  if (count < 2) return false;
  // German capitalises every noun; a name is also met without an article and opening a sentence.
  return language !== "de" || source.includes(" ") || (starts > 0 && determined / count < 0.2);
}

function toCandidate({ source, count }: Found): Candidate {
  return { source, count, confidence: confidenceOf(source.includes(" ") ? 0.75 : 0.65, count) };
}

/** Sentences as words; quotation marks and line ends begin a sentence too, headings in capitals go. */
function toSentences(text: string): Word[][] {
  const lines = text
    .split("\n")
    .filter((line) => line !== line.toUpperCase() && !line.startsWith("#"));
  return lines.flatMap((line) =>
    line.split(/(?<!\b(?:Mr|Mrs|Ms|Dr|St|Mme|M))[.!?…:;]+|["“”«»„—–]|--/u).map(toWords),
  );
}

function toWords(sentence: string): Word[] {
  const words = sentence.match(/\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*/gu) ?? [];
  return words.map((word, index) => ({
    text: word.replace(/['’]s$/u, ""),
    starts: index === 0,
    before: (words[index - 1] ?? "").toLowerCase(),
  }));
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word) && (word.length < 2 || word !== word.toUpperCase());
}
