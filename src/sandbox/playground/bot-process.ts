import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import type { BotState } from "#sandbox/slack/page/playground-wire.ts";

/** Galley's process, as far as the page may touch it. */
export type Bot = {
  /** A real SIGKILL; resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Resolves when Galley is open again; also starts one that is not running. */
  readonly restart: () => Promise<void>;
  readonly state: () => BotState;
};

const root = fileURLToPath(new URL("../../../", import.meta.url));
const shutdownTimeoutMs = 5000;
const nodeOptions = ["--max-semi-space-size=2", "--import", "./scripts/require-node.mjs"];

type Deps = {
  readonly settings: NodeJS.ProcessEnv;
  /** Hears every line that Galley writes. */
  readonly logFile: string;
  /** Learns where Galley is reached, each time that it opens. */
  readonly connect: (origin: string) => void;
};

/**
 * Galley as it runs in production: a process of its own, `src/main.ts` from its environment, that
 * may be killed and started again. `opened` resolves with its first address; `broken` rejects with a
 * sentence when it ends although nobody killed it here.
 */
export function startBotProcess(deps: Deps) {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  let state: BotState = "starting";
  let isWanted = true;
  let child = start(deps);
  const opening = arrive();

  async function arrive(): Promise<string> {
    isWanted = true;
    state = "starting";
    void child.ended.then((sentence) => {
      state = "stopped";
      if (isWanted) broken.reject(new Error(sentence));
      return sentence;
    });
    const origin = await Promise.race([child.opened, broken.promise]);
    state = "running";
    deps.connect(origin);
    return origin;
  }

  const bot: Bot = {
    async kill() {
      isWanted = false;
      child.process.kill("SIGKILL");
      await child.ended;
    },
    async restart() {
      if (state !== "stopped") return;
      child = start(deps);
      await arrive();
    },
    state: () => state,
  };
  return { bot, opened: opening, broken: broken.promise, stop: () => stop(child) };
}

type Child = ReturnType<typeof start>;

function start({ settings, logFile }: Deps) {
  const child = spawn(process.execPath, [...nodeOptions, "src/main.ts"], {
    cwd: root,
    env: settings,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const opening = Promise.withResolvers<string>();
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    appendFileSync(logFile, chunk);
    output += chunk.toString();
    const port = /"port":(\d+).*"Galley is open"/u.exec(output)?.[1];
    if (port !== undefined) opening.resolve(`http://127.0.0.1:${port}`);
  });
  child.stderr.on("data", (chunk: Buffer) => appendFileSync(logFile, chunk));
  /** Says in one sentence how the process ended. */
  const exit = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`The bot could not be started: ${error.message}.`));
    child.once("close", (code, signal) => {
      resolve(`The bot ended by itself with ${signal ?? `exit code ${code}`}.`);
    });
  });
  return { process: child, opened: opening.promise, ended: exit };
}

/** Asks it to drain as any operator would, and does not wait for ever. */
async function stop({ process: child, ended }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await Promise.race([ended, delay(shutdownTimeoutMs, undefined, { ref: false })]);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}
