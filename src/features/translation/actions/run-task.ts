import { CutShort, ManuscriptFault, Unauthorized, NotFound } from "../../../core/faults.ts";
import { changeIfFirst } from "../../../core/ledger.ts";
import type { Manuscript } from "../../../core/manuscript.ts";
import type { CreateTask, Glossary, SourceText } from "../../../core/partner.ts";
import type { Ports, SmallRecords } from "../../../core/ports.ts";
import { type Quote, changeTask, findTask, manuscriptOf, measuredOf } from "../../../core/quote.ts";
import type { Rules } from "../../../core/rules.ts";
import { isDue, stepsOf } from "../../../core/steps.ts";
import {
  type Attempt,
  type Rejection,
  type Task,
  charactersOf,
  partnerActions,
} from "../../../core/task.ts";
import { type ReadDeps, noteUsageBefore } from "../../spending/actions/account.ts";
import {
  type LearnedSpeeds,
  type Speeds,
  isWatched,
  learnSpeed,
  notFound,
  seen,
} from "../rules/polling.ts";
import {
  attemptLimitMs,
  beginAttempt,
  concludeCreated,
  concludeFault,
  clockFault,
  giveUp,
  isLatestAttempt,
  isWindowClosedAtPartner,
  isUnclear,
  mustLeave,
  withProof,
} from "../rules/sending.ts";
import { settleTask } from "../rules/settling.ts";

type Deps = ReadDeps &
  Pick<Ports, "ledger" | "manuscripts" | "glossaries" | "rules" | "tick" | "audit" | "aheadMs">;

/**
 * Measures length and hash of the approved slice in one more pass over the file: nothing is sent before
 * they are known. Rejects the run when the text has changed since the estimate, or the file is gone.
 *
 * @throws the fault that keeps Slack from serving the file for now.
 */
export async function measureSlice(
  ports: Pick<Deps, "ledger" | "manuscripts" | "now">,
  quote: Quote,
  key: string,
): Promise<Quote> {
  const slice = findTask(quote, key)?.slice;
  const manuscript = manuscriptOf(quote);
  if (slice === undefined || manuscript === undefined) return quote;
  const source = { fileId: quote.file.id, manuscript, slice };
  const stop = (reason: Rejection) => {
    const state = { status: "rejected", at: ports.now(), reason } as const;
    return conclude(ports, quote.id, key, (task) => ({ ...task, state }));
  };
  try {
    const { textSha256, ...measured } = await ports.manuscripts.measure(source);
    if (textSha256 !== manuscript.textSha256) return await stop("text-changed");
    return await ports.ledger.change(quote.id, (before) =>
      changeTask(before, key, (task) => ({ ...task, measured })),
    );
  } catch (error) {
    const isLost = error instanceof ManuscriptFault && error.reason !== "interrupted";
    if (!isLost) throw error;
    return await stop("file-gone");
  }
}

/**
 * Makes one attempt to create a task: recorded before it is sent, and closed after. The partner's
 * client sends once; the proof of this attempt decides whether another one follows.
 *
 * @throws the failure, after it was recorded, so that Galley waits before its next request.
 */
export async function sendTask(ports: Deps, before: Quote, key: string): Promise<Quote> {
  await noteUsageBefore(ports, before, key);
  const glossary = await frozenGlossary(ports, before, key);
  await readPartnersClock(ports, before, key);
  const startedAt = ports.now();
  const startTick = ports.tick();
  const aheadMs = ports.aheadMs();
  const { quote, isMine } = await changeIfFirst(ports.ledger, before.id, (now) =>
    begin(now, { key, startedAt, aheadMs, rules: ports.rules }),
  );
  const task = findTask(quote, key);
  const manuscript = manuscriptOf(quote);
  if (!isMine || manuscript === undefined || task?.state.status !== "sending") return quote;
  try {
    const limit = attemptLimitMs(manuscript.textBytes, ports.rules);
    const attempt = { quoteId: quote.id, key, startedAt, startTick, limit };
    const made = await ports.partner.createTask({
      ...fieldsOf(task, manuscript),
      ...suppliedFields(task, glossary),
      text: sourceText(ports, quote, { task, manuscript }),
      beforeLastBytes: lastCheck(ports, attempt),
    });
    const sent = await conclude(ports, quote.id, key, (was) =>
      concludeCreated(was, made, ports.now()),
    );
    auditSecond(ports, sent, { key, taskId: made.taskId });
    return sent;
  } catch (error) {
    await conclude(ports, quote.id, key, (sent) =>
      isLatestAttempt(sent, startedAt) ? concludeFault(sent, error, ports.now()) : sent,
    );
    throw error;
  }
}

/** The first task of a key counts; a second one may have been charged too. */
function auditSecond(
  { audit }: Pick<Deps, "audit">,
  quote: Quote,
  { key, taskId }: { readonly key: string; readonly taskId: string },
): void {
  const task = findTask(quote, key);
  if (task === undefined || !("taskId" in task.state) || task.state.taskId === taskId) return;
  const why = `${task.state.taskId} was known`;
  audit({ what: "sent-twice", quoteId: quote.id, key, taskId, credits: task.price, why });
}

/** Reads the partner's clock from an answer: it measures the age of the first unclear attempt. */
async function readPartnersClock(
  ports: Pick<Deps, "partner" | "aheadMs">,
  quote: Quote,
  key: string,
): Promise<void> {
  const task = findTask(quote, key);
  const first = task?.attempts.find(isUnclear);
  if (first?.aheadMs !== undefined) await ports.partner.usage();
  // A process that has died read the account, and this one has not asked the partner anything yet.
  const isUndated = first === undefined && ports.aheadMs() === undefined;
  if (isUndated && task?.sent?.usageBefore !== undefined) {
    await ports.partner.usage().catch((error: unknown) => {
      // The send itself reports a refused key, and then costs nothing.
      if (!(error instanceof Unauthorized)) throw error;
    });
  }
}

type Beginning = Pick<Attempt, "startedAt" | "aheadMs"> & {
  readonly key: string;
  readonly rules: Rules;
};

/** Checks the step again in the write, because anything may have changed since. */
function begin(quote: Quote, { key, startedAt, aheadMs, rules }: Beginning): Quote {
  const due = stepsOf(quote, rules).some(
    (step) => step.do === "send" && step.key === key && isDue(step, startedAt),
  );
  const task = findTask(quote, key);
  if (!due || task === undefined) return quote;
  const { keyPrint } = rules;
  return isWindowClosedAtPartner(task, { startedAt, aheadMs }, rules)
    ? settleTask(quote, key, (now) => giveUp(now, startedAt, clockFault))
    : changeTask(quote, key, (now) => beginAttempt(now, startedAt, { keyPrint, aheadMs }));
}

function lastCheck(
  ports: Pick<Deps, "ledger" | "tick" | "now">,
  attempt: { quoteId: string; key: string; startedAt: number; startTick: number; limit: number },
): CreateTask["beforeLastBytes"] {
  const { quoteId, key, startedAt, startTick, limit } = attempt;
  return async (bodyProof) => {
    const quote = await ports.ledger.change(quoteId, (before) =>
      changeTask(before, key, (task) => withProof(task, { startedAt, bodyProof })),
    );
    // This check comes last, as the store may be slow. The monotonic clock stops while the machine
    // sleeps.
    const age = Math.max(ports.tick() - startTick, ports.now() - startedAt);
    mustLeave(findTask(quote, key), { startedAt, bodyProof, isLate: age > limit });
  };
}

function conclude(
  ports: Pick<Deps, "ledger">,
  quoteId: string,
  key: string,
  next: (task: Task) => Task,
): Promise<Quote> {
  return ports.ledger.change(quoteId, (before) => settleTask(before, key, next));
}

export function fieldsOf(task: Task, manuscript: Pick<Manuscript, "characters">) {
  const { key, kind, target: targetLang } = task;
  const action = partnerActions[kind];
  const characters = charactersOf(task, manuscript.characters);
  // Contract, POST /tasks rule 4: a whole file goes with estimated_chars, an opening with
  // char_limit. Some chapters count as a whole file: no other part of the text is sent.
  return kind === "translation" || task.slice === undefined
    ? { key, action, targetLang, estimatedChars: characters }
    : { key, action, targetLang, charLimit: characters };
}

/** Read before an attempt begins: a store fault must not count as an unclear answer. */
async function frozenGlossary(
  { glossaries }: Pick<Deps, "glossaries">,
  quote: Quote,
  key: string,
): Promise<Glossary | undefined> {
  const hash = findTask(quote, key)?.glossary?.hash;
  return hash === undefined ? undefined : await glossaries.find(hash);
}

/** Contract, POST /tasks rules 5-7. A run approved with a glossary is never sent without it. */
function suppliedFields({ glossary: supplied }: Task, glossary: Glossary | undefined) {
  if (supplied === undefined) return {};
  if (glossary === undefined) throw new CutShort("text-changed");
  return { glossary, strategy: supplied.strategy };
}

/** Returns the bytes to send; their length and hash are promised before. */
function sourceText(
  ports: Pick<Deps, "manuscripts">,
  quote: Quote,
  { task, manuscript }: { task: Task; manuscript: Manuscript },
): SourceText {
  const measured = measuredOf(manuscript, task);
  if (measured === undefined) throw new CutShort("not-readable");
  const source = { fileId: quote.file.id, manuscript, slice: task.slice };
  return { ...measured, open: (signal) => ports.manuscripts.open(source, signal) };
}

type PollDeps = Pick<Ports, "ledger" | "partner" | "now" | "speeds">;

/** @throws the partner's faults except NotFound; a failed look changes nothing. */
export async function pollTask(ports: PollDeps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined || !isWatched(task.state)) return quote;
  const characters = charactersOf(task, manuscriptOf(quote)?.characters ?? 0);
  const next = await lookAtTask(ports, task.state.taskId, {
    characters,
    speeds: ports.speeds.current,
  });
  const after = await ports.ledger.change(quote.id, (before) => settleTask(before, key, next));
  await learn(ports, after, task);
  return after;
}

/** Learns the partner's speed from a run whose end was observed. */
async function learn(
  { speeds }: Pick<PollDeps, "speeds">,
  quote: Quote,
  before: Task,
): Promise<void> {
  const action = partnerActions[before.kind];
  const state = findTask(quote, before.key)?.state;
  if (before.state.status !== "running" || state?.status !== "completed") return;
  const characters = charactersOf(before, manuscriptOf(quote)?.characters ?? 0);
  await speeds.learn({ action, characters, ms: state.endedAt - state.since });
}

/** Returns the change that the partner's answer makes. @throws its faults except NotFound. */
async function lookAtTask(
  { partner, now }: Pick<Ports, "partner" | "now">,
  taskId: string,
  { characters, speeds }: { readonly characters: number; readonly speeds?: () => Speeds },
): Promise<(task: Task) => Task> {
  try {
    const found = await partner.task(taskId);
    const at = now();
    return (task) => seen(task, found, { at, characters, speeds: speeds?.() });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const at = now();
    return (task) => notFound(task, at);
  }
}

type SpeedDeps = {
  readonly records: Pick<SmallRecords<Speeds>, "read" | "change">;
  readonly onFault: (error: unknown) => void;
};

/** The partner's speed, learned from ended runs. Without the store Galley works with guesses. */
export function createLearnedSpeeds({ records, onFault }: SpeedDeps): LearnedSpeeds {
  let speeds: Speeds = {};
  const keep = async (known: Promise<Speeds>) => {
    try {
      speeds = await known;
    } catch (error) {
      onFault(error);
    }
  };
  return {
    current: () => speeds,
    learn: (run) => keep(records.change(recordName, (before) => learnSpeed(before, run))),
    recall: () => keep(records.read(recordName)),
  };
}

const recordName = "partner";
