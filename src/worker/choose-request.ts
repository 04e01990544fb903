import { type Step, partnerRequests } from "#domain/steps.ts";
import { type PollSetup, type Watched, pickPoll } from "#domain/translation/polling.ts";

import { type Entry, asksAccount, openSteps } from "./entries.ts";

export type Candidate = { readonly entry: Entry; readonly step: Step };

export type UnderWay = {
  readonly paid: number;
  readonly inquiry: number;
  readonly fetch: number;
};

/** Counts each person's inquiries: those sent in the last minute, and those under way. */
export type InquiryCounts = ReturnType<typeof createInquiryCounts>;

export function createInquiryCounts() {
  let requests: readonly { readonly person: string; readonly at: number }[] = [];
  const underWay: string[] = [];
  return {
    begin: (person: string, at: number): void => {
      const isNew = (one: { readonly at: number }) => one.at <= at && at - one.at < minuteMs;
      requests = [...requests.filter(isNew), { person, at }];
      underWay.push(person);
    },
    end: (person: string): void => {
      underWay.splice(underWay.indexOf(person), 1);
    },
    lately: (person: string, now: number): number =>
      requests.filter((one) => one.person === person && one.at <= now && now - one.at < minuteMs)
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
    setup: PollSetup;
    accountFrom?: number;
    inquiries?: InquiryCounts;
  },
): Candidate | undefined {
  const { now, underWay, setup, accountFrom = 0, inquiries = createInquiryCounts() } = context;
  const { urgent, watched } = dueCandidates(entries, { now, accountFrom });
  const first = (fits: (step: Step) => boolean) =>
    urgent.filter(({ step }) => fits(step)).sort((a, b) => a.step.at - b.step.at)[0];
  const inquiry = underWay.inquiry < inquiriesAtOnce ? fairest(urgent, inquiries, now) : undefined;
  const isWithinShare = inquiry !== undefined && inquiry.had < inquiriesAMinute;
  return (
    first((step) => partnerRequests[step.kind] === "soon") ??
    first((step) => step.kind === "send" && step.paid && underWay.paid === 0) ??
    (isWithinShare ? inquiry.pick : undefined) ??
    first((step) => partnerRequests[step.kind] === "account") ??
    first((step) => partnerRequests[step.kind] === "fetch" && underWay.fetch < fetchesAtOnce) ??
    first((step) => step.kind === "poll" && step.pace === "timed") ??
    pickPoll(watched, now, setup) ??
    inquiry?.pick
  );
}

/** Returns the oldest inquiry of the person who had the fewest in the last minute. */
function fairest(urgent: readonly Candidate[], { lately, underWay }: InquiryCounts, now: number) {
  const [first] = urgent
    .flatMap((pick) => {
      const { step } = pick;
      if (step.kind !== "send" || step.paid) return [];
      const person = step.requester ?? "";
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
  const polls: (Candidate & Watched)[] = [];
  for (const entry of entries) {
    for (const step of openSteps(entry, "partner", now)) {
      if (step.at > now || (accountFrom > now && asksAccount(step))) continue;
      if (step.kind === "poll" && step.pace === "policy") {
        polls.push({ ...step, entry, step });
      } else {
        urgent.push({ entry, step });
      }
    }
  }
  return { urgent, watched: polls };
}

/** More than one: a long upload must not keep the next manuscript from its estimate. */
const inquiriesAtOnce = 3;
/** Fewer than all: one person's uploads must not keep those of others waiting. */
const inquiriesOfOne = 2;
/** A person's share: this many inquiries come before the polls of running tasks. */
const inquiriesAMinute = 3;

/** A fetched result is held in memory until Slack has it. */
const fetchesAtOnce = 2;
