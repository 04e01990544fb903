import { mostTokens } from "./tokens.ts";
import type { Unit } from "./units.ts";

/** Units of one request; `from` is the index of the first one in the book. */
export type Chunk = { readonly from: number; readonly units: readonly Unit[] };

/** Consecutive chunks; different lanes may be worked on at once. */
export type Lane = readonly Chunk[];

const mostUnits = 40;
const longestLane = 10;

/**
 * Plans chunks of paragraphs within a budget. Each chapter begins a new lane, and a lane ends after
 * ten chunks.
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
