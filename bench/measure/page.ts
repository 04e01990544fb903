import { plotOf } from "./plot.ts";
import { type Benchmark, type Row, isReached, round } from "./row.ts";

export type Result = { readonly benchmark: Benchmark; readonly rows: readonly Row[] };

export type Machine = {
  readonly date: string;
  readonly cores: number;
  readonly node: string;
  readonly rounds: number;
  /** One-minute load average before and after. */
  readonly load: readonly [before: number, after: number];
};

/** Draws one benchmark as a Markdown table that is readable in a terminal as well. */
export function tableOf({ benchmark, rows }: Result): string {
  const head = ["what", "ours", "beside it", "ratio (least–greatest)", "goal", "reached"];
  const lines = [head, head.map(() => "---"), ...rows.map(cells)];
  const table = lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
  return `## ${benchmark.name}\n\n${benchmark.about}\n\n${table}\n`;
}

export function pageOf(results: readonly Result[], machine: Machine): string {
  return `${preamble(machine)}\n${verdictsOf(results)}\n${results.map(sectionOf).join("\n")}`;
}

/** Counts the goals and lists the missed ones, as a summary at the top of the page. */
function verdictsOf(results: readonly Result[]): string {
  const goals = results.flatMap(({ benchmark, rows }) =>
    rows.filter(({ goal }) => goal !== undefined).map((row) => ({ name: benchmark.name, row })),
  );
  const missed = goals.filter(({ row }) => isReached(row) === false);
  const lines = missed.map(
    ({ name, row }) =>
      `- ${name}: ${row.what}: ${round(row.figure?.median ?? Number.NaN)}, goal ${goalText(row.goal)}`,
  );
  const sum = `Of ${goals.length} goals ${goals.length - missed.length} are reached.`;
  return `${[`${sum}${missed.length === 0 ? "" : " Missed:"}`, "", ...lines].join("\n").trimEnd()}\n`;
}

function sectionOf(result: Result): string {
  const { name } = result.benchmark;
  const plot = plotOf(name, result.rows);
  return plot === undefined
    ? tableOf(result)
    : `${tableOf(result)}\n![${name}: each figure as a part of its goal](benchmarks/${name}.svg)\n`;
}

function cells(row: Row): readonly string[] {
  const { what, ours, beside = "", figure, goal } = row;
  const ratio =
    figure === undefined
      ? ""
      : `**${round(figure.median)}** (${round(figure.min)}–${round(figure.max)})`;
  return [what, ours, beside, ratio, goalText(goal), verdict(row)];
}

function goalText(goal: Row["goal"]): string {
  if (goal === undefined) return "";
  return "atMost" in goal ? `≤ ${round(goal.atMost)}` : `≥ ${round(goal.atLeast)}`;
}

function verdict(row: Row): string {
  const reached = isReached(row);
  if (reached === undefined) return "";
  if (reached) return "reached";
  return row.ifMissed === undefined ? "not reached" : `not reached: ${row.ifMissed}`;
}

function preamble({ date, cores, node, rounds, load }: Machine): string {
  return `# Benchmarks

Written by \`npm run bench -- --write\` on ${date}, with Node ${node} on ${cores} shared cores, ${rounds} ${rounds === 1 ? "round" : "rounds"}.

Each benchmark runs Galley and its floor or its peer in turns in one run, and the ratios are taken round by round; the table shows their median and their least and greatest. The machine was not quiet: its load average was ${load[0].toFixed(1)} before and ${load[1].toFixed(1)} after. Ratios and CPU per operation stand such company, absolute times hardly. Everything goes over 127.0.0.1 without TLS. Where a row has no peer, the figure itself stands in the column of the ratio.

\`npm run bench -- NAME\` runs one of them, \`--rounds N\` more often, \`--long\` with ten thousand tasks. What the start costs in CPU and memory is read from \`/proc\`, so only Linux shows it.
`;
}
