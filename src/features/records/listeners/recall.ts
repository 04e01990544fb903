import type { ClickPlace, Reply } from "../../clicks.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { recalledCardReply, unknownCardReply } from "../../short-replies.ts";
import { recallQuote } from "../actions/take-up-cards.ts";

/**
 * Looks in the thread of an unknown card for its manuscript, in case the ledger has lost the card.
 */
export async function recallCard(
  { ports, inThread }: ListenerDeps,
  click: ClickPlace & { readonly quoteId: string },
): Promise<Reply> {
  if ((await ports.erased.read(click.quoteId)) !== undefined) return unknownCardReply;
  const { channel, message, thread = message } = click;
  const files = thread === undefined ? [] : await inThread({ channel, thread });
  const found = await recallQuote(ports, click, files);
  return found === "recalled" ? recalledCardReply : unknownCardReply;
}
