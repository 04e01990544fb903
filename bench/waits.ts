import { fileURLToPath } from "node:url";

import { z } from "zod";

import { spawnListening, temporaryFolder } from "./measure/bot.ts";
import { openChild } from "./measure/child.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, round } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const waits: Benchmark = {
  name: "waits",
  showsAll: true,
  about:
    "How long people wait with Slack and the partner far away: a relay delays each direction, and a new connection by two more round trips. The peer is a bare Bolt app that shows the same, holds everything in memory and checks nothing. In brackets: round trips one after the other, to Slack and to the partner. Goals hold for the longer delays.",
  run: async ({ rounds }) => {
    const far = await rowsAt(rounds, { slack: 200, partner: 300 }, goals);
    const near = await rowsAt(rounds, { slack: 80, partner: 120 });
    return [...far, ...near];
  },
};

const bareDesk = fileURLToPath(new URL("children/bare-desk.ts", import.meta.url));

type Delays = { readonly slack: number; readonly partner: number };

const waited = z.object({
  ms: z.number(),
  slack: z.number(),
  partner: z.number(),
  row: z.string(),
});
type Waited = z.infer<typeof waited>;

const names = [
  "first post after a start → price",
  "post → price",
  "post on closed connections → price",
  "`/translate` → form",
  "⋯ → form",
  "click → card changed",
  "click → task at the partner",
  "completed → result in the thread",
  "click → result in the thread",
  "ten files of one post → last price",
] as const;
type Course = Readonly<Record<(typeof names)[number], Waited>>;

/** As times of the bare app, or in ms. */
type Goals = {
  readonly [Name in keyof Course]?: { readonly times?: number; readonly ms?: number };
};

const goals: Goals = {
  "first post after a start → price": { times: 1.5 },
  "post → price": { times: 1.3 },
  "click → card changed": { ms: 400 },
  "click → task at the partner": { ms: 900 },
  "click → result in the thread": { times: 1 },
};

async function rowsAt(rounds: number, delays: Delays, goals: Goals = {}): Promise<readonly Row[]> {
  const { ours, bare } = await inTurns(rounds, {
    ours: () => courseOf({}, delays),
    bare: () => courseOf({ file: bareDesk }, delays),
  });
  return names.map((name): Row => {
    const at = (courses: readonly Course[]) => courses.map((course) => course[name]);
    const msOf = (all: readonly Waited[]) => all.map(({ ms }) => ms);
    const [mine, theirs] = [at(ours), at(bare)];
    const { times, ms } = goals[name] ?? {};
    const atMost = times ?? ms;
    const figure = ms === undefined ? ratioOf(msOf(mine), msOf(theirs)) : spreadOf(msOf(mine));
    return {
      what: `${delays.slack}/${delays.partner} ms: ${name}${ms === undefined ? "" : ", in ms"}`,
      ours: shownWaits(mine),
      beside: shownWaits(theirs),
      figure,
      ...(atMost !== undefined && { goal: { atMost } }),
      ...(name === "click → result in the thread" && {
        ifMissed: "the bare app asks the partner at once, and posts without looking at the file",
      }),
    };
  });
}

function shownWaits(all: readonly Waited[]): string {
  const { median } = spreadOf(all.map(({ ms }) => ms));
  const [one] = all.toSorted((a, b) => Math.abs(a.ms - median) - Math.abs(b.ms - median));
  if (one === undefined) return "–";
  if (process.env["TRIPS"] !== undefined) console.log(round(one.ms), one.row);
  return `${round(one.ms)} ms (${one.slack}+${one.partner})`;
}

/** Starts a bot with a Slack and a partner of its own that are far away, and goes through everything. */
async function courseOf(
  { file }: { readonly file?: string },
  { slack, partner }: Delays,
): Promise<Course> {
  await using outside = await openChild("far-away", { args: [String(slack), String(partner)] });
  await using folder = await temporaryFolder();
  const given = z.record(z.string(), z.string()).parse(await outside.ask({ ask: "environment" }));
  await using bot = await spawnListening({
    ...(file !== undefined && { file }),
    env: { ...given, STORE_URL: `sqlite:${folder.path}/bot.sqlite` },
    signal: "SIGTERM",
  });
  await outside.ask({ ask: "connect", port: bot.port });
  const ask = async (question: unknown) => z.array(waited).parse(await outside.ask(question));
  const priceOf = async (files: number, isIdle = false) => {
    const [price = nothing] = await ask({ ask: "price", files, isIdle });
    return price;
  };
  const first = await priceOf(1);
  const later = await priceOf(1);
  const [request = nothing, note = nothing] = await ask({ ask: "forms" });
  const [changed = nothing, task = nothing, delivered = nothing, whole = nothing] = await ask({
    ask: "approve",
  });
  return {
    "first post after a start → price": first,
    "post → price": later,
    "post on closed connections → price": await priceOf(1, true),
    "`/translate` → form": request,
    "⋯ → form": note,
    "click → card changed": changed,
    "click → task at the partner": task,
    "completed → result in the thread": delivered,
    "click → result in the thread": whole,
    "ten files of one post → last price": await priceOf(10),
  };
}

const nothing: Waited = { ms: Number.NaN, slack: 0, partner: 0, row: "" };
