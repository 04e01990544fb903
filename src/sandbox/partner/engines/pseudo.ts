import { createTermSplitter } from "./apply-terms.ts";
import type { Engine, Translation } from "./engine.ts";
import { toLines, toSentences } from "./split.ts";

/**
 * Pseudo-translation as the localisation industry uses it: each sentence is marked with the target
 * language, letters get accents, glossary terms are put in, and every line break stays.
 */
export function createPseudoEngine(): Engine {
  return {
    translate: async function* (text, task) {
      const mark = createSentenceMark(task);
      for await (const line of toLines(text)) yield pseudoLine(line, mark);
    },
  };
}

function pseudoLine(line: string, mark: (sentence: string) => string): string {
  // Rules and ornaments (***, ---) separate scenes: they are not sentences.
  if (!/[\p{L}\p{N}]/u.test(line)) return line;
  const [, start = "", body = "", end = ""] = /^(\s*(?:[#>*-]+\s+)?)(.*?)(\s*)$/su.exec(line) ?? [];
  const parts = toSentences(body);
  return `${start}${parts.map((part, index) => (index % 2 === 0 ? mark(part) : part)).join("")}${end}`;
}

function createSentenceMark({ target, glossary }: Translation): (sentence: string) => string {
  const split = createTermSplitter(glossary);
  return (sentence) => {
    if (sentence === "") return "";
    const words = split(sentence).map((part) => (part.isTerm ? part.text : accented(part.text)));
    return `⟦${target}: ${words.join("")}⟧`;
  };
}

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const withAccents = Array.from("áƀçďéƒğĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĎÉƑĞĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ");
const accents = new Map(withAccents.map((accent, index) => [plain.charAt(index), accent]));

function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter);
}
