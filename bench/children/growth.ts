import { statSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import type { Quote } from "../../src/domain/quote.ts";
import { homeView } from "../../src/features/home/home-view.ts";
import { showStatus } from "../../src/features/home/show-home.ts";
import { openQuotes } from "../../src/features/shared/records.ts";
import { createQuoteStore } from "../../src/store/quotes.ts";
import { createRedisStore } from "../../src/store/redis-store.ts";
import { openSmallStores } from "../../src/store/small-stores.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { setup } from "../../test/builders.ts";
import { canRunRedis, connectTo, startRedisServer } from "../../test/redis-server.ts";
import { testContext as facts } from "../../test/support/context.ts";
import { answerQuestions } from "../measure/child-side.ts";
import { aRunningQuote } from "../measure/quotes.ts";

const asked = z.object({ count: z.number(), folder: z.string() });

/** Measures a store with this many quotes of one person in one channel, all of them under way. */
answerQuestions(async (question) => {
  const { count, folder } = asked.parse(question);
  const path = join(folder, `${count}.sqlite`);
  const store = createSqliteStore(path);
  const quoteStore = createQuoteStore(store, () => true);
  for (let n = 0; n < count; n += 1) await quoteStore.add(aTracked(n));
  const ctx = {
    ...openSmallStores(store),
    setup,
    workspace: "T0BENCH",
    now: Date.now,
    quoteStore,
    wake: () => undefined,
    audit: () => undefined,
  };
  const home = async () => {
    const lists = await Promise.all(
      (["person", "waiting", "running", "books"] as const).map((index) =>
        quoteStore.list(index, index === "person" ? "T0BENCH/U0ROBIN" : "T0BENCH", firstPage),
      ),
    );
    const [mine, waiting, running] = lists;
    if (mine === undefined || running === undefined) throw new Error("no lists");
    const shelves = { away: [], mine, waiting, running, books: [] };
    const page = {
      ...shelves,
      mayAsk: true,
      isNotified: false,
      isWaitingCut: false,
      money: undefined,
    };
    const seen = { person: "U0ROBIN", direct: "D0ROBIN", parts: [], links: new Map(), from: 0 };
    homeView({ home: page, context: facts, now: ctx.now(), ...seen });
  };
  const found = {
    startMs: await cpuOf(1, async () => void (await openQuotes(quoteStore))),
    statusMs: await leastOf(5, () => cpuOf(100, () => showStatus(ctx, { person: "U0ROBIN" }))),
    homeMs: await leastOf(5, () => cpuOf(100, home)),
  };
  await store.close();
  const sqliteBytes = statSync(path).size / count;
  return { ...found, sqliteBytes, redisBytes: await redisBytes(count) };
});

function aTracked(n: number): Quote {
  const card = {
    status: "posted",
    channel: "C0BOOKS",
    ts: `${n}.1`,
    face: "",
    key: undefined,
  } as const;
  return { ...aRunningQuote(n, n * 1000), card };
}

/** Returns the mean CPU of one call in ms; the first calls only warm up. */
async function cpuOf(calls: number, call: () => Promise<unknown>): Promise<number> {
  for (let n = 1; n < calls; n += 1) await call();
  const before = process.cpuUsage();
  for (let n = 0; n < calls; n += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

/** Returns the least measurement: other programs raise all but the least through the machine's caches. */
async function leastOf(times: number, measure: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let n = 0; n < times; n += 1) found.push(await measure());
  return Math.min(...found);
}

/** Measures the bytes of a quote in Redis; NaN without Redis. */
async function redisBytes(count: number): Promise<number> {
  if (!canRunRedis("the growth benchmark")) return Number.NaN;
  await using server = await startRedisServer();
  const redis = await connectTo(server);
  const used = async () =>
    Number(/used_memory:(\d+)/u.exec(await redis.call((client) => client.info("memory")))?.[1]);
  const before = await used();
  const store = await createRedisStore(redis);
  const quoteStore = createQuoteStore(store, () => true);
  for (let n = 0; n < count; n += 1) await quoteStore.add(aTracked(n));
  const bytes = ((await used()) - before) / count;
  await store.close();
  return bytes;
}

const firstPage = { offset: 0, limit: 100 };
