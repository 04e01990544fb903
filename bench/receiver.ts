import { z } from "zod";

import { nodeOptions } from "./measure/bot.ts";
import { type Child, openChild } from "./measure/child.ts";
import { rawRequest, sendAll } from "./measure/closed-load.ts";
import { aDelivery } from "./measure/deliveries.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { signedHeaders } from "./measure/slack-signs.ts";
import { ratioOf } from "./measure/spread.ts";

export const receiver: Benchmark = {
  name: "receiver",
  about:
    "CPU of one delivery from Slack (64 connections) in our receiver with Bolt behind it. The peers are a bare node:http server that checks the signature and parses, and Bolt with its own receiver. All only acknowledge.",
  run: async ({ rounds }) => {
    await using floor = await openReceiver("floor");
    await using ours = await openReceiver("ours");
    await using bolt = await openReceiver("stock Bolt");
    await inTurns(1, { floor: floor.cost, ours: ours.cost, bolt: bolt.cost });
    const found = await inTurns(Math.max(rounds, 5), {
      floor: floor.cost,
      ours: ours.cost,
      bolt: bolt.cost,
    });
    return rowsOf(found);
  },
};

type Cost = { readonly cpu: number; readonly perSecond: number };

function rowsOf(found: Record<"floor" | "ours" | "bolt", readonly Cost[]>): readonly Row[] {
  const cpu = (name: "floor" | "ours" | "bolt") => found[name].map((cost) => cost.cpu);
  const rate = (name: "floor" | "ours" | "bolt") => found[name].map((cost) => cost.perSecond);
  return [
    {
      what: "CPU a request vs. node:http with signature and parsing",
      ours: shown(cpu("ours"), "µs"),
      beside: shown(cpu("floor"), "µs"),
      figure: ratioOf(cpu("ours"), cpu("floor")),
      goal: { atMost: 1.5 },
      ifMissed,
    },
    {
      what: "CPU a request vs. stock Bolt",
      ours: shown(cpu("ours"), "µs"),
      beside: shown(cpu("bolt"), "µs"),
      figure: ratioOf(cpu("ours"), cpu("bolt")),
      goal: { atMost: 0.45 },
      ifMissed,
    },
    {
      what: "requests a second vs. stock Bolt",
      ours: shown(rate("ours"), "/s"),
      beside: shown(rate("bolt"), "/s"),
      figure: ratioOf(rate("ours"), rate("bolt")),
      goal: { atLeast: 2.3 },
      ifMissed,
    },
  ];
}

async function openReceiver(kind: "floor" | "ours" | "stock Bolt") {
  const child = await openChild("receiver", kind === "ours" ? { execArgv: nodeOptions } : {});
  const port = z.number().parse(await child.ask(kind));
  return {
    cost: () => costOf(child, port),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

let sent = 0;

/** Measures the CPU of one request in µs, and requests a second. Signing happens before the clock starts. */
async function costOf(child: Child, port: number): Promise<Cost> {
  const requests = Array.from({ length: perRound }, () => {
    const delivery = aDelivery((sent += 1));
    return rawRequest(signedHeaders(delivery), delivery.body);
  });
  const before = await child.meter();
  const start = performance.now();
  await sendAll(port, requests, 64);
  const seconds = (performance.now() - start) / 1000;
  const after = await child.meter();
  return {
    cpu: ((after.cpuMs - before.cpuMs) * 1000) / perRound,
    perSecond: perRound / seconds,
  };
}

/** At least half a second of our receiver, so that V8's warm-up is not counted as the cost of a request. */
const perRound = 12_000;
const ifMissed =
  "in the profile the socket's write is a quarter, garbage (a young generation of 2 MB) a tenth, then parsing, the signature, and the mark that refuses a replay";
