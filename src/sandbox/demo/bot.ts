import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const goodbyeMs = 5000;

type Start = {
  readonly settings: NodeJS.ProcessEnv;
  /** Hears every line that the bot writes. */
  readonly logFile: string;
};

const nodeOptions = ["--max-semi-space-size=2", "--import", "./scripts/require-node.mjs"];

/**
 * Starts the bot as it runs in production: a process of its own, `src/main.ts` from its environment.
 * `opened` gives its address; `ended` says in one sentence how it went away.
 */
export function spawnBot({ settings, logFile }: Start) {
  const child = spawn(process.execPath, [...nodeOptions, "src/main.ts"], {
    cwd: root,
    env: settings,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const opened = Promise.withResolvers<string>();
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    appendFileSync(logFile, chunk);
    said += chunk.toString();
    const port = openingLine.exec(said)?.[1];
    if (port !== undefined) opened.resolve(`http://127.0.0.1:${port}`);
  });
  child.stderr.on("data", (chunk: Buffer) => appendFileSync(logFile, chunk));
  const ended = endOf(child);
  return {
    opened: opened.promise,
    ended,
    stop: () => stop(child, ended),
    /** SIGKILL, in the middle of whatever it does; resolves when the process is gone. */
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

const openingLine = /"port":(\d+).*"the desk is open"/u;

type Child = ReturnType<typeof spawn>;

function endOf(child: Child): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`The bot could not be started: ${error.message}.`));
    child.once("close", (code, signal) => {
      resolve(`The bot ended by itself with ${signal ?? `exit code ${code}`}.`);
    });
  });
}

/** Asks it to drain as any operator would, and does not wait for ever. */
async function stop(child: Child, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await Promise.race([ended, delay(goodbyeMs, undefined, { ref: false })]);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}
