import { countItems, openQuotes } from "../../../core/ledger.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import type { Rules } from "../../../core/rules.ts";
import type { Step } from "../../../core/steps.ts";
import { type Task, hasEnded, isInquiry } from "../../../core/task.ts";
import { lookAtTask } from "../../translation/actions/poll-task.ts";
import { fieldsOf, sendTask } from "../../translation/actions/send-task.ts";
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
  type Open,
  type OpenVerdict,
  type Verdict,
  chargeOf,
  chargesBeside,
  fateOf,
  findOut,
  giveUpOn,
  isOverdue,
  judgeProbe,
  openVerdict,
  planProbe,
  probeDue,
  probeSource,
  probeText,
  reportOf,
  ruleOf,
} from "../rules/inquiries.ts";

type Deps = Pick<Ports, "ledger" | "inquiries" | "settings" | "now" | "wake">;
type ReadDeps = Pick<Ports, "inquiries" | "settings" | "now">;

/**
 * Returns the steps, with each inquiry that cannot be sent now turned into a `weigh-inquiry` step. That
 * step is in the local lane and costs no request of the partner's budget.
 */
export async function weighed(
  ports: ReadDeps,
  quote: Quote,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  if (!steps.some(isInquirySend)) return steps;
  const fate = await readFates(ports, quote);
  return steps.map((step) => {
    if (!isInquirySend(step)) return step;
    const { key } = step;
    const decided = fate(key);
    if (decided.do === "ask") return step;
    return { do: "weigh-inquiry", key, at: decided.do === "wait" ? decided.until : 0 };
  });
}

/** Rejects an inquiry that is not to be made, or starts finding out whether its kind costs credits. */
export async function weighInquiry(ports: Deps, quote: Quote, key: string): Promise<void> {
  const fate = await readFates(ports, quote);
  switch (fate(key).do) {
    case "ask":
    case "wait":
      return;
    case "leave":
      await leaveOut(ports, quote, key);
      return;
    case "find-out": {
      const { policy } = await ports.settings.read(quote.place.workspace);
      await ports.inquiries.change((verdicts) => findOut(verdicts, { policy, now: ports.now() }));
      ports.wake(probeEntry);
      await wakeWaiting(ports);
    }
  }
}

/** Sends an inquiry, unless the requester has used up the day's estimates: then our own count is the price. */
export async function sendInquiry(
  ports: Parameters<typeof sendTask>[0] & Pick<Ports, "limits">,
  quote: Quote,
  key: string,
): Promise<Quote> {
  const wanted = { kind: "estimates", person: quote.request.by, ids: [key] } as const;
  const checked = await countItems(ports, wanted);
  return checked.status === "within-limit"
    ? await sendTask(ports, quote, key)
    : await leaveOut(ports, quote, key);
}

async function leaveOut(
  { ledger, now }: Pick<Ports, "ledger" | "now">,
  { id }: Quote,
  key: string,
): Promise<Quote> {
  const state = { status: "rejected", at: now(), reason: "not-asked" } as const;
  return await ledger.change(id, (before) =>
    settleTask(before, key, (task) => (hasEnded(task) ? task : { ...task, state })),
  );
}

/**
 * Marks a kind as charged when one of its inquiries reports a charge: no more are sent, unless the
 * workspace's rule is `always`.
 */
export async function noteInquiry(ports: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const credits = task === undefined ? 0 : chargeOf(task);
  if (task === undefined || !isInquiry(task) || credits === 0) return quote;
  const { kind: inquiry } = task;
  if ((await ports.inquiries.read())[inquiry]?.status === "charged") return quote;
  const { policy } = await ports.settings.read(quote.place.workspace);
  if (ruleOf(policy, inquiry) !== "always") {
    ports.inquiries.tell({ inquiry, why: "inquiry", credits });
  }
  await changeVerdict(ports, inquiry, () => ({ status: "charged", credits }));
  await wakeWaiting(ports);
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
    if (task === undefined || !isInquiry(task)) return { do: "leave" };
    return fateOf(verdicts, task.kind, { policy, now: now() });
  };
}

function isInquirySend(step: Step): step is Extract<Step, { do: "send" }> {
  return step.do === "send" && !step.paid;
}

type ProbeDeps = Pick<
  Ports,
  "rules" | "now" | "tick" | "ledger" | "partner" | "account" | "inquiries" | "wake"
>;

/** The agenda's entry for probes, which belong to the partner account and to no quote. */
export const probeEntry = "inquiries";

/** Returns the step that is due to find out whether inquiries cost credits: one request at a time. */
export async function probeSteps(
  ports: Pick<ProbeDeps, "inquiries" | "rules">,
): Promise<readonly Step[]> {
  const at = probeDue(await ports.inquiries.read(), ports.rules);
  return at === undefined ? [] : [{ do: "probe", at }];
}

/**
 * Begins a probe, or takes its next step. Any replica may run it any number of times: each step is
 * checked again when it is written.
 *
 * @throws the fault that stopped the step, after recording it.
 */
export async function advanceProbe(ports: ProbeDeps): Promise<void> {
  const verdicts = await ports.inquiries.read();
  const open = openVerdict(verdicts);
  const due = probeDue(verdicts, ports.rules);
  if (open === undefined || due === undefined || due > ports.now()) return;
  const { inquiry, verdict } = open;
  const { probe } = verdict;
  if (isOverdue(verdict, ports.now())) return await conclude(ports, open, giveUpOn);
  if (probe === undefined) return await begin(ports, open);
  const { task } = probe;
  switch (task.state.status) {
    case "approved":
      return (await readBeside(ports)).beside === probe.beside
        ? await send(ports, inquiry, task)
        : await postpone(ports, open);
    case "sending":
      return await send(ports, inquiry, task);
    case "running": {
      const next = await lookAtTask(ports, task.state.taskId, probeSource);
      await changeProbe(ports, { inquiry, key: task.key }, next);
      return;
    }
    case "completed": {
      const funds = await readFunds(ports);
      const { beside } = await readBeside(ports);
      return await conclude(ports, open, (_, at) => judgeProbe(probe, { funds, beside, at }));
    }
    case "failed":
    case "vanished":
    case "rejected":
    case "unknown":
      return await conclude(ports, open, giveUpOn);
  }
}

/** Changes the verdict on a kind; returns true when this call changed it. */
export async function changeVerdict(
  { inquiries }: Pick<ProbeDeps, "inquiries">,
  inquiry: Inquiry,
  next: (before: Verdict | undefined) => Verdict | undefined,
): Promise<boolean> {
  let isMine = false;
  await inquiries.change((verdicts) => {
    const before = verdicts[inquiry];
    const after = next(before);
    // The function runs again when another write was first: only its last run was stored.
    isMine = after !== before;
    return isMine ? { ...verdicts, [inquiry]: after } : verdicts;
  });
  return isMine;
}

export async function wakeWaiting(ports: Pick<ProbeDeps, "ledger" | "wake">): Promise<void> {
  for (const { id, tasks } of await openQuotes(ports)) {
    if (tasks.some((task) => isInquiry(task) && task.state.status === "approved")) ports.wake(id);
  }
}

/** Begins only while nothing else may be charged: the account reports how much was paid, not what for. */
async function begin(ports: ProbeDeps, { inquiry, verdict }: Open): Promise<void> {
  const { isQuiet, beside } = await readBeside(ports);
  if (!isQuiet || (await hasPaidInquiry(ports))) return await postpone(ports, { inquiry, verdict });
  const before = await readFunds(ports);
  const task = planProbe(inquiry, verdict, ports.rules);
  await changeVerdict(ports, inquiry, (now) =>
    isSame(now, verdict) && now.probe === undefined
      ? { ...now, probe: { before, beside, task } }
      : now,
  );
}

/** Puts the probe off while something else may be charged, provided nothing of it was sent. */
async function postpone(ports: ProbeDeps, { inquiry, verdict }: Open): Promise<void> {
  const busyAt = ports.now();
  await changeVerdict(ports, inquiry, (now) =>
    isSame(now, verdict) && (now.probe?.task.attempts ?? []).length === 0
      ? { ...now, busyAt, probe: undefined }
      : now,
  );
}

/** Makes one attempt, recorded before it is sent and closed after, as for every task. */
async function send(ports: ProbeDeps, inquiry: Inquiry, { key }: Task): Promise<void> {
  const startedAt = ports.now();
  const startTick = ports.tick();
  const change = (next: (task: Task) => Task) => changeProbe(ports, { inquiry, key }, next);
  const { task, isMine } = await change((now) => attempt(now, startedAt, ports.rules));
  if (task?.state.status !== "sending" || !isMine) return;
  try {
    const made = await ports.partner.createTask({
      ...fieldsOf(task, probeSource),
      text: { ...probeSource, open: openProbe },
      beforeLastBytes: async (bodyProof) => {
        const { task: now } = await change((sent) => withProof(sent, { startedAt, bodyProof }));
        const ageMs = Math.max(ports.tick() - startTick, ports.now() - startedAt);
        const limitMs = attemptLimitMs(probeSource.bytes, ports.rules);
        mustLeave(now, { startedAt, bodyProof, isLate: ageMs > limitMs });
      },
    });
    await change((sent) => concludeCreated(sent, made, ports.now()));
  } catch (error) {
    await change((sent) =>
      isLatestAttempt(sent, startedAt) ? concludeFault(sent, error, ports.now()) : sent,
    );
    throw error;
  }
}

function attempt(task: Task, at: number, rules: Rules): Task {
  const next = nextSend(task, probeSource.bytes, rules);
  if (next.at > at) return task;
  return next.status === "give-up" || at > (next.until ?? at)
    ? giveUp(task, at)
    : beginAttempt(task, at, { keyPrint: rules.keyPrint });
}

async function* openProbe() {
  yield Buffer.from(probeText);
}

async function conclude(
  ports: ProbeDeps,
  { inquiry, verdict }: Open,
  next: (verdict: OpenVerdict, now: number) => Verdict,
): Promise<void> {
  const after = next(verdict, ports.now());
  const report = reportOf(inquiry, after);
  // Told before it is written: after a crash in between the admins hear of it twice, not never.
  if (report !== undefined && isSame((await ports.inquiries.read())[inquiry], verdict)) {
    ports.inquiries.tell(report);
  }
  const isMine = await changeVerdict(ports, inquiry, (now) => (isSame(now, verdict) ? after : now));
  if (isMine) await wakeWaiting(ports);
}

type ProbeOf = { readonly inquiry: Inquiry; readonly key: string };

/** Changes the task of a probe; one that was given up meanwhile is left alone. */
async function changeProbe(
  ports: ProbeDeps,
  { inquiry, key }: ProbeOf,
  next: (task: Task) => Task,
): Promise<{ readonly task: Task | undefined; readonly isMine: boolean }> {
  let task: Task | undefined;
  const isMine = await changeVerdict(ports, inquiry, (verdict) => {
    task = undefined;
    if (verdict?.status !== "open" || verdict.probe?.task.key !== key) return verdict;
    const { probe } = verdict;
    task = next(probe.task);
    return task === probe.task ? verdict : { ...verdict, probe: { ...probe, task } };
  });
  return { task, isMine };
}

function isSame(now: Verdict | undefined, { since }: OpenVerdict): now is OpenVerdict {
  return now?.status === "open" && now.since === since;
}

/** Reads the partner's figures without recording them in the account: each card reads its own balance. */
async function readFunds({ partner }: ProbeDeps): Promise<Funds> {
  const { balanceCredits: balance, periodUsedCredits: used } = await partner.usage();
  return { balance, used };
}

async function readBeside({ account, inquiries }: ProbeDeps) {
  return chargesBeside(await account.read(), await inquiries.read());
}

/** Returns true while an inquiry that may cost credits is under way: the account does not record those. */
async function hasPaidInquiry(ports: ProbeDeps): Promise<boolean> {
  const verdicts = await ports.inquiries.read();
  const quotes = await openQuotes(ports);
  return quotes
    .flatMap(({ tasks }) => tasks)
    .filter((task) => isInquiry(task) && verdicts[task.kind]?.status !== "free")
    .some(({ state: { status } }) => status === "sending" || status === "running");
}
