import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { z } from "zod";

import { spawnListening, temporaryFolder } from "./measure/bot.ts";
import { openChild } from "./measure/child.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const request: Benchmark = {
  name: "request",
  about:
    "One request for 6,000 characters, from the post to the result. The peer is a bare Bolt app that shows the same and stores nothing.",
  run: async ({ rounds }) => {
    const estimate = await countsOf(["post"]);
    const approval = await countsOf(["post", "approve"]);
    await using ours = await openDesk({});
    await using bare = await openDesk({ file: bareDesk });
    await inTurns(1, { ours: ours.requests, bare: bare.requests });
    const cpu = await inTurns(rounds, { ours: ours.requests, bare: bare.requests });
    return [
      count("estimate: records parsed", estimate.parsed, { atMost: 12, ifMissed: parsed }),
      count("estimate: records written", estimate.written),
      count("estimate: cards drawn", estimate.drawn, { atMost: 3 }),
      count("approval: records parsed", approval.parsed - estimate.parsed, {
        atMost: 12,
        ifMissed: parsed,
      }),
      count("approval: records written", approval.written - estimate.written),
      {
        what: "CPU of a whole request vs. a bare Bolt app",
        ours: shown(cpu.ours, "ms"),
        beside: shown(cpu.bare, "ms"),
        figure: ratioOf(cpu.ours, cpu.bare),
      },
    ];
  },
};

const parsed = "once for each version of the record, because another replica may have written it";

const bareDesk = fileURLToPath(new URL("children/bare-desk.ts", import.meta.url));
const environment = z.record(z.string(), z.string());

function count(
  what: string,
  times: number,
  goal?: { readonly atMost: number; readonly ifMissed?: string },
): Row {
  const row = { what, ours: String(times), figure: spreadOf([times]) };
  if (goal === undefined) return row;
  const { atMost, ifMissed } = goal;
  return { ...row, goal: { atMost }, ...(ifMissed !== undefined && { ifMissed }) };
}

type Started = { readonly file?: string; readonly env?: Readonly<Record<string, string>> };

/** Starts a bot with a Slack and a partner of its own. */
async function openDesk({ file, env = {} }: Started) {
  const outside = await openChild("outside");
  const folder = await temporaryFolder();
  const given = environment.parse(await outside.ask({ ask: "environment" }));
  const bot = await spawnListening({
    ...(file !== undefined && { file }),
    env: { ...given, STORE_URL: `sqlite:${folder.path}/bot.sqlite`, ...env },
    signal: "SIGTERM",
  });
  await outside.ask({ ask: "connect", port: bot.port });
  return {
    outside,
    /** Returns the CPU of one of twenty whole requests, in ms. */
    requests: async () => {
      const before = await bot.cpuMs();
      for (let n = 0; n < 20; n += 1) {
        await outside.ask({ ask: "post" });
        await outside.ask({ ask: "approve" });
      }
      return ((await bot.cpuMs()) - before) / 20;
    },
    [Symbol.asyncDispose]: async () => {
      await bot[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

type Counts = Record<"parsed" | "written" | "drawn", number>;

/** Counts the calls of Galley's own functions while one request takes these steps. */
async function countsOf(steps: readonly ("post" | "approve")[]): Promise<Counts> {
  await using folder = await temporaryFolder();
  {
    await using desk = await openDesk({ env: { NODE_V8_COVERAGE: folder.path } });
    for (const ask of steps) await desk.outside.ask({ ask });
  }
  const calls = await callsIn(folder.path);
  return {
    parsed: calls("store/quotes.ts", "parseQuote"),
    written: calls("store/quotes.ts", "rewritten") + calls("store/quotes.ts", "add"),
    drawn: calls("estimate/estimate-card-view.ts", "estimateCard"),
  };
}

/** Reads how often each function ran. A name that is not there any more is an error, not a zero. */
async function callsIn(folder: string) {
  const files = await readdir(folder);
  const pages = files.map(async (name) =>
    coverage.parse(JSON.parse(await readFile(join(folder, name), "utf8"))),
  );
  const scripts = (await Promise.all(pages)).flatMap(({ result }) => result);
  return (file: string, name: string): number => {
    const found = scripts
      .filter(({ url }) => url.endsWith(file))
      .flatMap(({ functions }) => functions)
      .find(({ functionName }) => functionName === name);
    if (found === undefined) throw new Error(`there is no ${name} in ${file}`);
    return found.ranges[0].count;
  };
}

const coverage = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          functionName: z.string(),
          ranges: z.tuple([z.object({ count: z.number() })]).rest(z.unknown()),
        }),
      ),
    }),
  ),
});
