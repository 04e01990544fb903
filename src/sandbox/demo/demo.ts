import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { type Printer, StepFailedError, createSteps } from "./printing.ts";
import { playRequest } from "./script.ts";
import { createFolder, openWorld } from "./world.ts";

/** The options and the manuscript of a command line. */
type Asked = {
  readonly afterwards: "stay up" | "exit";
  readonly manuscript: { readonly name: string; readonly content: Uint8Array };
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
  const path = file ?? fileURLToPath(new URL(`../samples/${sample}`, import.meta.url));
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

type DemoDeps = {
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly printer: Printer;
  /** Aborted when the person wants to stop. */
  readonly stopped: AbortSignal;
};

const toReadMs = 400;
/** Characters a second, once the play is over: slow enough to see a card move. */
const cooperatively = 2000;

/**
 * Opens the local worlds, plays one request and, if asked, stays up until the person stops it.
 * Everything that it opened is closed and cleared away before it returns its exit code.
 */
export async function runDemo(
  deps: DemoDeps,
  { manuscript, lang, afterwards }: Asked,
): Promise<number> {
  const { printer, stopped, sleep } = deps;
  await using ends = new AsyncDisposableStack();
  const folder = createFolder(ends);
  const step = createSteps(printer, () => sleep(toReadMs));
  const balance = Math.max(100_000, manuscript.content.length * 2);
  try {
    const world = await step("The local Slack, the local partner and the bot start", async () => {
      const port = afterwards === "exit" ? undefined : pagePort(deps.env);
      const opening = { ...deps, lang, balance, folder, ends, port, note: printer.note };
      const result = await openWorld(opening);
      printer.list(result.addresses);
      return result;
    });
    printer.good(await playRequest({ world, printer, step, manuscript }));
    if (afterwards === "exit") return 0;
    world.partner.change({ charsPerSecond: cooperatively });
    printer.line("Everything stays up at these addresses until you press Ctrl+C:");
    printer.list(world.addresses);
    await world.broken.catch((error: unknown) => {
      if (!stopped.aborted) throw new StepFailedError("Everything stays up", error);
    });
    return 0;
  } catch (error) {
    if (stopped.aborted) return 130;
    if (!(error instanceof StepFailedError)) throw error;
    const { message, cause } = error;
    printer.bad(message, cause instanceof Error ? cause.message : String(cause));
    printer.bad("The bot’s log ended with:", folder.logEnd());
    return 1;
  }
}

/** @throws Error with a sentence */
function pagePort({ DEMO_PORT: port = "4000" }: NodeJS.ProcessEnv): number {
  if (/^\d{1,5}$/u.test(port) && Number(port) < 65_536) return Number(port);
  throw new Error(`DEMO_PORT must be a port, and “${port}” is none.`);
}
