import { z } from "zod";

import { openChild } from "./measure/child.ts";
import { hundredMb } from "./measure/korean-text.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const transit: Benchmark = {
  name: "transit",
  about:
    "100 MB of Korean text from one server to another: by the desk (streamed, decoded, counted, hashed, framed as multipart), by undici's plain pipe that looks at nothing, and by fetch with a blob in a form, as most would write it. Each round is a process of its own. The peer that performance goals also name, axios with form-data, is left out: neither is a dependency of this project.",
  run: async ({ rounds }) => {
    await using servers = await openChild("two-servers");
    const ports = portsShape.parse(await servers.ask("ports"));
    const one = await inTurns(rounds, {
      ours: () => carry("ours", ports, 1),
      pipe: () => carry("pipe", ports, 1),
      form: () => carry("form-data", ports, 1),
    });
    const eight = await inTurns(1, {
      ours: () => carry("ours", ports, 8),
      pipe: () => carry("pipe", ports, 8),
      form: () => carry("form-data", ports, 8),
    });
    return [...rowsOfOne(one), ...rowsOfEight(eight)];
  },
};

const portsShape = z.object({ slack: z.number(), partner: z.number() });
const costShape = z.object({ ms: z.number(), cpuMs: z.number() });

type Carried = { readonly ms: number; readonly cpuMs: number; readonly overIdleMb: number };
type Found = Record<"ours" | "pipe" | "form", readonly Carried[]>;

/** Short texts warm the process up. The desk's memory includes that it reads the text beforehand. */
async function carry(
  way: string,
  ports: z.infer<typeof portsShape>,
  atOnce: number,
): Promise<Carried> {
  await using carrier = await openChild("carrier");
  const [from, to] = [ports.slack, ports.partner].map((port) => `http://127.0.0.1:${port}`);
  const order = { way, from, to };
  for (let n = 0; n < 4; n += 1) await carrier.ask({ ...order, bytes: 1024 * 1024, atOnce: 4 });
  const before = await carrier.meter();
  const cost = costShape.parse(await carrier.ask({ ...order, bytes: hundredMb, atOnce }));
  const after = await carrier.meter();
  return { ...cost, overIdleMb: after.peakMb - before.rssMb };
}

function rowsOfOne(found: Found): readonly Row[] {
  const of = (name: keyof Found, field: keyof Carried) => found[name].map((one) => one[field]);
  return [
    {
      what: "CPU for 100 MB, beside undici's plain pipe",
      ours: shown(of("ours", "cpuMs"), "ms"),
      beside: `pipe ${shown(of("pipe", "cpuMs"), "ms")}, form ${shown(of("form", "cpuMs"), "ms")}`,
      figure: ratioOf(of("ours", "cpuMs"), of("pipe", "cpuMs")),
      goal: { atMost: 1.4 },
      ifMissed: hashes,
    },
    {
      what: "time for 100 MB: how many times as fast as fetch and FormData",
      ours: shown(of("ours", "ms"), "ms"),
      beside: shown(of("form", "ms"), "ms"),
      figure: ratioOf(of("form", "ms"), of("ours", "ms")),
      goal: { atLeast: 3 },
      ifMissed: hashes,
    },
    {
      what: "memory over idle for 100 MB, in MB",
      ours: shown(of("ours", "overIdleMb"), "MB"),
      beside: `pipe ${shown(of("pipe", "overIdleMb"), "MB")}, form ${shown(of("form", "overIdleMb"), "MB")}`,
      figure: spreadOf(of("ours", "overIdleMb")),
      goal: { atMost: 32 },
      ifMissed: "undici's own pipe takes as much by this measure",
    },
  ];
}

const hashes =
  "a third of the CPU is SHA-256, twice over all bytes: the text must be the promised one and the body the recorded one; the rest above the pipe is the UTF-8 check, the count, and copies where a piece cuts a character";

function rowsOfEight({ ours, pipe, form }: Found): readonly Row[] {
  const memory = (carried: readonly Carried[]) => carried.map((one) => one.overIdleMb);
  return [
    {
      what: "memory over idle for eight at once, in MB",
      ours: shown(memory(ours), "MB"),
      beside: `pipe ${shown(memory(pipe), "MB")}, form ${shown(memory(form), "MB")}`,
      figure: spreadOf(memory(ours)),
      goal: { atMost: 160 },
    },
  ];
}
