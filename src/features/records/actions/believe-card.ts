import { changeIfFirst } from "../../../core/ledger.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, manuscriptOf, paidTasks } from "../../../core/quote.ts";
import { hasNotLeft } from "../../translation/rules/sending.ts";
import { moveTask } from "../../translation/rules/transitions.ts";
import { recover } from "../rules/recovery.ts";

/**
 * Takes up the runs that a posted card names and its record lacks, as after the store was replaced by
 * an older copy. What was approved without them is undone. Returns undefined where the card tells
 * nothing new.
 */
export async function believeCard(ports: Ports, quote: Quote): Promise<Quote | undefined> {
  if (quote.card.status !== "posted" || manuscriptOf(quote) === undefined) return undefined;
  const facts = await ports.thread.factsOn(quote, quote.card);
  if (facts.length === 0) return undefined;
  const { quote: after, isMine } = await changeIfFirst(ports.ledger, quote.id, (before) => {
    const found = recover(before, facts, ports.setup);
    return found === before ? before : withoutUnsent(found, ports.now());
  });
  return isMine ? after : undefined;
}

function withoutUnsent(quote: Quote, at: number): Quote {
  const state = { status: "rejected", at, reason: "cancelled" } as const;
  return paidTasks(quote)
    .filter(hasNotLeft)
    .reduce((left, { key }) => moveTask(left, key, (task) => ({ ...task, state })), quote);
}
