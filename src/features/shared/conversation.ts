import type { Quote } from "#domain/quote.ts";
import type { Where } from "#slack/messages.ts";

/** The quote's thread, or the requester's direct messages. */
export function placeOf({ place, request, card }: Quote): Where {
  const message = card.status === "posted" ? card : undefined;
  const thread_ts = place.isClosed === true ? message?.ts : (place.thread ?? message?.ts);
  const channel = place.isClosed === true ? (message?.channel ?? request.by) : place.channel;
  return thread_ts === undefined ? { channel } : { channel, thread_ts };
}

/** Undefined if Galley cannot post there: then the requester gets everything directly. */
export function conversationOf(
  { place: { channel, isClosed } }: Quote,
  thread?: string,
): Where | undefined {
  if (isClosed === true) return undefined;
  return { channel, ...(thread !== undefined && { thread_ts: thread }) };
}
