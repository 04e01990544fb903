import { referenceOn } from "#domain/book/book.ts";
import { budgetOf } from "#domain/book/budget.ts";
import type { AppContext } from "#domain/context.ts";
import { UnauthorizedError, UnreadableRecordError } from "#domain/errors.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { withFittingBalance } from "#domain/offer.ts";
import type { Usage } from "#domain/partner.ts";
import {
  type BookBudget,
  type Quote,
  changeTask,
  findTask,
  paidTasks,
  translationOf,
} from "#domain/quote.ts";
import { isInFuture } from "#domain/settings/setup.ts";
import {
  type Account,
  type Reservation,
  reserveAnyway,
  recordEnd,
  reservationFor,
  noteReading,
  reservedCredits,
  release,
  unorderedCredits,
  watchBalance,
} from "#domain/spending/account.ts";
import { spendRow } from "#domain/spending/spend.ts";
import {
  type Task,
  type UsageSeen,
  costOf,
  endOf,
  isLive,
  isPaid,
  isStanding,
  unrecordedEnd,
} from "#domain/task.ts";
import { learnedPace } from "#domain/translation/polling.ts";
import { maybeSent } from "#domain/translation/sending.ts";
import { openQuotes } from "#features/shared/records.ts";
import { tellUnordered } from "#features/shared/tell-unordered.ts";
import { withTimeout } from "#lib/clock.ts";

import { withBudget } from "./book-budget.ts";

type AccountRead = {
  readonly usage: Usage;
  readonly reading: UsageSeen;
  readonly account: Account;
};

/** Warns admins if the balance fell below their line. `then` changes our account in that write. */
export async function readAccount(
  ctx: AppContext,
  then = (account: Account): Account => account,
): Promise<AccountRead> {
  const { workspace } = ctx;
  const at = ctx.now();
  const usage = await ctx.partner.usage();
  const reading = { balance: usage.balanceCredits, used: usage.periodUsedCredits, at };
  const { lowBalance: line } = (await ctx.settings.read(workspace)).policy;
  const { record: account, outcome } = await ctx.account.decide((before) => {
    const record = watchBalance(noteReading(before, reading, ctx.now()), workspace, line);
    const hasCrossed = record.low.includes(workspace) && !before.low.includes(workspace);
    return { record: then(record), outcome: { hasCrossed, recorded: before.recorded } };
  });
  const { hasCrossed, recorded } = outcome;
  if (hasCrossed && line !== undefined) {
    ctx.warnOfBalance({ balance: reading.balance, reserved: reservedCredits(account), line });
  }
  const unordered = ctx.setup.isAccountShared === true ? 0 : unorderedCredits(account);
  if (unordered > 0) await tellUnordered(ctx, unordered);
  return { usage, reading: { ...reading, recorded }, account };
}

/**
 * Notes the balance for the card: one that was read within the last minute and covers the text, else
 * a new one. The same write notes how fast the partner translates.
 */
export async function readBalance(ctx: AppContext, quote: Quote): Promise<Quote> {
  const rejected = quote.tasks.filter((task) => !isLive(task)).map(({ key }) => key);
  const balanceOf = (account: Account, { balance: credits, at }: UsageSeen) => {
    // A rejected run takes nothing, even when its credits are not released yet.
    const reserved = reservedCredits(release(account, new Set(rejected)));
    return { credits, reserved, at };
  };
  const record = await ctx.account.read();
  const age = ctx.now() - (record.reading?.at ?? 0);
  const noted =
    record.reading !== undefined && Math.abs(age) < shownMs
      ? withFittingBalance({ ...quote, balance: balanceOf(record, record.reading) }).balance
      : undefined;
  const balance = noted ?? (await askBalance());
  const book = await budgetNow(ctx, quote, await ctx.account.read());
  const pace = learnedPace(ctx.speeds.current());
  return await ctx.quoteStore.change(quote.id, (before) =>
    withBudget({ ...before, balance, pace }, book),
  );

  async function askBalance() {
    const { reading } = await readAccount(ctx);
    return balanceOf(await ctx.account.read(), reading);
  }
}

/** How old the balance on a new card may be: a purchase looks again. */
const shownMs = 60_000;

/** Returns the account with a balance younger than `freshMs`; a slow partner is not waited for. */
export async function freshAccount(ctx: AppContext, freshMs: number): Promise<Account> {
  const account = await ctx.account.read();
  const age = ctx.now() - (account.reading?.at ?? 0);
  // A reading dated in the future was noted by a clock that was ahead: it may be old.
  if (age < freshMs && age > -freshMs) return account;
  // A late answer is still recorded for the next caller; if the store fails, the read below throws.
  const accountRead = readAccount(ctx).catch(() => undefined);
  await withTimeout(accountRead, { ...ctx, ms: timeoutMs, late: () => undefined });
  return await ctx.account.read();
}

/**
 * Records the end of a paid run in the account. The balance includes its charge only in a reading
 * later than its end: until then its credits stay reserved. Safe to repeat.
 *
 * @throws the partner's faults, and when the store does not answer: the record is still due then.
 */
export async function recordCharge(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const as = task === undefined ? undefined : unrecordedEnd(task);
  if (task === undefined || as === undefined) return quote;
  const end = { key, credits: costOf(task), as: as === "failed" ? "doubtful" : "final" } as const;
  const { account, reading: after } = await changedAfter(ctx, endOf(task) ?? 0, (before) =>
    recordEnd(before, { ...end, now: ctx.now() }),
  );
  const reference = referenceOn(quote, await ctx.books.read(termHome(quote)));
  await ctx.spend.put({ ...spendRow(quote, task), reference });
  const book = await budgetNow(ctx, quote, account);
  return await ctx.quoteStore.change(quote.id, (before) => {
    const recorded = changeTask(before, key, (now) =>
      now.state.status === as ? { ...now, recorded: { as, after } } : now,
    );
    return withBudget(withBalance(recorded, after, reservedCredits(account)), book);
  });
}

async function budgetNow(
  { books, now }: AppContext,
  quote: Quote,
  account: Account,
): Promise<BookBudget | undefined> {
  return budgetOf(await books.read(termHome(quote)), account, { quote, at: now() });
}

/** Updates the balance on a card that still has an offer; a card without an offer shows none. */
function withBalance(quote: Quote, { balance, at }: UsageSeen, reserved: number): Quote {
  const translation = translationOf(quote);
  const hasNoOffer = quote.decision.status !== "open" || (translation && isStanding(translation));
  return hasNoOffer ? quote : { ...quote, balance: { credits: balance, reserved, at } };
}

/** Changes the account with a reading later than the end: one that is noted already, or a new one. */
async function changedAfter(
  ctx: AppContext,
  end: number,
  next: (account: Account) => Account,
): Promise<Pick<AccountRead, "reading" | "account">> {
  const { reading } = await ctx.account.read();
  const isAfter = reading !== undefined && reading.at > end && !isInFuture(reading.at, ctx.now());
  return isAfter
    ? { reading, account: await ctx.account.change(next) }
    : await readAccount(ctx, next);
}

/**
 * Reads the partner account before a task is sent. Before the first send of a run a reading since its
 * approval does: these are the only figures to compare with if its outcome stays unknown. Before a
 * later one the answer tells the partner's time. Contract, Not shown: no endpoint lists the tasks of a
 * key. An inquiry needs a reading since its card was requested: what earlier inquiries cost shows there.
 */
export async function readUsageBefore(
  ctx: AppContext,
  { request }: Quote,
  task: Task,
): Promise<UsageSeen | undefined> {
  const isFirst = !maybeSent(task);
  if (isFirst && !isPaid(task)) {
    const { reading } = await ctx.account.read();
    if (!isReadSince(ctx, reading, request.at)) await askUsage(ctx);
    return undefined;
  }
  const usage = await readings.get(ctx.account);
  const since = task.approval?.at ?? Infinity;
  return isFirst && isReadSince(ctx, usage, since) ? usage : await askUsage(ctx);
}

async function askUsage(ctx: AppContext): Promise<UsageSeen | undefined> {
  try {
    return (await readAccount(ctx)).reading;
  } catch (error) {
    // The send itself reports a refused key, and then costs nothing.
    if (error instanceof UnauthorizedError) return undefined;
    throw error;
  }
}

function isReadSince<Reading extends { readonly at: number }>(
  { now }: AppContext,
  reading: Reading | undefined,
  since: number,
): reading is Reading {
  return reading !== undefined && reading.at >= since && !isInFuture(reading.at, now());
}

/** Reads the partner account for a run that is sent soon; it opens the connection as well. */
export function expectUsage(ctx: AppContext): void {
  const reading = readAccount(ctx).then(
    (result) => result.reading,
    () => undefined,
  );
  readings.set(ctx.account, reading);
}

/** The last such reading of each account by this process, which also learned the partner's time. */
const readings = new WeakMap<object, Promise<UsageSeen | undefined>>();

/** Notes the partner account after the outcome has become unknown, for the admins' card. */
export async function readUsageAfter(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const { reading: usageAfter } = await readAccount(ctx);
  return await ctx.quoteStore.change(quote.id, (before) =>
    changeTask(before, key, (task) =>
      task.state.status === "unknown" ? { ...task, state: { ...task.state, usageAfter } } : task,
    ),
  );
}

/** Reconciles the account with all open quotes, and returns these. */
export async function reconcileOpen(ctx: AppContext): Promise<readonly Quote[]> {
  const quotes = await openQuotes(ctx.quoteStore);
  await reconcile(ctx, quotes);
  return quotes;
}

/**
 * Reconciles the account: releases reserved credits that no run needs, and reserves those that runs
 * of `quotes` lack. A purchase writes both at once, so this repairs only what was lost or restored
 * by hand.
 */
export async function reconcile(ctx: AppContext, quotes: readonly Quote[]): Promise<void> {
  // An end that its run does not show yet may be in the account: reserved again, it would count twice.
  const isGoingOn = (task: Task) =>
    isLive(task) && task.recorded === undefined && unrecordedEnd(task) === undefined;
  const missing = quotes.flatMap((quote) =>
    paidTasks(quote)
      .filter(isGoingOn)
      .map((task) => reservationFor(quote, task)),
  );
  // Runs may have ended since `quotes` were read: those are released again.
  const { reservations } = await ctx.account.change((account) => reserveAnyway(account, missing));
  const keys = new Set<string>();
  for (const reservation of reservations) {
    if (await needsNoCredits(ctx, reservation)) keys.add(reservation.key);
  }
  await ctx.account.change((account) => release(account, keys));
}

async function needsNoCredits(
  { quoteStore }: AppContext,
  reservation: Reservation,
): Promise<boolean> {
  try {
    const quote = await quoteStore.find(reservation.quoteId);
    const task = quote && findTask(quote, reservation.key);
    if (task === undefined || !isLive(task)) return true;
    // A run recorded as failed may still complete, and then counts in its month.
    return task.recorded !== undefined && task.recorded.as !== "failed";
  } catch (error) {
    // One unreadable record must not stop Galley's other work: its credits stay reserved.
    if (error instanceof UnreadableRecordError) return false;
    throw error;
  }
}

/** How long a click waits for the partner: Slack waits only three seconds for its answer. */
export const timeoutMs = 1000;
