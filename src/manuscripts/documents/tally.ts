import type { LeftOut } from "../../core/manuscript.ts";

/** Counts of document content that is left out of the translated text. */
export type Tally = {
  /** Code points of signs that were set around emphasised text. */
  signs: number;
  readonly add: (what: LeftOut["what"]) => void;
  readonly list: () => readonly LeftOut[];
};

export function createTally(): Tally {
  const counts = new Map<LeftOut["what"], number>();
  return {
    signs: 0,
    add: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    list: () => Array.from(counts, ([what, count]) => ({ what, count })),
  };
}
