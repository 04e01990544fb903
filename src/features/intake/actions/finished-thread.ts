import { closedAt } from "../../../core/erasing.ts";
import type { Ports } from "../../../core/ports.ts";
import { hasTranslation } from "../../../core/quote.ts";

/** Returns true when every card of a thread is closed, and one of them with a translation. */
export async function isFinishedThread(
  { workspace, ledger }: Pick<Ports, "workspace" | "ledger">,
  { channel, thread }: { readonly channel: string; readonly thread: string },
): Promise<boolean> {
  const page = { offset: 0, limit: 100 };
  const quotes = await ledger.list("thread", `${workspace}/${channel}/${thread}`, page);
  return quotes.some(hasTranslation) && quotes.every((quote) => closedAt(quote) !== undefined);
}
