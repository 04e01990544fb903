import type { Ports } from "../core/ports.ts";
import { type Quote, findTask } from "../core/quote.ts";
import { type Step, isDue, stepsOf } from "../core/steps.ts";
import { isLive } from "../core/task.ts";
import { approveByPolicy } from "../features/approval/actions/approve-by-policy.ts";
import { remind } from "../features/approval/actions/remind.ts";
import { expire } from "../features/approval/rules/decisions.ts";
import { compareResult } from "../features/delivery/actions/compare-result.ts";
import { deliver } from "../features/delivery/actions/result-file.ts";
import { sayNotice, sayWithText } from "../features/delivery/actions/say-notice.ts";
import { measureSlice } from "../features/estimate/actions/choose.ts";
import {
  advanceProbe,
  noteInquiry,
  probeEntry,
  probeSteps,
  weighInquiry,
  weighed,
  sendInquiry,
} from "../features/estimate/actions/inquire.ts";
import { lookAtCoverage } from "../features/estimate/actions/look-at-coverage.ts";
import { showCard } from "../features/estimate/actions/show-card.ts";
import { keepTerms } from "../features/glossary/actions/keep-terms.ts";
import { lookUpTerms } from "../features/glossary/actions/look-up-terms.ts";
import { tellBatchTotal } from "../features/intake/actions/hand-in.ts";
import { readManuscript } from "../features/intake/actions/read-manuscript.ts";
import { readAccount } from "../features/spending/actions/read-account.ts";
import { recordCharge, readUsageAfter } from "../features/spending/actions/record-charge.ts";
import { promisedCredits, release } from "../features/spending/rules/account.ts";
import { pollTask } from "../features/translation/actions/poll-task.ts";
import { sendTask } from "../features/translation/actions/send-task.ts";
import { type AfterRun, isAfterRun } from "../features/translation/rules/polling.ts";
import { giveUp } from "../features/translation/rules/sending.ts";
import { settleTask } from "../features/translation/rules/settling.ts";

/** What is due for a quote now; empty when there is nothing, or no such quote. */
export async function dueSteps(
  ports: Pick<Ports, "ledger" | "rules" | "inquiries" | "settings" | "now">,
  quoteId: string,
): Promise<readonly Step[]> {
  if (quoteId === probeEntry) return await probeSteps(ports);
  const quote = await ports.ledger.find(quoteId);
  return quote === undefined ? [] : await weighed(ports, quote, stepsOf(quote, ports.rules));
}

/**
 * Takes one step of a quote, if it is still due. It may be run anything from once to many times: each step
 * is checked against the record again where it is written.
 *
 * @throws what kept the step from being taken; the record stays as it was or says what was tried.
 */
export async function advanceQuote(ports: Ports, quoteId: string, step: Step): Promise<void> {
  if (step.do === "probe") return await advanceProbe(ports);
  const quote = await ports.ledger.find(quoteId);
  if (quote === undefined) return;
  const steps = await weighed(ports, quote, stepsOf(quote, ports.rules));
  const isStillDue = steps.some((due) => isSame(due, step) && isDue(due, ports.now()));
  if (!isStillDue) return;
  if (step.do === "weigh-inquiry") await weighInquiry(ports, quote, step.key);
  else await take(ports, quote, step);
}

async function take(ports: Ports, quote: Quote, step: QuoteStep): Promise<Quote> {
  if (isAfterRun(step)) return takeHome(ports, quote, step);
  switch (step.do) {
    case "read":
      return readManuscript(ports, quote);
    case "show-card":
      return showCard(ports, quote);
    case "say":
    case "post-file":
      return sayNotice(ports, quote, step.notice);
    case "say-with-text":
      return sayWithText(ports, quote, step.notice);
    case "send":
      return noteInquiry(
        ports,
        await (step.paid ? sendPaid(ports, quote, step.key) : sendInquiry(ports, quote, step.key)),
        step.key,
      );
    case "poll":
      return noteInquiry(ports, await pollTask(ports, quote, step.key), step.key);
    case "measure":
      return measureSlice(ports, quote, step.key);
    case "read-usage-after":
      return readUsageAfter(ports, quote, step.key);
    case "balance":
      return noteBalance(ports, quote);
    case "look-at-terms":
      return lookUpTerms(ports, quote);
    case "look-at-coverage":
      return lookAtCoverage(ports, quote);
    case "tell-sum":
      return tellBatchTotal(ports, quote);
    case "stop-waiting":
    case "expire":
    case "give-up":
      return lapse(ports, quote, step);
    case "approve-by-policy":
      return approveByPolicy(ports, quote);
    case "remind":
      return remind(ports, quote);
  }
}

type QuoteStep = Exclude<Step, { do: "probe" | "weigh-inquiry" }>;

/** What a run that has ended leaves to be done. */
function takeHome(ports: Ports, quote: Quote, step: AfterRun): Promise<Quote> {
  switch (step.do) {
    case "book":
      return recordCharge(ports, quote, step.key);
    case "keep-terms":
      return keepTerms(ports, quote, step.key);
    case "deliver":
      return deliver(ports, quote, step.key);
    case "compare":
      return compareResult(ports, quote, step.key);
  }
}

type Lapse = Extract<Step, { do: "stop-waiting" | "expire" | "give-up" }>;

/** What time alone brings. */
async function lapse({ ledger, now }: Ports, quote: Quote, step: Lapse): Promise<Quote> {
  const at = now();
  return await ledger.change(quote.id, (before) => {
    switch (step.do) {
      case "stop-waiting":
        return before.reading.status === "read"
          ? { ...before, reading: { ...before.reading, patienceOver: true } }
          : before;
      case "expire":
        return expire(before, at);
      case "give-up":
        return settleTask(before, step.key, (task) => giveUp(task, at));
    }
  });
}

async function noteBalance(ports: Ports, quote: Quote): Promise<Quote> {
  const at = ports.now();
  const { balance: credits } = await readAccount(ports, quote.place.workspace);
  // What was refused takes nothing, even where its credits were not let go yet.
  const promised = promisedCredits(release(await ports.account.read(), refusedKeys(quote)));
  return await ports.ledger.change(quote.id, (before) => ({
    ...before,
    balance: { credits, promised, at },
  }));
}

async function sendPaid(ports: Ports, quote: Quote, key: string): Promise<Quote> {
  // Somebody may have mended the key since it was refused: each new approval finds that out by itself.
  if (findTask(quote, key)?.attempts.length === 0) await ports.tryKey();
  return await sendTask(ports, quote, key);
}

function refusedKeys({ tasks }: Quote): ReadonlySet<string> {
  return new Set(tasks.filter((task) => !isLive(task)).map(({ key }) => key));
}

function isSame(one: Step, other: Step): boolean {
  return one.do === other.do && nameOf(one) === nameOf(other);
}

function nameOf(step: Step): string {
  if ("key" in step) return step.key;
  return "notice" in step ? step.notice : "";
}
