import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { keyOf } from "#slack/i18n/locale.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A sentence where it is said: its place in the file, and the code that is put into it. */
export type Said = {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly holes: readonly string[];
};

export type SaidIn = Said & { readonly file: string; readonly line: number };

/** Returns every sentence wherever it is said, in the order of the files. */
export function placesOfSentences(): readonly SaidIn[] {
  return filesWithSentences().flatMap(({ file, code }) =>
    sentencesIn(code).map((said) => ({
      ...said,
      file,
      line: code.slice(0, said.from).split("\n").length,
    })),
  );
}

export function filesWithSentences(): readonly { readonly file: string; readonly code: string }[] {
  const files = globSync("src/{slack,features}/**/*.ts", { cwd: root }).sort();
  return files.map((file) => ({ file, code: readFileSync(`${root}${file}`, "utf8") }));
}

/** Returns the catalogue key of every sentence in the code, in the order of the files. */
export function sentencesOfTheCode(): readonly string[] {
  return [...new Set(placesOfSentences().map(({ key }) => key))];
}

/** Sentences are template literals behind the tag `t`. */
export function sentencesIn(code: string): readonly Said[] {
  return [...code.matchAll(/(?<![\w$])t`/gu)].map(({ index }) => {
    const from = index + 2;
    const { parts, holes, end } = readTemplate(code, from);
    return { key: keyOf(parts.map(cooked)), from, to: end, holes };
  });
}

/**
 * Returns the code with a sentence said in other words; undefined when these do not have the same
 * placeholders in the same order, for then a person has to write it.
 */
export function reworded(code: string, from: string, to: string): string | undefined {
  const places = sentencesIn(code).filter(({ key }) => key === from);
  return places.reduceRight<string | undefined>((changed, { from: start, to: end, holes }) => {
    const marks = [...to.matchAll(mark)].map(({ groups }) => Number(groups?.["number"]));
    const isSame = marks.length === holes.length && marks.every((number, n) => number === n);
    if (changed === undefined || !isSame) return undefined;
    const words = raw(to).replaceAll(mark, (found, number: string) => {
      const hole = `\${${holes[Number(number)]}}`;
      return found.endsWith("}") ? hole : `{${hole}, plural, `;
    });
    return changed.slice(0, start) + words + changed.slice(end);
  }, code);
}

const mark = /\{(?<number>\d+)(?:\}|, plural, )/gu;

type Template = {
  readonly parts: readonly string[];
  readonly holes: readonly string[];
  readonly end: number;
};

/**
 * Reads a template from `at`, the first character after its backtick. Placeholders may hold
 * templates of their own.
 */
function readTemplate(code: string, at: number): Template {
  const parts: string[] = [];
  const holes: string[] = [];
  let part = "";
  for (let i = at; i < code.length; i += 1) {
    if (code[i] === "\\") {
      part += code.slice(i, i + 2);
      i += 1;
    } else if (code[i] === "`") {
      return { parts: [...parts, part], holes, end: i };
    } else if (code.startsWith("${", i)) {
      parts.push(part);
      part = "";
      const end = endOfHole(code, i + 2);
      holes.push(code.slice(i + 2, end));
      i = end;
    } else {
      part += code[i] ?? "";
    }
  }
  throw new Error("a template has no end");
}

function endOfHole(code: string, at: number): number {
  let depth = 1;
  for (let i = at; i < code.length; i += 1) {
    if (code[i] === "`") i = readTemplate(code, i + 1).end;
    else if (code[i] === "{") depth += 1;
    else if (code[i] === "}") depth -= 1;
    if (depth === 0) return i;
  }
  throw new Error("what is put into a template has no end");
}

function cooked(raw: string): string {
  return raw.replaceAll(/\\(?<sign>[`$\\])/gu, "$<sign>").replaceAll("\\n", "\n");
}

function raw(words: string): string {
  return words.replaceAll(/[`\\]|\$(?=\{)/gu, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
}
