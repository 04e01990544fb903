import { execFile, spawn } from "node:child_process";
import { Readable } from "node:stream";
import { promisify } from "node:util";

import type { Translate, Translation } from "./engine.ts";
import { createTermWriter, pseudoTranslate, toLines } from "./pseudo.ts";

type Choice = { readonly program: string; readonly log: (line: string) => void };

/**
 * Returns the best engine of this machine: apertium for the pairs that are installed, otherwise
 * pseudo-translation, which is logged in one line.
 *
 * @param program the apertium program
 */
export async function chooseEngine({ program, log }: Choice): Promise<Translate> {
  const pairs = await installedPairs(program);
  if (pairs === undefined) {
    log("apertium is not installed: translations are pseudo-translations.");
    return pseudoTranslate;
  }
  const said = new Set<string>();
  return (text, task) => {
    const pair = pairNames(task).find((name) => pairs.has(name));
    if (pair !== undefined) return translateWith({ program, pair }, applyTerms(text, task));
    const missing = `${task.source} to ${task.target}`;
    if (!said.has(missing)) log(`apertium has no pair ${missing}: pseudo-translated instead.`);
    said.add(missing);
    return pseudoTranslate(text, task);
  };
}

async function installedPairs(program: string): Promise<Set<string> | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ["-l"]);
    return new Set(stdout.split(/\s+/).filter((name) => name !== ""));
  } catch {
    return undefined;
  }
}

// Debian names pairs with two letters (en-es) or three (eng-spa), depending on their age.
const threeLetters: Readonly<Record<string, string>> = {
  en: "eng",
  es: "spa",
  fr: "fra",
  pt: "por",
  it: "ita",
  de: "deu",
};

function pairNames({ source, target }: Translation): string[] {
  const [from = "", to = ""] = [source, target].map((code) => code.toLowerCase().split(/[-_]/)[0]);
  const names = (code: string) => [code, threeLetters[code] ?? code];
  return names(from).flatMap((one) => names(to).map((other) => `${one}-${other}`));
}

async function* applyTerms(text: AsyncIterable<string>, { glossary }: Translation) {
  const write = createTermWriter(glossary);
  for await (const line of toLines(text)) yield write(line, (between) => between);
}

type Run = { readonly program: string; readonly pair: string };

async function* translateWith({ program, pair }: Run, text: AsyncIterable<string>) {
  // apertium opens /dev/stdin. That works with a pipe, but not with the socket that Node gives a
  // child.
  const child = spawn("sh", ["-c", 'cat | "$0" -u "$1"', program, pair], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // The exit code below reveals a program that stops reading.
  child.stdin.on("error", () => undefined);
  Readable.from(text).pipe(child.stdin);
  child.stdout.setEncoding("utf8");
  let length = 0;
  for await (const piece of child.stdout) {
    length += String(piece).length;
    yield String(piece);
  }
  const code = await ended;
  if (code !== 0 || length === 0) {
    throw new Error(`apertium ${pair} ended with code ${code} after ${length} characters`);
  }
}
