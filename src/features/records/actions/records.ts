import { NotRecorded, UnreadableRecord } from "../../../core/faults.ts";
import {
  type FoundCards,
  type Loss,
  type Marker,
  isAskDue,
  isRecentLoss,
  newMarker,
  recordsStatus,
  withLoss,
  withLossUpdate,
} from "../../../core/marker.ts";
import type { Ports, GoOnOutcome, Records } from "../../../core/ports.ts";
import { awaitsCard, mayBePosted, newQuote, quoteId } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { maySeeBalance } from "../../approval/actions/rights.ts";
import type { AuditEvent } from "../../settings/rules/audit.ts";

type Deps = {
  readonly ports: Pick<Ports, "workspace" | "ledger" | "rules" | "now" | "tick" | "wake" | "sleep">;
  readonly marker: {
    readonly read: () => Promise<Marker | undefined>;
    readonly change: (
      next: (marker: Marker | undefined) => Marker | undefined,
    ) => Promise<Marker | undefined>;
  };
  /** Searches Slack again each time for our cards that name a run. */
  readonly search: (signal: AbortSignal) => AsyncIterable<CardThread>;
  /** Asks the admins to decide; returns whether one of them could be reached. */
  readonly ask: (cards: FoundCards) => Promise<boolean>;
  /** Returns true to one caller among all replicas, and false to all others for `forMs`. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
  readonly newId: () => string;
  readonly audit: (event: AuditEvent) => void;
  readonly onFault: (error: unknown) => void;
};

/** Watches the marker: a store that lost its records sells nothing until an admin decides. */
export function createRecords(deps: Deps) {
  const { ports, onFault } = deps;
  const watched = createLook(deps);
  const { look, last } = watched;
  const looked = Promise.withResolvers<void>();
  const records: Records = {
    status: async () => recordsStatus(await look()),
    goOn: (by) => goOn(deps, by),
  };
  return {
    ...records,
    looked: looked.promise,
    /** True while people who are about to approve are told that earlier records were lost. */
    isLossRecent: () => isRecentLoss(last(), ports.now()),
    watch: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) {
        try {
          const found = await findOut(deps, watched, signal);
          looked.resolve();
          if (found?.loss !== undefined) await dealWith(deps, found.loss, signal);
        } catch (error) {
          if (!signal.aborted) onFault(error);
        }
        looked.resolve();
        await ports.sleep(everyMs, signal);
      }
    },
  };
}

type Watched = ReturnType<typeof createLook>;

function createLook(deps: Deps) {
  let last: Marker | undefined;
  const remember = (found: Marker | undefined) => {
    last = found ?? last;
    return found;
  };
  return {
    last: () => last,
    remember,
    /** Reads the marker. A marker that is gone, or was replaced by another one, is a loss. */
    look: async (): Promise<Marker | undefined> => {
      const before = last;
      const found = await deps.marker.read();
      const isSame = before === undefined || found?.id === before.id;
      return remember(isSame || found?.loss !== undefined ? found : await noteLoss(deps, before));
    },
  };
}

async function goOn({ marker, ports }: Deps, by: string): Promise<GoOnOutcome> {
  // The function runs again if somebody else wrote first: its last run saw the state that counts.
  let before: Marker | undefined;
  await marker.change((found) => {
    before = found;
    const decided = { by, at: ports.now() };
    return recordsStatus(found) === "undecided" ? withLossUpdate(found, { decided }) : found;
  });
  if (recordsStatus(before) === "undecided") return { status: "gone-on" };
  return { status: before?.loss?.decided === undefined ? "nothing-lost" : "decided-before" };
}

/** Reads the marker. If there is none, Slack shows whether this is a first start or a loss. */
async function findOut(
  deps: Deps,
  { look, remember }: Watched,
  signal: AbortSignal,
): Promise<Marker | undefined> {
  const { ports, marker, search, newId } = deps;
  const found = await look();
  if (found !== undefined) return found;
  const isNew = await knowsEveryCard(ports, search(signal));
  if (!isNew) return remember(await noteLoss(deps, undefined));
  const fresh = newMarker({ id: newId(), at: ports.now() }, "new");
  return remember(await marker.change((before) => before ?? fresh));
}

/** Handles a loss: first restores the cards, then asks the admins. */
async function dealWith(
  { ports, marker, search, ask, once }: Deps,
  loss: Loss,
  signal: AbortSignal,
): Promise<void> {
  if (loss.decided !== undefined) return;
  let { cards } = loss;
  if (cards === undefined) {
    if (!(await once("records.take-up", takeUpMs))) return;
    cards = await takeUpCards(ports, search(signal), signal);
    await marker.change((before) => withLossUpdate(before, { cards }));
  }
  if (!isAskDue(loss, ports.now()) || !(await once("records.ask", askMs))) return;
  if (!(await ask(cards))) return;
  await marker.change((before) => withLossUpdate(before, { askedAt: ports.now() }));
}

/** Records a loss; `before` is the last marker seen, undefined if there was none. */
async function noteLoss(
  { marker, ports, newId, audit }: Deps,
  before: Marker | undefined,
): Promise<Marker | undefined> {
  const at = ports.now();
  const fresh = newMarker({ id: newId(), at }, "lost");
  const noted = await marker.change((found) => {
    if (found === undefined) return fresh;
    return found.loss === undefined && found.id !== before?.id ? withLoss(found, at) : found;
  });
  if (noted?.loss?.noticedAt === at) audit({ what: "emptied" });
  return noted;
}

const everyMs = 10_000;
/** After this time another replica may do the same, which is harmless. */
const takeUpMs = 60_000;
const askMs = 60_000;

/** Lets an admin decide that Galley goes on without the lost records. @throws NotRecorded */
export async function goOnWithout(
  { people, records, audit }: Pick<Ports, "people" | "records" | "audit">,
  by: string,
): Promise<GoOnOutcome | { readonly status: "not-allowed" }> {
  try {
    const [person, roles] = await Promise.all([people.find(by), people.roles()]);
    if (!maySeeBalance(person, roles)) return { status: "not-allowed" };
    const outcome = await records.goOn(by);
    if (outcome.status === "gone-on") audit({ what: "went-on", by });
    return outcome;
  } catch (cause) {
    throw new NotRecorded({ cause });
  }
}

/** A file that somebody posted. `ts` is its message, `thread` the one to answer in. */
export type PostedFile = {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly ts: string;
  readonly thread: string;
};

/** Our cards in one thread that name a run, and the files that people posted there. */
export type CardThread = {
  readonly channel: string;
  readonly cards: readonly { readonly quoteId: string; readonly ts: string }[];
  readonly files: readonly PostedFile[];
};

/** Returns false if Slack shows a run that the store has lost. */
export async function knowsEveryCard(
  { ledger }: Pick<Ports, "ledger">,
  threads: AsyncIterable<CardThread>,
): Promise<boolean> {
  for await (const { cards } of threads) {
    for (const { quoteId } of cards) if (!(await isKnown(ledger, quoteId))) return false;
  }
  return true;
}

type Found = CardThread["cards"][number] & Pick<CardThread, "channel">;

/**
 * Restores every card that names a run, as a click on it would. When this resolves, the ledger has
 * the runs of each restored card; a card that was not read in time counts as missed.
 */
export async function takeUpCards(
  ports: Deps["ports"],
  threads: AsyncIterable<CardThread>,
  signal: AbortSignal,
): Promise<FoundCards> {
  const found: Found[] = [];
  const missed: Found[] = [];
  for await (const { channel, cards, files } of threads) {
    for (const { quoteId, ts } of cards) {
      const click = { quoteId, channel, person: "" };
      const isTaken =
        (await isKnown(ports.ledger, quoteId)) ||
        (await recallQuote(ports, click, files)) === "recalled";
      (isTaken ? found : missed).push({ quoteId, channel, ts });
    }
  }
  const until = ports.tick() + patienceMs;
  let taken = 0;
  for (const card of found) {
    if (await isRead(ports, card.quoteId, { until, signal })) taken += 1;
    else missed.push(card);
  }
  const shown = missed.slice(0, shownAtMost).map(({ channel, ts }) => ({ channel, ts }));
  return { taken, missed: missed.length, shown };
}

/** Waits until the worker of any replica has read the runs from the card. */
async function isRead(
  { ledger, tick, sleep }: Deps["ports"],
  id: string,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const quote = await ledger.find(id).catch(unreadable);
    if (quote === undefined || !awaitsCard(quote)) return true;
    // Without its text, the run on its card cannot be identified.
    if (quote.reading.status === "refused" || tick() >= until) return false;
    await sleep(lookMs, signal);
    signal.throwIfAborted();
  }
}

async function isKnown(ledger: Ports["ledger"], id: string): Promise<boolean> {
  try {
    return (await ledger.find(id)) !== undefined;
  } catch (error) {
    unreadable(error);
    return true;
  }
}

/** Ignores an unreadable record: it exists, and a person has to look at it. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableRecord)) throw error;
}

const shownAtMost = 10;
const lookMs = 500;
const patienceMs = 900_000;

/**
 * Handles a click on a card that the ledger does not know: it was lost, or the card is forged. A
 * card's id is derived from its manuscript, so the manuscript in its thread proves the card. Its
 * quote is then added again, and its runs are read from the card when it is shown. Buys nothing by
 * itself.
 *
 * @param candidates the files that people posted in the card's thread.
 */
export async function recallQuote(
  ports: Pick<Ports, "workspace" | "ledger" | "rules" | "now" | "wake">,
  click: Click,
  candidates: readonly PostedFile[],
): Promise<"recalled" | "unknown"> {
  if ((await findQuote(ports, click)) !== undefined) return "unknown";
  for (const { id, name, person, ts, thread } of candidates) {
    const place = { workspace: ports.workspace, channel: click.channel, message: ts, thread };
    for (const { code: target } of ports.rules.languages) {
      for (let turned = 0; turned < mostTurned; turned += 1) {
        if (quoteId(place, id, target, turned) !== click.quoteId) continue;
        const received = { place, requester: person, file: { id, name }, target, turned };
        const at = ports.now();
        const quote = newQuote({ ...received, at, standsMs: ports.rules.quoteStandsMs });
        await ports.ledger.add({ ...quote, card: mayBePosted });
        ports.wake(quote.id);
        return "recalled";
      }
    }
  }
  return "unknown";
}

const mostTurned = 5;
