import { readFile } from "node:fs/promises";

import { ConfigFault } from "../environment.ts";
import { createLog } from "../operator/log.ts";
import { sleep } from "../sleep.ts";
import { readConfig, type ServiceConfig } from "./config.ts";
import type { Stretch } from "./contract/task.ts";
import { countCodePoints, detectLanguage } from "./contract/text.ts";
import type { Engine, Job } from "./engines/engine.ts";
import { openEngine } from "./engines/open-engine.ts";
import { manual, runKeys } from "./keys.ts";
import { createMetrics } from "./metrics.ts";
import { openBooks } from "./records/open-store.ts";
import { createSeal } from "./records/seal.ts";
import { startService } from "./start.ts";

const [command, ...args] = process.argv.slice(2);
try {
  if (command === "keys") await manageKeys(readConfig(process.env));
  else if (command === "translate" && args.length === 2) await translate();
  else if (command === undefined) await serve(readConfig(process.env));
  else throw new ConfigFault(manual);
} catch (error) {
  const isFault = error instanceof ConfigFault;
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isFault ? reason : `The service could not start: ${reason}`);
  process.exit(isFault ? 78 : 1);
}

async function manageKeys({ store, secrets, logLevel: level }: ServiceConfig): Promise<void> {
  const log = createLog({ level, secrets: [] });
  const books = await openBooks(store, { seal: createSeal(secrets), log });
  const answer = await runKeys(books, args);
  await books.close();
  if (answer === undefined) throw new ConfigFault(manual);
  console.log(answer);
}

async function translate(): Promise<void> {
  // Nothing is kept, so nothing needs a secret.
  const config = readConfig({
    ...process.env,
    SERVICE_SECRET: Buffer.alloc(32).toString("base64"),
  });
  const note = (line: string) => console.error(line);
  const log = createLog({ level: "silent", secrets: [] });
  const open = openEngine(config, { log, now: Date.now, sleep });
  const engine = await open(createMetrics({ tasks: { pending: async () => [] } }));
  const translation = await tryOut(config, args, { engine, now: Date.now, note });
  process.stdout.write(translation, () => process.exit(0));
}

async function serve(config: ServiceConfig): Promise<void> {
  const log = createLog({ level: config.logLevel, secrets: [config.model?.key ?? ""] });
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  const engine = openEngine(config, { log, now: Date.now, sleep });
  const service = await startService(config, { engine, log, now: Date.now });
  log.info({ url: service.url, engine: config.engine }, "the service is up");
  const signal = await stopped;
  log.info({ signal }, "the service is closing");
  await service.close();
  log.flush(() => process.exit(0));
}

type Parts = {
  readonly engine: Engine;
  readonly now: () => number;
  readonly note: (line: string) => void;
};

/** Translates one text file without an account, to try a model. */
async function tryOut(
  { giveUpMs }: Pick<ServiceConfig, "giveUpMs">,
  [path = "", target = ""]: readonly string[],
  { engine, now, note }: Parts,
): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new ConfigFault(`${path} cannot be read: ${String(cause)}`);
  });
  const source = detectLanguage(text);
  const reason = await engine.ready();
  if (reason !== undefined) throw new ConfigFault(reason);
  const characters = countCodePoints(text);
  note(`${characters} characters from ${source} to ${target}`);
  const job: Job = {
    taskId: "trial",
    source,
    target,
    glossary: [],
    characters,
    finished: async () => undefined,
    finish: async () => undefined,
    progress: (share) => note(`${Math.floor(share * 100)} %`),
    gap: (kind, stretch) => note(`${kind}: ${named(stretch)}`),
    deadline: now() + giveUpMs,
    signal: new AbortController().signal,
  };
  const glossary = await engine.extract(text, job);
  const translated = engine.translate(once(text), { ...job, glossary });
  return (await Array.fromAsync(translated)).join("");
}

async function* once(text: string) {
  yield text;
}

function named({ from, to }: Stretch): string {
  return from === to ? `paragraph ${from}` : `paragraphs ${from} to ${to}`;
}
