import { type Book, countsBook } from "#domain/book/book.ts";
import { budgetOf } from "#domain/book/budget.ts";
import type { Coverage } from "#domain/claim.ts";
import type { AppContext } from "#domain/context.ts";
import { coverageFor } from "#domain/coverage.ts";
import { NotRecordedError } from "#domain/errors.ts";
import { overBudget } from "#domain/offer.ts";
import { type Decided, type Quote, findTask, manuscriptOf, paidTasks } from "#domain/quote.ts";
import type { Policy } from "#domain/settings/settings.ts";
import {
  type Account,
  type NoFunds,
  type Spending,
  type PurchaseState,
  reserve,
  reservationFor,
  countAuto,
} from "#domain/spending/account.ts";
import { type Task, thePolicy } from "#domain/task.ts";
import { followMerge } from "#features/shared/find-book.ts";
import { readCoverage } from "#features/shared/read-coverage.ts";

import { budgetChanged } from "./book-budget.ts";
import { freshAccount } from "./update-account.ts";

/**
 * Why a purchase was refused. `not-for-sale`: records were lost, so earlier approvals are unknown.
 * `unfit-store`: an approval could be lost again.
 */
export type NotBought = NoFunds | { readonly status: "not-for-sale" | "unfit-store" };

/** Decides on a quote with its current coverage, under the current policy and account. Pure. */
export type Decide<Outcome> = (
  quote: Quote,
  under: { readonly policy: Policy; readonly account: Account },
) => Decided<Outcome>;

/**
 * Makes a purchase: the only gate for everything that spends credits. The run that `decide` adds
 * reserves credits and claims its text, all in one write. If something was approved for the language
 * meanwhile, coverage is read again first.
 *
 * @throws when a store does not answer: nothing was recorded then, or it is an UnclearWriteError.
 */
export async function purchase<Outcome>(
  ctx: AppContext,
  quoteId: string,
  decide: Decide<Outcome>,
): Promise<Outcome | NotBought> {
  const status = await ctx.records.status();
  if (status !== "open") return { status: status === "unfit" ? "unfit-store" : "not-for-sale" };
  let overtaken: Quote | undefined;
  let isFresh = false;
  const once = async (coverage?: Coverage) =>
    await ctx.quoteStore.spend<Result<Outcome>>(quoteId, (state) =>
      tryPurchase(state, { decide, coverage, isFresh }, ctx.now()),
    );
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    const latest = overtaken;
    const result =
      latest === undefined
        ? await once()
        : await inTurn(ctx.quoteStore, async () => once(await readCoverage(ctx, latest)));
    switch (result.status) {
      case "decided":
        if (result.isBought) await budgetChanged(ctx, quoteId).catch(() => undefined);
        return result.outcome;
      case "look-again":
        overtaken = result.quote;
        break;
      case "merged-book":
        overtaken = await followMerge(ctx, result.quote);
        break;
      case "read-account":
        // A balance from before a top-up refuses nobody.
        await freshAccount(ctx, result.freshMs);
        isFresh = true;
        break;
      case "refused":
        return await showBalance(ctx, quoteId, result.outcome);
    }
  }
  throw new NotRecordedError();
}

/** The last purchase of each store that was overtaken. */
const turns = new WeakMap<object, Promise<unknown>>();

/**
 * Lets purchases that were overtaken go one after the other: else each of many would overtake the rest.
 * What is safe is the compare-and-set alone.
 */
async function inTurn<T>(store: object, work: () => Promise<T>): Promise<T> {
  const before = turns.get(store);
  const mine = (async () => {
    await before;
    return await work();
  })();
  turns.set(
    store,
    mine.catch(() => undefined),
  );
  return await mine;
}

type Result<Outcome> =
  | { readonly status: "decided"; readonly outcome: Outcome; readonly isBought: boolean }
  /** Something was approved or withdrawn for the language since the coverage was read. */
  | { readonly status: "look-again"; readonly quote: Quote }
  /** Its book was merged into another one, and the card has not moved yet. */
  | { readonly status: "merged-book"; readonly quote: Quote }
  | { readonly status: "read-account"; readonly freshMs: number }
  | { readonly status: "refused"; readonly outcome: NoFunds };

type PurchaseAttempt<Outcome> = {
  readonly decide: Decide<Outcome>;
  /** Read anew, because that of the quote was out of date. */
  readonly coverage: Coverage | undefined;
  /** The account was read for this purchase; else it is as it was last noted. */
  readonly isFresh: boolean;
};

function tryPurchase<Outcome>(
  { quote, account, book, settings, version }: PurchaseState,
  { decide, coverage, isFresh }: PurchaseAttempt<Outcome>,
  at: number,
): Spending<Result<Outcome>> {
  const no = (outcome: Result<Outcome>) => ({ quote, account, outcome });
  if (book?.leadsTo !== undefined) return no({ status: "merged-book", quote });
  const current = isUpToDate(quote, version, book) ? quote : { ...quote, coverage };
  if (!isUpToDate(current, version, book)) return no({ status: "look-again", quote });
  const { policy } = settings;
  const decided = decide(current, { policy, account });
  const done = { status: "decided", outcome: decided.outcome } as const;
  // A decision adds one run at most.
  const task = paidTasks(decided.quote).find(({ key }) => findTask(quote, key) === undefined);
  if (task === undefined) {
    return { quote: decided.quote, account, outcome: { ...done, isBought: false } };
  }
  const isOld = at - (account.reading?.at ?? 0) >= freshMs;
  if (!isFresh && isOld) return no({ status: "read-account", freshMs });
  const left = budgetOf(book, account, { quote, at })?.left ?? Infinity;
  // People may go beyond a budget if their card says so; Galley by itself never does.
  const isUnsaid = overBudget(quote, task.price) === 0 || task.approval?.by === thePolicy;
  if (task.price > left && isUnsaid) {
    return no({ status: "refused", outcome: { status: "over-book-budget", left } });
  }
  const reserved = reserveRun(account, { quote, task, policy });
  if (!("status" in reserved)) {
    return { quote: decided.quote, account: reserved, outcome: { ...done, isBought: true } };
  }
  return reserved.status === "short-of-credits" && !isFresh
    ? no({ status: "read-account", freshMs: 0 })
    : no({ status: "refused", outcome: reserved });
}

/** True for an unread text too: nothing is sold of it. */
function isUpToDate(quote: Quote, version: number, book: Book | undefined): boolean {
  const coverage = coverageFor(quote);
  const isCurrent = coverage?.version === version && countsBook(coverage, book);
  return manuscriptOf(quote) === undefined || isCurrent;
}

function reserveRun(
  account: Account,
  { quote, task, policy }: { quote: Quote; task: Task; policy: Policy },
): Account | NoFunds {
  const committed = reserve(account, reservationFor(quote, task), policy.capPerChannelMonth);
  const { price, approval } = task;
  if ("status" in committed || approval?.by !== thePolicy) return committed;
  const { autoApprovalPerPersonDay: perPersonDay = 0, autoApprovalPerMonth: perMonth = 0 } = policy;
  const { place, request } = quote;
  const own = { workspace: place.workspace, person: request.by, price, at: approval.at };
  return countAuto(committed, own, { perPersonDay, perMonth }) ?? { status: "over-auto-cap" };
}

async function showBalance(ctx: AppContext, quoteId: string, refusal: NoFunds): Promise<NoFunds> {
  if (refusal.status === "over-book-budget") await budgetChanged(ctx, quoteId);
  if (refusal.status !== "short-of-credits") return refusal;
  const { balance: credits, reserved, readAt: at } = refusal;
  await ctx.quoteStore.change(quoteId, (before) => {
    const { book } = before.balance ?? {};
    return { ...before, balance: { credits, reserved, at, ...(book && { book }) } };
  });
  return refusal;
}

const freshMs = 30_000;
const attemptLimit = 8;
