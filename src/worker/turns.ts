import type { Step } from "#domain/steps.ts";

import type { Candidate } from "./choose-request.ts";

export type Turns = ReturnType<typeof createFairOrder>;

/**
 * Orders local work by turns: first the person who was served longest ago, then that person's
 * conversation that was, then the oldest step. So nobody's many files keep another's first one waiting.
 */
export function createFairOrder() {
  const served = new Map<string, number>();
  let turn = 0;
  const rankOf = ({ step: { owner } }: Candidate) => ({
    person: served.get(owner?.person ?? "") ?? 0,
    channel: served.get(placeOf(owner)) ?? 0,
  });
  const serve = ({ step: { owner } }: Candidate): void => {
    turn += 1;
    for (const name of [owner?.person ?? "", placeOf(owner)]) {
      served.delete(name);
      served.set(name, turn);
    }
    // The longest unserved stand first.
    for (const name of served.keys()) {
      if (served.size <= mostKnown) break;
      served.delete(name);
    }
  };
  return {
    /** Yields due work while there is room for it, at most one step of an entry. */
    *inTurn(
      candidates: readonly Candidate[],
      hasRoom: (step: Step) => boolean,
    ): Generator<Candidate, void, undefined> {
      const rest = new Set(candidates);
      for (;;) {
        let best: Candidate | undefined;
        for (const one of rest) {
          if (!hasRoom(one.step)) continue;
          if (best === undefined || isBefore(one, best)) best = one;
        }
        if (best === undefined) return;
        for (const one of rest) if (one.entry === best.entry) rest.delete(one);
        serve(best);
        yield best;
      }
    },
  };
  function isBefore(one: Candidate, other: Candidate): boolean {
    const [a, b] = [rankOf(one), rankOf(other)];
    return (a.person - b.person || a.channel - b.channel || one.step.at - other.step.at) < 0;
  }
}

function placeOf(owner: Step["owner"]): string {
  return `${owner?.person} ${owner?.channel}`;
}

const mostKnown = 10_000;
