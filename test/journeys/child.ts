import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { vi } from "vitest";

import { patience } from "../patience.ts";
import { environmentOf, openOutside } from "./galley.ts";
import { createWatch } from "./watch.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export type ChildGalley = Awaited<ReturnType<typeof openChildGalley>>;

/** The bot as `npm start` runs it, or its bundle: a process of its own that can be killed. */
export function spawnBot(env: Readonly<Record<string, string>>, file = main) {
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "pipe"] });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => void out.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void err.push(text));
  const exit = once(child, "close");
  const heard = (port: RegExp) =>
    vi.waitFor(() => {
      const found = port.exec(out.join(""))?.groups?.["port"];
      if (found === undefined) throw new Error(`the bot does not listen: ${err.join("")}`);
      return Number(found);
    }, patience);
  return {
    stdout: () => out.join(""),
    stderr: () => err.join(""),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    isAlive: () => isAlive(child),
    /** The port that it listens on, once it is open to Slack. */
    port: () => heard(/"port":(?<port>\d+)/u),
    /** The port of the operator's pages, once they are up. */
    pages: () => heard(/"pages":(?<port>\d+)/u),
    /** Sends the signal and waits for the end; returns the exit code, or null after a kill. */
    ends: async (signal?: NodeJS.Signals): Promise<number | null> => {
      if (signal !== undefined && isAlive(child)) child.kill(signal);
      await exit;
      return child.exitCode;
    },
  };
}

/** Opens a galley whose bot is a process of its own. Its waits are so short that no clock is skipped. */
export async function openChildGalley(given: Readonly<Record<string, string>> = {}, file = main) {
  const outside = await openOutside({ now: Date.now });
  const { slack, partner } = outside;
  const env = {
    ...environmentOf(outside),
    PARTNER_TIMEOUT_SECONDS: "2",
    RESEND_QUIET_SECONDS: "0.2",
    LOG_LEVEL: "debug",
    ...given,
  };
  const start = async () => {
    const started = spawnBot(env, file);
    slack.connect(`http://127.0.0.1:${await started.port()}/slack/events`);
    return started;
  };
  let bot = await start();
  return {
    slack,
    partner,
    env,
    bot: () => bot,
    /** kill -9, in the middle of whatever it does. */
    kill: () => bot.ends("SIGKILL"),
    start: async () => {
      bot = await start();
    },
    ...createWatch(slack),
    [Symbol.asyncDispose]: async () => {
      await bot.ends("SIGKILL");
      await outside.close();
    },
  };
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
