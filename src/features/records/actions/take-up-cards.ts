import { UnreadableRecord } from "../../../core/faults.ts";
import type { FoundCards } from "../../../core/marker.ts";
import type { Ports } from "../../../core/ports.ts";
import { awaitsCard, mayBePosted, newQuote, quoteId } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";

/** Cards of ours in one thread that name a run, and the files that people posted there. */
export type CardThread = {
  readonly channel: string;
  readonly cards: readonly { readonly quoteId: string; readonly ts: string }[];
  readonly files: readonly Candidate[];
};

type Deps = Pick<Ports, "workspace" | "ledger" | "rules" | "now" | "wake" | "tick" | "sleep">;

type Found = { readonly quoteId: string; readonly channel: string; readonly ts: string };

/** Whether Slack shows a run that the store does not know: then it has lost its records. */
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
 * Takes up every card that names a run, as a click on it would. What the card knows is in the ledger when
 * this resolves; a card for which that does not come about in time is missed.
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

/** The worker, of whatever replica, has asked the card what it knows. */
async function isRead(
  { ledger, tick, sleep }: Deps,
  id: string,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const quote = await ledger.find(id).catch(unreadable);
    if (quote === undefined || !awaitsCard(quote)) return true;
    // Without its text the run on its card cannot be told.
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

/** It stands there, and a person has to look at it. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableRecord)) throw error;
}

const shownAtMost = 10;
const lookMs = 500;
const patienceMs = 900_000;

/** A file that stands in the thread of a card. */
export type Candidate = {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly ts: string;
  readonly thread: string;
};

/**
 * Somebody clicked on a card that the ledger does not know: it was lost, or the card is a forgery. The
 * card's id is derived from its manuscript, so the manuscript in its thread proves it: then it is received
 * anew, and what the card knows of a run is found when it is shown. Buys nothing by itself.
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
