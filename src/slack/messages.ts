import type { RespondFn } from "@slack/bolt";
import type { MessageMetadata } from "@slack/types";
import type { WebClient } from "@slack/web-api";

import type { Posted } from "#domain/context.ts";
import { SlackRefusedError } from "#domain/errors.ts";
import type { Quote } from "#domain/quote.ts";

import type { Message } from "./blocks.ts";
import { type SlackClients, pages, slackCall } from "./clients.ts";
import { isPerson } from "./people.ts";

export type Where = { readonly channel: string; readonly thread_ts?: string };

/**
 * Finds our own message by its metadata, after a post whose reply was lost. The newest one counts: a
 * card that could not be updated any more was posted anew.
 */
export async function findOwn(
  client: WebClient,
  botUserId: string,
  { where, metadata }: { readonly where: Where; readonly metadata: MessageMetadata },
): Promise<(Posted & { readonly payload: object }) | undefined> {
  const { event_type, event_payload } = metadata;
  const channel = await conversationOf(client, where.channel);
  const messages = await readMessages(client, { channel, thread: where.thread_ts });
  const match = messages
    .filter(
      (message) =>
        message.user === botUserId &&
        message.metadata?.event_type === event_type &&
        Object.entries(event_payload).every(
          ([name, value]) => message.metadata?.event_payload?.[name] === value,
        ),
    )
    .toSorted((one, other) => Number(other.ts) - Number(one.ts))[0];
  return match?.ts === undefined
    ? undefined
    : { channel, ts: match.ts, payload: match.metadata?.event_payload ?? {} };
}

/** Reads one message. For a reply in a thread, Slack may return its parent message as well. */
export async function messageAt(client: WebClient, { channel, ts }: Posted) {
  const only = { oldest: ts, latest: ts, inclusive: true, include_all_metadata: true };
  const answer = await slackCall(() => client.conversations.replies({ channel, ts, ...only }));
  return answer.messages?.find((message) => message.ts === ts);
}

type Read = {
  readonly ts?: string;
  readonly user?: string;
  readonly metadata?: {
    readonly event_type?: string;
    readonly event_payload?: Readonly<Record<string, unknown>>;
  };
};

async function readMessages(
  client: WebClient,
  { channel, thread }: { channel: string; thread: string | undefined },
): Promise<readonly Read[]> {
  const query = { channel, include_all_metadata: true, limit: 200 };
  if (thread === undefined) {
    return (await slackCall(() => client.conversations.history(query))).messages ?? [];
  }
  const result: Read[] = [];
  const replies = pages((page) =>
    slackCall(() => client.conversations.replies({ ...query, ...page, ts: thread })),
  );
  for await (const { messages = [] } of replies) result.push(...messages);
  return result;
}

/** A person's id addresses a direct message for posts, but not for reads and shared files. */
export async function conversationOf(client: WebClient, channel: string): Promise<string> {
  if (!isPerson(channel)) return channel;
  const direct = (await slackCall(() => client.conversations.open({ users: channel }))).channel;
  if (direct?.id === undefined) throw new Error("Slack named no direct message channel");
  return direct.id;
}

type Listener = {
  readonly channel: string;
  readonly person: string;
  readonly thread?: string | undefined;
};

export async function tell(
  clients: SlackClients,
  { channel, person, thread }: Listener,
  message: Message,
): Promise<void> {
  try {
    await slackCall(() =>
      clients.once.chat.postEphemeral({
        channel,
        user: person,
        ...message,
        ...(thread !== undefined && { thread_ts: thread }),
      }),
    );
  } catch (error) {
    if (!(error instanceof SlackRefusedError)) throw error;
    // The bot has left, or the place takes nothing: the person hears directly.
    await slackCall(() => clients.once.chat.postMessage({ channel: person, ...message }));
  }
}

/** A link to a quote's card, else to the message that it answers, if Slack knows one of them. */
export async function permalink(
  client: WebClient,
  { card, place }: Quote,
): Promise<string | undefined> {
  const [channel, message_ts] =
    card.status === "posted" ? [card.channel, card.ts] : [place.channel, place.thread];
  return message_ts === undefined ? undefined : await linkToMessage(client, channel, message_ts);
}

export async function linkToMessage(
  client: WebClient,
  channel: string,
  message_ts: string,
): Promise<string | undefined> {
  try {
    const { permalink } = await slackCall(() => client.chat.getPermalink({ channel, message_ts }));
    return permalink;
  } catch (error) {
    if (error instanceof SlackRefusedError) return undefined;
    throw error;
  }
}

type ResponseTarget = Listener & { readonly respond: RespondFn; readonly address: string };

/**
 * An answer may be confidential, so it goes to Slack's own hosts only. If its address has expired, the
 * person is told in the conversation.
 */
export async function answer(
  { isSlack, clients }: { readonly isSlack: (url: URL) => boolean; readonly clients: SlackClients },
  { respond, address, ...listener }: ResponseTarget,
  message: Message & { readonly replace_original?: boolean },
): Promise<void> {
  const url = URL.parse(address);
  if (url === null || !isSlack(url)) throw new Error("an answer was asked for outside of Slack");
  try {
    await respond({ response_type: "ephemeral", ...message });
  } catch {
    const { text, blocks } = message;
    await tell(clients, listener, { text, blocks });
  }
}
