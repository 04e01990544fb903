import { type Benchmark, type How, type Row, round } from "./measure/row.ts";
import { meanOf, spreadOf } from "./measure/spread.ts";
import { policies } from "./polling/policies.ts";
import { type Outcome, type World, simulate } from "./polling/simulate.ts";

export const polling: Benchmark = {
  name: "polling",
  about:
    "How long a finished translation waits unseen, in a deterministic simulation: so many runs that begin within ten minutes (a fifth short texts, the rest novels; half of them tell their progress), so many requests a minute. Beside ours every other policy stands behind the same limiter; “oracle” knows the ends. The figure is the mean wait of ours to the one named; the rounds are seeds. How long runs take and how they tell of it is not in the partner's document: the workload is an assumption.",
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
  const [ours, firstDay, every5, every15, backOff, oracle] = [
    all("ours"),
    all("first day"),
    all("every 5 s"),
    all("every 15 s"),
    all("back-off"),
    all("oracle"),
  ];
  const beside = [
    `before anything was learned: ${told(firstDay)}`,
    `every 5 s: ${told(every5)}`,
    `every 15 s: ${told(every15)}`,
    `back-off: ${told(backOff)}`,
    `oracle: ${told(oracle)}`,
  ].join("; ");
  const what = `${runs} runs, ${perMinute} requests a minute`;
  const cell = { what, ours: told(ours), beside };
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
    return { ...cell, what: `${what}: mean wait, beside the oracle`, figure, goal };
  }
  const figure = spreadOf(ratios(ours, every15, (one) => one.meanS));
  const few = ours.every((one) => one.runs < 100);
  return {
    ...cell,
    what: `${what}: mean wait, beside every 15 s`,
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
    what: `${what}: p95, beside every 15 s`,
    ours: `${round(meanOf(ours.map((one) => one.p95S)))} s`,
    beside: `${round(meanOf(every15.map((one) => one.p95S)))} s`,
    figure: spreadOf(ratios(ours, every15, (one) => one.p95S)),
    goal: { atMost: 0.45 },
    ifMissed: notLearned,
  };
  const short: Row = {
    what: `${what}: short texts' mean wait to that of novels`,
    ours: "",
    figure: spreadOf(ours.map((one) => one.shortToLong)),
    goal: { atMost: 0.6 },
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

/** Mean and p95 in s, looks a run, and refusals. */
function told(outcomes: Outcomes): string {
  const mean = (of: (one: Outcome) => number) => round(meanOf(outcomes.map(of)));
  return `${mean((one) => one.meanS)}/${mean((one) => one.p95S)} s, ${mean((one) => one.looksEach)} looks, ${mean((one) => one.refused)} × 429`;
}
