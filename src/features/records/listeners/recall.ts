import type { ClickPlace, Reply } from "../../clicks.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { erasedCardReply, recalledCardReply, unknownCardReply } from "../../short-replies.ts";
import { recallQuote } from "../actions/take-up-cards.ts";

/** A card that we do not know may be one that the ledger has lost: its thread tells. */
export async function recallCard(
  { ports, inThread }: ListenerDeps,
  click: ClickPlace & { readonly quoteId: string },
): Promise<Reply> {
  if ((await ports.erased.read(click.quoteId)) !== undefined) return erasedCardReply;
  const { channel, message, thread = message } = click;
  const files = thread === undefined ? [] : await inThread({ channel, thread });
  const found = await recallQuote(ports, click, files);
  return found === "recalled" ? recalledCardReply : unknownCardReply;
}
