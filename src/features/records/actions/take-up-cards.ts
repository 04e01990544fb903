import { UnreadableRecord } from "../../../core/faults.ts";
import type { FoundCards } from "../../../core/marker.ts";
import type { Ports } from "../../../core/ports.ts";
import { awaitsCard, mayBePosted, newQuote, quoteId } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";

/** Our cards in one thread that name a run, and the files that people posted there. */
export type CardThread = {
  readonly channel: string;
  readonly cards: readonly { readonly quoteId: string; readonly ts: string }[];
  readonly files: readonly Candidate[];
};

type Deps = Pick<Ports, "workspace" | "ledger" | "rules" | "now" | "wake" | "tick" | "sleep">;

type Found = { readonly quoteId: string; readonly channel: string; readonly ts: string };

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

/**
 * Restores every card that names a run, as a click on it would. When this resolves, the ledger has
 * the runs of each restored card; a card that was not read in time counts as missed.
 */
export async function takeUpCards(
  ports: Deps,
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
  { ledger, tick, sleep }: Deps,
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

/** A file in the thread of a card. */
export type Candidate = {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly ts: string;
  readonly thread: string;
};

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
  candidates: readonly Candidate[],
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
