import { addNotice } from "../../../core/notices.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, hasSpent } from "../../../core/quote.ts";

/**
 * Withdraws the offers of a file that was deleted at Slack. Runs that were approved report the loss by
 * themselves.
 */
export async function dropDeleted(
  { workspace, ledger, wake }: Pick<Ports, "workspace" | "ledger" | "wake">,
  fileId: string,
): Promise<void> {
  const page = { offset: 0, limit: cardsOfFile };
  for (const { id } of await ledger.list("file", `${workspace}/${fileId}`, page)) {
    await ledger.change(id, dropped);
    wake(id);
  }
}

function dropped(quote: Quote): Quote {
  const isOpen = quote.decision.status === "open" && quote.reading.status !== "refused";
  if (!isOpen || hasSpent(quote)) return quote;
  const gone: Quote = { ...quote, reading: { status: "refused", reason: "gone" } };
  return quote.request.batch?.repeats === true ? gone : addNotice(gone, { kind: "refused" });
}

/** A file has one for each language and conversation: never this many. */
const cardsOfFile = 200;
