import { z } from "zod";

import { nodeOptions } from "./measure/bot.ts";
import { openChild } from "./measure/child.ts";
import { hundredMb } from "./measure/korean-text.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const transit: Benchmark = {
  name: "transit",
  about:
    "100 MB of Korean text from one server to another. Galley streams, hashes and frames it as multipart, with a young generation of 2 MB. The peers are undici's plain pipe, axios with form-data, and fetch with FormData, with Node's defaults.",
  run: async ({ rounds }) => {
    await using servers = await openChild("two-servers");
    const ports = portsShape.parse(await servers.ask("ports"));
    const one = await inTurns(rounds, {
      ours: () => carry("ours", ports, 1),
      pipe: () => carry("pipe", ports, 1),
      small: () => carry("small pipe", ports, 1),
      axios: () => carry("axios", ports, 1),
      form: () => carry("form-data", ports, 1),
    });
    const reading = await inTurns(rounds, {
      ours: () => carry("read", ports, 1),
      download: () => carry("download", ports, 1),
    });
    const eight = await inTurns(1, {
      ours: () => carry("ours", ports, 8),
      pipe: () => carry("pipe", ports, 8),
      axios: () => carry("axios", ports, 8),
      form: () => carry("form-data", ports, 8),
    });
    return [...rowsOfOne(one), ...rowsOfReading(reading), ...rowsOfEight(eight)];
  },
};

const portsShape = z.object({ slack: z.number(), partner: z.number() });
const costShape = z.object({ ms: z.number(), cpuMs: z.number() });
const readShape = z.object({ manuscript: z.unknown() });

const shortText = 1024 * 1024;

type Carried = { readonly ms: number; readonly cpuMs: number; readonly overIdleMb: number };
type Found = Record<"ours" | "pipe" | "axios" | "form", readonly Carried[]>;
type FoundOne = Found & { readonly small: readonly Carried[] };

/**
 * Carries the file in a process of its own, which short texts warm up. Before Galley sends a file,
 * another process has read it, as after a restart.
 */
async function carry(
  way: "ours" | "read" | "download" | "pipe" | "small pipe" | "axios" | "form-data",
  ports: z.infer<typeof portsShape>,
  atOnce: number,
): Promise<Carried> {
  const isOurs = way === "ours" || way === "read" || way === "small pipe";
  await using carrier = await openChild("carrier", isOurs ? { execArgv: nodeOptions } : {});
  const [from, to] = [ports.slack, ports.partner].map((port) => `http://127.0.0.1:${port}`);
  const order = { way: way === "small pipe" ? "pipe" : way, from, to };
  const read = async (bytes: number) => {
    if (way !== "ours") return {};
    await using reader = await openChild("carrier", { execArgv: nodeOptions });
    return readShape.parse(await reader.ask({ ...order, way: "read", bytes, atOnce: 1 }));
  };
  const [short, long] = [await read(shortText), await read(hundredMb)];
  for (let n = 0; n < 4; n += 1) {
    await carrier.ask({ ...order, ...short, bytes: shortText, atOnce: 4 });
  }
  const before = await carrier.meter();
  const sent = await carrier.ask({ ...order, ...long, bytes: hundredMb, atOnce });
  const cost = costShape.parse(sent);
  const after = await carrier.meter();
  return { ...cost, overIdleMb: after.peakMb - before.rssMb };
}

function rowsOfOne(found: FoundOne): readonly Row[] {
  const of = (name: keyof FoundOne, field: keyof Carried) => found[name].map((one) => one[field]);
  return [
    {
      what: "CPU for 100 MB vs. undici's plain pipe",
      ours: shown(of("ours", "cpuMs"), "ms"),
      beside: `pipe ${shown(of("pipe", "cpuMs"), "ms")}, axios ${shown(of("axios", "cpuMs"), "ms")}, form ${shown(of("form", "cpuMs"), "ms")}`,
      figure: ratioOf(of("ours", "cpuMs"), of("pipe", "cpuMs")),
      goal: { atMost: 1.4 },
      ifMissed: hashes,
    },
    {
      what: "CPU for 100 MB vs. the pipe with a small young generation",
      ours: shown(of("ours", "cpuMs"), "ms"),
      beside: shown(of("small", "cpuMs"), "ms"),
      figure: ratioOf(of("ours", "cpuMs"), of("small", "cpuMs")),
    },
    {
      what: "speed vs. axios with form-data",
      ours: shown(of("ours", "ms"), "ms"),
      beside: `axios ${shown(of("axios", "ms"), "ms")}, pipe ${shown(of("pipe", "ms"), "ms")}, pipe with a young generation of 2 MB ${shown(of("small", "ms"), "ms")}`,
      figure: ratioOf(of("axios", "ms"), of("ours", "ms")),
    },
    {
      what: "speed vs. fetch and FormData",
      ours: shown(of("ours", "ms"), "ms"),
      beside: shown(of("form", "ms"), "ms"),
      figure: ratioOf(of("form", "ms"), of("ours", "ms")),
      goal: { atLeast: 3 },
      ifMissed: oneThread,
    },
    {
      what: "memory over idle to send 100 MB, in MB",
      ours: shown(of("ours", "overIdleMb"), "MB"),
      beside: `pipe ${shown(of("pipe", "overIdleMb"), "MB")}, axios ${shown(of("axios", "overIdleMb"), "MB")}, form ${shown(of("form", "overIdleMb"), "MB")}`,
      figure: spreadOf(of("ours", "overIdleMb")),
      goal: { atMost: 32 },
    },
  ];
}

const hashes =
  "SHA-256 is a third, characters are counted again, and the rest is what the pipe does too";
const oneThread =
  "on a quiet machine, SHA-256 takes a third of one thread's time, and the peers don't hash";

function rowsOfReading({
  ours,
  download,
}: Record<"ours" | "download", readonly Carried[]>): readonly Row[] {
  const cpu = (carried: readonly Carried[]) => carried.map(({ cpuMs }) => cpuMs);
  const memory = (carried: readonly Carried[]) => carried.map(({ overIdleMb }) => overIdleMb);
  return [
    {
      what: "CPU to read 100 MB (encoding, count, hash, fingerprints) vs. undici's plain download",
      ours: shown(cpu(ours), "ms"),
      beside: shown(cpu(download), "ms"),
      figure: ratioOf(cpu(ours), cpu(download)),
    },
    {
      what: "memory over idle to read 100 MB vs. undici's plain download",
      ours: shown(memory(ours), "MB"),
      beside: `download ${shown(memory(download), "MB")}`,
      figure: ratioOf(memory(ours), memory(download)),
    },
  ];
}

function rowsOfEight({ ours, pipe, axios, form }: Found): readonly Row[] {
  const memory = (carried: readonly Carried[]) => carried.map((one) => one.overIdleMb);
  return [
    {
      what: "memory over idle to send eight at once, in MB",
      ours: shown(memory(ours), "MB"),
      beside: `pipe ${shown(memory(pipe), "MB")}, axios ${shown(memory(axios), "MB")}, form ${shown(memory(form), "MB")}`,
      figure: spreadOf(memory(ours)),
      goal: { atMost: 160 },
    },
  ];
}
