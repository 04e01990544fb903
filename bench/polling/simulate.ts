import { createPace } from "../../src/partner/budget.ts";
import { meanOf, quantile } from "../measure/spread.ts";
import type { Policy } from "./policies.ts";
import { type Run, progressAt, someRuns } from "./runs.ts";

export type World = {
  readonly runs: number;
  readonly perMinute: number;
  readonly seed: number;
};

export type Outcome = ReturnType<typeof simulate>;

/**
 * Lets a policy choose a look at these runs whenever Galley's own pace allows one. One in ten
 * requests of the limit is somebody's click, and comes first. The partner refuses requests over the
 * limit in any 60 s.
 */
export function simulate({ runs: count, perMinute, seed }: World, policy: Policy) {
  const arriving = someRuns(count, seed);
  const pace = createPace(perMinute);
  const partner = createWindow(perMinute);
  const running: Run[] = [];
  const delays: { readonly ms: number; readonly isShort: boolean }[] = [];
  let [now, looks, nextClick, arrived] = [0, 0, 0, 0];
  while (delays.length < count) {
    for (; (arriving[arrived]?.since ?? Infinity) <= now; arrived += 1) {
      running.push(...arriving.slice(arrived, arrived + 1));
    }
    for (; nextClick <= now; nextClick += 600_000 / perMinute) {
      pace.spend("people", now);
      partner.take(now);
    }
    const free = pace.freeFrom("work");
    const run = free > now ? undefined : policy(running, now);
    if (run === undefined) {
      // No look is allowed or worth it now: the policy is asked again later, as by the scheduler.
      now = free > now ? free : now + (running.length === 0 ? 1000 : 250);
      continue;
    }
    pace.spend("work", now);
    partner.take(now);
    looks += 1;
    if (now >= run.endsAt) {
      delays.push({ ms: now - run.endsAt, isShort: run.isShort });
      running.splice(running.indexOf(run), 1);
    } else {
      Object.assign(run, { lookedAt: now, progress: progressAt(run, now), looks: run.looks + 1 });
    }
  }
  return outcomeOf(delays, { looksEach: looks / count, refused: partner.refused() });
}

function outcomeOf(
  delays: readonly { readonly ms: number; readonly isShort: boolean }[],
  counts: { readonly looksEach: number; readonly refused: number },
) {
  const seconds = delays.map(({ ms }) => ms / 1000);
  const short = delays.filter(({ isShort }) => isShort).map(({ ms }) => ms / 1000);
  const long = delays.filter(({ isShort }) => !isShort).map(({ ms }) => ms / 1000);
  return {
    runs: delays.length,
    meanS: meanOf(seconds),
    p95S: quantile(seconds, 0.95),
    shortToLong: meanOf(short) / meanOf(long),
    ...counts,
  };
}

/** The partner's side of the limit: any 60 s. Refusals do not count against it. */
function createWindow(perMinute: number) {
  let recent: number[] = [];
  let refused = 0;
  return {
    take: (now: number): void => {
      recent = recent.filter((at) => at > now - 60_000);
      if (recent.length >= perMinute) refused += 1;
      else recent.push(now);
    },
    refused: () => refused,
  };
}
