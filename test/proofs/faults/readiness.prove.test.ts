import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";

import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";

import { startBot } from "#app.ts";
import { request } from "#lib/http.ts";
import { readConfig } from "#operator/config.ts";

import { createJumpClock } from "../../journeys/clock.ts";
import { environmentOf, openOutside } from "../../journeys/galley.ts";
import { createWatch } from "../../journeys/watch.ts";
import { patience } from "../../patience.ts";
import { canRunRedis, connectTo, startRedisServer } from "../../redis-server.ts";
import { openWire } from "./wire.ts";

const refused = { fault: "refused", error: "invalid_auth" } as const;

test("a token that is refused at the start is asked about until it is accepted, and nothing posted meanwhile is lost", async () => {
  await using galley = await startGalley({
    before: ({ slack }) => slack.faults.onCall("auth.test", refused, 2),
  });
  const { robin } = galley.slack.people;

  await galley.says(/^Slack refuses SLACK_BOT_TOKEN \(invalid_auth\): npm run doctor says/u);
  const post = await robin.uploads("#translations", { name: "h.txt", content: "A short tale." });
  await galley.opens();
  await galley.slack.deliveries.redeliver();

  await galley.says(/^ready$/u);
  expect(await galley.card(post, /h → French/u)).toBeDefined();
});

test("a Slack that is away at the start is waited for", async () => {
  const wire = { open: async () => 0 };
  await using galley = await startGalley({
    env: async ({ slack }) => {
      const slackWire = await openWire(slack.origin);
      await slackWire.shut();
      wire.open = slackWire.open;
      return { SLACK_API_URL: slack.apiUrl.replace(slack.origin, slackWire.origin) };
    },
  });

  await galley.says(/^Slack cannot be reached \(/u);
  await wire.open();
  await galley.opens();

  expect(await galley.says(/^ready$/u)).toBe("ready");
});

test("a token that Slack takes back is told of, and a Slack that is away for a while is not", async () => {
  await using galley = await startGalley();
  await galley.says(/^ready$/u);

  galley.slack.faults.onCall("auth.test", { fault: "500-before" }, 1);
  galley.clock.skip(minute);
  await galley.says(/^ready$/u);
  galley.slack.revokeToken();
  galley.clock.skip(minute);

  const revoked = await galley.says(/token_revoked/u);
  expect(revoked).toMatch(/^Slack refuses SLACK_BOT_TOKEN/u);
});

test("in Socket Mode Galley is ready while the socket is connected, and comes back by itself", async () => {
  await using galley = await startGalley({
    socketMode: "on",
    before: ({ slack }) => slack.faults.onCall("apps.connections.open", refused, 1),
  });

  await galley.says(/^Slack refuses SLACK_APP_TOKEN \(invalid_auth\)/mu);
  await galley.opens();
  await galley.says(/^ready$/u);
  galley.slack.faults.onCall("apps.connections.open", refused, 1);
  galley.slack.sockets.cut();
  await galley.says(/^Slack refuses SLACK_APP_TOKEN \(invalid_auth\)/u);
  expect(await galley.get("/metrics")).toContain("galley_slack_socket_connected 0");
  await galley.says(/^ready$/u);

  expect(await galley.get("/metrics")).toContain("galley_slack_socket_connected 1");
});

test("a store whose file is taken away under Galley is no store", async () => {
  await using galley = await startGalley();
  await galley.says(/^ready$/u);

  await rm(join(galley.folder, "bot.sqlite"));

  expect(await galley.says(/was removed or replaced/u)).toMatch(/^The store’s file .*bot.sqlite/u);
});

describe.runIf(canMount())("on a disk", () => {
  test("that is full Galley is not ready, and is again when there is room", async () => {
    await using disk = await aSmallDisk();
    await using galley = await startGalley({
      env: () => ({ STORE_URL: `sqlite:${join(disk.path, "bot.sqlite")}` }),
    });
    await galley.says(/^ready$/u);
    const filler = join(disk.path, "filler");

    await writeFile(filler, Buffer.alloc(disk.bytes)).catch(() => undefined);
    await galley.says(/^The store takes no writes \(.*(full|disk I\/O error)/u);
    await rm(filler);

    expect(await galley.says(/^ready$/u)).toBe("ready");
  });
});

describe.runIf(canRunRedis("what a running Redis is changed to"))("a Redis", () => {
  test.for([
    [
      { maxmemory: "1mb" },
      { maxmemory: "0" },
      /^The store takes no writes \(OOM.*raise `maxmemory`/su,
    ],
    [
      { "maxmemory-policy": "allkeys-lru" },
      { "maxmemory-policy": "noeviction" },
      /^Redis may evict records: set `maxmemory-policy noeviction`/u,
    ],
    [{ appendonly: "no" }, { appendonly: "yes" }, /^Redis keeps no append-only file/u],
    [
      { "min-replicas-to-write": "1" },
      { "min-replicas-to-write": "0" },
      /takes no writes \(NOREP/u,
    ],
  ] as const)("that is set to %j is told of until it is set back", async ([to, back, why]) => {
    await using server = await startRedisServer();
    const direct = await connectTo(server);
    await using galley = await startGalley({ env: () => ({ STORE_URL: server.url }) });
    await galley.opens();
    await galley.says(/^ready$/u);

    await direct.call((client) => client.configSet(to));
    await galley.says(why);
    expect(await galley.get("/metrics")).toContain("galley_ready 0");
    await direct.call((client) => client.configSet(back));

    expect(await galley.says(/^ready$/u)).toBe("ready");
    await direct.close();
  });

  test("that hangs is told of in time", async () => {
    await using server = await startRedisServer();
    await using galley = await startGalley({ env: () => ({ STORE_URL: server.url }) });
    await galley.opens();
    await galley.says(/^ready$/u);

    server.stop();
    await galley.says(/^The store takes no writes \(Redis did not answer in time\)/u);
    server.continue();

    expect(await galley.says(/^ready$/u)).toBe("ready");
  });
});

type Outside = Awaited<ReturnType<typeof openOutside>>;
type Settings = Readonly<Record<string, string>>;

type Start = {
  readonly socketMode?: "on";
  readonly env?: (outside: Outside) => Settings | Promise<Settings>;
  /** Prepares the outside worlds before the bot starts. */
  readonly before?: (outside: Outside) => void;
};

/** Starts a bot that may not have opened yet, and reads its pages for operators. */
async function startGalley({ socketMode, env = () => ({}), before }: Start = {}) {
  const clock = createJumpClock();
  const outside = await openOutside(clock);
  const { slack, folder } = outside;
  before?.(outside);
  const bot = await startBot(
    readConfig({ ...environmentOf(outside, socketMode), ...(await env(outside)) }),
    { ...clock, random: () => 0, log: pino({ level: "silent" }) },
  );
  const origin = `http://127.0.0.1:${bot.port}`;
  if (socketMode === undefined) slack.connect(`${origin}/slack/events`);
  const get = async (path: string) => {
    // The page repeats a recent result without a new look.
    clock.skip(2000);
    return await readText((await request(`${origin}${path}`)).body);
  };
  return {
    slack,
    folder,
    clock,
    ...createWatch(slack),
    get,
    opens: () => bot.opened,
    /**
     * Returns the text of `/readyz` once it matches. Each look skips the clock, and a Redis that is
     * asked meanwhile seems late: between two looks there is time for its answers.
     */
    says: (words: RegExp) =>
      vi.waitFor(
        async () => {
          const page = (await get("/readyz")).trim();
          if (!words.test(page)) throw new Error(`/readyz says: ${page}`);
          return page;
        },
        { ...patience, interval: 300 },
      ),
    [Symbol.asyncDispose]: async () => {
      await bot.stop();
      await outside.close();
    },
  };
}

/** Returns false in most containers: they lack the right to mount, and no package provides it. */
function canMount(): boolean {
  const can = spawnSync("unshare", ["--mount", "true"]).status === 0 && process.getuid?.() === 0;
  if (!can) console.log("Left out: a full disk. It needs the right to mount one.");
  return can;
}

async function aSmallDisk() {
  const path = await mkdtemp(join(tmpdir(), "galley-disk-"));
  const bytes = 16 * 1_048_576;
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", path]);
  return {
    path,
    bytes,
    [Symbol.asyncDispose]: async () => {
      spawnSync("umount", ["--lazy", path]);
      await rm(path, { recursive: true });
    },
  };
}

const minute = 60_000;
