import { z } from "zod";

import { openChild } from "./measure/child.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const scheduler: Benchmark = {
  name: "scheduler",
  isPicture: true,
  about:
    "Ten thousand running tasks at 60 requests a minute, for ten simulated minutes, with an approval every 20 s and a click that needs the partner every 10 s.",
  run: async ({ rounds }) => {
    const found = await inTurns(Math.min(rounds, 2), {
      galley: async () => shape.parse(await askOnce("scheduler")),
      bare: async () => ({ ...nothing, bytesEach: z.number().parse(await askOnce("bare-tasks")) }),
    });
    return rowsOf(found);
  },
};

const tasks = 10_000;

const shape = z.object({
  startMs: z.number(),
  bytesEach: z.number(),
  refused: z.number(),
  looks: z.number(),
  cpuMsEach: z.number(),
  approvalMs: z.array(z.number()),
});
type Found = z.infer<typeof shape>;

const nothing: Found = {
  startMs: 0,
  bytesEach: 0,
  refused: 0,
  looks: 0,
  cpuMsEach: 0,
  approvalMs: [],
};

async function askOnce(name: string): Promise<unknown> {
  await using child = await openChild(name, { execArgv: ["--expose-gc"] });
  return await child.ask(tasks);
}

function rowsOf({ galley, bare }: Record<"galley" | "bare", readonly Found[]>): readonly Row[] {
  const bytes = (rounds: readonly Found[]) => rounds.map((one) => one.bytesEach);
  const waits = galley.map(({ approvalMs }) => Math.max(...approvalMs) / 1000);
  const refused = galley.map((one) => one.refused);
  return [
    {
      what: "requests that the partner refused with 429",
      ours: `${spreadOf(galley.map((one) => one.looks)).median} polls`,
      figure: spreadOf(refused),
      goal: { atMost: 0 },
    },
    {
      what: "longest wait of an approval",
      ours: shown(waits, "s"),
      figure: spreadOf(waits),
      goal: { atMost: 3 },
    },
    {
      what: "memory of a task in the scheduler vs. a bare object",
      ours: shown(bytes(galley), "bytes"),
      beside: shown(bytes(bare), "bytes"),
      figure: ratioOf(bytes(galley), bytes(bare)),
      goal: { atMost: 1.2 },
    },
    {
      what: "start",
      ours: told(galley, (one) => one.startMs),
    },
    {
      what: "CPU of one poll",
      ours: told(galley, (one) => one.cpuMsEach),
    },
  ];
}

function told(rounds: readonly Found[], of: (one: Found) => number): string {
  return shown(rounds.map(of), "ms");
}
