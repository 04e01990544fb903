import { type Benchmark, type How, type Row, round } from "./measure/row.ts";
import { meanOf, spreadOf } from "./measure/spread.ts";
import { policies } from "./polling/policies.ts";
import { type Outcome, type World, simulate } from "./polling/simulate.ts";

export const polling: Benchmark = {
  name: "polling",
  isPicture: true,
  about:
    "How long a finished translation waits until it is noticed, in a simulation. Runs begin within ten minutes; a fifth are short texts, the rest novels, and half report progress. The peer polls every 15 s under the same request limit; the oracle knows when a run ends. Figures are mean/p95 wait and polls of each run.",
  run: async (how) => sizesOf(how).flatMap(({ runs, perMinute }) => compare(runs, perMinute, how)),
};

function sizesOf({ isLong }: How) {
  const counts = [10, 100, 1000, ...(isLong ? [10_000] : [])];
  return counts.flatMap((runs) => [10, 60, 600].map((perMinute) => ({ runs, perMinute })));
}

type Name = keyof typeof policies;

function compare(runs: number, perMinute: number, { rounds }: How): readonly Row[] {
  // Two of ten runs are short, so a handful of worlds would show only chance.
  const worlds = Math.max(Math.min(rounds, 3), Math.ceil(fewestRuns / runs));
  const seeds = Array.from({ length: worlds }, (_, n) => n + 1);
  const all = (name: Name) =>
    seeds.map((seed) => simulate({ runs, perMinute, seed } satisfies World, policies[name]));
  const [ours, every15, oracle] = [all("ours"), all("every 15 s"), all("oracle")];
  const what = `${runs} runs, ${perMinute}/min`;
  const cell = {
    what,
    ours: told(ours),
    beside: `every 15 s: ${told(every15)}`,
  };
  return [goalRow(cell, { ours, every15, oracle }), ...sideRows(what, { ours, every15 })];
}

type Cell = { readonly what: string; readonly ours: string; readonly beside: string };
type Outcomes = readonly Outcome[];

/**
 * Sets the goal of a cell. With requests to spare, the mean wait is short. With a fair number, it
 * is much shorter than with fixed intervals; under 100 runs have no goal there. With far too few,
 * it is hardly longer than the oracle's.
 */
function goalRow(
  { what, ...cell }: Cell,
  { ours, every15, oracle }: Readonly<Record<"ours" | "every15" | "oracle", Outcomes>>,
): Row {
  if (meanOf(every15.map((one) => one.meanS)) < 10) {
    const figure = spreadOf(ours.map((one) => one.meanS));
    return { ...cell, what: `${what}: mean wait in s`, figure, goal: { atMost: 5 } };
  }
  if (meanOf(every15.map((one) => one.looksEach)) < 10) {
    const figure = spreadOf(ratios(ours, oracle, (one) => one.meanS));
    const goal = { atMost: 1.1 };
    const beside = `${cell.beside}; oracle: ${told(oracle)}`;
    return { ...cell, what: `${what}: mean wait vs. the oracle`, beside, figure, goal };
  }
  const figure = spreadOf(ratios(ours, every15, (one) => one.meanS));
  const few = ours.every((one) => one.runs < 100);
  return {
    ...cell,
    what: `${what}: mean wait vs. every 15 s`,
    figure,
    ...(few ? {} : { goal: { atMost: 0.3 } }),
    ifMissed: notLearned,
  };
}

function sideRows(
  what: string,
  { ours, every15 }: Readonly<Record<"ours" | "every15", Outcomes>>,
): readonly Row[] {
  const isFair =
    ours.every((one) => one.runs >= 100) &&
    meanOf(every15.map((one) => one.meanS)) >= 10 &&
    meanOf(every15.map((one) => one.looksEach)) >= 10;
  const p95: Row = {
    what: `${what}: p95 vs. every 15 s`,
    ours: `${round(meanOf(ours.map((one) => one.p95S)))} s`,
    beside: `${round(meanOf(every15.map((one) => one.p95S)))} s`,
    figure: spreadOf(ratios(ours, every15, (one) => one.p95S)),
    goal: { atMost: 0.45 },
    ifMissed: notLearned,
  };
  const short: Row = {
    what: `${what}: short texts vs. novels`,
    ours: "",
    figure: spreadOf(ours.map((one) => one.shortToLong)),
    ...(isFair ? { goal: { atMost: 0.6 } } : {}),
    ifMissed:
      "with requests to spare a short text is looked at as often as allowed, every 5 s, and then waits 2.5 s; novels wait hardly twice as long",
  };
  return isFair ? [p95, short] : [short];
}

/** The least number of runs in all worlds of a cell together. */
const fewestRuns = 500;
const notLearned =
  "the last twentieth of a ratio: runs that stall, and a partner that is faster or slower than before";

function ratios(ours: Outcomes, others: Outcomes, of: (one: Outcome) => number): number[] {
  return ours.map((one, n) => {
    const other = others[n];
    return other === undefined ? Number.NaN : of(one) / of(other);
  });
}

/** Returns mean and p95 in s, polls a run, and refusals if there were any. */
function told(outcomes: Outcomes): string {
  const mean = (of: (one: Outcome) => number) => round(meanOf(outcomes.map(of)));
  const refused = mean((one) => one.refused);
  return `${mean((one) => one.meanS)}/${mean((one) => one.p95S)} s, ${mean((one) => one.looksEach)} polls${refused === "0" ? "" : `, ${refused} × 429`}`;
}
