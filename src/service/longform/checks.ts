import type { Term } from "#service/contract/task.ts";
import { languageInsteadOf } from "#service/contract/text.ts";
import { termPattern } from "#service/engines/pseudo.ts";

type Pair = {
  readonly source: string;
  readonly target: string;
  readonly terms: readonly Term[];
  readonly text: string;
  readonly translation: string;
};

/**
 * `refused`: faults that rule it out as a translation of this paragraph. `doubts`: changes that a
 * translation may have a good reason for.
 */
type Verdict = { readonly refused: string[]; readonly doubts: string[] };

export function judge(pair: Pair): Verdict {
  const faultsIn = (checks: readonly Check[]) => checks.flatMap((check) => check(pair) ?? []);
  return {
    refused: faultsIn([emptiness, copy, leftover, otherLanguage, length, ending, preamble, marks]),
    doubts: faultsIn([emphasis, numbers, strangeLanguage, ...pair.terms.map(usesTerm)]),
  };
}

type Check = (pair: Readonly<Pair>) => string | undefined;

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

const emptiness: Check = ({ translation }) =>
  /[\p{L}\p{N}]/u.test(translation) ? undefined : "the translation is empty";

/** Names and numbers may stay as they are; a sentence may not, whatever was put before or after it. */
const copy: Check = ({ source, target, text, translation }) => {
  const isSentence = countOf(/\p{L}{2,}/gu, text) >= 4 || /\p{Lo}{8}/u.test(text);
  const isOtherLanguage = languageOf(source) !== languageOf(target);
  return isSentence && isOtherLanguage && plain(translation).includes(plain(text))
    ? "the paragraph was not translated"
    : undefined;
};

const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{sc=Han}/gu, ["zh", "ja"]],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, ["ja"]],
  [/\p{sc=Hangul}/gu, ["ko"]],
  [/\p{sc=Cyrillic}/gu, ["ru", "uk", "be", "bg", "sr", "mk", "kk", "mn"]],
  [/\p{sc=Arabic}/gu, ["ar", "fa", "ur"]],
  [/\p{sc=Greek}/gu, ["el"]],
  [/\p{sc=Thai}/gu, ["th"]],
];

/** Finds script of the source in a language that is not written in it. */
const leftover: Check = ({ target, text, translation }) => {
  const most = Math.max(1, translation.length / 20);
  const isLeft = scripts.some(([script, languages]) => {
    if (languages.includes(languageOf(target))) return false;
    return countOf(script, text) > 0 && countOf(script, translation) > most;
  });
  return isLeft ? "a part was left in the source language" : undefined;
};

/** Characters from which another language is likely, and from which it is sure. */
const enough = { likely: 60, sure: 200 };

export const otherLanguage: Check = ({ source, target, translation }) => {
  if (translation.length < enough.likely) return undefined;
  const language = languageInsteadOf(languageOf(target), translation);
  const isSource = language === languageOf(source);
  const isOther = language !== undefined && translation.length >= enough.sure;
  return isSource || isOther ? `the translation is not in ${target}` : undefined;
};

const strangeLanguage: Check = ({ target, translation }) => {
  const { length } = translation;
  if (length < enough.likely || length >= enough.sure) return undefined;
  const language = languageInsteadOf(languageOf(target), translation);
  return language === undefined ? undefined : `the translation seems not to be in ${target}`;
};

/** The density of a language: English characters for one of its own. */
const density: Readonly<Record<string, number>> = {
  es: 0.84,
  fr: 0.84,
  de: 0.85,
  ru: 0.91,
  pl: 0.94,
  ar: 1.13,
  ko: 1.99,
  ja: 2.29,
  zh: 2.97,
};

/** Short paragraphs vary more. */
const length: Check = ({ source, target, text, translation }) => {
  const expected =
    (text.length * (density[languageOf(source)] ?? 1)) / (density[languageOf(target)] ?? 1);
  const most = expected * 2.6 + 30;
  const least = expected / 2.6 - 15;
  if (translation.length > most) return "the translation is far too long";
  return translation.length < least ? "the translation is far too short" : undefined;
};

const sentenceEnd = /[\p{P}\p{S}]\s*$/u;

/** A paragraph that ends within a sentence was cut. Thai ends without a mark. */
const ending: Check = ({ target, text, translation }) =>
  text.length > 40 &&
  sentenceEnd.test(text) &&
  !sentenceEnd.test(translation) &&
  languageOf(target) !== "th"
    ? "the translation breaks off"
    : undefined;

const preambles =
  /^(?:sure|certainly|of course|here (?:is|are)|as an ai|i(?:'m| am) sorry|i can(?:'t|not)|translation:|note:)/iu;

const preamble: Check = ({ text, translation }) =>
  preambles.test(translation) && !preambles.test(text)
    ? "the answer spoke for itself instead of translating"
    : undefined;

/** Everything that the pattern finds must be there as often as before. */
function keeps(pattern: RegExp, rule: string): Check {
  const matchesIn = (text: string) => (text.match(pattern) ?? []).toSorted().join(" ");
  return ({ text, translation }) =>
    matchesIn(text) === matchesIn(translation)
      ? undefined
      : `${rule}: ${matchesIn(text) || "none"}`;
}

const marks = keeps(
  /\[\^?\d{1,9}\]|\{\w{0,60}\}|⟦[^⟦⟧]{0,200}⟧|<\/?[a-z][^<>]{0,400}>/giu,
  "these marks must stay, each once",
);
const emphasis = keeps(/\*+/gu, "emphasis must stay in pairs");

const numbers: Check = ({ text, translation }) => {
  const after = new Set(digitsOf(translation));
  const missing = digitsOf(text).filter((number) => number.length > 1 && !after.has(number));
  return missing.length === 0 ? undefined : `numbers were lost: ${missing.join(", ")}`;
};

/** Returns numbers without the separators of their thousands. */
function digitsOf(text: string): readonly string[] {
  return text.replaceAll(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/gu, "").match(/\d+/gu) ?? [];
}

/** A part of the word is enough, since languages inflect, unless the source term is still there. */
function usesTerm({ source, target }: Term): Check {
  const stem = plain(target).slice(0, Math.max(3, Math.ceil(target.length * 0.7)));
  return ({ text, translation }) => {
    if (!termPattern([source]).test(text)) return undefined;
    const words = plain(translation);
    const isKept = words.includes(plain(source)) && !words.includes(plain(target));
    return words.includes(stem) && !isKept ? undefined : `“${source}” must be “${target}”`;
  };
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().trim();
}

function languageOf(code: string): string {
  return code.toLowerCase().split(/[-_]/u)[0] ?? "";
}
