import type { AppContext, Audit, Records, ResumeOutcome, SmallRecord } from "#domain/context.ts";
import { NotRecordedError, UnreadableRecordError } from "#domain/errors.ts";
import { type Quote, awaitsEarlierCard, manuscriptOf, possiblyPosted } from "#domain/quote.ts";
import {
  type CardRun,
  type CardSource,
  type FoundCards,
  type Loss,
  type Marker,
  isKnownLoss,
  recordsStatus,
  takeUpRuns,
  unknownRuns,
  withLossUpdate,
} from "#domain/recovery.ts";
import type { PostedFile } from "#features/shared/payloads.ts";
import { changeIfFirst } from "#features/shared/records.ts";
import { restoreQuote } from "#features/shared/restore-quote.ts";
import { rightsOf } from "#features/shared/rights.ts";

type MarkerOptions = {
  readonly marker: SmallRecord<Marker | undefined>;
  /** Returns why the store cannot take and keep a record now, one sentence each. */
  readonly storeTroubles: () => Promise<readonly string[]>;
  /** False while the store is an older copy of itself. */
  readonly hasAllCommits: () => Promise<boolean>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly audit: Audit;
};

type Watch = {
  readonly ctx: AppContext;
  /** Searches Slack again each time for our cards that name a run, at most since a time, ms. */
  readonly search: (signal: AbortSignal, since?: number) => AsyncIterable<CardThread>;
  /** When Slack was last heard before the start, ms, as far as the store knows. */
  readonly heardAt: number | undefined;
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
    if (!(await deps.hasAllCommits())) return (last = await noteLoss(deps, () => true));
    const current = await marker.read();
    last = current ?? before;
    if (before === undefined || current?.id === before.id || current?.loss !== undefined)
      return current;
    return (last = await noteLoss(deps, (one) => one?.loss === undefined && one?.id !== before.id));
  };
  const isStoreFit = async () => (await deps.storeTroubles()).length === 0;
  const looked = Promise.withResolvers<void>();
  const records: Records = {
    isStoreFit,
    status: async () => ((await isStoreFit()) ? recordsStatus(await look()) : "unfit"),
    noteLoss: async (approvedAt) => {
      last = (await noteLoss(deps, (current) => !isKnownLoss(current, approvedAt))) ?? last;
    },
    resumeSales: (by) => resumeSales(deps, by),
  };
  return {
    ...records,
    looked: looked.promise,
    /** True while people who are about to approve are told that earlier records were lost. */
    isLossRecent: () => last?.loss !== undefined && now() - last.loss.noticedAt < toldForMs,
    watch: async (watch: Watch, signal: AbortSignal): Promise<void> => {
      let isCompared = false;
      while (!signal.aborted) {
        try {
          let current = await look();
          if (current !== undefined) looked.resolve();
          if (current === undefined || (!isCompared && recordsStatus(current) === "open")) {
            await compareCards(watch, current, signal);
            isCompared = true;
            last = current = await marker.change((before) => before ?? newMarker(deps));
          }
          looked.resolve();
          if (current?.loss !== undefined)
            await settleLoss({ ...deps, ...watch }, current.loss, signal);
        } catch (error) {
          if (!signal.aborted) watch.onFault(error);
        }
        looked.resolve();
        await watch.ctx.sleep(everyMs, signal);
      }
    },
  };
}

async function resumeSales(
  { marker, now, audit }: MarkerOptions,
  by: string,
): Promise<ResumeOutcome> {
  const decided = { by, at: now() };
  const { outcome } = await marker.decide<ResumeOutcome["status"]>((current) =>
    recordsStatus(current) === "undecided"
      ? { record: withLossUpdate(current, { decided }), outcome: "gone-on" }
      : { record: current, outcome: current?.loss?.decided ? "decided-before" : "nothing-lost" },
  );
  if (outcome === "gone-on") audit({ kind: "went-on", by });
  return { status: outcome };
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

/**
 * Compares the newest cards with their records: the store may be an older copy of itself. Without a
 * marker it compares all cards, up to one that shows that this is no first start.
 */
async function compareCards(
  { ctx, search, heardAt }: Watch,
  marker: Marker | undefined,
  signal: AbortSignal,
): Promise<void> {
  // A card on offer may have been sold after the copy was made.
  const from = marker && (heardAt ?? marker.at) - ctx.setup.quoteStandsMs - hourMs;
  for await (const { cards } of search(signal, from)) {
    for (const { quoteId, runs } of cards) {
      if ((await noteUnknownRuns(ctx, quoteId, runs)) && marker === undefined) return;
    }
  }
}

/**
 * Takes the store for one that lost records where a card names a run that its record lacks. Returns
 * whether it does. A run is recorded before its card names it, so the card must have been read first.
 */
export async function noteUnknownRuns(
  ctx: AppContext,
  quoteId: string,
  runs: readonly CardRun[],
): Promise<boolean> {
  const quote = await lookUp(ctx, quoteId);
  const isErased = quote === undefined && (await ctx.erased.read(quoteId)) !== undefined;
  if (quote === "unreadable" || isErased) return false;
  const unknown = unknownRuns(quote, runs);
  if (unknown.length === 0) return false;
  await ctx.records.noteLoss(Math.max(...unknown.map(({ approvedAt }) => approvedAt)));
  return true;
}

/** Records a loss, unless the marker shows that it is none, or known. */
async function noteLoss(
  deps: MarkerOptions,
  isLoss: (current: Marker | undefined) => boolean,
): Promise<Marker | undefined> {
  const fresh = newMarker(deps);
  const loss = { noticedAt: fresh.at };
  const { record, outcome: isMine } = await deps.marker.decide((current) =>
    isLoss(current)
      ? { record: { ...(current ?? fresh), loss }, outcome: true }
      : { record: current, outcome: false },
  );
  if (isMine) deps.audit({ kind: "emptied" });
  return record;
}

const everyMs = 10_000;
const hourMs = 3_600_000;
/** After this time another replica may do the same, which is harmless. */
const takeUpMs = 60_000;
const askMs = 60_000;
const askAgainMs = 86_400_000;
const toldForMs = 90 * 86_400_000;

/** Lets an admin decide that Galley goes on without the lost records. @throws NotRecordedError */
export async function goOnWithout(
  { people, records }: AppContext,
  by: string,
): Promise<ResumeOutcome | { readonly status: "not-allowed" }> {
  try {
    const { isAdmin } = await rightsOf(people, by);
    return isAdmin ? await records.resumeSales(by) : { status: "not-allowed" };
  } catch (cause) {
    throw new NotRecordedError({ cause });
  }
}

/** Our cards in one thread that name a run, and the files that people posted there. */
export type CardThread = {
  readonly channel: string;
  readonly cards: readonly CardInThread[];
  readonly files: readonly PostedFile[];
};

type CardInThread = {
  readonly quoteId: string;
  readonly ts: string;
  readonly source?: CardSource | undefined;
  readonly runs: readonly CardRun[];
};

type FoundCard = CardInThread & Pick<CardThread, "channel">;

/** Has every card read whose record lacks a run; one that was not read in time counts as missed. */
async function takeUpCards(
  ctx: AppContext,
  threads: AsyncIterable<CardThread>,
  signal: AbortSignal,
): Promise<FoundCards> {
  const restored: FoundCard[] = [];
  const missed: FoundCard[] = [];
  for await (const { channel, cards, files } of threads) {
    for (const card of cards) {
      const isThere =
        (await readCardAgain(ctx, card)) || (await restoreQuote(ctx, { ...card, channel }, files));
      (isThere ? restored : missed).push({ ...card, channel });
    }
  }
  const until = ctx.tick() + timeoutMs;
  let taken = 0;
  for (const card of restored) {
    if (await isRead(ctx, card, { until, signal })) taken += 1;
    else missed.push(card);
  }
  const shown = missed.slice(0, shownAtMost).map(({ channel, ts }) => ({ channel, ts }));
  return { taken, missed: missed.length, shown };
}

/** Has the worker read a card whose record lacks a run of it. Returns false without a record. */
async function readCardAgain(ctx: AppContext, { quoteId: id, runs }: CardInThread) {
  const quote = await lookUp(ctx, id);
  if (quote === undefined || quote === "unreadable") return quote !== undefined;
  const reread = (before: Quote): Quote => ({ ...before, card: possiblyPosted });
  if (unknownRuns(reread(quote), runs).length === 0) return true;
  await ctx.quoteStore.change(id, reread);
  ctx.wake(id);
  return true;
}

/** Waits until the worker of any replica has read the runs from the card. */
async function isRead(
  ctx: AppContext,
  { quoteId: id }: CardInThread,
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
  if (!(await noteUnknownRuns(ctx, quote.id, facts))) return undefined;
  const { quote: after, isMine } = await changeIfFirst(ctx.quoteStore, quote.id, (before) =>
    takeUpRuns(before, facts, ctx.now()),
  );
  return isMine ? after : undefined;
}
