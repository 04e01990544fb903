import type { Term } from "#service/contract/task.ts";

import type { Translation } from "./engine.ts";

/**
 * Pseudo-translates as the localisation industry does: each sentence is marked with the target
 * language, letters get accents, glossary terms are inserted, and every line break stays.
 */
export async function* pseudoTranslate(
  text: AsyncIterable<string>,
  { target, glossary }: Translation,
): AsyncGenerator<string> {
  const write = createTermWriter(glossary);
  const mark = (sentence: string) => `⟦${target}: ${write(sentence, accented)}⟧`;
  for await (const line of toLines(text)) {
    const start = /^\s*(?:[#>*-]+\s+)?/u.exec(line)?.[0] ?? "";
    // Rules and ornaments (***, ---) separate scenes: they are not sentences.
    const hasWords = /[\p{L}\p{N}]/u.test(line);
    yield hasWords ? start + eachSentence(line.slice(start.length), mark) : line;
  }
}

/**
 * Marks each sentence: up to a full stop before a space, an ideographic full stop, or the end of
 * the line.
 */
function eachSentence(line: string, mark: (sentence: string) => string): string {
  let [done, open] = ["", ""];
  for (const { 0: run, index } of line.matchAll(runs)) {
    open += run;
    const next = line.charAt(index + run.length);
    const isEnd = /^[。！？]/u.test(run) || (/^[.!?…]/u.test(run) && /^\s?$/u.test(next));
    if (!isEnd) continue;
    done += marked(open, mark);
    open = "";
  }
  return done + marked(open, mark);
}

/** Words, or stops with the quotes and brackets that they close. */
const runs = /[^.!?…。！？]+|[.!?…]+["'”’»)\]]*|[。！？]+[」』”’）]*/gu;

function marked(sentence: string, mark: (sentence: string) => string): string {
  const words = sentence.trim();
  return words === "" ? sentence : sentence.replace(words, () => mark(words));
}

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const withAccents = Array.from("áƀçďéƒğĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĎÉƑĞĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ");
const accents = new Map(withAccents.map((accent, index) => [plain.charAt(index), accent]));

function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter);
}

const longestLine = 1 << 16;

/**
 * Regroups pieces of text into lines with their ends; a line without end is cut, at a space if
 * possible.
 */
export async function* toLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    rest += piece;
    const end = rest.lastIndexOf("\n") + 1;
    if (end > 0) yield* rest.slice(0, end).split(/(?<=\n)/u);
    rest = rest.slice(end);
    while (rest.length > longestLine) {
      const length = /^.{1,30000}\s|^.{30000}/su.exec(rest)?.[0].length ?? rest.length;
      yield rest.slice(0, length);
      rest = rest.slice(length);
    }
  }
  if (rest !== "") yield rest;
}

/**
 * Writes the glossary's terms into a text, the longest first; `rest` converts the text between
 * them.
 */
export function createTermWriter(terms: readonly Term[]) {
  const targets = new Map(terms.map((term) => [term.source, term.target]));
  const pattern = new RegExp(`(${termPattern([...targets.keys()]).source})`, "gu");
  return (text: string, rest: (between: string) => string): string => {
    if (targets.size === 0) return rest(text);
    const parts = text.split(pattern);
    return parts.map((part, index) => (index % 2 === 1 ? targets.get(part) : rest(part))).join("");
  };
}

/** Returns a pattern for any of these terms, the longest first. */
export function termPattern(sources: readonly string[]): RegExp {
  const longestFirst = sources.toSorted((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(bounded).join("|"), "u");
}

/** A term of an alphabet must not match inside a longer word; other scripts have no spaces. */
function bounded(source: string): string {
  const letter = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}]";
  const starts = new RegExp(`^${letter}`, "u").test(source);
  const ends = new RegExp(`${letter}$`, "u").test(source);
  const body = source.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return `${starts ? `(?<!${letter})` : ""}${body}${ends ? `(?!${letter})` : ""}`;
}
