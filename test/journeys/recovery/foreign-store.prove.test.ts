import { pino } from "pino";
import { describe, expect, test } from "vitest";

import { startBot } from "#app.ts";
import { readConfig } from "#operator/config.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";

import { canRunRedis, startRedisServer } from "../../redis-server.ts";
import { createJumpClock } from "../clock.ts";
import { environmentOf, openOutside } from "../galley.ts";

const keys = [
  { key: "journey-key", account: "one" },
  { key: "other-key", account: "two" },
];
const kinds = canRunRedis("two processes on an empty store") ? ["SQLite", "Redis"] : ["SQLite"];

describe.each(kinds)(
  "of two processes that start at once on an empty %s, one has the store",
  (kind) => {
    test("where they have keys of other accounts", async () => {
      await using world = await aWorld(kind);
      const other = { ...world.env, PARTNER_API_KEY: "other-key" };

      const refused = await startedAtOnce(world.env, other);

      expect(refused).toMatch(/set PARTNER_KEY_CONFIRMED=|is in use by another process/u);
    });

    test("where they serve other workspaces", async () => {
      await using world = await aWorld(kind);
      await using second = await secondSlack();
      const { slack } = second;
      const other = { ...world.env, SLACK_BOT_TOKEN: slack.botToken, SLACK_API_URL: slack.apiUrl };

      const refused = await startedAtOnce(world.env, other);

      expect(refused).toMatch(
        /give each workspace a store of its own|is in use by another process/u,
      );
    });
  },
);

type Env = Readonly<Record<string, string>>;

/** Starts both together, and returns why one was refused. */
async function startedAtOnce(one: Env, other: Env): Promise<string> {
  const ends = await Promise.allSettled([one, other].map(started));
  const bots = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  const faults = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
  await Promise.all(bots.map((bot) => bot.stop()));
  expect([bots.length, faults.length]).toEqual([1, 1]);
  return faults.join();
}

async function started(env: Env) {
  const clock = createJumpClock();
  const log = pino({ level: "silent" });
  const deps = { ...clock, now: clock.wall, random: () => 0, log };
  const bot = await startBot(readConfig(env), deps);
  await bot.opened.catch(async (error: unknown) => {
    await bot.stop();
    throw error;
  });
  return bot;
}

async function aWorld(kind: string) {
  const outside = await openOutside(createJumpClock(), { partner: { keys } });
  const server = kind === "Redis" ? await startRedisServer() : undefined;
  const env = { ...environmentOf(outside), ...(server && { STORE_URL: server.url }) };
  const close = async () => {
    await server?.[Symbol.asyncDispose]();
    await outside.close();
  };
  return { env, [Symbol.asyncDispose]: close };
}

async function secondSlack() {
  const slack = await startSlackSandbox({ now: Date.now, teamId: "T0SECOND" });
  return { slack, [Symbol.asyncDispose]: () => slack.close() };
}
