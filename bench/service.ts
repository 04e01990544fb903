import { z } from "zod";

import { aNovel } from "../test/service/novels.ts";
import { openChild } from "./measure/child.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { accountRows } from "./measure/service-accounts.ts";
import { bare, timed, translated } from "./measure/service-client.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

const latencyMs = 250;
const atOnce = 4;
const pollMs = 250;

export const service: Benchmark = {
  name: "service",
  about: `The translation service with a scripted model that takes ${latencyMs} ms for each answer, ${atOnce} at once, compared with the same prompts sent straight to it. The novel has 660,000 characters. CPU excludes the model.`,
  run: async ({ rounds }) => {
    const [chapters, whole, short, long] = [
      { chapters: 30, paragraphs: 100 },
      { chapters: 1, paragraphs: 3000 },
      { chapters: 45, paragraphs: 100 },
      { chapters: 450, paragraphs: 100 },
    ].map((size) => aNovel(1, size));
    if (chapters === undefined || whole === undefined) return [];
    if (short === undefined || long === undefined) return [];
    const found = {
      chapters: await translatedOften(chapters, { rounds, latencyMs }),
      whole: await translatedOften(whole, { rounds, latencyMs }),
      short: await translatedOften(short, { rounds: 1, latencyMs: 0 }),
      long: await translatedOften(long, { rounds: 1, latencyMs: 0 }),
    };
    await using checker = await openChild("checking");
    const checkMs = z.array(z.number()).parse(await checker.ask({ rounds }));
    return [...rowsOf(found, checkMs), ...(await accountRows(rounds, latencyMs))];
  },
};

type Found = {
  readonly ms: number;
  readonly bareMs: number;
  readonly requests: number;
  readonly overIdleMb: number;
};

async function translatedOften(
  novel: string,
  { rounds, latencyMs }: { readonly rounds: number; readonly latencyMs: number },
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await measured(novel, latencyMs));
  return found;
}

const account = z.object({ url: z.string(), key: z.string() });

/** Translates a novel with a service and a model of its own. */
async function measured(novel: string, latencyMs: number): Promise<Found> {
  await using model = await openChild("scripted-model");
  // A model without latency measures memory. Garbage is collected early, or the figure would be mostly garbage.
  const execArgv = latencyMs === 0 ? ["--optimize-for-size"] : [];
  await using service = await openChild("service", { execArgv });
  const url = z.string().parse(await model.ask({ ask: "start", latencyMs }));
  const access = account.parse(await service.ask({ model: url }));
  await translated(access, aNovel(2), pollMs);
  await model.ask({ ask: "heard" });
  const before = await service.meter();
  const ms = await timed(() => translated(access, novel, pollMs));
  const after = await service.meter();
  const prompts = z.array(z.string()).parse(await model.ask({ ask: "heard" }));
  const bareMs = await timed(() => bare(prompts, url, atOnce));
  return { ms, bareMs, requests: prompts.length, overIdleMb: after.peakMb - before.rssMb };
}

type All = Record<"chapters" | "whole" | "short" | "long", readonly Found[]>;

function rowsOf(found: All, checkMs: readonly number[]): readonly Row[] {
  const of = (name: keyof All, field: keyof Found) => found[name].map((one) => one[field]);
  const overhead = (name: "chapters" | "whole", what: string): Row => ({
    what: `time for ${what} vs. the bare model`,
    ours: shown(of(name, "ms"), "ms"),
    beside: `${shown(of(name, "bareMs"), "ms")} for ${found[name][0]?.requests} requests`,
    figure: ratioOf(of(name, "ms"), of(name, "bareMs")),
    goal: { atMost: 1.15 },
    ifMissed: "what is not the model is CPU, which waits for a core on a busy machine",
  });
  return [
    overhead("chapters", "a novel of thirty chapters"),
    overhead("whole", "a novel without chapters"),
    {
      what: "memory over idle for a novel of 10,000,000 characters vs. one of 1,000,000",
      ours: shown(of("long", "overIdleMb"), "MB"),
      beside: shown(of("short", "overIdleMb"), "MB"),
      figure: ratioOf(of("long", "overIdleMb"), of("short", "overIdleMb")),
      goal: { atMost: 1.5 },
      ifMissed:
        "both are small, and some MB of garbage of the moment are in each; held is what is worked on",
    },
    {
      what: "CPU of everything but the model, for a million characters, in ms",
      ours: shown(checkMs, "ms"),
      figure: spreadOf(checkMs),
      goal: { atMost: 1000 },
    },
  ];
}
