import type { Ports } from "#domain/context.ts";
import { expire } from "#domain/estimate/card-changes.ts";
import type { Quote } from "#domain/quote.ts";
import { type Step, isDue, stepName, stepsOf } from "#domain/steps.ts";
import { giveUp } from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";
import { approveByPolicy } from "#features/approval/approve-quote.ts";
import { remind } from "#features/approval/remind-approvers.ts";
import { compareResult } from "#features/delivery/compare-result.ts";
import { sayNotice, sayWithText } from "#features/delivery/post-notice.ts";
import { lookAtCoverage } from "#features/estimate/read-coverage.ts";
import {
  advanceProbe,
  noteInquiry,
  probeEntry,
  probeSteps,
  weighInquiry,
  weighed,
  sendInquiry,
} from "#features/estimate/send-inquiry.ts";
import { showCard } from "#features/estimate/show-card.ts";
import { keepTerms, lookUpTerms } from "#features/glossary/update-book-terms.ts";
import { readManuscript } from "#features/intake/read-manuscript.ts";
import { tellBatchTotal } from "#features/intake/submit-manuscript.ts";
import { readBalance, readUsageAfter, recordCharge } from "#features/spending/update-account.ts";
import { measureSlice, pollTask, sendPaid } from "#features/translation/run-task.ts";

export async function dueSteps(ports: Ports, quoteId: string): Promise<readonly Step[]> {
  if (quoteId === probeEntry) return await probeSteps(ports);
  const quote = await ports.ledger.find(quoteId);
  return quote === undefined ? [] : await weighed(ports, quote, stepsOf(quote, ports.setup));
}

/**
 * Takes one step of a quote, if it is still due. The same step may run any number of times: it is
 * checked against the record again when it is written.
 *
 * @throws the error that prevented the step; the record stays as it was, or holds what was tried.
 */
export async function advanceQuote(ports: Ports, quoteId: string, step: Step): Promise<void> {
  if (step.do === "probe") return await advanceProbe(ports);
  const quote = await ports.ledger.find(quoteId);
  if (quote === undefined) return;
  const steps = await weighed(ports, quote, stepsOf(quote, ports.setup));
  const isStillDue = steps.some(
    (due) => stepName(due) === stepName(step) && isDue(due, ports.now()),
  );
  if (!isStillDue) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row is given its own kind of step alone
  const take = taking[step.do] as Take<Step["do"]>;
  await take(ports, quote, step);
}

type Take<Do extends Step["do"]> = (
  ports: Ports,
  quote: Quote,
  step: Step & { readonly do: Do },
) => Promise<Quote>;

/** The function for each step of a quote; `domain/steps.ts` says when a step is due. */
const taking: { readonly [Do in Exclude<Step["do"], "probe">]: Take<Do> } = {
  read: readManuscript,
  "look-at-coverage": lookAtCoverage,
  "show-card": showCard,
  say: (ports, quote, { notice }) => sayNotice(ports, quote, notice),
  "post-file": (ports, quote, { notice }) => sayNotice(ports, quote, notice),
  "say-with-text": (ports, quote, { notice }) => sayWithText(ports, quote, notice),
  "tell-batch-total": tellBatchTotal,
  "look-at-terms": lookUpTerms,
  balance: readBalance,
  "stop-waiting": byTime((quote) =>
    quote.reading.status === "read"
      ? { ...quote, reading: { ...quote.reading, patienceOver: true } }
      : quote,
  ),
  "approve-by-policy": approveByPolicy,
  remind,
  expire: byTime(expire),
  measure: (ports, quote, { key }) => measureSlice(ports, quote, key),
  "weigh-inquiry": (ports, quote, { key }) => weighInquiry(ports, quote, key),
  send: async (ports, quote, { key, paid }) => {
    const sent = await (paid ? sendPaid : sendInquiry)(ports, quote, key);
    return await noteInquiry(ports, sent, key);
  },
  "give-up": (ports, quote, { key }) =>
    byTime((before, at) => moveTask(before, key, (task) => giveUp(task, at)))(ports, quote),
  poll: async (ports, quote, { key }) =>
    await noteInquiry(ports, await pollTask(ports, quote, key), key),
  "read-usage-after": (ports, quote, { key }) => readUsageAfter(ports, quote, key),
  "record-charge": (ports, quote, { key }) => recordCharge(ports, quote, key),
  "keep-terms": (ports, quote, { key }) => keepTerms(ports, quote, key),
  compare: (ports, quote, { key }) => compareResult(ports, quote, key),
};

/** Makes a step of a change for which nothing has to be read or asked: its time has come. */
function byTime(change: (quote: Quote, at: number) => Quote) {
  return async ({ ledger, now }: Ports, { id }: Quote): Promise<Quote> => {
    const at = now();
    return await ledger.change(id, (before) => change(before, at));
  };
}
