import type { ListenerDeps } from "../../listener-deps.ts";
import type { ClickPlace, Reply } from "../../payloads.ts";
import { recalledCardReply, unknownCardReply } from "../../short-replies.ts";
import { recallQuote } from "../actions/records.ts";

/** Looks for the manuscript in the thread of an unknown card, which the ledger may have lost. */
export async function recallCard(
  { ports, recent }: ListenerDeps,
  click: ClickPlace & { readonly quoteId: string },
): Promise<Reply> {
  if ((await ports.erased.read(click.quoteId)) !== undefined) return unknownCardReply;
  const { channel, message, thread = message } = click;
  const files = thread === undefined ? [] : ((await recent({ channel, thread })) ?? []);
  const found = await recallQuote(ports, click, files);
  return found === "recalled" ? recalledCardReply : unknownCardReply;
}
