import type { WebClient } from "@slack/web-api";

import { SlackRefused } from "../core/faults.ts";
import type { Quote } from "../core/quote.ts";
import { slackCall } from "./clients.ts";

/** Where people can look at a quote: its card, else what it answers; undefined when Slack knows neither. */
export async function permalink(
  client: WebClient,
  { card, place }: Pick<Quote, "card" | "place">,
): Promise<string | undefined> {
  const [channel, message_ts] =
    card.status === "posted" ? [card.channel, card.ts] : [place.channel, place.thread];
  return message_ts === undefined ? undefined : await linkToMessage(client, channel, message_ts);
}

/** Undefined when Slack does not know the message. */
export async function linkToMessage(
  client: WebClient,
  channel: string,
  message_ts: string,
): Promise<string | undefined> {
  try {
    const { permalink } = await slackCall(() => client.chat.getPermalink({ channel, message_ts }));
    return permalink;
  } catch (error) {
    if (error instanceof SlackRefused) return undefined;
    throw error;
  }
}
