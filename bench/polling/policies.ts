import { type Speeds, learnSpeed, pickPoll } from "../../src/domain/translation/polling.ts";
import { type Run, someRuns } from "./runs.ts";

/** Picks the run to look at now; undefined when no look is worth it. */
export type Policy = (running: readonly Run[], now: number) => Run | undefined;

export const policies = {
  /** Galley after two hundred finished runs, on other days, when the partner was faster or slower. */
  ours: (running, now) => pickPoll(running, now, { ...setup, speeds: learned }),
  "every 15 s": (running, now) => longestOverdue(running, now, 15_000),
  /** Knows the ends: looks once, at the run that ended first. */
  oracle: (running, now) =>
    running.reduce<Run | undefined>(
      (best, run) =>
        run.endsAt <= now && run.endsAt < (best?.endsAt ?? Number.POSITIVE_INFINITY) ? run : best,
      undefined,
    ),
} satisfies Record<string, Policy>;

const setup = { pollMinMs: 5000, pollMaxMs: 60_000 };

const learned = Array.from({ length: 20 }, (_, day) => someRuns(10, 1000 + day))
  .flat()
  .reduce<Speeds>(
    (speeds, { characters, since, endsAt }) =>
      learnSpeed(speeds, { action: "translation", characters, ms: endsAt - since }),
    {},
  );

function longestOverdue(running: readonly Run[], now: number, gapMs: number): Run | undefined {
  let best: { run: Run; overdue: number } | undefined;
  for (const run of running) {
    const overdue = now - run.lookedAt - gapMs;
    if (overdue >= 0 && overdue > (best?.overdue ?? -1)) best = { run, overdue };
  }
  return best?.run;
}
