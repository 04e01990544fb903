import type { Term } from "../task.ts";

type Part = { readonly text: string; readonly isTerm: boolean };

/** Cuts a text at the glossary's terms, the longest first; terms are replaced by their translation. */
export function createTermSplitter(terms: readonly Term[]): (text: string) => Part[] {
  const targets = new Map(terms.map((term) => [term.source, term.target]));
  if (targets.size === 0) return (text) => [{ text, isTerm: false }];
  const sources = [...targets.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`(${sources.map(bounded).join("|")})`, "gu");
  return (text) =>
    text.split(pattern).map((part, index) => {
      return index % 2 === 1
        ? { text: targets.get(part) ?? part, isTerm: true }
        : { text: part, isTerm: false };
    });
}

/** A term of an alphabet must not be found inside a longer word; other scripts have no spaces. */
function bounded(source: string): string {
  const letter = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}]";
  const starts = new RegExp(`^${letter}`, "u").test(source);
  const ends = new RegExp(`${letter}$`, "u").test(source);
  const body = source.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return `${starts ? `(?<!${letter})` : ""}${body}${ends ? `(?!${letter})` : ""}`;
}
