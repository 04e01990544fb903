import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { fetch } from "#lib/http.ts";

import { patience } from "../patience.ts";
import { aFolder } from "../store/stores.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

test("while nobody reads the log, the operator is answered and Galley can be stopped", async () => {
  await using folder = await aFolder();
  using pipe = aFullPipe(join(folder.path, "log"));
  const port = await aFreePort();
  const homeTab = "http://127.0.0.1:1";
  const env = {
    SLACK_BOT_TOKEN: "xoxb-1",
    SLACK_SIGNING_SECRET: "secret",
    SLACK_API_URL: `${homeTab}/api/`,
    PARTNER_BASE_URL: `${homeTab}/api/b2b/v1`,
    PARTNER_API_KEY: "partner-key",
    ADMINS: "U0ADA",
    STORE_URL: "memory:",
    PORT: String(port),
  };

  const bot = spawn(process.execPath, [main], { env, stdio: ["ignore", pipe.fd, "inherit"] });
  const ended = once(bot, "exit");
  await vi.waitFor(async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(status).toBe(200);
  }, patience);
  bot.kill("SIGTERM");
  await ended;

  expect(bot.signalCode ?? bot.exitCode).toBe("SIGKILL");
});

/** Opens a pipe that is full: the next write to it blocks. */
function aFullPipe(path: string) {
  execFileSync("mkfifo", [path]);
  const filling = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const fd = openSync(path, "w");
  expect(() => {
    for (;;) writeSync(filling, "x");
  }).toThrow("EAGAIN");
  return {
    fd,
    [Symbol.dispose]: () => {
      closeSync(fd);
      closeSync(filling);
    },
  };
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
