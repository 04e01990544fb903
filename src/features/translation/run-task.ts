import { textNamesKey } from "#domain/claim.ts";
import type { AppContext, SmallRecords } from "#domain/context.ts";
import { canonicalTarget, coverStatus } from "#domain/coverage.ts";
import { bringsText } from "#domain/delivery/delivery.ts";
import {
  ManuscriptError,
  NotFoundError,
  NotRecordedError,
  RequestAbortedError,
} from "#domain/errors.ts";
import { type Match, createMatcher, isWorthTelling } from "#domain/match-claims.ts";
import { isLost } from "#domain/offer.ts";
import type { TaskBody } from "#domain/partner.ts";
import { type Quote, changeTask, findTask, manuscriptOf, measuredOf } from "#domain/quote.ts";
import { type DeliveryWay, defaultsFor } from "#domain/settings/settings.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { type Slice, intersection, overlap, wholeOf } from "#domain/slice.ts";
import { isDue, stepsOf } from "#domain/steps.ts";
import { type Task, charactersOf, endOf, isPaid, partnerActions } from "#domain/task.ts";
import {
  type LearnedSpeeds,
  type Speeds,
  isWatched,
  learnSpeed,
  taskFound,
  taskNotFound,
} from "#domain/translation/polling.ts";
import {
  type Begun,
  attemptLimitMs,
  beginAttempt,
  concludeCreated,
  concludeFault,
  clockFault,
  giveUp,
  isLatestAttempt,
  isWindowClosedAtPartner,
  checkLeaving,
} from "#domain/translation/sending.ts";
import { moveTask, tellOfOthers } from "#domain/translation/transitions.ts";
import { isTextThere } from "#features/delivery/deliver-result.ts";
import { restoreRunsFromCard } from "#features/recovery/restore-records.ts";
import { changeIfFirst } from "#features/shared/records.ts";
import { readUsageBefore } from "#features/spending/update-account.ts";

/**
 * Measures length and hash of the approved slice in one more pass over the file: nothing is sent before
 * they are known. A text that has changed since the estimate, or is gone, ends the run as a send would.
 *
 * @throws the fault that keeps Slack from serving the file for now.
 */
export async function measureSlice(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const slice = findTask(quote, key)?.slice;
  const manuscript = manuscriptOf(quote);
  if (slice === undefined || manuscript === undefined) return quote;
  const source = { fileId: quote.file.id, manuscript, slice };
  const change = (next: (task: Task) => Task) =>
    ctx.quoteStore.change(quote.id, (now) => {
      // Another worker may have measured and sent it meanwhile.
      const steps = stepsOf(now, ctx.setup);
      const isDue = steps.some((step) => step.kind === "measure" && step.key === key);
      return isDue ? moveTask(now, key, next) : now;
    });
  const stop = (fault: RequestAbortedError) =>
    change((task) => concludeFault(task, fault, ctx.now()));
  try {
    const { textSha256, ...measured } = await ctx.manuscripts.measure(source);
    if (textSha256 !== manuscript.textSha256)
      return await stop(new RequestAbortedError("text-changed"));
    return await change((task) => ({ ...task, measured }));
  } catch (error) {
    const isLost = error instanceof ManuscriptError && error.reason !== "interrupted";
    if (!isLost) throw error;
    return await stop(new RequestAbortedError("not-readable", { cause: error }));
  }
}

/** Sends an approved run. @throws as `sendTask` does, and NotRecordedError for an unfit store. */
export async function sendPaid(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  // An attempt that the store loses could be sent a second time.
  if (!(await ctx.records.isStoreFit())) throw new NotRecordedError();
  if (findTask(quote, key)?.attempts.length === 0) {
    // A store that lost records may not know that this was undone, or sent.
    if ((await ctx.records.status()) !== "open") throw new NotRecordedError();
    const next = await restoreRunsFromCard(ctx, quote);
    if (next !== undefined) return next;
    // The key may have been corrected since it was refused: each new approval tries it.
    await ctx.tryKey();
  }
  return await sendTask(ctx, quote, key);
}

/**
 * Makes one attempt to create a task: recorded before it is sent, and closed after. The partner's
 * client sends once; what this attempt proves decides whether another one follows.
 *
 * @param mayLeave is asked after the reading of the account; on false nothing is sent or recorded
 * @throws the failure, after it was recorded, so that Galley waits before its next request.
 */
export async function sendTask(
  ctx: AppContext,
  before: Quote,
  key: string,
  mayLeave = async (): Promise<boolean> => true,
): Promise<Quote> {
  const current = findTask(before, key);
  if (current === undefined) return before;
  const usageBefore = await readUsageBefore(ctx, before, current);
  if (!(await mayLeave())) return before;
  const body = await bodyOf(ctx, before, current);
  const bodyDigest = body && ctx.partner.bodyDigest(body);
  const way = await deliveryWay(ctx, before);
  const startedAt = ctx.now();
  const startTick = ctx.tick();
  const attempt = { startedAt, aheadMs: ctx.aheadMs(), usageBefore, bodyDigest };
  const { quote, isMine } = await changeIfFirst(ctx.quoteStore, before.id, (now) =>
    begin(now, key, { ...attempt, setup: ctx.setup }),
  );
  const task = findTask(quote, key);
  const manuscript = manuscriptOf(quote);
  if (!isMine || manuscript === undefined || task?.state.status !== "sending") return quote;
  try {
    // A run that was approved with a glossary is never sent without it, nor with other bytes than
    // the first time.
    if (body === undefined) throw new RequestAbortedError("terms-gone");
    if (task.sent?.bodySha256 !== bodyDigest) throw new RequestAbortedError("text-changed");
    const partnerTask = await ctx.partner.createTask({
      ...body,
      beforeLastBytes: async () => {
        const now = await ctx.quoteStore.find(quote.id);
        // This check comes last, as the store may be slow. The monotonic clock stops while the
        // machine sleeps.
        const age = Math.max(ctx.tick() - startTick, ctx.now() - startedAt);
        const isLate = age > attemptLimitMs(manuscript.textBytes, ctx.setup);
        checkLeaving(now && findTask(now, key), { startedAt, isLate });
      },
    });
    const at = ctx.now();
    const now = await withRun(ctx, quote, task);
    const created = (was: Task) => concludeCreated(was, partnerTask, at);
    const result = await moveBack(ctx, now, { key, next: created, way });
    return await reportSecond(ctx, result, { key, taskId: partnerTask.taskId });
  } catch (error) {
    // The change fails as well if the store does not answer.
    await withRun(ctx, quote, task).catch(() => undefined);
    await ctx.quoteStore.change(quote.id, (now) =>
      moveTask(now, key, (latest) =>
        isLatestAttempt(latest, startedAt) ? concludeFault(latest, error, ctx.now()) : latest,
      ),
    );
    throw error;
  }
}

/** Returns the record with a run that was begun: a store that lost records gets it back. */
async function withRun(ctx: AppContext, quote: Quote, task: Task): Promise<Quote> {
  const now = await ctx.quoteStore.find(quote.id);
  if (now !== undefined && (findTask(now, task.key) !== undefined || !isPaid(task))) return now;
  if (now === undefined && !isPaid(task)) return quote;
  await ctx.records.noteLoss(task.approval?.at ?? ctx.now());
  await ctx.quoteStore.add(quote);
  return await ctx.quoteStore.change(quote.id, (before) =>
    findTask(before, task.key) === undefined
      ? { ...before, tasks: [...before.tasks, task] }
      : before,
  );
}

/** Reports a second task for a key: the first one counts, and the second may be charged too. */
async function reportSecond(
  { audit, quoteStore }: AppContext,
  quote: Quote,
  { key, taskId }: { readonly key: string; readonly taskId: string },
): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined || !("taskId" in task.state) || task.state.taskId === taskId) return quote;
  const why = `${task.state.taskId} was known`;
  audit({ kind: "sent-twice", quoteId: quote.id, key, taskId, credits: task.price, why });
  return await quoteStore.change(quote.id, (before) =>
    tellOfOthers(before, key, { second: taskId }),
  );
}

/** Begins an attempt, or gives up. The step is checked again in the write. */
function begin(
  quote: Quote,
  key: string,
  { startedAt, setup, ...details }: Begun & { startedAt: number; setup: Setup },
): Quote {
  const isSendDue = stepsOf(quote, setup).some(
    (step) => step.kind === "send" && step.key === key && isDue(step, startedAt),
  );
  const task = findTask(quote, key);
  if (!isSendDue || task === undefined) return quote;
  const { apiKeyFingerprint } = setup;
  return isWindowClosedAtPartner(task, { startedAt, aheadMs: details.aheadMs }, setup)
    ? moveTask(quote, key, (now) => giveUp(now, startedAt, clockFault))
    : changeTask(quote, key, (now) =>
        beginAttempt(now, startedAt, { ...details, apiKeyFingerprint }),
      );
}

/** Returns the fields of a create request, all but glossary and text. */
export function requestFields(task: Task, wholeCharacters: number) {
  const { key, kind, target: targetLang } = task;
  const action = partnerActions[kind];
  const characters = charactersOf(task.slice, wholeCharacters);
  // Contract, POST /tasks rule 4: a whole file goes with estimated_chars, an opening with
  // char_limit. Some chapters count as a whole file: no other part of the text is sent.
  return kind === "translation" || task.slice === undefined
    ? { key, action, targetLang, estimatedChars: characters }
    : { key, action, targetLang, charLimit: characters };
}

/**
 * Returns what a run sends; undefined when its glossary is lost. It is read before an attempt
 * begins: a store fault must not count as an unclear answer. Contract, POST /tasks rules 5-7.
 */
async function bodyOf(
  { glossaries, manuscripts }: AppContext,
  quote: Quote,
  task: Task,
): Promise<TaskBody | undefined> {
  const manuscript = manuscriptOf(quote);
  const measured = manuscript && measuredOf(manuscript, task);
  if (manuscript === undefined || measured === undefined) return undefined;
  const { slice, glossary: supplied } = task;
  const glossary = supplied && (await glossaries.find(supplied.hash));
  if (supplied !== undefined && glossary === undefined) return undefined;
  const source = { fileId: quote.file.id, manuscript, slice };
  return {
    ...requestFields(task, manuscript.characters),
    ...(glossary && { glossary, strategy: supplied.strategy }),
    text: { ...measured, open: (signal) => manuscripts.open(source, signal) },
  };
}

async function deliveryWay(
  { settings }: AppContext,
  { place: { workspace, channel } }: Quote,
): Promise<DeliveryWay> {
  return defaultsFor(await settings.read(workspace), channel).delivery ?? "link";
}

/** @throws the partner's faults except NotFoundError; a failed look changes nothing. */
export async function pollTask(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined || !isWatched(task.state)) return quote;
  const characters = charactersOf(task.slice, manuscriptOf(quote)?.characters ?? 0);
  const watch = { taskId: task.state.taskId, hasText: bringsText(task), characters };
  const next = await lookAtTask(ctx, watch);
  const way = await deliveryWay(ctx, quote);
  const after = await moveBack(ctx, quote, { key, next, way });
  await learn(ctx, after, task);
  return after;
}

type Move = {
  readonly key: string;
  readonly next: (task: Task) => Task;
  readonly way: DeliveryWay;
};

/** Moves a task. One that was lost and is back may have been bought on other cards meanwhile. */
async function moveBack(ctx: AppContext, quote: Quote, { key, next, way }: Move): Promise<Quote> {
  const task = findTask(quote, key);
  const isSeenLost = (one: Task) => isLost(coverStatus(one));
  const isBack = task !== undefined && isSeenLost(task) && !isSeenLost(next(task));
  const elsewhere = isBack ? await boughtElsewhere(ctx, quote, task) : [];
  for (const why of elsewhere) ctx.audit({ kind: "charged-twice", quoteId: quote.id, key, why });
  return await ctx.quoteStore.change(quote.id, (before) => {
    const origin = elsewhere.length === 0 ? before : tellOfOthers(before, key, { elsewhere });
    return moveTask(origin, key, next, way);
  });
}

/** Returns the runs that other cards approved of some of the same text since this one was lost. */
async function boughtElsewhere(
  { texts, claims }: AppContext,
  quote: Quote,
  task: Task,
): Promise<readonly string[]> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const { kind, target, slice = wholeOf(manuscript) } = task;
  const names = await texts.read(textNamesKey(manuscript));
  const language = canonicalTarget(target);
  const matchOf = createMatcher({ manuscript, names });
  const others = await claims.all(quote.place.workspace, target);
  return others
    .filter(
      (claim) =>
        claim.target === language &&
        claim.quoteId !== quote.id &&
        claim.kind === kind &&
        claim.at > (endOf(task) ?? 0) &&
        isTold(matchOf(claim), slice),
    )
    .map(({ key }) => key);
}

function isTold(match: Match | undefined, slice: Slice): boolean {
  if (match === undefined) return false;
  return overlap(match.slice, slice) || isWorthTelling(intersection(match.known, slice), slice);
}

/** Learns the partner's speed from a run whose end was observed. */
async function learn({ speeds }: AppContext, quote: Quote, before: Task): Promise<void> {
  const action = partnerActions[before.kind];
  const state = findTask(quote, before.key)?.state;
  if (before.state.status !== "running" || state?.status !== "completed") return;
  const characters = charactersOf(before.slice, manuscriptOf(quote)?.characters ?? 0);
  await speeds.learn({ action, characters, ms: state.endedAt - state.since });
}

/** Returns the change that the partner's answer makes. @throws its faults except NotFoundError. */
async function lookAtTask(
  ctx: AppContext,
  {
    taskId,
    hasText,
    characters,
  }: { readonly taskId: string; readonly hasText: boolean; readonly characters: number },
): Promise<(task: Task) => Task> {
  const { partner, now, speeds } = ctx;
  try {
    const partnerTask = await partner.task(taskId);
    const lacksText =
      hasText && partnerTask.outcome === "completed" && !(await isTextThere(ctx, taskId));
    const look = { at: now(), characters, speeds: speeds.current(), lacksText };
    return (task) => taskFound(task, partnerTask, look);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const at = now();
    return (task) => taskNotFound(task, at);
  }
}

type SpeedDeps = {
  readonly records: Pick<SmallRecords<Speeds>, "read" | "change">;
  readonly onFault: (error: unknown) => void;
};

/** The partner's speed, learned from ended runs. Without the store Galley works with guesses. */
export function createLearnedSpeeds({ records, onFault }: SpeedDeps): LearnedSpeeds {
  let speeds: Speeds = {};
  const keep = async (reading: Promise<Speeds>) => {
    try {
      speeds = await reading;
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
