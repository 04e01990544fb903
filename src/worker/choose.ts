import type { Step } from "../core/steps.ts";
import { type PollRules, type Watched, pickPoll } from "../features/translation/rules/polling.ts";
import { type Entry, asksAccount, openSteps } from "./entries.ts";

export type Pick = { readonly entry: Entry; readonly step: Step };

/** What is under way at the partner just now. */
export type UnderWay = {
  readonly paid: number;
  readonly inquiry: number;
  /** Results that are being fetched. */
  readonly fetch: number;
};

/**
 * What the next request to the partner is spent on: first what a person waits for, then sends, oldest
 * first, then the task whose result has probably waited longest. Paid creates go out one at a time. What
 * asks for the account waits until `accountFrom`: one that was asked in vain speaks for all of them.
 */
export function chooseRequest(
  entries: Iterable<Entry>,
  context: { now: number; underWay: UnderWay; rules: PollRules; accountFrom?: number },
): Pick | undefined {
  const { now, underWay, rules, accountFrom = 0 } = context;
  const { urgent, watched } = duePicks(entries, { now, accountFrom });
  const first = (fits: (step: Step) => boolean) =>
    urgent.filter(({ step }) => fits(step)).sort((a, b) => a.step.at - b.step.at)[0];
  return (
    first((step) => wantedSoon.has(step.do)) ??
    first((step) => step.do === "send" && step.paid && underWay.paid === 0) ??
    first((step) => step.do === "send" && !step.paid && underWay.inquiry < inquiriesAtOnce) ??
    first((step) => step.do === "book") ??
    first((step) => fetches.has(step.do) && underWay.fetch < fetchesAtOnce) ??
    first((step) => step.do === "poll" && step.pace === "slow") ??
    pickPoll(watched, now, rules)
  );
}

/** What the polling policy chooses among, by far the most, is kept apart from all the rest. */
function duePicks(
  entries: Iterable<Entry>,
  { now, accountFrom }: { readonly now: number; readonly accountFrom: number },
) {
  const urgent: Pick[] = [];
  const watched: (Pick & Watched)[] = [];
  for (const entry of entries) {
    for (const step of openSteps(entry, "partner", now)) {
      if (step.at > now || (accountFrom > now && asksAccount(step))) continue;
      if (step.do === "poll" && step.pace === "policy") {
        const { action, since, lookedAt, characters, progress } = step;
        watched.push({ entry, step, action, since, lookedAt, characters, progress });
      } else {
        urgent.push({ entry, step });
      }
    }
  }
  return { urgent, watched };
}

/** A person waits for what it brings, and it costs a single small request. */
const wantedSoon = new Set<Step["do"]>([
  "balance",
  "reckon",
  "probe",
  "approve-by-policy",
  "say-with-text",
]);

/** A long upload for an estimate must not keep the next manuscript from being looked at. */
const inquiriesAtOnce = 2;

const fetches = new Set<Step["do"]>(["post-file", "compare"]);

/** What is fetched to be posted is held in memory until Slack has it. */
const fetchesAtOnce = 2;
