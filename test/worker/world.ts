import type { Step } from "#domain/steps.ts";
import { createScheduler } from "#worker/loop.ts";

import { setup } from "../builders.ts";
import { handClock } from "../partner/hand-clock.ts";

type Options = {
  /** The steps that are due for each quote at the start. */
  readonly quotes?: Readonly<Record<string, readonly Step[]>>;
  /** Runs before each step; the step is done when this resolves, and not when it throws. */
  readonly during?: (id: string, step: Step) => Promise<void> | void;
  /** Runs after the record was changed, before the step has ended. */
  readonly after?: (id: string, step: Step) => Promise<void>;
  readonly due?: (id: string) => Promise<void> | void;
  readonly turn?: () => Promise<void>;
};

/** Returns an agenda with a hand clock over records that are only lists of steps. */
export function aWorld({ quotes = {}, during, after, due, turn }: Options = {}) {
  const clock = handClock();
  const records = new Map(Object.entries(quotes));
  const taken: string[] = [];
  const faults: unknown[] = [];
  const counts = { sleeps: 0, due: 0, turns: 0 };
  const scheduler = createScheduler({
    openIds: async () => [...records.keys()],
    due: async (id) => {
      counts.due += 1;
      await due?.(id);
      return records.get(id) ?? [];
    },
    advance: async (id, step) => {
      taken.push(nameOf(id, step));
      await during?.(id, step);
      records.set(
        id,
        (records.get(id) ?? []).filter((one) => nameOf(id, one) !== nameOf(id, step)),
      );
      await after?.(id, step);
    },
    turn: async () => {
      counts.turns += 1;
      await turn?.();
    },
    setup,
    now: clock.now,
    sleep: async (ms, signal) => {
      counts.sleeps += 1;
      if (!signal.aborted) await clock.sleep(ms, signal).catch(() => undefined);
    },
    onFault: (_id, _step, error) => faults.push(error),
  });
  const add = (id: string, ...steps: readonly Step[]) => {
    records.set(id, [...(records.get(id) ?? []), ...steps]);
  };
  return { scheduler, clock, records, taken, faults, counts, add };
}

export function nameOf(id: string, step: Step): string {
  if ("key" in step) return `${id} ${step.kind} ${step.key}`;
  return "notice" in step ? `${id} ${step.kind} ${step.notice}` : `${id} ${step.kind}`;
}

type Send = Extract<Step, { kind: "send" }>;
type Poll = Extract<Step, { kind: "poll" }>;

export const aRead: Step = { kind: "read", at: 0 };

export function aSend(key: string, changes: Partial<Send> = {}): Send {
  return { kind: "send", key, paid: true, at: 0, until: undefined, ...changes };
}

/** Returns a poll of a run that is overdue by any estimate, so that it comes as soon as it may. */
export function aPoll(key: string, changes: Partial<Poll> = {}): Poll {
  const look = { since: -1_000_000, lookedAt: -10_000, characters: 1000, progress: undefined };
  return { kind: "poll", key, at: 0, pace: "policy", action: "translation", ...look, ...changes };
}

/** A door that stays shut until it is opened. */
export function aDoor() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}
