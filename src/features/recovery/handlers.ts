import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { SlackBusyError, SlackRefusedError } from "#domain/errors.ts";
import type { FoundCards } from "#domain/recovery.ts";
import { filesOf, mayRead } from "#features/intake/events.ts";
import { type Action, action } from "#features/shared/action.ts";
import { type Telling, tellAdmins } from "#features/shared/alerts.ts";
import { parseCardFacts, parseCardSource } from "#features/shared/card-facts.ts";
import { actionIds } from "#features/shared/ids.ts";
import { eventTypes } from "#features/shared/thread.ts";
import { pages, slackCall } from "#slack/clients.ts";
import { linkToMessage } from "#slack/messages.ts";

import { goOnReply, recordsLostCard } from "./recovery-view.ts";
import { type CardThread, goOnWithout } from "./restore-records.ts";

type Deps = {
  readonly client: WebClient;
  readonly botUserId: string;
  readonly accepts: (name: string) => boolean;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

type Ask = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Finds our cards that name a run: posts since a time, of 90 days at most, and their replies, within
 * the page limits.
 */
export async function* searchCards(
  deps: Deps,
  signal: AbortSignal,
  since = 0,
): AsyncIterable<CardThread> {
  const search = { ...deps, ask: createAsk(deps, signal), since };
  const query = { types: "public_channel,private_channel,mpim,im", limit: 1000 };
  const readPage = (page: object) =>
    search.ask(() => deps.client.users.conversations({ ...query, ...page }));
  const channelIds: string[] = [];
  for await (const { channels = [] } of pages(readPage, conversationPages)) {
    channelIds.push(...channels.flatMap(({ id }) => id ?? []));
  }
  for (const channel of channelIds) yield* cardsIn(search, channel);
}

async function* cardsIn(
  search: Deps & { ask: Ask; since: number },
  channel: string,
): AsyncIterable<CardThread> {
  const { client, botUserId, accepts, ask, now, since } = search;
  const oldest = String(Math.floor(Math.max(since, now() - reachMs) / 1000));
  const query = { channel, include_all_metadata: true, limit: pageSize };
  const { history, replies } = client.conversations;
  const readPage = (page: object) => ask(() => history({ ...query, oldest, ...page }));
  try {
    for await (const { messages = [] } of pages(readPage, historyPages)) {
      for (const post of messages.flatMap(readPost)) {
        const thread = [post];
        if (mayHaveOurs(post, botUserId)) {
          const { ts } = post;
          const readThread = (page: object) => ask(() => replies({ ...query, ts, ...page }));
          for await (const page of pages(readThread, threadPages)) {
            // Slack repeats the post itself among its replies.
            thread.push(...(page.messages ?? []).flatMap(readPost).filter((one) => one.ts !== ts));
          }
        }
        const cards = thread.flatMap((one) => cardOf(one, botUserId));
        const files = thread.flatMap((one) => filesOf(one, accepts));
        if (cards.length > 0) yield { channel, cards, files };
      }
    }
  } catch (error) {
    // A conversation that is closed to us is skipped.
    if (!(error instanceof SlackRefusedError) || mayRead(error)) throw error;
  }
}

/** Asks the admins how to go on without the lost records, with links to cards that were not restored. */
export async function askAboutLoss(deps: Telling, cards: FoundCards): Promise<boolean> {
  const links = await Promise.all(
    cards.shown.map(({ channel, ts }) => linkToMessage(deps.clients.steady, channel, ts)),
  );
  const shownLinks = links.flatMap((link) => link ?? []);
  return await tellAdmins(deps, (context) => recordsLostCard(cards, shownLinks, context));
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
        if (!(error instanceof SlackBusyError)) throw error;
        await sleep(error.retryAfterMs, signal);
      }
    }
  };
}

type Post = z.infer<typeof postSchema>;

function cardOf({ ts, user, metadata }: Post, botUserId: string): CardThread["cards"] {
  if (user !== botUserId || metadata?.event_type !== eventTypes.quote) return [];
  const { event_payload: said } = metadata;
  const quoteId = quoteOf.safeParse(said).data?.quote_id;
  const runs = parseCardFacts(said);
  if (quoteId === undefined || runs.length === 0) return [];
  return [{ quoteId, ts, runs, source: parseCardSource(said) }];
}

/** `reply_users` names only the first few people of a thread. */
function mayHaveOurs(post: Post, botUserId: string): boolean {
  const { reply_count = 0, reply_users = [], reply_users_count = 0 } = post;
  if (reply_count === 0) return false;
  return reply_users.includes(botUserId) || reply_users.length < reply_users_count;
}

function readPost(value: unknown) {
  return postSchema.safeParse(value).data ?? [];
}

/** It keeps what else a post has: its files are read from it. */
const postSchema = z.looseObject({
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

export const recordsActions: readonly Action[] = [
  action({
    ids: actionIds.resumeSales,
    read: () => ({}),
    ack: "recorded",
    run: async ({ ctx }, { person }) => {
      const outcome = await goOnWithout(ctx, person);
      return (context) => goOnReply(outcome, context);
    },
  }),
];
