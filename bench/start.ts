import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { z } from "zod";

import { bundle } from "../scripts/bundle.ts";
import { nodeOptions, spawnListening, temporaryFolder } from "./measure/bot.ts";
import { openChild } from "./measure/child.ts";
import { type LoadedSource, loadedSources } from "./measure/loaded-sources.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, round, shown } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const start: Benchmark = {
  name: "start",
  about:
    "Time from spawning to listening, and resident memory a second later. For memory, both servers have the image's settings.",
  run: async ({ rounds }) => {
    await using outside = await openChild("outside");
    await using folder = await temporaryFolder();
    const env = environment.parse(await outside.ask({ ask: "environment" }));
    const bot = { ...env, STORE_URL: "memory:" };
    const cached = { ...bot, NODE_COMPILE_CACHE: folder.path };
    const uncached = { ...bot, NODE_DISABLE_COMPILE_CACHE: "1" };
    await using folderOfImage = await temporaryFolder();
    const { output } = await bundle(folderOfImage.path, "bot");
    const memory = await memorySettings();
    const image = {
      file: join(folderOfImage.path, "main.mjs"),
      options: nodeOptions,
      env: { ...cached, ...memory },
    };
    // The cache is written when the process ends by itself.
    await begin({ env: cached });
    await begin(image);
    const found = await inTurns(Math.max(rounds, 5), {
      floor: () => begin({ file: bare, env: { NODE_DISABLE_COMPILE_CACHE: "1" } }),
      floorOfImage: () =>
        begin({ file: bare, env: { NODE_DISABLE_COMPILE_CACHE: "1", ...memory } }),
      cached: () => begin({ env: cached }),
      uncached: () => begin({ env: uncached }),
      image: () => begin(image),
    });
    await using coverage = await temporaryFolder();
    await begin({ ...image, env: { ...bot, NODE_V8_COVERAGE: coverage.path } });
    return [...rowsOf(found), rowOfSources(await loadedSources(coverage.path, output))];
  },
};

/** Reads how the image has the C library share out memory. */
async function memorySettings(): Promise<Record<string, string>> {
  const dockerfile = await readFile(new URL("../Dockerfile", import.meta.url), "utf8");
  const settings = dockerfile.match(/MALLOC_\w+=\d+/gu) ?? [];
  return environment.parse(Object.fromEntries(settings.map((one) => one.split("="))));
}

const bare = fileURLToPath(new URL("children/http-floor.ts", import.meta.url));
const environment = z.record(z.string(), z.string());

type Begun = { readonly ms: number; readonly cpuMs: number; readonly rssMb: number };

type What = { file?: string; options?: readonly string[]; env: Record<string, string> };

async function begin(what: What): Promise<Begun> {
  await using begun = await spawnListening({ ...what, signal: "SIGTERM" });
  await delay(1000);
  return { ms: begun.startMs, cpuMs: begun.startCpuMs, rssMb: await begun.rssMb() };
}

type Found = Record<"floor" | "floorOfImage" | "cached" | "uncached" | "image", readonly Begun[]>;

function rowsOf(found: Found): readonly Row[] {
  const ms = (name: keyof Found) => found[name].map((one) => one.ms);
  const cpu = (name: keyof Found) => found[name].map((one) => one.cpuMs);
  const rss = (name: keyof Found) => found[name].map((one) => one.rssMb);
  const over = (name: keyof Found, floor: keyof Found) =>
    spreadOf(rss(name).map((mb, round) => mb - (rss(floor)[round] ?? 0)));
  return [
    {
      what: "start in the image, from its bundle vs. a bare node:http",
      ours: shown(ms("image"), "ms"),
      beside: shown(ms("floor"), "ms"),
      figure: ratioOf(ms("image"), ms("floor")),
      goal: { atMost: 2.3 },
      ifMissed: "loaded modules: Bolt first, then undici, zod and prom-client",
    },
    {
      what: "start in the image vs. the sources, both with the compile cache",
      ours: shown(ms("image"), "ms"),
      beside: shown(ms("cached"), "ms"),
      figure: ratioOf(ms("image"), ms("cached")),
    },
    {
      what: "CPU until it listens, in the image vs. the sources with the compile cache",
      ours: shown(cpu("image"), "ms"),
      beside: shown(cpu("cached"), "ms"),
      figure: ratioOf(cpu("image"), cpu("cached")),
    },
    {
      what: "idle memory in the image over a bare node:http, in MB",
      ours: shown(rss("image"), "MB"),
      beside: `bare ${shown(rss("floorOfImage"), "MB")}, with Node's settings ${shown(rss("floor"), "MB")}`,
      figure: over("image", "floorOfImage"),
      goal: { atMost: 25 },
      ifMissed: "loaded modules, Bolt first",
    },
    {
      what: "start with the compile cache vs. a bare node:http",
      ours: shown(ms("cached"), "ms"),
      beside: shown(ms("floor"), "ms"),
      figure: ratioOf(ms("cached"), ms("floor")),
      goal: { atMost: 3.8 },
      ifMissed: "loaded modules: Bolt first, then undici, zod and prom-client",
    },
    {
      what: "start with the compile cache vs. without",
      ours: shown(ms("cached"), "ms"),
      beside: shown(ms("uncached"), "ms"),
      figure: ratioOf(ms("cached"), ms("uncached")),
    },
    {
      what: "CPU until it listens, with the compile cache vs. without",
      ours: shown(cpu("cached"), "ms"),
      beside: `${shown(cpu("uncached"), "ms")}, bare ${shown(cpu("floor"), "ms")}`,
      figure: ratioOf(cpu("cached"), cpu("uncached")),
      goal: { atMost: 0.75 },
    },
    {
      what: "idle memory over a bare node:http, in MB",
      ours: shown(rss("cached"), "MB"),
      beside: `bare ${shown(rss("floor"), "MB")}, no cache ${shown(rss("uncached"), "MB")}`,
      figure: over("cached", "floor"),
    },
  ];
}

function rowOfSources(sources: readonly LoadedSource[]): Row {
  const kb = (bytes: number) => bytes / 1000;
  const largest = sources.slice(0, 5).map(({ name, bytes }) => `${name} ${round(kb(bytes))}`);
  return {
    what: "source that the image loads at start, in kB, and its five largest modules",
    ours: largest.join(", "),
    isOnPage: true,
    figure: spreadOf([kb(sources.reduce((sum, { bytes }) => sum + bytes, 0))]),
  };
}
