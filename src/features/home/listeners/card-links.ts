import type { Quote } from "../../../core/quote.ts";
import { isDirectMessage } from "../../../slack/mrkdwn.ts";
import type { ListenerDeps } from "../../listener-deps.ts";

/** Where the cards stand; a link that cannot be had, or leads into somebody else's messages, is left out. */
export async function linksTo(
  { ports }: ListenerDeps,
  person: string,
  quotes: readonly Quote[],
): Promise<ReadonlyMap<string, string>> {
  const seen = quotes.filter(
    ({ place, request }) => request.by === person || !isDirectMessage(place.channel),
  );
  const byId = new Map(seen.map((quote) => [quote.id, quote]));
  const found = await Promise.all(
    [...byId.values()].map(async (quote) => {
      const link = await ports.thread.linkTo(quote).catch(() => undefined);
      return link === undefined ? [] : ([[quote.id, link]] as const);
    }),
  );
  return new Map(found.flat());
}
