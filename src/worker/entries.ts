import { isInFuture } from "../core/rules.ts";
import { type Step, dueAt, partnerRequests } from "../core/steps.ts";
import { type PollRules, type Watched, pickPoll } from "../features/translation/rules/polling.ts";

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

export type Candidate = { readonly entry: Entry; readonly step: Step };

export type UnderWay = {
  readonly paid: number;
  readonly inquiry: number;
  readonly fetch: number;
};

/** Counts each person's inquiries: those sent in the last minute, and those under way. */
export type InquiryCounts = ReturnType<typeof createInquiryCounts>;

export function createInquiryCounts() {
  let sent: readonly { readonly person: string; readonly at: number }[] = [];
  const underWay: string[] = [];
  return {
    begin: (person: string, at: number): void => {
      const isNew = (one: { readonly at: number }) => one.at <= at && at - one.at < minuteMs;
      sent = [...sent.filter(isNew), { person, at }];
      underWay.push(person);
    },
    end: (person: string): void => {
      underWay.splice(underWay.indexOf(person), 1);
    },
    lately: (person: string, now: number): number =>
      sent.filter((one) => one.person === person && one.at <= now && now - one.at < minuteMs)
        .length,
    underWay: (person: string): number => underWay.filter((one) => one === person).length,
  };
}

const minuteMs = 60_000;

/**
 * Chooses the next request to the partner, in the order below and the oldest of a kind first. Paid
 * sends go out one at a time. An inquiry of the person with the fewest comes before the polls;
 * beyond that person's share it comes last. Steps that read the account wait until `accountFrom`:
 * one failure counts for all of them.
 */
export function chooseRequest(
  entries: Iterable<Entry>,
  context: {
    now: number;
    underWay: UnderWay;
    rules: PollRules;
    accountFrom?: number;
    inquiries?: InquiryCounts;
  },
): Candidate | undefined {
  const { now, underWay, rules, accountFrom = 0, inquiries = createInquiryCounts() } = context;
  const { urgent, watched } = dueCandidates(entries, { now, accountFrom });
  const first = (fits: (step: Step) => boolean) =>
    urgent.filter(({ step }) => fits(step)).sort((a, b) => a.step.at - b.step.at)[0];
  const inquiry = underWay.inquiry < inquiriesAtOnce ? fairest(urgent, inquiries, now) : undefined;
  const isWithinShare = inquiry !== undefined && inquiry.had < inquiriesAMinute;
  return (
    first((step) => partnerRequests[step.do] === "soon") ??
    first((step) => step.do === "send" && step.paid && underWay.paid === 0) ??
    (isWithinShare ? inquiry.pick : undefined) ??
    first((step) => partnerRequests[step.do] === "charge") ??
    first((step) => partnerRequests[step.do] === "fetch" && underWay.fetch < fetchesAtOnce) ??
    first((step) => step.do === "poll" && step.pace === "slow") ??
    pickPoll(watched, now, rules) ??
    inquiry?.pick
  );
}

/** Returns the oldest inquiry of the person who had the fewest in the last minute. */
function fairest(urgent: readonly Candidate[], { lately, underWay }: InquiryCounts, now: number) {
  const [first] = urgent
    .flatMap((pick) => {
      const { step } = pick;
      if (step.do !== "send" || step.paid) return [];
      const person = step.for ?? "";
      if (underWay(person) >= inquiriesOfOne) return [];
      return [{ pick, had: lately(person, now) }];
    })
    .sort((a, b) => a.had - b.had || a.pick.step.at - b.pick.step.at);
  return first;
}

/** Separates the polls that the policy chooses among, by far the most, from all else. */
function dueCandidates(
  entries: Iterable<Entry>,
  { now, accountFrom }: { readonly now: number; readonly accountFrom: number },
) {
  const urgent: Candidate[] = [];
  const watched: (Candidate & Watched)[] = [];
  for (const entry of entries) {
    for (const step of openSteps(entry, "partner", now)) {
      if (step.at > now || (accountFrom > now && asksAccount(step))) continue;
      if (step.do === "poll" && step.pace === "policy") {
        watched.push({ ...step, entry, step });
      } else {
        urgent.push({ entry, step });
      }
    }
  }
  return { urgent, watched };
}

/** More than one: a long upload must not keep the next manuscript from its estimate. */
const inquiriesAtOnce = 3;
/** Fewer than all: one person's uploads must not keep those of others waiting. */
const inquiriesOfOne = 2;
/** A person's share: this many inquiries come before the polls of running tasks. */
const inquiriesAMinute = 3;

/** A fetched result is held in memory until Slack has it. */
const fetchesAtOnce = 2;
