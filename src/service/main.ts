import { readFile } from "node:fs/promises";

import { sleep } from "#lib/clock.ts";
import { ConfigError } from "#lib/environment.ts";
import { createLog } from "#operator/log.ts";
import { countCodePoints, detectLanguage } from "#service/contract/text.ts";
import type { Job } from "#service/engines/engine.ts";
import { openEngine } from "#service/engines/open-engine.ts";
import { openServiceRecords } from "#service/records/open-store.ts";
import { createSeal } from "#service/records/seal.ts";

import { readConfig, type ServiceConfig } from "./config.ts";
import { manual, runKeys } from "./keys.ts";
import { createMetrics } from "./metrics.ts";
import { startService } from "./start.ts";

const [command, ...args] = process.argv.slice(2);
const now = Date.now;
try {
  if (command === "keys") await manageKeys(readConfig(process.env));
  else if (command === "translate" && args.length === 2) await translate(args);
  else if (command === undefined) await serve(readConfig(process.env));
  else throw new ConfigError(manual);
} catch (error) {
  const isFault = error instanceof ConfigError;
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isFault ? reason : `The service could not start: ${reason}`);
  process.exit(isFault ? 78 : 1);
}

async function manageKeys({ store, secrets, logLevel: level }: ServiceConfig): Promise<void> {
  const log = createLog({ level, secrets: [] });
  const records = await openServiceRecords(store, { seal: createSeal(secrets), log });
  const answer = await runKeys(records, args);
  await records.close();
  if (answer === undefined) throw new ConfigError(manual);
  console.log(answer);
}

async function serve(config: ServiceConfig): Promise<void> {
  const log = createLog({ level: config.logLevel, secrets: [config.model.key ?? ""] });
  // The work of all accounts must not end with a fault in one request.
  process.on("uncaughtException", (err) => log.error({ err }, "an unexpected error"));
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  const service = await startService(config, { log, now, sleep });
  log.info({ url: service.url, engine: config.engine }, "the service is up");
  if (config.unknown.length > 0) log.warn({ names: config.unknown }, "no setting has these names");
  const signal = await stopped;
  log.info({ signal }, "the service is closing");
  await service.close();
  log.flush(() => process.exit(0));
}

/** Translates one text file, to try a model. Nothing is kept, so nothing needs a secret. */
async function translate([path = "", target = ""]: readonly string[]): Promise<void> {
  const SERVICE_SECRET = Buffer.alloc(32).toString("base64");
  const config = readConfig({ ...process.env, SERVICE_SECRET });
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const content = readFile(path).then((bytes) => utf8.decode(bytes));
  const text = await content.catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be read as text in UTF-8: ${String(cause)}`);
  });
  const log = createLog({ level: "silent", secrets: [] });
  const metrics = createMetrics({ tasks: { pending: async () => [] } });
  const engine = await openEngine(config, { log, now, sleep, metrics });
  const reason = await engine.ready(config.model.timeoutMs);
  if (reason !== undefined) throw new ConfigError(reason);
  const [source, characters] = [detectLanguage(text), countCodePoints(text)];
  console.error(`${characters} characters from ${source} to ${target}`);
  const job: Job = {
    taskId: "trial",
    account: "trial",
    isLight: false,
    source,
    target,
    glossary: [],
    characters,
    finished: async () => undefined,
    finish: async () => undefined,
    progress: (share) => console.error(`${Math.floor(share * 100)} %`),
    gap: (kind, paragraph) => console.error(`${kind}: paragraph ${paragraph}`),
    deadline: now() + config.giveUpMs,
    signal: new AbortController().signal,
  };
  const glossary = await engine.extract(text, job);
  const whole = async function* () {
    yield text;
  };
  const translated = await Array.fromAsync(engine.translate(whole(), { ...job, glossary }));
  process.stdout.write(translated.join(""), () => process.exit(0));
}
