import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";

import type { Clock } from "#lib/clock.ts";
import type { Config } from "#operator/config.ts";
import { UnsafeRedisError, createRedisStore } from "#store/redis-store.ts";
import { type Redis, connectRedis } from "#store/redis.ts";
import { lookAtSqlite } from "#store/sqlite-store.ts";
import { type CasStore, OldStoreError } from "#store/store.ts";

import { type Finding, type Findings, wordsOf } from "./findings.ts";
import { folderOf } from "./machine.ts";

/** Checks whether Galley could keep its ledger at `STORE_URL`, and would find it again. */
export async function* examineStore({ store }: Config, deps: Clock): Findings {
  if (store.kind === "sqlite") yield* examineSqlite(store.path);
  else if (store.kind === "redis") yield* examineRedis(store.url, deps);
  else yield "fix store: memory: forgets every approval at the next stop; set STORE_URL=sqlite:…";
}

async function* examineSqlite(path: string): Findings {
  const isThere = existsSync(path);
  try {
    await access(folderOf(path), constants.W_OK);
    if (isThere) await access(path, constants.R_OK | constants.W_OK);
  } catch {
    return yield `fix store: ${path} cannot be written by this user: let Galley’s user own it.`;
  }
  if (!isThere) return yield `ok store: ${path} is not there yet; Galley makes it when it starts.`;
  const look = lookAtSqlite(path);
  switch (look.status) {
    case "opens":
      yield `ok store: ${path} opens; open quotes: ${look.openQuotes}. Nothing is using it now.`;
      return yield eventFinding(look.heard);
    case "in-use":
      return yield `ok store: ${path} is in use by another process, as it should be while Galley runs.`;
    case "old":
      return yield `fix store: ${look.why}.`;
    case "broken":
      return yield `fix store: ${path} cannot be read (${look.why}): a full or failing disk is fixed first; else “Backup” in docs/operations.md says which copy may be restored.`;
  }
}

function eventFinding(isHeard: boolean): Finding {
  return isHeard
    ? "ok Slack events: Slack has sent some to this Galley."
    : "cannot tell Slack events: none has come yet. Over HTTP have the Request URL verified under Event Subscriptions; then post a manuscript where the app is a member.";
}

async function* examineRedis(url: string, deps: Clock): Findings {
  try {
    const redis = await connectRedis({ ...deps, url, onFault: () => {} });
    try {
      const store = await createRedisStore(redis);
      yield await examineDelay(store, deps);
      yield await examineSync(redis);
      yield eventFinding((await store.get("heard:slack")) !== undefined);
    } finally {
      await redis.close();
    }
  } catch (error) {
    if (error instanceof UnsafeRedisError) return yield `fix store: ${error.message}`;
    if (error instanceof OldStoreError) return yield `fix store: ${error.message}.`;
    yield `fix store: Redis cannot be used (${wordsOf(error)}): is it running, and are address and password right?`;
  }
}

async function examineDelay(store: CasStore, { tick }: Clock): Promise<Finding> {
  const delays: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const start = tick();
    await store.ping();
    delays.push(tick() - start);
  }
  const median = Math.ceil(delays.sort((a, b) => a - b)[2] ?? 0);
  const safe = `Redis keeps an append-only file, never evicts, and answers in ${median} ms`;
  const slow = "which is slow: every click waits for it several times. Put it nearer.";
  return median > slowMs ? `fix store: ${safe}, ${slow}` : `ok store: ${safe}.`;
}

/** CONFIG is often forbidden on a rented Redis. */
async function examineSync(redis: Redis): Promise<Finding> {
  const setting = await redis
    .call((client) => client.configGet("appendfsync"))
    .catch(() => undefined);
  const value = setting?.["appendfsync"];
  if (value === undefined) {
    return "cannot tell store: whether Redis syncs its file (appendfsync): CONFIG is forbidden.";
  }
  return value === "no"
    ? "fix store: appendfsync is “no”: a power cut loses approvals. Set everysec, or always."
    : `ok store: appendfsync is “${value}”.`;
}

const slowMs = 100;
