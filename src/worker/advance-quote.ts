import type { Desk } from "../core/ports.ts";
import { type Quote, findTask } from "../core/quote.ts";
import { type Step, isDue, stepsOf } from "../core/steps.ts";
import { isLive } from "../core/task.ts";
import { approveByPolicy } from "../features/approval/actions/approve-by-policy.ts";
import { remind } from "../features/approval/actions/remind.ts";
import { expire } from "../features/approval/rules/decisions.ts";
import { compareResult } from "../features/delivery/actions/compare-result.ts";
import { deliver } from "../features/delivery/actions/result-file.ts";
import { sayNotice, sayWithText } from "../features/delivery/actions/say-notice.ts";
import { measurePart } from "../features/estimate/actions/choose.ts";
import {
  advanceProbe,
  noteInquiry,
  probeEntry,
  probeSteps,
  weighInquiry,
  weighed,
} from "../features/estimate/actions/inquire.ts";
import { lookAtCoverage } from "../features/estimate/actions/look-at-coverage.ts";
import { showCard } from "../features/estimate/actions/show-card.ts";
import { keepTerms } from "../features/glossary/actions/keep-terms.ts";
import { lookUpTerms } from "../features/glossary/actions/look-up-terms.ts";
import { tellSum } from "../features/intake/actions/hand-in.ts";
import { readManuscript } from "../features/intake/actions/read-manuscript.ts";
import { readAccount } from "../features/spending/actions/read-account.ts";
import { bookTask, reckon } from "../features/spending/actions/record-charge.ts";
import { promisedCredits, release } from "../features/spending/rules/account.ts";
import { pollTask } from "../features/translation/actions/poll-task.ts";
import { sendTask } from "../features/translation/actions/send-task.ts";
import { type AfterRun, isAfterRun } from "../features/translation/rules/polling.ts";
import { giveUp } from "../features/translation/rules/sending.ts";
import { settleTask } from "../features/translation/rules/settling.ts";

/** What is due for a quote now; empty when there is nothing, or no such quote. */
export async function dueSteps(
  desk: Pick<Desk, "ledger" | "rules" | "inquiries" | "settings" | "now">,
  quoteId: string,
): Promise<readonly Step[]> {
  if (quoteId === probeEntry) return await probeSteps(desk);
  const quote = await desk.ledger.find(quoteId);
  return quote === undefined ? [] : await weighed(desk, quote, stepsOf(quote, desk.rules));
}

/**
 * Takes one step of a quote, if it is still due. It may be run anything from once to many times: each step
 * is checked against the record again where it is written.
 *
 * @throws what kept the step from being taken; the record stays as it was or says what was tried.
 */
export async function advanceQuote(desk: Desk, quoteId: string, step: Step): Promise<void> {
  if (step.do === "probe") return await advanceProbe(desk);
  const quote = await desk.ledger.find(quoteId);
  if (quote === undefined) return;
  const steps = await weighed(desk, quote, stepsOf(quote, desk.rules));
  const isStillDue = steps.some((due) => isSame(due, step) && isDue(due, desk.now()));
  if (!isStillDue) return;
  if (step.do === "weigh-inquiry") await weighInquiry(desk, quote, step.key);
  else await take(desk, quote, step);
}

async function take(desk: Desk, quote: Quote, step: QuoteStep): Promise<Quote> {
  if (isAfterRun(step)) return takeHome(desk, quote, step);
  switch (step.do) {
    case "read":
      return readManuscript(desk, quote);
    case "show-card":
      return showCard(desk, quote);
    case "say":
    case "post-file":
      return sayNotice(desk, quote, step.notice);
    case "say-with-text":
      return sayWithText(desk, quote, step.notice);
    case "send":
      return noteInquiry(
        desk,
        await (step.paid ? sendPaid(desk, quote, step.key) : sendTask(desk, quote, step.key)),
        step.key,
      );
    case "poll":
      return noteInquiry(desk, await pollTask(desk, quote, step.key), step.key);
    case "measure":
      return measurePart(desk, quote, step.key);
    case "reckon":
      return reckon(desk, quote, step.key);
    case "balance":
      return noteBalance(desk, quote);
    case "look-at-terms":
      return lookUpTerms(desk, quote);
    case "look-at-coverage":
      return lookAtCoverage(desk, quote);
    case "tell-sum":
      return tellSum(desk, quote);
    case "stop-waiting":
    case "expire":
    case "give-up":
      return lapse(desk, quote, step);
    case "approve-by-policy":
      return approveByPolicy(desk, quote);
    case "remind":
      return remind(desk, quote);
  }
}

type QuoteStep = Exclude<Step, { do: "probe" | "weigh-inquiry" }>;

/** What a run that has ended leaves to be done. */
function takeHome(desk: Desk, quote: Quote, step: AfterRun): Promise<Quote> {
  switch (step.do) {
    case "book":
      return bookTask(desk, quote, step.key);
    case "keep-terms":
      return keepTerms(desk, quote, step.key);
    case "deliver":
      return deliver(desk, quote, step.key);
    case "compare":
      return compareResult(desk, quote, step.key);
  }
}

type Lapse = Extract<Step, { do: "stop-waiting" | "expire" | "give-up" }>;

/** What time alone brings. */
async function lapse({ ledger, now }: Desk, quote: Quote, step: Lapse): Promise<Quote> {
  const at = now();
  return await ledger.change(quote.id, (before) => {
    switch (step.do) {
      case "stop-waiting":
        return { ...before, patienceOver: true };
      case "expire":
        return expire(before, at);
      case "give-up":
        return settleTask(before, step.key, (task) => giveUp(task, at));
    }
  });
}

async function noteBalance(desk: Desk, quote: Quote): Promise<Quote> {
  const at = desk.now();
  const { balance: credits } = await readAccount(desk, quote.place.workspace);
  // What was refused takes nothing, even where its credits were not let go yet.
  const promised = promisedCredits(release(await desk.account.read(), refusedKeys(quote)));
  return await desk.ledger.change(quote.id, (before) => ({
    ...before,
    balance: { credits, promised, at },
  }));
}

async function sendPaid(desk: Desk, quote: Quote, key: string): Promise<Quote> {
  // Somebody may have mended the key since it was refused: each new approval finds that out by itself.
  if (findTask(quote, key)?.attempts.length === 0) await desk.tryKey();
  return await sendTask(desk, quote, key);
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
