import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

import { connectRedis } from "#store/redis.ts";

import { canRun } from "./programs.ts";

/** Returns true when the suite can have a Redis of its own. */
export function canRunRedis(suite: string): boolean {
  const found = spawnSync("redis-server", ["--version"]).status === 0;
  return canRun({ suite, found, debian: "redis-server" });
}

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

/** Starts a Redis for one test, with the settings that the bot demands unless told otherwise. */
export async function startRedisServer(settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "galley-redis-"));
  const port = await freePort();
  const run = (more: Readonly<Record<string, string>> = {}) =>
    spawnRedis(port, { ...safe, dir: folder, ...settings, ...more });
  let server = run();
  await server.ready;
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Kills it with SIGKILL: only the append-only file is left. */
    kill: () => end(server.child, "SIGKILL"),
    /** Stops it with SIGSTOP: connections stay open, and no call is answered. */
    stop: () => void server.child.kill("SIGSTOP"),
    continue: () => void server.child.kill("SIGCONT"),
    /** Starts it on the same port and files; resolves when it answers. */
    restart: async () => {
      server = run();
      await server.ready;
    },
    /** Restarts it so that it reads its file slowly and answers LOADING for a second or two. */
    restartSlowly: () => {
      server = run({ "key-load-delay": "500" });
      return server.ready;
    },
    [Symbol.asyncDispose]: async () => {
      await end(server.child, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the bot's own connection to it, on the machine's clock. */
export function connectTo({ url }: Pick<RedisServer, "url">, tick = () => performance.now()) {
  return connectRedis({
    url,
    tick,
    sleep: async (ms, signal) => {
      await delay(ms, undefined, { signal }).catch(() => undefined);
    },
    onFault: () => {},
  });
}

function spawnRedis(port: number, settings: Readonly<Record<string, string>>) {
  const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", ...given], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  return { child, ready: readyOf(child) };
}

async function readyOf(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  if (child.stdout === null) return;
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (!line.includes("Ready to accept connections")) continue;
    // Unread output would block the server some day.
    child.stdout.resume();
    return;
  }
  throw new Error(`redis-server did not start:\n${said.join("\n")}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** With `everysec`, a Redis killed while it syncs loses writes that it has answered. */
const safe = {
  appendonly: "yes",
  appendfsync: "always",
  "maxmemory-policy": "noeviction",
  save: "",
};
