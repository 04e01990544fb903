import { mostTokens } from "./tokens.ts";
import type { Unit } from "./units.ts";

/** Units that are asked for together: indices of the first and of the one after the last. */
export type Chunk = { readonly from: number; readonly to: number };

/** Chunks that follow each other; different lanes may be worked on at once. */
export type Lane = readonly Chunk[];

const mostUnits = 40;
const longestLane = 10;

/**
 * Chunks of paragraphs within a budget. A chapter begins a lane of its own; where a text has no
 * chapters, a lane ends after ten chunks.
 */
export function planLanes(units: readonly Unit[], budget: number): readonly Lane[] {
  const lanes: Chunk[][] = [];
  let [from, tokens] = [0, 0];
  const close = (to: number): void => {
    const lane = lanes.at(-1);
    if (from === to) return;
    if (lane === undefined) lanes.push([{ from, to }]);
    else lane.push({ from, to });
    [from, tokens] = [to, 0];
  };
  for (const [index, unit] of units.entries()) {
    const more = mostTokens(unit.text);
    const isFull = tokens + more > budget || index - from === mostUnits;
    if (unit.startsChapter || isFull) close(index);
    if (unit.startsChapter || lanes.at(-1)?.length === longestLane) lanes.push([]);
    tokens += more;
  }
  close(units.length);
  return lanes.filter((lane) => lane.length > 0);
}
