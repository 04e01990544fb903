import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";

import { check } from "recheck";
import { parseAst } from "rolldown/parseAst";

/** The checker counts steps, never time, and finds the same each time. */
const counting = {
  randomSeed: 7,
  timeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  seedingTimeout: null,
};

type Expression = { readonly file: string; readonly source: string; readonly flags: string };

const src = join(import.meta.dirname, "../src");

// The sandbox is not in the image: only its own developer gives it text.
const files = await Array.fromAsync(glob("**/*.ts", { cwd: src, exclude: ["sandbox/**"] }));
const written = files.flatMap((file) => literalsIn(file));
const composed = [
  ...(await composedIn("manuscripts/text/heading.ts")),
  ...(await composedIn("domain/glossary/quote-terms.ts")),
  ...(await composedIn("domain/intake/find-languages.ts")),
];

/** Returns “safe”, or an attack. It takes no more steps than a few for each character. */
export async function verdictOn({ source, flags }: Pick<Expression, "source" | "flags">) {
  const found = await check(source, flags, counting);
  return found.status === "vulnerable" ? found.attack.pattern : found.status;
}

/** People write the text that these read: one quadratic expression lets a message stop Galley. */
export const expressions = [...written, ...composed];

function literalsIn(file: string): readonly Expression[] {
  const found: Expression[] = [];
  walk(parseAst(readFileSync(join(src, file), "utf8"), { lang: "ts" }), ({ pattern, flags }) => {
    found.push({ file, source: pattern, flags });
  });
  return found;
}

function walk(
  node: unknown,
  onLiteral: (regex: { readonly pattern: string; readonly flags: string }) => void,
): void {
  if (typeof node !== "object" || node === null) return;
  if (isLiteral(node)) return onLiteral(node.regex);
  for (const child of Object.values(node)) walk(child, onLiteral);
}

type Literal = { readonly regex: { readonly pattern: string; readonly flags: string } };

function isLiteral(node: object): node is Literal {
  return "regex" in node && typeof node.regex === "object" && node.regex !== null;
}

/** Returns the expressions that a module builds from words when it is loaded. */
async function composedIn(file: string): Promise<readonly Expression[]> {
  const found: Expression[] = [];
  const real = RegExp;
  globalThis.RegExp = new Proxy(real, {
    construct: (target, [pattern = "", flags]: readonly string[]) => {
      const made = new target(pattern, flags);
      found.push({ file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    // The query makes it another module, so that it is loaded once more.
    await import(`${join(src, file)}?composed`);
  } finally {
    globalThis.RegExp = real;
  }
  return found;
}
