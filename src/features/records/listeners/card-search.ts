import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { SlackBusy, SlackRefused } from "../../../core/faults.ts";
import { pages, slackCall } from "../../../slack/clients.ts";
import { filesOf, unreadable } from "../../intake/listeners/manuscript-posted.ts";
import { eventTypes, parseCardFacts } from "../../metadata.ts";
import type { CardThread } from "../actions/records.ts";

type Deps = {
  readonly client: WebClient;
  readonly botUserId: string;
  /** Returns whether a file can be a manuscript, by its name. */
  readonly accepts: (name: string) => boolean;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

type Search = Deps & { readonly ask: Ask };
type Ask = <T>(call: () => Promise<T>) => Promise<T>;

/** Finds our cards that name a run: posts of 90 days and their replies, within the page limits. */
export async function* searchCards(deps: Deps, signal: AbortSignal): AsyncIterable<CardThread> {
  const search = { ...deps, ask: createAsk(deps, signal) };
  for (const channel of await conversations(search)) yield* cardsIn(search, channel);
}

async function conversations({ client, ask }: Search): Promise<readonly string[]> {
  const types = "public_channel,private_channel,mpim,im";
  const read = (page: object) =>
    ask(() => client.users.conversations({ ...page, types, limit: 1000 }));
  const ids: string[] = [];
  for await (const { channels = [] } of pages(read, conversationPages)) {
    ids.push(...channels.flatMap(({ id }) => id ?? []));
  }
  return ids;
}

async function* cardsIn(search: Search, channel: string): AsyncIterable<CardThread> {
  const { client, botUserId, ask, now } = search;
  const oldest = String(Math.floor((now() - reachMs) / 1000));
  const asked = { channel, oldest, include_all_metadata: true, limit: pageSize };
  const read = (page: object) => ask(() => client.conversations.history({ ...asked, ...page }));
  try {
    for await (const { messages = [] } of pages(read, historyPages)) {
      for (const post of messages.flatMap(readMessage)) {
        const cards = cardOf(post, botUserId);
        if (cards.length > 0) yield { channel, cards, files: [] };
        if (mayHaveOurs(post, botUserId)) yield await threadOf(search, channel, post.ts);
      }
    }
  } catch (error) {
    // A conversation that is closed to us is skipped.
    if (!(error instanceof SlackRefused) || !unreadable.has(error.code)) throw error;
  }
}

async function threadOf(search: Search, channel: string, ts: string): Promise<CardThread> {
  const { client, botUserId, accepts, ask } = search;
  const asked = { channel, ts, include_all_metadata: true, limit: pageSize };
  const read = (page: object) => ask(() => client.conversations.replies({ ...asked, ...page }));
  const all: unknown[] = [];
  for await (const { messages = [] } of pages(read, threadPages)) all.push(...messages);
  return {
    channel,
    cards: all
      .flatMap(readMessage)
      .filter((message) => message.ts !== ts)
      .flatMap((message) => cardOf(message, botUserId)),
    files: all.flatMap((message) => filesOf(message, accepts)),
  };
}

/** Makes one call at a time and paces them: Galley's work needs these methods too. */
function createAsk({ sleep }: Deps, signal: AbortSignal): Ask {
  let calls = 0;
  return async (call) => {
    for (;;) {
      signal.throwIfAborted();
      calls += 1;
      if (calls > unpacedCalls) await sleep(paceMs, signal);
      try {
        return await slackCall(call);
      } catch (error) {
        if (!(error instanceof SlackBusy)) throw error;
        await sleep(error.retryAfterMs, signal);
      }
    }
  };
}

type Message = z.infer<typeof message>;

function cardOf({ ts, user, metadata }: Message, botUserId: string): CardThread["cards"] {
  if (user !== botUserId || metadata?.event_type !== eventTypes.quote) return [];
  const quoteId = quoteOf.safeParse(metadata.event_payload).data?.quote_id;
  const hasRun = parseCardFacts(metadata.event_payload).length > 0;
  return quoteId === undefined || !hasRun ? [] : [{ quoteId, ts }];
}

/** `reply_users` names only the first few people of a thread. */
function mayHaveOurs(post: Message, botUserId: string): boolean {
  const { reply_count = 0, reply_users = [], reply_users_count = 0 } = post;
  if (reply_count === 0) return false;
  return reply_users.includes(botUserId) || reply_users.length < reply_users_count;
}

function readMessage(value: unknown) {
  return message.safeParse(value).data ?? [];
}

const message = z.object({
  ts: z.string().min(1),
  user: z.string().optional(),
  reply_count: z.number().optional(),
  reply_users: z.array(z.string()).optional(),
  reply_users_count: z.number().optional(),
  metadata: z.object({ event_type: z.string().optional(), event_payload: z.unknown() }).optional(),
});
const quoteOf = z.object({ quote_id: z.string().min(1) });

const reachMs = 90 * 86_400_000;
const pageSize = 200;
const conversationPages = 10;
const historyPages = 50;
const threadPages = 5;
const unpacedCalls = 40;
/** Slack allows fifty calls of such a method a minute. */
const paceMs = 1500;
