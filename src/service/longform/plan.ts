import { mostTokens } from "./tokens.ts";
import type { Unit } from "./units.ts";

/** Units that are asked for together; `from` is the place of the first one in the book. */
export type Chunk = { readonly from: number; readonly units: readonly Unit[] };

/** Chunks that follow each other; different lanes may be worked on at once. */
export type Lane = readonly Chunk[];

const mostUnits = 40;
const longestLane = 10;

/**
 * Chunks of paragraphs within a budget. A chapter begins a lane of its own; where a text has no
 * chapters, a lane ends after ten chunks.
 */
export async function* planLanes(units: AsyncIterable<Unit>, budget: number): AsyncGenerator<Lane> {
  let lane: Chunk[] = [];
  let chunk: Unit[] = [];
  let [from, tokens] = [0, 0];
  const close = (): void => {
    if (chunk.length > 0) lane.push({ from, units: chunk });
    from += chunk.length;
    [chunk, tokens] = [[], 0];
  };
  for await (const unit of units) {
    const more = mostTokens(unit.text);
    const isFull = tokens + more > budget || chunk.length === mostUnits;
    if (unit.startsChapter || isFull) close();
    if (lane.length > 0 && (unit.startsChapter || lane.length === longestLane)) {
      yield lane;
      lane = [];
    }
    chunk.push(unit);
    tokens += more;
  }
  close();
  if (lane.length > 0) yield lane;
}
