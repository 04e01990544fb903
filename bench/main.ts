import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";

import { ack } from "./ack.ts";
import { books } from "./books.ts";
import { counting } from "./counting.ts";
import { glossary } from "./glossary.ts";
import { growth } from "./growth.ts";
import { hostile } from "./hostile.ts";
import { identity } from "./identity.ts";
import { type Result, pageOf, tableOf } from "./measure/page.ts";
import { plotOf } from "./measure/plot.ts";
import type { Benchmark } from "./measure/row.ts";
import { polling } from "./polling.ts";
import { receiver } from "./receiver.ts";
import { request } from "./request.ts";
import { scheduler } from "./scheduler.ts";
import { service } from "./service.ts";
import { start } from "./start.ts";
import { store } from "./store.ts";
import { transit } from "./transit.ts";
import { waits } from "./waits.ts";

const benchmarks: readonly Benchmark[] = [
  waits,
  ack,
  receiver,
  request,
  transit,
  counting,
  store,
  polling,
  scheduler,
  growth,
  glossary,
  identity,
  hostile,
  books,
  service,
  start,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    long: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => benchmarks.every((one) => one.name !== name));
if (unknown.length > 0) {
  const names = benchmarks.map(({ name }) => name).join(", ");
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${names}.`);
  process.exit(2);
}

const rounds = Number(values.rounds);
const chosen = benchmarks.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
const [before = 0] = loadavg();
const results: Result[] = [];
for (const benchmark of chosen) {
  const rows = await benchmark.run({ rounds, isLong: values.long });
  results.push({ benchmark, rows });
  console.log(tableOf({ benchmark, rows }));
}
const [after = 0] = loadavg();

if (values.write) {
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    node: process.versions.node,
    rounds,
    load: [before, after] as const,
  };
  await writeFile(new URL("../docs/benchmarks.md", import.meta.url), pageOf(results, machine));
  await mkdir(new URL("../docs/benchmarks/", import.meta.url), { recursive: true });
  for (const { benchmark, rows } of results) {
    const plot = plotOf(benchmark.name, rows);
    const file = new URL(`../docs/benchmarks/${benchmark.name}.svg`, import.meta.url);
    if (plot !== undefined) await writeFile(file, plot);
  }
}
