import type { AppContext, Audit, Records, ResumeOutcome, SmallRecord } from "#domain/context.ts";
import { NotRecordedError, UnreadableRecordError } from "#domain/errors.ts";
import { type Quote, awaitsEarlierCard, manuscriptOf, paidTasks } from "#domain/quote.ts";
import {
  type FoundCards,
  type Loss,
  type Marker,
  recordsStatus,
  recover,
  withLoss,
  withLossUpdate,
} from "#domain/recovery.ts";
import { isUnsent } from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";
import type { PostedFile } from "#features/shared/payloads.ts";
import { changeIfFirst } from "#features/shared/records.ts";
import { restoreQuote } from "#features/shared/restore-quote.ts";
import { rightsOf } from "#features/shared/rights.ts";

type MarkerOptions = {
  readonly marker: SmallRecord<Marker | undefined>;
  /** Returns why the store cannot take and keep a record now, one sentence each. */
  readonly storeTroubles: () => Promise<readonly string[]>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly audit: Audit;
};

type Watch = {
  readonly ctx: AppContext;
  /** Searches Slack again each time for our cards that name a run. */
  readonly search: (signal: AbortSignal) => AsyncIterable<CardThread>;
  readonly ask: (cards: FoundCards) => Promise<boolean>;
  /** Returns true to one caller among all replicas, and false to all others for `forMs`. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
  readonly onFault: (error: unknown) => void;
};

/** Watches the marker: a store that lost its records sells nothing until an admin decides. */
export function createRecords(deps: MarkerOptions) {
  const { marker, now } = deps;
  let last: Marker | undefined;
  /** Reads the marker. A marker that is gone, or was replaced by another one, is a loss. */
  const look = async (): Promise<Marker | undefined> => {
    const before = last;
    const read = await marker.read();
    const isSame = before === undefined || read?.id === before.id;
    const found = isSame || read?.loss !== undefined ? read : await noteLoss(deps, before);
    last = found ?? last;
    return found;
  };
  const isStoreFit = async () => (await deps.storeTroubles()).length === 0;
  const looked = Promise.withResolvers<void>();
  const records: Records = {
    isStoreFit,
    status: async () => ((await isStoreFit()) ? recordsStatus(await look()) : "unfit"),
    resumeSales: (by) => resumeSales(deps, by),
  };
  return {
    ...records,
    looked: looked.promise,
    /** True while people who are about to approve are told that earlier records were lost. */
    isLossRecent: () => last?.loss !== undefined && now() - last.loss.noticedAt < toldForMs,
    watch: async (watch: Watch, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) {
        try {
          const found = (await look()) ?? (await newMarkerOrLoss({ ...deps, ...watch }, signal));
          last = found ?? last;
          looked.resolve();
          if (found?.loss !== undefined)
            await settleLoss({ ...deps, ...watch }, found.loss, signal);
        } catch (error) {
          if (!signal.aborted) watch.onFault(error);
        }
        looked.resolve();
        await watch.ctx.sleep(everyMs, signal);
      }
    },
  };
}

async function resumeSales({ marker, now }: MarkerOptions, by: string): Promise<ResumeOutcome> {
  const decided = { by, at: now() };
  const { outcome } = await marker.decide<ResumeOutcome["status"]>((found) =>
    recordsStatus(found) === "undecided"
      ? { record: withLossUpdate(found, { decided }), outcome: "gone-on" }
      : { record: found, outcome: found?.loss?.decided ? "decided-before" : "nothing-lost" },
  );
  return { status: outcome };
}

/** Without a marker, Slack shows whether this is a first start or a loss. */
async function newMarkerOrLoss(
  deps: MarkerOptions & Watch,
  signal: AbortSignal,
): Promise<Marker | undefined> {
  const { ctx, marker, search } = deps;
  for await (const { cards } of search(signal)) {
    for (const card of cards) {
      if ((await lookUp(ctx, card.quoteId)) === undefined) return await noteLoss(deps, undefined);
    }
  }
  const fresh = newMarker(deps);
  return await marker.change((before) => before ?? fresh);
}

function newMarker({ now, newId }: MarkerOptions): Marker {
  return { version: 1, id: newId(), at: now(), loss: undefined };
}

async function settleLoss(
  deps: MarkerOptions & Watch,
  loss: Loss,
  signal: AbortSignal,
): Promise<void> {
  const { ctx, marker, now, search, ask, once } = deps;
  if (loss.decided !== undefined) return;
  let { cards } = loss;
  if (cards === undefined) {
    if (!(await once("records.take-up", takeUpMs))) return;
    cards = await takeUpCards(ctx, search(signal), signal);
    await marker.change((before) => withLossUpdate(before, { cards }));
  }
  const isAskDue = now() - (loss.askedAt ?? -Infinity) >= askAgainMs;
  if (!isAskDue || !(await once("records.ask", askMs)) || !(await ask(cards))) return;
  await marker.change((before) => withLossUpdate(before, { askedAt: now() }));
}

/** Records a loss; `before` is the last marker seen, undefined if there was none. */
async function noteLoss(
  deps: MarkerOptions,
  before: Marker | undefined,
): Promise<Marker | undefined> {
  const fresh = newMarker(deps);
  const noted = await deps.marker.change((found = fresh) =>
    found.loss === undefined && found.id !== before?.id ? withLoss(found, fresh.at) : found,
  );
  if (noted?.loss?.noticedAt === fresh.at) deps.audit({ what: "emptied" });
  return noted;
}

const everyMs = 10_000;
/** After this time another replica may do the same, which is harmless. */
const takeUpMs = 60_000;
const askMs = 60_000;
const askAgainMs = 86_400_000;
const toldForMs = 90 * 86_400_000;

/** Lets an admin decide that Galley goes on without the lost records. @throws NotRecordedError */
export async function goOnWithout(
  { people, records, audit }: AppContext,
  by: string,
): Promise<ResumeOutcome | { readonly status: "not-allowed" }> {
  try {
    if (!(await rightsOf(people, by)).isAdmin) return { status: "not-allowed" };
    const outcome = await records.resumeSales(by);
    if (outcome.status === "gone-on") audit({ what: "went-on", by });
    return outcome;
  } catch (cause) {
    throw new NotRecordedError({ cause });
  }
}

/** Our cards in one thread that name a run, and the files that people posted there. */
export type CardThread = {
  readonly channel: string;
  readonly cards: readonly { readonly quoteId: string; readonly ts: string }[];
  readonly files: readonly PostedFile[];
};

/** Restores every card as a click on it would; one that was not read in time counts as missed. */
async function takeUpCards(
  ctx: AppContext,
  threads: AsyncIterable<CardThread>,
  signal: AbortSignal,
): Promise<FoundCards> {
  const recalled: (CardPosition & { readonly quoteId: string })[] = [];
  const missed: CardPosition[] = [];
  for await (const { channel, cards, files } of threads) {
    for (const { quoteId, ts } of cards) {
      const isThere =
        (await lookUp(ctx, quoteId)) !== undefined ||
        (await restoreQuote(ctx, { quoteId, channel, person: "" }, files)) === "recalled";
      if (isThere) recalled.push({ quoteId, channel, ts });
      else missed.push({ channel, ts });
    }
  }
  const until = ctx.tick() + timeoutMs;
  let taken = 0;
  for (const { quoteId, ...place } of recalled) {
    if (await isRead(ctx, quoteId, { until, signal })) taken += 1;
    else missed.push(place);
  }
  return { taken, missed: missed.length, shown: missed.slice(0, shownAtMost) };
}

type CardPosition = FoundCards["shown"][number];

/** Waits until the worker of any replica has read the runs from the card. */
async function isRead(
  ctx: AppContext,
  id: string,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const quote = await lookUp(ctx, id);
    if (quote === undefined || quote === "unreadable" || !awaitsEarlierCard(quote)) return true;
    // Without its text, the run on its card cannot be identified.
    if (quote.reading.status === "refused" || ctx.tick() >= until) return false;
    await ctx.sleep(lookMs, signal);
    signal.throwIfAborted();
  }
}

/** An unreadable record exists, and a person has to look at it. */
async function lookUp(ctx: AppContext, id: string): Promise<Quote | "unreadable" | undefined> {
  return await ctx.quoteStore.find(id).catch((error: unknown) => {
    if (error instanceof UnreadableRecordError) return "unreadable";
    throw error;
  });
}

const shownAtMost = 10;
const lookMs = 500;
const timeoutMs = 900_000;

/**
 * Takes up the runs that a posted card names and its record lacks, as after the store was replaced by
 * an older copy. What was approved without them is undone. Returns undefined where the card tells
 * nothing new.
 */
export async function restoreRunsFromCard(
  ctx: AppContext,
  quote: Quote,
): Promise<Quote | undefined> {
  if (quote.card.status !== "posted" || manuscriptOf(quote) === undefined) return undefined;
  const facts = await ctx.thread.readCardRuns(quote, quote.card);
  if (facts.length === 0) return undefined;
  const { quote: after, isMine } = await changeIfFirst(ctx.quoteStore, quote.id, (before) => {
    const found = recover(before, facts, ctx.setup);
    return found === before ? before : withoutUnsent(found, ctx.now());
  });
  return isMine ? after : undefined;
}

function withoutUnsent(quote: Quote, at: number): Quote {
  const state = { status: "rejected", at, reason: "cancelled" } as const;
  return paidTasks(quote)
    .filter(isUnsent)
    .reduce((left, { key }) => moveTask(left, key, (task) => ({ ...task, state })), quote);
}
