import type { DeskRules } from "../../../core/desk-rules.ts";
import { NotFound } from "../../../core/faults.ts";
import { openQuotes } from "../../../core/open-quotes.ts";
import type { Desk } from "../../../core/ports.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import type { Step } from "../../../core/steps.ts";
import { type Task, hasEnded, isInquiry } from "../../../core/task.ts";
import { fieldsOf } from "../../translation/actions/send-task.ts";
import { notFound, seen } from "../../translation/rules/polling.ts";
import {
  attemptLimitMs,
  beginAttempt,
  concludeCreated,
  concludeFault,
  giveUp,
  isLatestAttempt,
  mustLeave,
  nextSend,
  withProof,
} from "../../translation/rules/sending.ts";
import { settleTask } from "../../translation/rules/settling.ts";
import {
  type Fate,
  type Funds,
  type Inquiry,
  type InquiryNews,
  type OpenVerdict,
  type Probe,
  type Verdict,
  chargeOf,
  chargesBeside,
  fateOf,
  findOut,
  giveUpOn,
  inquiryOf,
  isOverdue,
  judgeProbe,
  newsIn,
  openVerdict,
  planProbe,
  probeDue,
  probeSource,
  probeText,
  ruleOf,
  tryAgain,
} from "../rules/inquiries.ts";

type Deps = Pick<Desk, "ledger" | "inquiries" | "settings" | "now" | "wake">;
type ReadDeps = Pick<Desk, "inquiries" | "settings" | "now">;

/**
 * The same steps, where an inquiry that cannot be sent now waits in the desk's own lane: what is not sent
 * takes no request of the budget.
 */
export async function weighed(
  desk: ReadDeps,
  quote: Quote,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  if (!steps.some(isInquirySend)) return steps;
  const fate = await readFates(desk, quote);
  return steps.map((step) => {
    if (!isInquirySend(step)) return step;
    const { key } = step;
    const decided = fate(key);
    if (decided.do === "ask") return step;
    return { do: "weigh-inquiry", key, at: decided.do === "wait" ? decided.until : 0 };
  });
}

/** Leaves an inquiry out that is not to be made, or lets it be found out whether its kind costs credits. */
export async function weighInquiry(desk: Deps, quote: Quote, key: string): Promise<void> {
  const fate = await readFates(desk, quote);
  switch (fate(key).do) {
    case "ask":
    case "wait":
      return;
    case "leave": {
      const state = { status: "rejected", at: desk.now(), reason: "not-asked" } as const;
      await desk.ledger.change(quote.id, (before) =>
        settleTask(before, key, (task) => (hasEnded(task) ? task : { ...task, state })),
      );
      return;
    }
    case "find-out": {
      const { policy } = await desk.settings.read(quote.place.workspace);
      await desk.inquiries.change((verdicts) => findOut(verdicts, { policy, now: desk.now() }));
      desk.wake(probeEntry);
      await wakeWaiting(desk);
    }
  }
}

/** An inquiry that was thought to be free, and says that it was charged, is the last of its kind. */
export async function noteInquiry(desk: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const credits = task === undefined ? 0 : chargeOf(task);
  if (task === undefined || !isInquiry(task) || credits === 0) return quote;
  const inquiry = inquiryOf(task);
  const { policy } = await desk.settings.read(quote.place.workspace);
  const untold = ruleOf(policy, inquiry) === "always" ? undefined : ("inquiry" as const);
  const isNews = await changeVerdict(desk, inquiry, (before) =>
    before?.status === "charged" ? before : { status: "charged", credits, untold },
  );
  if (isNews) {
    desk.wake(probeEntry);
    await wakeWaiting(desk);
  }
  return quote;
}

async function readFates(
  { inquiries, settings, now }: ReadDeps,
  quote: Quote,
): Promise<(key: string) => Fate> {
  const verdicts = await inquiries.read();
  const { policy } = await settings.read(quote.place.workspace);
  return (key) => {
    const task = findTask(quote, key);
    if (task === undefined) return { do: "leave" };
    return fateOf(verdicts, inquiryOf(task), { policy, now: now() });
  };
}

/** What nobody approved. */
function isInquirySend(step: Step): step is Extract<Step, { do: "send" }> {
  return step.do === "send" && !step.paid;
}

type ProbeDeps = Pick<
  Desk,
  "rules" | "now" | "tick" | "ledger" | "partner" | "account" | "inquiries" | "wake"
>;

/** The agenda's entry for what belongs to the partner account, and to no quote. */
export const probeEntry = "inquiries";

/** What is due to find out whether inquiries cost credits: one request at a time. */
export async function probeSteps(
  desk: Pick<ProbeDeps, "inquiries" | "rules">,
): Promise<readonly Step[]> {
  const at = probeDue(await desk.inquiries.read(), desk.rules);
  return at === undefined ? [] : [{ do: "probe", at }];
}

/**
 * Begins a probe, or takes its next step. It may be run anything from once to many times, by any replica:
 * each step is checked again where it is written.
 *
 * @throws what kept the step from being taken, after it was recorded.
 */
export async function advanceProbe(desk: ProbeDeps): Promise<void> {
  const verdicts = await desk.inquiries.read();
  const news = newsIn(verdicts);
  if (news !== undefined) return await tell(desk, news);
  const open = openVerdict(verdicts);
  const due = probeDue(verdicts, desk.rules);
  if (open === undefined || due === undefined || due > desk.now()) return;
  const { inquiry, verdict } = open;
  const { probe } = verdict;
  if (isOverdue(verdict, desk.now())) return await conclude(desk, open, giveUpOn);
  if (probe === undefined) return await begin(desk, open);
  const { task } = probe;
  switch (task.state.status) {
    case "approved":
      return (await readBeside(desk)).beside === probe.beside
        ? await send(desk, inquiry, task)
        : await postpone(desk, open);
    case "sending":
      return await send(desk, inquiry, task);
    case "running":
      await changeProbe(desk, { inquiry, key: task.key }, await lookAt(desk, task.state.taskId));
      return;
    case "completed":
      return await measure(desk, open, probe);
    case "failed":
    case "vanished":
    case "rejected":
    case "unknown":
      return await conclude(desk, open, giveUpOn);
  }
}

/** Changes what is known of a kind; answers whether it was this call that did. */
export async function changeVerdict(
  { inquiries }: Pick<ProbeDeps, "inquiries">,
  inquiry: Inquiry,
  next: (before: Verdict | undefined) => Verdict | undefined,
): Promise<boolean> {
  let isMine = false;
  await inquiries.change((verdicts) => {
    const before = verdicts[inquiry];
    const after = next(before);
    // The function runs again when somebody else was first: the last run is what was written.
    isMine = after !== before;
    return isMine ? { ...verdicts, [inquiry]: after } : verdicts;
  });
  return isMine;
}

/** Cards whose inquiries have waited for a verdict look again what is to become of them. */
export async function wakeWaiting(desk: Pick<ProbeDeps, "ledger" | "wake">): Promise<void> {
  for (const { id, tasks } of await openQuotes(desk)) {
    if (tasks.some((task) => isInquiry(task) && task.state.status === "approved")) desk.wake(id);
  }
}

type Open = { readonly inquiry: Inquiry; readonly verdict: OpenVerdict };

/** Only while nothing else may be charged: the account tells what it has paid, and never what for. */
async function begin(desk: ProbeDeps, { inquiry, verdict }: Open): Promise<void> {
  const { isQuiet, beside } = await readBeside(desk);
  if (!isQuiet || (await hasPaidInquiry(desk))) return await postpone(desk, { inquiry, verdict });
  const before = await readFunds(desk);
  const task = planProbe(inquiry, verdict, desk.rules);
  await changeVerdict(desk, inquiry, (now) =>
    isSame(now, verdict) && now.probe === undefined
      ? { ...now, probe: { before, beside, task } }
      : now,
  );
}

/** Something may be charged now; nothing of a probe has left. */
async function postpone(desk: ProbeDeps, { inquiry, verdict }: Open): Promise<void> {
  const busyAt = desk.now();
  await changeVerdict(desk, inquiry, (now) =>
    isSame(now, verdict) && (now.probe?.task.attempts ?? []).length === 0
      ? { ...now, busyAt, probe: undefined }
      : now,
  );
}

/** One attempt, written down before it is sent and closed after, as for every task. */
async function send(desk: ProbeDeps, inquiry: Inquiry, { key }: Task): Promise<void> {
  const startedAt = desk.now();
  const startTick = desk.tick();
  const change = (next: (task: Task) => Task) => changeProbe(desk, { inquiry, key }, next);
  const { task, isMine } = await change((now) => attempt(now, startedAt, desk.rules));
  if (task?.state.status !== "sending" || !isMine) return;
  try {
    const made = await desk.partner.createTask({
      ...fieldsOf(task, probeSource),
      text: { ...probeSource, open: openProbe },
      beforeLastBytes: async (bodyProof) => {
        const { task: now } = await change((sent) => withProof(sent, { startedAt, bodyProof }));
        const ageMs = Math.max(desk.tick() - startTick, desk.now() - startedAt);
        const limitMs = attemptLimitMs(probeSource.bytes, desk.rules);
        mustLeave(now, { startedAt, bodyProof, isLate: ageMs > limitMs });
      },
    });
    await change((sent) => concludeCreated(sent, made, desk.now()));
  } catch (error) {
    await change((sent) =>
      isLatestAttempt(sent, startedAt) ? concludeFault(sent, error, desk.now()) : sent,
    );
    throw error;
  }
}

function attempt(task: Task, at: number, rules: DeskRules): Task {
  const next = nextSend(task, probeSource.bytes, rules);
  if (next.at > at) return task;
  return next.status === "give-up" || at > (next.until ?? at)
    ? giveUp(task, at)
    : beginAttempt(task, at, { keyPrint: rules.keyPrint });
}

async function* openProbe() {
  yield Buffer.from(probeText);
}

async function lookAt(desk: ProbeDeps, taskId: string): Promise<(task: Task) => Task> {
  const { characters } = probeSource;
  try {
    const found = await desk.partner.task(taskId);
    const at = desk.now();
    return (task) => seen(task, found, { at, characters });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const at = desk.now();
    return (task) => notFound(task, at);
  }
}

/** What the probe says for itself, or else what the account says. */
async function measure(desk: ProbeDeps, open: Open, probe: Probe): Promise<void> {
  const funds = await readFunds(desk);
  const { beside } = await readBeside(desk);
  const verdict = judgeProbe(probe, { funds, beside });
  await conclude(desk, open, (now, at) => verdict ?? tryAgain(now, at));
}

/** What was waiting for it goes on. */
async function conclude(
  desk: ProbeDeps,
  { inquiry, verdict }: Open,
  next: (verdict: OpenVerdict, now: number) => Verdict,
): Promise<void> {
  const after = next(verdict, desk.now());
  const isMine = await changeVerdict(desk, inquiry, (now) => (isSame(now, verdict) ? after : now));
  if (isMine && after.status !== "open") await wakeWaiting(desk);
}

/** First told, then noted: rather twice than never. */
async function tell(desk: ProbeDeps, news: InquiryNews): Promise<void> {
  desk.inquiries.tell(news);
  await changeVerdict(desk, news.inquiry, (now) =>
    now !== undefined && "untold" in now ? { ...now, untold: undefined } : now,
  );
}

type ProbeOf = { readonly inquiry: Inquiry; readonly key: string };

/** Changes the task of a probe; one that was given up meanwhile is left alone. */
async function changeProbe(
  desk: ProbeDeps,
  { inquiry, key }: ProbeOf,
  next: (task: Task) => Task,
): Promise<{ readonly task: Task | undefined; readonly isMine: boolean }> {
  let task: Task | undefined;
  const isMine = await changeVerdict(desk, inquiry, (verdict) => {
    task = undefined;
    if (verdict?.status !== "open" || verdict.probe?.task.key !== key) return verdict;
    const { probe } = verdict;
    task = next(probe.task);
    return task === probe.task ? verdict : { ...verdict, probe: { ...probe, task } };
  });
  return { task, isMine };
}

function isSame(now: Verdict | undefined, { since, generation }: OpenVerdict): now is OpenVerdict {
  return now?.status === "open" && now.since === since && now.generation === generation;
}

/** Not noted in the account's books: the balance of a card is read for that card. */
async function readFunds({ partner }: ProbeDeps): Promise<Funds> {
  const { balanceCredits: balance, periodUsedCredits: used } = await partner.usage();
  return { balance, used };
}

async function readBeside({ account, inquiries }: ProbeDeps) {
  return chargesBeside(await account.read(), await inquiries.read());
}

/** Inquiries that are made whatever they cost leave no trace there. */
async function hasPaidInquiry(desk: ProbeDeps): Promise<boolean> {
  const verdicts = await desk.inquiries.read();
  const quotes = await openQuotes(desk);
  return quotes
    .flatMap(({ tasks }) => tasks)
    .filter((task) => isInquiry(task) && verdicts[inquiryOf(task)]?.status !== "free")
    .some(({ state: { status } }) => status === "sending" || status === "running");
}
