import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";
import { z } from "zod";

import { fetch } from "#lib/http.ts";
import { createLog } from "#operator/log.ts";
import { runKeys } from "#service/keys.ts";
import { openServiceRecords } from "#service/records/open-store.ts";
import { createSeal } from "#service/records/seal.ts";

import { canRunRedis, connectTo, startRedisServer, type RedisServer } from "../redis-server.ts";
import { startModel, reversedWords } from "./model-server.ts";
import { aNovel } from "./novels.ts";
import { callerOf, secret } from "./running.ts";

const requestsAtOnce = 2;
/** Each works on one chunk at a time: of all others the killed process has saved the translation. */
const lanesAtOnce = 4 * requestsAtOnce;

test.runIf(canRunRedis("several workers"))(
  "a process that is killed in the middle of a book leaves it to another one, which goes on there",
  async () => {
    const heard = new Map<string, number>();
    const workers = new Set<string>();
    const struck = Promise.withResolvers<string>();
    await using model = await startModel({
      thinks: () => delay(20),
      hears: (texts, prompt) => {
        const chunk = texts.join("\n");
        heard.set(chunk, (heard.get(chunk) ?? 0) + 1);
        const worker = /Register: (\w+)\./u.exec(prompt)?.[1] ?? "";
        workers.add(worker);
        if (heard.size === 20) struck.resolve(worker);
      },
    });
    await using redis = await startRedisServer();
    await using records = await openRecordsOn(redis);
    const options = ["--credits", "1000000", "--rpm", "100000"];
    const issued = (await runKeys(records, ["create", "press", ...options])) ?? "";
    const [key = ""] = issued.split("\n");
    const env = { SERVICE_STORE: redis.url, MODEL_BASE_URL: model.url };
    await using one = await startProcess({ ...env, MODEL_REGISTER: "one" });
    await using two = await startProcess({ ...env, MODEL_REGISTER: "two" });
    const novel = aNovel(8, { chapters: 12, paragraphs: 20 });

    const { data } = await callerOf(one.url, key).task({
      file: novel,
      glossary_strategy: "replace",
    });
    const isOne = (await struck.promise) === "one";
    const [killed, left] = isOne ? [one, two] : [two, one];
    await killed.kill();
    const survivor = callerOf(left.url, key);
    const ended = await survivor.ended(data["task_id"]);

    expect(ended).toMatchObject({ status: "completed", credits_charged: novel.length });
    expect(await survivor.result(data["task_id"])).toBe(reversedWords(novel));
    expect([...workers].toSorted()).toEqual(["one", "two"]);
    const repeated = [...heard.values()].filter((times) => times > 1);
    expect(heard.size).toBeGreaterThan(30);
    expect(repeated.length).toBeLessThanOrEqual(lanesAtOnce);
    expect(repeated.every((times) => times === 2)).toBe(true);
    expect(await runKeys(records, ["usage"])).toMatch(`1 tasks  ${novel.length} credits`);
    expect(await runKeys(records, ["list"])).toMatch(
      `${key.slice(0, 8)}…  press  100000/min  valid`,
    );
    const account = await records.accounts.find("press");
    expect(account).toMatchObject({ balance: 1_000_000 - novel.length, reserved: 0 });
    await expectSealed(redis, ["Mara and", "harbour", "ruobrah", "novel.txt", key]);

    // Any process erases texts that were kept long enough.
    await using _ = await startProcess({ ...env, SERVICE_KEEP_HOURS: "0.0000001" });
    const { call, close } = await connectTo(redis);
    const texts = () => call((client) => client.keys("galley::service-pieces:*"));
    await expect.poll(texts).toEqual([]);
    await close();
    const erased = { status: "completed", charged: novel.length, fileName: "" };
    await expect.poll(records.tasks.all).toMatchObject([erased]);
  },
);

test.runIf(canRunRedis("a Redis of an earlier version"))(
  "a Redis with the accounts of an earlier version is refused",
  async () => {
    await using redis = await startRedisServer();
    const { call, close } = await connectTo(redis);
    await call((client) => client.hSet("service:balances", "press", 100));

    await expect(openRecordsOn(redis)).rejects.toThrow("holds records of an earlier version");
    await close();
  },
);

test.runIf(canRunRedis("the limits of a key over several processes"))(
  "two processes on one Redis serve 300 of 800 requests, and say so when it hangs",
  async () => {
    await using redis = await startRedisServer();
    await using records = await openRecordsOn(redis);
    const issued = (await runKeys(records, ["create", "press", "--rpm", "300"])) ?? "";
    const [key = ""] = issued.split("\n");
    const env = { SERVICE_STORE: redis.url, SERVICE_ENGINE: "pseudo" };
    await using one = await startProcess(env);
    await using two = await startProcess(env);
    const callers = [callerOf(one.url, key), callerOf(two.url, key)];

    const asked = Array.from({ length: 400 }, () => callers.map(({ call }) => call("/usage")));
    const statuses = (await Promise.all(asked.flat())).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(500);

    const ready = `${new URL(one.url).origin}/readyz`;
    const probe = async () => (await fetch(ready)).status;
    expect(await probe()).toBe(200);
    redis.stop();
    await expect.poll(probe).toBe(503);
    redis.continue();
    await expect.poll(probe).toBe(200);
  },
);

async function openRecordsOn({ url }: RedisServer) {
  const log = createLog({ level: "silent", secrets: [] });
  const records = await openServiceRecords(url, {
    seal: createSeal([Buffer.from(secret, "base64")]),
    log,
  });
  return { ...records, [Symbol.asyncDispose]: records.close };
}

/** Starts the service by its own entry point, on a free port. */
async function startProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["src/service/main.ts"], {
    env: {
      PATH: "",
      SERVICE_SECRET: secret,
      SERVICE_PORT: "0",
      SERVICE_ENGINE: "openai",
      MODEL_NAME: "scripted",
      MODEL_CONTEXT: "2048",
      MODEL_REQUESTS_AT_ONCE: `${requestsAtOnce}`,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return {
    url: await addressOf(createInterface(child.stdout)),
    kill: () => stop("SIGKILL"),
    [Symbol.asyncDispose]: () => stop("SIGTERM"),
  };
}

const upLine = z.object({ url: z.string() });

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const up = upLine.safeParse(JSON.parse(line));
    if (up.success) return up.data.url;
  }
  throw new Error("the service did not start");
}

/** Expects that Redis has never written these words to its disk. */
async function expectSealed(redis: RedisServer, words: readonly string[]): Promise<void> {
  const { call, close } = await connectTo(redis);
  const { dir = "" } = await call((client) => client.configGet("dir"));
  await close();
  const files = readdirSync(join(dir, "appendonlydir")).map((name) =>
    join(dir, "appendonlydir", name),
  );
  const written = Buffer.concat(files.map((file) => readFileSync(file)));
  const isWritten = (word: string) => written.indexOf(word) >= 0;
  expect(isWritten("galley::service-pieces:")).toBe(true);
  expect(words.filter(isWritten)).toEqual([]);
}
