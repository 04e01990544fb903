import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";

import type { Config } from "../../config.ts";
import { UnsafeRedis, createRedisStore } from "../../store/redis-store.ts";
import { type Redis, connectRedis } from "../../store/redis.ts";
import { type SqliteLook, lookAtSqlite } from "../../store/sqlite-store.ts";
import { type CasStore, OldStore } from "../../store/store.ts";
import { type DoctorDeps, type Finding, cannotTell, mend, ok, wordsOf } from "../findings.ts";
import { folderOf } from "./machine.ts";

type Deps = Pick<DoctorDeps, "tick" | "sleep">;

/** Checks whether Galley could keep its ledger at `STORE_URL`, and would find it again. */
export async function examineStore(
  { store }: Pick<Config, "store">,
  deps: Deps,
): Promise<readonly Finding[]> {
  switch (store.kind) {
    case "memory":
      return [
        mend("store", "memory: forgets every approval at the next stop; set STORE_URL=sqlite:…"),
      ];
    case "sqlite":
      return await examineSqlite(store.path);
    case "redis":
      return await examineRedis(store.url, deps);
  }
}

async function examineSqlite(path: string): Promise<readonly Finding[]> {
  const isThere = existsSync(path);
  try {
    await access(folderOf(path), constants.W_OK);
    if (isThere) await access(path, constants.R_OK | constants.W_OK);
  } catch {
    return [mend("store", `${path} cannot be written by this user: let Galley’s user own it.`)];
  }
  if (!isThere) return [ok("store", `${path} is not there yet; Galley makes it when it starts.`)];
  const look = lookAtSqlite(path);
  const found = findingOf(look, path);
  if (look.status === "in-use") return [found, unheardFinding];
  return look.status === "opens" ? [found, heardFinding(look.heard)] : [found];
}

const unheardFinding = cannotTell(
  "Slack events",
  "whether one came is in the store, which is in use: stop Galley and run the doctor again.",
);

function heardFinding(isHeard: boolean): Finding {
  return isHeard
    ? ok("Slack events", "Slack has sent some to this Galley.")
    : cannotTell(
        "Slack events",
        "none has come yet. Over HTTP have the Request URL verified under Event Subscriptions; then post a manuscript where the app is a member.",
      );
}

function findingOf(look: SqliteLook, path: string): Finding {
  switch (look.status) {
    case "opens":
      return ok(
        "store",
        `${path} opens; open quotes: ${look.openQuotes}. Nothing is using it now.`,
      );
    case "in-use":
      return ok(
        "store",
        `${path} is in use by another process, as it should be while Galley runs.`,
      );
    case "old":
      return mend("store", `${look.why}.`);
    case "broken":
      return mend(
        "store",
        `${path} is not a readable store (${look.why}): restore the last backup.`,
      );
  }
}

async function examineRedis(url: string, deps: Deps): Promise<readonly Finding[]> {
  try {
    const redis = await connectRedis({ ...deps, url, onFault: () => {} });
    try {
      const store = await createRedisStore(redis);
      const isHeard = (await store.get("heard:slack")) !== undefined;
      return [await examineDelay(store, deps), await examineSync(redis), heardFinding(isHeard)];
    } finally {
      await redis.close();
    }
  } catch (error) {
    if (error instanceof UnsafeRedis) return [mend("store", error.message)];
    if (error instanceof OldStore) return [mend("store", `${error.message}.`)];
    return [
      mend(
        "store",
        `Redis cannot be used (${wordsOf(error)}): is it running, and are address and password right?`,
      ),
    ];
  }
}

async function examineDelay(store: CasStore, { tick }: Deps): Promise<Finding> {
  const delays: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const asked = tick();
    await store.ping();
    delays.push(tick() - asked);
  }
  const median = Math.ceil(delays.sort((a, b) => a - b)[2] ?? 0);
  const safe = `Redis keeps an append-only file, never evicts, and answers in ${median} ms`;
  return median > slowMs
    ? mend(
        "store",
        `${safe}, which is slow: every click waits for it several times. Put it nearer.`,
      )
    : ok("store", `${safe}.`);
}

/** CONFIG is often forbidden on a rented Redis. */
async function examineSync(redis: Redis): Promise<Finding> {
  const setting = await redis
    .call((client) => client.configGet("appendfsync"))
    .catch(() => undefined);
  const value = setting?.["appendfsync"];
  if (value === undefined) {
    return cannotTell("store", "whether Redis syncs its file (appendfsync): CONFIG is forbidden.");
  }
  return value === "no"
    ? mend("store", "appendfsync is “no”: a power cut loses approvals. Set everysec, or always.")
    : ok("store", `appendfsync is “${value}”.`);
}

const slowMs = 100;
