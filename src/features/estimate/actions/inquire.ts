import { openQuotes } from "../../../core/open-quotes.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import { takeRoom } from "../../../core/room.ts";
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
  type InquiryOff,
  type OpenVerdict,
  type Probe,
  type Verdict,
  chargeOf,
  chargesBeside,
  fateOf,
  findOut,
  giveUpOn,
  isOverdue,
  judgeProbe,
  untoldIn,
  openVerdict,
  planProbe,
  probeDue,
  probeSource,
  probeText,
  ruleOf,
} from "../rules/inquiries.ts";

type Deps = Pick<Ports, "ledger" | "inquiries" | "settings" | "now" | "wake">;
type ReadDeps = Pick<Ports, "inquiries" | "settings" | "now">;

/**
 * The same steps, where an inquiry that cannot be sent now waits in Galley's own lane: what is not sent
 * takes no request of the budget.
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

/** Leaves an inquiry out that is not to be made, or lets it be found out whether its kind costs credits. */
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

/** Asks the partner, unless the requester has had their share of a day: then our own count stands. */
export async function sendInquiry(
  ports: Parameters<typeof sendTask>[0] & Pick<Ports, "limits">,
  quote: Quote,
  key: string,
): Promise<Quote> {
  const wanted = { kind: "estimates", person: quote.request.by, ids: [key] } as const;
  const room = await takeRoom(ports, wanted);
  return room.status === "room"
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

/** An inquiry that was thought to be free, and says that it was charged, is the last of its kind. */
export async function noteInquiry(ports: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const credits = task === undefined ? 0 : chargeOf(task);
  if (task === undefined || !isInquiry(task) || credits === 0) return quote;
  const { kind: inquiry } = task;
  const { policy } = await ports.settings.read(quote.place.workspace);
  const untold = ruleOf(policy, inquiry) === "always" ? undefined : ("inquiry" as const);
  const isFirst = await changeVerdict(ports, inquiry, (before) =>
    before?.status === "charged" ? before : { status: "charged", credits, untold },
  );
  if (isFirst) {
    ports.wake(probeEntry);
    await wakeWaiting(ports);
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
    if (task === undefined || !isInquiry(task)) return { do: "leave" };
    return fateOf(verdicts, task.kind, { policy, now: now() });
  };
}

/** What nobody approved. */
function isInquirySend(step: Step): step is Extract<Step, { do: "send" }> {
  return step.do === "send" && !step.paid;
}

type ProbeDeps = Pick<
  Ports,
  "rules" | "now" | "tick" | "ledger" | "partner" | "account" | "inquiries" | "wake"
>;

/** The agenda's entry for what belongs to the partner account, and to no quote. */
export const probeEntry = "inquiries";

/** What is due to find out whether inquiries cost credits: one request at a time. */
export async function probeSteps(
  ports: Pick<ProbeDeps, "inquiries" | "rules">,
): Promise<readonly Step[]> {
  const at = probeDue(await ports.inquiries.read(), ports.rules);
  return at === undefined ? [] : [{ do: "probe", at }];
}

/**
 * Begins a probe, or takes its next step. It may be run anything from once to many times, by any replica:
 * each step is checked again where it is written.
 *
 * @throws what kept the step from being taken, after it was recorded.
 */
export async function advanceProbe(ports: ProbeDeps): Promise<void> {
  const verdicts = await ports.inquiries.read();
  const off = untoldIn(verdicts);
  if (off !== undefined) return await tell(ports, off);
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
    case "completed":
      return await measure(ports, open, probe);
    case "failed":
    case "vanished":
    case "rejected":
    case "unknown":
      return await conclude(ports, open, giveUpOn);
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

/** Wakes the cards whose inquiries wait for a verdict. */
export async function wakeWaiting(ports: Pick<ProbeDeps, "ledger" | "wake">): Promise<void> {
  for (const { id, tasks } of await openQuotes(ports)) {
    if (tasks.some((task) => isInquiry(task) && task.state.status === "approved")) ports.wake(id);
  }
}

type Open = { readonly inquiry: Inquiry; readonly verdict: OpenVerdict };

/** Only while nothing else may be charged: the account tells what it has paid, and never what for. */
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

/** Something may be charged now; nothing of a probe has left. */
async function postpone(ports: ProbeDeps, { inquiry, verdict }: Open): Promise<void> {
  const busyAt = ports.now();
  await changeVerdict(ports, inquiry, (now) =>
    isSame(now, verdict) && (now.probe?.task.attempts ?? []).length === 0
      ? { ...now, busyAt, probe: undefined }
      : now,
  );
}

/** One attempt, written down before it is sent and closed after, as for every task. */
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

/** What the probe says for itself, or else what the account says. */
async function measure(ports: ProbeDeps, open: Open, probe: Probe): Promise<void> {
  const funds = await readFunds(ports);
  const { beside } = await readBeside(ports);
  await conclude(ports, open, (_, at) => judgeProbe(probe, { funds, beside, at }));
}

/** What was waiting for it goes on. */
async function conclude(
  ports: ProbeDeps,
  { inquiry, verdict }: Open,
  next: (verdict: OpenVerdict, now: number) => Verdict,
): Promise<void> {
  const after = next(verdict, ports.now());
  const isMine = await changeVerdict(ports, inquiry, (now) => (isSame(now, verdict) ? after : now));
  if (isMine) await wakeWaiting(ports);
}

/** Told before it is noted: a crash in between tells it twice, not never. */
async function tell(ports: ProbeDeps, off: InquiryOff): Promise<void> {
  ports.inquiries.tell(off);
  await changeVerdict(ports, off.inquiry, (now) =>
    now !== undefined && "untold" in now ? { ...now, untold: undefined } : now,
  );
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

/** Not recorded in the account: the balance of a card is read for that card. */
async function readFunds({ partner }: ProbeDeps): Promise<Funds> {
  const { balanceCredits: balance, periodUsedCredits: used } = await partner.usage();
  return { balance, used };
}

async function readBeside({ account, inquiries }: ProbeDeps) {
  return chargesBeside(await account.read(), await inquiries.read());
}

/** Inquiries that are made whatever they cost leave no trace there. */
async function hasPaidInquiry(ports: ProbeDeps): Promise<boolean> {
  const verdicts = await ports.inquiries.read();
  const quotes = await openQuotes(ports);
  return quotes
    .flatMap(({ tasks }) => tasks)
    .filter((task) => isInquiry(task) && verdicts[task.kind]?.status !== "free")
    .some(({ state: { status } }) => status === "sending" || status === "running");
}
