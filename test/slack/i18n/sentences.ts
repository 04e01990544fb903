import { globSync, readFileSync } from "node:fs";

import { keyOf } from "#slack/i18n/locale.ts";

import { root } from "../../package.ts";

/** Returns the catalogue key of every sentence in the code, in the order of the files. */
export function sentencesOfTheCode(): readonly string[] {
  const files = globSync("src/{slack,features}/**/*.ts", { cwd: root }).sort();
  const found = files.flatMap((file) => sentencesIn(readFileSync(`${root}${file}`, "utf8")));
  return [...new Set(found)];
}

/** Sentences are template literals behind the tag `t`. */
export function sentencesIn(code: string): readonly string[] {
  return [...code.matchAll(/(?<![\w$])t`/gu)].map(({ index }) => {
    const { parts } = readTemplate(code, index + 2);
    return keyOf(parts.map(cooked));
  });
}

type Template = { readonly parts: readonly string[]; readonly end: number };

/**
 * Reads a template from `at`, the first character after its backtick. Placeholders may hold
 * templates of their own.
 */
function readTemplate(code: string, at: number): Template {
  const parts: string[] = [];
  let part = "";
  for (let i = at; i < code.length; i += 1) {
    if (code[i] === "\\") {
      part += code.slice(i, i + 2);
      i += 1;
    } else if (code[i] === "`") {
      return { parts: [...parts, part], end: i };
    } else if (code.startsWith("${", i)) {
      parts.push(part);
      part = "";
      i = endOfHole(code, i + 2);
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
