import type { RecordsStatus } from "#domain/recovery.ts";
import { type Clock, remember, withTimeout } from "#lib/clock.ts";

type Deps = Pick<Clock, "tick" | "sleep">;

/**
 * Returns the troubles with a thing that Galley depends on, one sentence each; none when all is
 * well.
 */
export type Check = () => Promise<readonly string[]> | readonly string[];

/**
 * Runs all checks at once, by the names of their subjects. Their answers are cached for a moment,
 * so that probes cost little. A check that hangs is reported in time.
 */
export function createReadiness(checks: Readonly<Record<string, Check>>, deps: Deps) {
  const recall = remember<readonly string[]>({ now: deps.tick, ms: 2000 });
  const underWay = new Map<string, Promise<readonly string[]>>();
  const once = (name: string, check: Check): Check => {
    return () => {
      const answer = underWay.get(name) ?? Promise.resolve().then(check);
      underWay.set(name, answer);
      const forget = () => void (underWay.get(name) === answer && underWay.delete(name));
      answer.then(forget, forget);
      return answer;
    };
  };
  const askAll = async (): Promise<readonly string[]> => {
    const answers = Object.entries(checks).map(([name, check]) =>
      ask(name, once(name, check), deps),
    );
    return (await Promise.all(answers)).flat();
  };
  return () => recall("", askAll);
}

async function ask(name: string, check: Check, { sleep }: Deps): Promise<readonly string[]> {
  const late = () => [`${name} did not answer in time.`];
  try {
    return await withTimeout(Promise.resolve(check()), { sleep, ms: longestMs, late });
  } catch (error) {
    return [`${name} failed: ${error instanceof Error ? error.message : String(error)}.`];
  }
}

/** Shorter than the patience of a probe, which is often three seconds. */
const longestMs = 2500;

/**
 * Checks that the worker's loop runs. A replica without the lease is ready as well, as long as it
 * queues for it.
 *
 * @param turnedAt when the loop last ran; undefined before the start
 */
export function checkWorker(turnedAt: number | undefined, now: number): readonly string[] {
  if (turnedAt === undefined) return ["The worker has not started yet."];
  const seconds = Math.round((now - turnedAt) / 1000);
  return seconds > longestStillSeconds ? [`The worker has not run for ${seconds} s.`] : [];
}

const longestStillSeconds = 30;

/** @param status undefined if the store cannot answer, which another check reports */
export function checkRecords(status: RecordsStatus | undefined): readonly string[] {
  switch (status) {
    case "sought":
      return [
        "The store lacks records: looking through Slack for cards that tell what was bought.",
      ];
    case "undecided":
      return ["The store lost records: nothing is sold before an admin decides, who was asked."];
    // Another check says why the store is unfit.
    case "unfit":
    case "open":
    case undefined:
      return [];
  }
}
