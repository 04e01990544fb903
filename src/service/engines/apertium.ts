import { execFile, spawn } from "node:child_process";
import { Readable } from "node:stream";
import { promisify } from "node:util";

import {
  type Engine,
  plainEngine,
  type Translate,
  type Translation,
  TranslationFailedError,
} from "./engine.ts";
import { createTermWriter, pseudoTranslate, toLines } from "./pseudo.ts";

type Choice = { readonly program: string; readonly log: (line: string) => void };

/** Translates with the pairs of the apertium program that are installed, and with no other. */
export async function apertiumEngine(program: string) {
  let pairs = await installedPairs(program);
  const refuses: NonNullable<Engine["refuses"]> = ({ source, target }) =>
    pairNames({ source, target }).some((name) => pairs?.has(name))
      ? undefined
      : `apertium has no pair from ${source} to ${target}; it has ${[...(pairs ?? [])].join(", ") || "none"}`;
  const translate: Translate = (text, task) => {
    const pair = pairNames(task).find((name) => pairs?.has(name));
    if (pair === undefined) throw new TranslationFailedError(refuses(task));
    return translateWith({ program, pair }, applyTerms(text, task));
  };
  const trouble = (): string | undefined => {
    if (pairs === undefined) {
      return "apertium is not installed: install the packages apertium and, for example, apertium-eng-spa";
    }
    return pairs.size > 0
      ? undefined
      : "apertium has no pair: install, for example, apertium-eng-spa";
  };
  return {
    ...plainEngine(translate),
    refuses,
    translate,
    trouble,
    ready: async (): Promise<string | undefined> => {
      pairs = await installedPairs(program);
      return trouble();
    },
  };
}

/**
 * Returns an engine for trials: apertium for the pairs that were installed when this process first
 * asked, otherwise pseudo-translation, which is logged in one line.
 *
 * @param program the apertium program
 */
export async function chooseEngine({ program, log }: Choice): Promise<Translate> {
  const engine = engines.get(program) ?? apertiumEngine(program);
  engines.set(program, engine);
  const { trouble: troubleNow, refuses, translate } = await engine;
  const trouble = troubleNow();
  if (trouble !== undefined)
    log("apertium is not installed: translations are pseudo-translations.");
  const reports = new Set<string>();
  return (text, task) => {
    if (trouble === undefined && refuses(task) === undefined) return translate(text, task);
    const missing = `${task.source} to ${task.target}`;
    if (trouble === undefined && !reports.has(missing)) {
      log(`apertium has no pair ${missing}: pseudo-translated instead.`);
    }
    reports.add(missing);
    return pseudoTranslate(text, task);
  };
}

/** By program: a test run opens the local partner hundreds of times, and each look starts a process. */
const engines = new Map<string, ReturnType<typeof apertiumEngine>>();

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

function pairNames({ source, target }: Pick<Translation, "source" | "target">): string[] {
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
  const end = new Promise<number | null>((resolve, reject) => {
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
  const code = await end;
  if (code !== 0 || length === 0) {
    throw new Error(`apertium ${pair} ended with code ${code} after ${length} characters`);
  }
}
