import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

export type DemoManuscript = { readonly name: string; readonly content: Uint8Array };

/** The options and the manuscript of a command line. */
export type Asked = {
  readonly afterwards: "stay up" | "exit";
  readonly manuscript: DemoManuscript;
  /** Code of the language to translate into. */
  readonly lang: string;
};

export const usage = "Usage: npm run demo [-- [--once] [--file PATH] [--lang CODE]]";

const options = {
  once: { type: "boolean" },
  file: { type: "string" },
  lang: { type: "string", default: "fr" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * Reads the arguments after the program's name, and the manuscript that they name. Returns
 * undefined when help is requested.
 *
 * @throws an Error whose message the person can follow
 */
export async function readArguments(args: readonly string[]): Promise<Asked | undefined> {
  const { once, file, lang, help } = parseArgs({ args: [...args], options, strict: true }).values;
  if (help === true) return undefined;
  if (!isLanguage(lang)) {
    const codes = "Codes are written like fr, es, ja or zh-TW.";
    throw new Error(`“${lang}” is no language code that I know. ${codes}`);
  }
  // The person's own file, otherwise a sample that is not in the target language yet.
  const sample = /^en\b/iu.test(lang) ? "shiodokei-no-shima.txt" : "the-salt-clock.txt";
  const path = file ?? fileURLToPath(new URL(`../../../samples/${sample}`, import.meta.url));
  const manuscript = { name: basename(path), content: await readFile(path) };
  return { afterwards: once === true ? "exit" : "stay up", manuscript, lang };
}

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

function isLanguage(code: string): boolean {
  try {
    return names.of(code) !== undefined;
  } catch {
    return false; // Not every string is a BCP 47 tag; DisplayNames throws on those.
  }
}
