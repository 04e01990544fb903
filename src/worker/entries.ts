import { isInFuture } from "../core/setup.ts";
import { type Step, dueAt, partnerRequests } from "../core/steps.ts";

/** The agenda's memory of a quote. All of it is derived: a restart builds it again. */
export type Entry = {
  readonly id: string;
  steps: readonly Step[];
  /** Lanes in which a step of this quote is under way, one step at a time each. */
  busy: readonly Lane[];
  /** Waits of failed steps, longer each time; they delay nothing else. */
  holds: Holds;
  /** True when the record may have changed since `steps` were read. */
  woken: boolean;
  /** The reading under way: one at a time, so that an older answer never covers a newer one. */
  reading: Promise<void> | undefined;
};

/** `local` steps need only Galley and Slack; `partner` steps need a request of the budget. */
export type Lane = "local" | "partner";

type Holds = ReadonlyMap<string, Hold>;

/** Both ms on the wall clock. */
type Hold = { readonly from: number; readonly until: number; readonly tries: number };

export function newEntry(id: string): Entry {
  return { id, steps: [], busy: none, holds: noHolds, woken: false, reading: undefined };
}

/** Shared by all quotes: of ten thousand in progress, hardly any is busy or held. */
const none: readonly Lane[] = [];
const noHolds: Holds = new Map();

export function laneOf(step: Step): Lane {
  return partnerRequests[step.do] === undefined ? "local" : "partner";
}

/** Returns the steps of a lane with their times by this clock; none while the lane is busy. */
export function openSteps(entry: Entry, lane: Lane, now: number): readonly Step[] {
  if (entry.busy.includes(lane)) return [];
  const steps = entry.steps.filter((step) => laneOf(step) === lane);
  // A fast path for every quote at every choice: hardly any is held, or was noted by a clock that
  // was ahead.
  if (entry.holds.size === 0 && steps.every((step) => dueAt(step, now) === step.at)) return steps;
  return steps.map((step) => ({
    ...step,
    at: Math.max(dueAt(step, now), heldUntil(entry, step, now)),
  }));
}

/** Waits 1, 2, 4 … 60 s after a failure, or for the time that the other side named. */
export function hold(entry: Entry, step: Step, now: number, named: number | undefined): void {
  const tries = (entry.holds.get(nameOf(step))?.tries ?? 0) + 1;
  const wait = named ?? Math.min(60_000, 1000 * 2 ** (tries - 1));
  entry.holds = new Map([...entry.holds, [nameOf(step), { from: now, until: now + wait, tries }]]);
}

export function release(entry: Entry, step: Step): void {
  if (!entry.holds.has(nameOf(step))) return;
  const kept = [...entry.holds].filter(([name]) => name !== nameOf(step));
  entry.holds = kept.length === 0 ? noHolds : new Map(kept);
}

/** Returns 0 for a step that is not held, or was held by a clock that has been set back since. */
export function heldUntil(entry: Entry, step: Step, now: number): number {
  const held = entry.holds.get(nameOf(step));
  return held === undefined || isInFuture(held.from, now) ? 0 : held.until;
}

function nameOf(step: Step): string {
  if ("key" in step) return `${step.do} ${step.key}`;
  return "notice" in step ? `${step.do} ${step.notice}` : step.do;
}

export function asksAccount({ do: what }: Step): boolean {
  return what === "balance" || what === "read-usage-after" || what === "record-charge";
}
