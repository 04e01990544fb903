import { plotOf } from "./plot.ts";
import { type Benchmark, type Row, isReached, round } from "./row.ts";
import type { Spread } from "./spread.ts";

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
  const head = ["what", "Galley", "compared with", "ratio (range)", "goal"];
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
  const byReason = Map.groupBy(missed, ({ name, row }) => `${name} ${row.ifMissed ?? row.what}`);
  const lines = [...byReason.values()].map((rows) => {
    const [first] = rows;
    const figures = rows.map(
      ({ row: { what, figure, goal } }) =>
        `${what} (${round(figure?.median ?? Number.NaN)}, goal ${goalText(goal)})`,
    );
    const said = `- ${first?.name ?? ""}, ${figures.join("; ")}`;
    return first?.row.ifMissed === undefined ? said : `${said}: ${first.row.ifMissed}`;
  });
  const sum = `${goals.length - missed.length} of ${goals.length} goals are reached.`;
  return `${[`${sum}${missed.length === 0 ? "" : " Missed:"}`, "", ...lines].join("\n").trimEnd()}\n`;
}

function sectionOf({ benchmark, rows }: Result): string {
  const isShown = ({ goal, isOnPage }: Row) =>
    goal !== undefined || isOnPage === true || benchmark.showsAll === true;
  const { name, about } = benchmark;
  const picture = `![${name}: figures and goals](benchmarks/${name}.svg)\n`;
  if (benchmark.isPicture === true) return `## ${name}\n\n${about}\n\n${picture}`;
  const table = tableOf({ benchmark, rows: rows.filter(isShown) });
  return plotOf(name, rows) === undefined ? table : `${table}\n${picture}`;
}

function cells(row: Row): readonly string[] {
  const { what, ours, beside = "", figure, goal } = row;
  const missed = isReached(row) === false ? " **missed**" : "";
  return [
    what,
    ours,
    beside,
    figure === undefined ? "" : ratioText(figure),
    goalText(goal) + missed,
  ];
}

/** Returns the median, and the range unless all rounds agree. */
function ratioText({ median, min, max }: Spread): string {
  const [low, high] = [round(min), round(max)];
  return low === high ? `**${round(median)}**` : `**${round(median)}** (${low}–${high})`;
}

function goalText(goal: Row["goal"]): string {
  if (goal === undefined) return "";
  return "atMost" in goal ? `≤${round(goal.atMost)}` : `≥${round(goal.atLeast)}`;
}

function preamble({ date, cores, node, rounds, load }: Machine): string {
  return `# Benchmarks

Written by \`npm run bench -- --write\` on ${date}, with Node ${node} on ${cores} shared cores, ${rounds} ${rounds === 1 ? "round" : "rounds"}. Load average: ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after.

Galley and its peer run in turns. The ratio compares them round by round (median and range); without a peer it is the figure itself. Pictures have every row with a goal; the console shows all rows.

\`npm run bench -- NAME\` runs one benchmark, \`--rounds N\` sets the rounds, \`--long\` uses ten times the tasks. \`start\` needs Linux.
`;
}
