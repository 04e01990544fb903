import type { AppContext } from "#domain/context.ts";
import {
  BadRequestError,
  RequestAbortedError,
  PaymentRequiredError,
  RateLimitedError,
  UnauthorizedError,
  UnreachableError,
} from "#domain/errors.ts";
import {
  type Decision,
  type Funds,
  type Open,
  type OpenVerdict,
  type Probe,
  type Verdict,
  chargesBeside,
  givenUpAt,
  decisionOn,
  openVerdicts,
  giveUpOn,
  isQuiet,
  judgeProbe,
  openVerdict,
  planProbe,
  probeDue,
  probeSource,
  probeTarget,
  probeText,
  ruleOf,
} from "#domain/estimate/inquiries.ts";
import type { PartnerTask } from "#domain/partner.ts";
import { type Quote, findTask } from "#domain/quote.ts";
import { cardItem } from "#domain/spending/person-limits.ts";
import type { Step } from "#domain/steps.ts";
import { hasEnded, isInquiry } from "#domain/task.ts";
import { attemptLimitMs } from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";
import { countItems, openQuotes } from "#features/shared/records.ts";
import { requestFields, sendTask } from "#features/translation/run-task.ts";

/**
 * Returns the steps, with each inquiry that cannot be sent now turned into a `weigh-inquiry` step. That
 * step is in the local lane and costs no request of the partner's budget.
 */
export async function withInquiryDecisions(
  ctx: AppContext,
  quote: Quote,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  if (!steps.some(isInquirySend)) return steps;
  const decide = await readDecisions(ctx, quote);
  return steps.map((step) => {
    if (!isInquirySend(step)) return step;
    const { key } = step;
    const decided = decide(key);
    if (decided.kind === "ask") return step;
    return { kind: "weigh-inquiry", key, at: decided.kind === "wait" ? decided.until : 0 };
  });
}

function isInquirySend(step: Step): step is Extract<Step, { kind: "send" }> {
  return step.kind === "send" && !step.paid;
}

/** Rejects an inquiry that is not to be made, or starts finding out whether its kind costs credits. */
export async function decideInquiry(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const decision = (await readDecisions(ctx, quote))(key);
  if (decision.kind === "skip") return await leaveOut(ctx, quote, key);
  if (decision.kind === "probe") {
    const { policy } = await ctx.settings.read(quote.place.workspace);
    await ctx.inquiries.change((verdicts) => openVerdicts(verdicts, { policy, now: ctx.now() }));
    ctx.wake(probeEntry);
  }
  return quote;
}

/** Sends an inquiry. Beyond the requester's limit for the day our own count is the price. */
export async function sendInquiry(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const { file, request, target } = quote;
  const ids = [cardItem(file.id, target)];
  const checked = await countItems(ctx, { kind: "cards", person: request.by, ids });
  return checked.status === "within-limit"
    ? await sendTask(ctx, quote, key)
    : await leaveOut(ctx, quote, key);
}

async function leaveOut(
  { quoteStore, now }: AppContext,
  { id }: Quote,
  key: string,
): Promise<Quote> {
  const state = { status: "rejected", at: now(), reason: "not-asked" } as const;
  return await quoteStore.change(id, (before) =>
    moveTask(before, key, (task) => (hasEnded(task) ? task : { ...task, state })),
  );
}

/**
 * Marks a kind as charged when one of its inquiries reports a charge: no more are sent, unless the
 * workspace's rule is `always`.
 */
export async function noteInquiry(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined || !isInquiry(task) || task.state.status !== "completed") return quote;
  const { kind: inquiry } = task;
  const { charged: credits = 0 } = task.state.result;
  if (credits === 0 || (await ctx.inquiries.read())[inquiry]?.status === "charged") return quote;
  const { policy } = await ctx.settings.read(quote.place.workspace);
  if (ruleOf(policy, inquiry) !== "always") ctx.inquiries.tell({ inquiry, credits });
  const verdict = { status: "charged", credits } as const;
  await ctx.inquiries.change((verdicts) => ({ ...verdicts, [inquiry]: verdict }));
  return quote;
}

async function readDecisions(
  { inquiries, settings, now }: AppContext,
  quote: Quote,
): Promise<(key: string) => Decision> {
  const verdicts = await inquiries.read();
  const { policy } = await settings.read(quote.place.workspace);
  return (key) => {
    const task = findTask(quote, key);
    if (task === undefined || !isInquiry(task)) return { kind: "skip" };
    return decisionOn(verdicts, task.kind, { policy, now: now() });
  };
}

/** The agenda's entry for probes, which belong to the partner account and to no quote. */
export const probeEntry = "inquiries";

/** Returns the step that is due to find out whether inquiries cost credits: one request at a time. */
export async function probeSteps(ctx: AppContext): Promise<readonly Step[]> {
  const next = await nextProbe(ctx);
  return next === undefined ? [] : [{ kind: "probe", at: next.at }];
}

async function nextProbe(ctx: AppContext): Promise<(Open & { readonly at: number }) | undefined> {
  const { account, inquiries, quoteStore, now, setup } = ctx;
  const verdicts = await inquiries.read();
  const open = openVerdict(verdicts);
  if (open === undefined) return undefined;
  const { verdict } = open;
  const mayBegin =
    verdict.probe === undefined &&
    isQuiet(await account.read(), verdicts, await openQuotes(quoteStore));
  return { ...open, at: probeDue(verdict, { isQuiet: mayBegin, now: now(), setup }) };
}

/**
 * Takes the next step of a probe. Any replica may run it any number of times: each step is checked
 * again when it is written.
 *
 * @throws the fault that stopped the step, after recording it.
 */
export async function advanceProbe(ctx: AppContext): Promise<void> {
  const open = await nextProbe(ctx);
  if (open === undefined || open.at > ctx.now()) return;
  const { verdict } = open;
  if (ctx.now() >= givenUpAt(verdict)) {
    return await noteVerdict(ctx, open, giveUpOn(verdict.probe, ctx.now()));
  }
  const probe = verdict.probe ?? (await prepare(ctx));
  const { taskId: id } = probe;
  const task = id === undefined ? await send(ctx, open, probe) : await ctx.partner.task(id);
  const { taskId, outcome, chargedCredits: charged } = task;
  const seen = { ...probe, taskId, at: ctx.now() };
  await changeOpen(ctx, open, (now) => ({ ...now, probe: seen }));
  if (outcome === "failed") await noteVerdict(ctx, open, giveUpOn(probe, ctx.now()));
  if (outcome !== "completed") return;
  const after = { charged, funds: await readFunds(ctx), beside: await readBeside(ctx) };
  await noteVerdict(ctx, open, judgeProbe(probe, after));
}

/** Reads what else may be charged before the account: what is charged in between then differs. */
async function prepare(ctx: AppContext): Promise<Probe> {
  const beside = await readBeside(ctx);
  return { beside, before: await readFunds(ctx), target: probeTarget(ctx.setup), at: 0 };
}

/** Sends a probe, which is recorded just before its last bytes leave. */
async function send(ctx: AppContext, open: Open, probe: Probe): Promise<PartnerTask> {
  const { verdict } = open;
  const [at, startTick] = [ctx.now(), ctx.tick()];
  let isMine = false;
  try {
    return await ctx.partner.createTask({
      ...requestFields(
        planProbe(open, probe.target, ctx.setup.apiKeyFingerprint),
        probeSource.characters,
      ),
      text: {
        ...probeSource,
        open: async function* open() {
          yield Buffer.from(probeText);
        },
      },
      beforeLastBytes: async () => {
        // What was bought since the account was read would be taken for the probe's own charge.
        const isFirst = verdict.probe === undefined;
        if (isFirst && (await readBeside(ctx)) !== probe.beside)
          throw new RequestAbortedError("superseded");
        isMine = await changeOpen(ctx, open, (now) =>
          now.probe?.at === verdict.probe?.at ? { ...now, probe: { ...probe, at } } : now,
        );
        const ageMs = Math.max(ctx.tick() - startTick, ctx.now() - at);
        const isLate = ageMs > attemptLimitMs(probeSource.bytes, ctx.setup);
        if (!isMine || isLate) throw new RequestAbortedError("superseded");
      },
    });
  } catch (error) {
    const isUnsent = unsent.some((Fault) => error instanceof Fault);
    if (isMine && verdict.probe === undefined && isUnsent) {
      const { since } = verdict;
      const isRefused = error instanceof BadRequestError;
      await noteVerdict(ctx, open, isRefused ? giveUpOn(undefined, at) : { status: "open", since });
    }
    throw error;
  }
}

/** Contract, Errors: after these a first attempt has made nothing. */
const unsent = [
  BadRequestError,
  RequestAbortedError,
  PaymentRequiredError,
  RateLimitedError,
  UnauthorizedError,
  UnreachableError,
];

async function noteVerdict(ctx: AppContext, open: Open, after: Verdict): Promise<void> {
  const { inquiry, verdict } = open;
  // Told before it is written: after a crash in between the admins hear of it twice, not never.
  const isStill = isSame((await ctx.inquiries.read())[inquiry], verdict);
  if (after.status === "charged" && isStill) {
    ctx.inquiries.tell({ inquiry, credits: after.credits });
  }
  if (!(await changeOpen(ctx, open, () => after))) return;
  for (const { id, tasks } of await openQuotes(ctx.quoteStore)) {
    if (tasks.some((task) => isInquiry(task) && task.state.status === "approved")) ctx.wake(id);
  }
}

/** Changes a verdict that is still open; returns true when this call changed it. */
async function changeOpen(
  { inquiries }: AppContext,
  { inquiry, verdict }: Open,
  next: (now: OpenVerdict) => Verdict,
): Promise<boolean> {
  const { outcome: isMine } = await inquiries.decide((verdicts) => {
    const before = verdicts[inquiry];
    const after = isSame(before, verdict) ? next(before) : before;
    return after === before
      ? { record: verdicts, outcome: false }
      : { record: { ...verdicts, [inquiry]: after }, outcome: true };
  });
  return isMine;
}

function isSame(now: Verdict | undefined, { since }: OpenVerdict): now is OpenVerdict {
  return now?.status === "open" && now.since === since;
}

/** Reads the partner's figures without recording them in the account: each card reads its own balance. */
async function readFunds({ partner }: AppContext): Promise<Funds> {
  const { balanceCredits: balance, periodUsedCredits: used } = await partner.usage();
  return { balance, used };
}

async function readBeside({ account, inquiries }: AppContext): Promise<string> {
  return chargesBeside(await account.read(), await inquiries.read());
}
