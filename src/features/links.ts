import type { Quote } from "../core/quote.ts";
import { isDirectMessage } from "../slack/mrkdwn.ts";
import type { ListenerDeps } from "./listener-deps.ts";

/**
 * Returns links to the cards. A link that Slack does not give, or that leads into another person's
 * direct messages, is left out.
 */
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
