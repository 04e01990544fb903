import { type Row, isReached, round } from "./row.ts";

/**
 * Draws the rows with a goal as bars in an SVG for bright and dark pages; undefined without goals.
 * The length of a bar is the measurement as a part of its goal. The line is the goal: a bar that
 * ends left of it is within it.
 */
export function plotOf(name: string, rows: readonly Row[]): string | undefined {
  const bars = rows.flatMap(barOf);
  if (bars.length === 0) return undefined;
  const height = top + bars.length * rowHeight + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${name}: measured beside the goals" font-family="system-ui, sans-serif" font-size="12">
<style>${style}</style>
<text x="${goalAt}" y="14" class="quiet" text-anchor="middle">goal</text>
${bars.map(drawn).join("\n")}
<line x1="${goalAt}" y1="20" x2="${goalAt}" y2="${height - 4}" class="goal"/>
</svg>
`;
}

type Bar = { readonly what: string; readonly said: string; readonly kept: boolean } & Record<
  "middle" | "least" | "most",
  number
>;

/** Returns the measurement as a part of its goal: 1 is just reached, less is better. */
function barOf(row: Row): readonly Bar[] {
  const { what, figure, goal } = row;
  if (figure === undefined || goal === undefined) return [];
  const part = (value: number) => ("atMost" in goal ? value / goal.atMost : goal.atLeast / value);
  // A goal of 0 that is met would divide 0 by 0.
  const of = (value: number) => (value === 0 ? 0 : part(value));
  const ends = [of(figure.min), of(figure.max)].toSorted((a, b) => a - b);
  const sign = "atMost" in goal ? `≤ ${round(goal.atMost)}` : `≥ ${round(goal.atLeast)}`;
  const said = `${round(figure.median)} (goal ${sign})`;
  const [least = 0, most = 0] = ends;
  return [{ what, said, kept: isReached(row) === true, middle: of(figure.median), least, most }];
}

function drawn({ what, said, kept, middle, least, most }: Bar, n: number): string {
  const y = top + n * rowHeight;
  const at = (part: number) => left + Math.min(part, widest) * scale;
  const [from, to] = [at(least).toFixed(1), at(most).toFixed(1)];
  return [
    `<text x="0" y="${y + 12}">${escaped(what)}</text>`,
    `<rect x="${left}" y="${y + 17}" width="${(at(middle) - left).toFixed(1)}" height="10" class="${kept ? "kept" : "missed"}"/>`,
    `<line x1="${from}" y1="${y + 22}" x2="${to}" y2="${y + 22}" class="spread"/>`,
    `<text x="${left + widest * scale + 8}" y="${y + 26}" class="quiet">${escaped(said)}</text>`,
  ].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const style =
  "text{fill:#24292f}.quiet{fill:#57606a}.kept{fill:#2da44e}.missed{fill:#bf8700}.goal{stroke:#24292f;stroke-dasharray:4 3}.spread{stroke:#24292f;opacity:.6}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.quiet{fill:#9198a1}.kept{fill:#3fb950}.missed{fill:#d29922}.goal,.spread{stroke:#e6edf3}}";

const width = 760;
const left = 0;
const top = 24;
const rowHeight = 36;
const scale = 260;
/** The longest bar, as a multiple of its goal; longer ones are cut. */
const widest = 2.2;
const goalAt = left + scale;
