export type Lane = "people" | "work";

const MINUTE_MS = 60_000;

/**
 * When the next request may leave, under a limit of requests a minute. All of them keep a tenth below
 * the limit in any 60 s, since requests arrive less evenly than they leave; work is spread over four
 * fifths of it, with a small burst, so that there is always room for people. Times are in ms.
 */
export function createPace(perMinute: number) {
  let limits = limitsFor(perMinute);
  let workDue = Number.NEGATIVE_INFINITY;
  let lastWork = Number.NEGATIVE_INFINITY;
  let sent: readonly number[] = [];
  return {
    setPerMinute: (perMinute: number): void => {
      const next = limitsFor(perMinute);
      // What left under the old limit is owed for at the new one: a guess at start must not hold up work.
      const owed = Math.max(0, workDue - lastWork) * (next.workGapMs / limits.workGapMs);
      if (Number.isFinite(owed)) workDue = lastWork + owed;
      limits = next;
    },
    /** The earliest time for `lane`; it may be past. */
    freeFrom: (lane: Lane): number => {
      const gate = (sent.at(-limits.all) ?? Number.NEGATIVE_INFINITY) + MINUTE_MS;
      const ahead = (limits.burst - 1) * limits.workGapMs;
      return lane === "people" ? gate : Math.max(gate, workDue - ahead);
    },
    spend: (lane: Lane, at: number): void => {
      sent = [...sent.filter((time) => time > at - MINUTE_MS), at];
      if (lane === "work") {
        workDue = Math.max(workDue, at) + limits.workGapMs;
        lastWork = at;
      }
    },
  };
}

function limitsFor(perMinute: number) {
  const all = Math.max(1, Math.floor(perMinute * 0.9));
  const work = Math.max(1, Math.min(Math.floor(perMinute * 0.8), all - 1));
  const burst = Math.max(1, Math.min(10, Math.floor((all - work) / 2)));
  return { all, burst, workGapMs: MINUTE_MS / work };
}
