import { isInFuture } from "#domain/settings/setup.ts";
import { type Step, dueAt, partnerRequests, stepName } from "#domain/steps.ts";

/** The agenda's memory of a quote. All of it is derived: a restart builds it again. */
export type Entry = {
  readonly id: string;
  steps: readonly Step[];
  /** Lanes in which a step of this quote is under way, one step at a time each. */
  busy: readonly Lane[];
  /** Waits of failed steps by name, longer each time; they delay nothing else. */
  holds: Map<string, Hold> | undefined;
  /** True when the record may have changed since `steps` were read. */
  woken: boolean;
  /** The reading under way: one at a time, so that an older answer never covers a newer one. */
  reading: Promise<void> | undefined;
};

/** `local` steps need only Galley and Slack; `partner` steps need a request of the budget. */
export type Lane = "local" | "partner";

/** Both ms on the wall clock. */
type Hold = { readonly from: number; readonly until: number; readonly tries: number };

export function newEntry(id: string): Entry {
  return { id, steps: [], busy: none, holds: undefined, woken: false, reading: undefined };
}

/** Shared by all quotes: of ten thousand in progress, hardly any is busy. */
const none: readonly Lane[] = [];

export function laneOf(step: Step): Lane {
  return partnerRequests[step.kind] === undefined ? "local" : "partner";
}

/** Returns the steps of a lane with their times by this clock; none while the lane is busy. */
export function openSteps(entry: Entry, lane: Lane, now: number): readonly Step[] {
  if (entry.busy.includes(lane)) return [];
  return entry.steps
    .filter((step) => laneOf(step) === lane)
    .map((step) => {
      const at = Math.max(dueAt(step, now), heldUntil(entry, step, now));
      return at === step.at ? step : { ...step, at };
    });
}

/** Waits 1, 2, 4 … 60 s after a failure, or for the time that the other side named. */
export function hold(entry: Entry, step: Step, now: number, waitMs: number | undefined): void {
  const tries = (entry.holds?.get(stepName(step))?.tries ?? 0) + 1;
  const wait = waitMs ?? Math.min(60_000, 1000 * 2 ** (tries - 1));
  entry.holds ??= new Map();
  entry.holds.set(stepName(step), { from: now, until: now + wait, tries });
}

export function release(entry: Entry, step: Step): void {
  entry.holds?.delete(stepName(step));
}

/** Returns 0 for a step that is not held, or was held by a clock that has been set back since. */
export function heldUntil(entry: Entry, step: Step, now: number): number {
  const period = entry.holds?.get(stepName(step));
  return period === undefined || isInFuture(period.from, now) ? 0 : period.until;
}

export function asksAccount({ kind: what }: Step): boolean {
  return what === "balance" || what === "read-usage-after" || what === "record-charge";
}
