import { addNotice } from "../../../core/notices.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, hasSpent } from "../../../core/quote.ts";

/** A file was deleted at Slack: its open cards offer nothing any more. What was approved of it tells so by itself. */
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

/** One for each language and conversation: nobody has more. */
const cardsOfFile = 200;
