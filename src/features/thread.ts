import type { KnownBlock, MessageMetadata } from "@slack/types";
import { z } from "zod";

import { SlackBusy, SlackRefused } from "../core/faults.ts";
import type { Encoding, SampleLines } from "../core/manuscript.ts";
import type { Notice } from "../core/notices.ts";
import type { BeforeItLeaves, Posted, Thread } from "../core/ports.ts";
import type { Quote } from "../core/quote.ts";
import type { Message } from "../slack/blocks.ts";
import { type Pace, type SlackClients, slackCall } from "../slack/clients.ts";
import { isShared, shareUpload, uploadUnshared } from "../slack/files.ts";
import { type Where, findOwn, permalink } from "../slack/messages.ts";
import type { ViewContext, ViewContexts } from "../slack/people.ts";
import { shownExcerpt } from "./delivery/listeners/shown-excerpt.ts";
import { previewShown } from "./delivery/rules/excerpt.ts";
import { excerptBlocks } from "./delivery/views/delivery-reply.ts";
import { estimateCard, peopleOnCard } from "./estimate/views/estimate-card.ts";
import {
  cardMetadata,
  cardSearch,
  noticeMetadata,
  noticeSearch,
  parseCardFacts,
  parseCardText,
} from "./metadata.ts";
import { drawNotice, fileOf, placeOf, placeOfNotice, sharedName } from "./notices.ts";

type ThreadDeps = {
  readonly clients: SlackClients;
  readonly contexts: ViewContexts;
  readonly pace: Pace;
  readonly botUserId: string;
  readonly find: (quoteId: string) => Promise<Quote | undefined>;
  /** Reads some lines of a file in each encoding; no text is stored. */
  readonly sample: (
    fileId: string,
    encodings: readonly Encoding[],
  ) => Promise<readonly SampleLines[]>;
  readonly onRefused: (code: string) => void;
};

/** Posts for a quote in its conversation. Posts go out once; reads and updates may be repeated. */
export function createThread(deps: ThreadDeps): Thread {
  const { clients, botUserId } = deps;
  const { card, reply } = drafts(deps);
  const update = async ({ channel, ts }: Posted, message: Outgoing) => {
    const changed = { channel, ts, ...message };
    await watched(deps, () => slackCall(() => clients.steady.chat.update(changed)));
  };
  const find = (where: Where, metadata: MessageMetadata) =>
    findOwn(clients.steady, botUserId, { where, metadata });
  return {
    postCard: async (quote, beforeItLeaves) => {
      const where = placeOf(quote);
      return await post(deps, { where, message: await card(quote, where), beforeItLeaves });
    },
    updateCard: async (quote, posted) => update(posted, await card(quote, posted)),
    react: async ({ place: { channel, message: timestamp } }, now, was) => {
      const { reactions } = clients.steady;
      for (const name of was) {
        await ifSlackMay(() => reactions.remove({ channel, timestamp, name }));
      }
      if (now !== undefined) {
        await ifSlackMay(() => reactions.add({ channel, timestamp, name: now }));
      }
    },
    findCard: async (quote) => {
      const found = await find(placeOf(quote), cardSearch(quote));
      if (found === undefined) return undefined;
      const { channel, ts, payload } = found;
      return { channel, ts, facts: parseCardFacts(payload), ...parseCardText(payload) };
    },
    post: async (quote, notice, beforeItLeaves, excerpt) => {
      const where = placeOfNotice(quote, notice);
      const message = await reply(quote, notice, where, (context) =>
        excerptBlocks(excerpt, { ...quote, ...previewShown(quote, notice.about) }, context),
      );
      return await post(deps, { where, message, beforeItLeaves });
    },
    findPost: async (quote, notice) => {
      const found = await find(placeOfNotice(quote, notice), noticeSearch(quote, notice));
      return found && { channel: found.channel, ts: found.ts };
    },
    updatePost: async (quote, notice, posted) => {
      const hasText = previewShown(quote, notice.about) !== undefined;
      const kept = hasText ? await shownExcerpt(clients.steady, posted) : [];
      await update(posted, await reply(quote, notice, posted, () => kept));
    },
    upload: (quote, notice, result) =>
      watched(deps, () => uploadUnshared(clients.once, fileOf(quote, notice, result))),
    share: async (quote, notice, fileId) => {
      const where = placeOf(quote);
      await deps.pace(where.channel);
      const title = sharedName(quote, notice);
      await watched(deps, () => shareUpload(clients, { where, fileId, title }));
    },
    isShared: (fileId) => isShared(clients.steady, fileId),
    linkTo: (quote) => permalink(clients.steady, quote),
  };
}

/** Failures are ignored: the reaction may exist, the message be gone, or the scope be missing. */
async function ifSlackMay(call: () => Promise<unknown>): Promise<void> {
  await slackCall(call).catch((error: unknown) => {
    if (!(error instanceof SlackRefused || error instanceof SlackBusy)) throw error;
  });
}

/** Draws the messages in the language of their conversation. */
function drafts({ clients, contexts, sample, find }: ThreadDeps) {
  const card = async (quote: Quote, { channel }: Where): Promise<Outgoing> => {
    const context = await contexts.forChannel(channel, peopleOnCard(quote));
    const { reading, decision, file } = quote;
    const isDoubtful = reading.status === "doubtful" && decision.status === "open";
    const samples = isDoubtful ? await sample(file.id, reading.candidates) : [];
    return { ...estimateCard(quote, context, samples), metadata: cardMetadata(quote) };
  };
  const reply = async (
    quote: Quote,
    notice: Notice,
    { channel }: Where,
    excerptIn: (context: ViewContext) => readonly KnownBlock[],
  ): Promise<Outgoing> => {
    const named = notice.about.kind === "direct" ? peopleOnCard(quote) : [];
    const context = await contexts.forChannel(channel, named);
    const message = await drawNotice(quote, notice, {
      context,
      excerpt: excerptIn(context),
      find,
      linkTo: (one) => permalink(clients.steady, one),
    });
    return { ...message, metadata: noticeMetadata(quote, notice) };
  };
  return { card, reply };
}

type Outgoing = Message & { readonly metadata: MessageMetadata };

async function post(
  deps: ThreadDeps,
  given: { where: Where; message: Outgoing; beforeItLeaves: BeforeItLeaves | undefined },
): Promise<Posted> {
  const { where, message, beforeItLeaves } = given;
  await deps.pace(where.channel);
  await beforeItLeaves?.();
  const quiet = { unfurl_links: false, unfurl_media: false } as const;
  const said = { ...where, ...message, ...quiet };
  const answer = await watched(deps, () =>
    slackCall(() => deps.clients.once.chat.postMessage(said)),
  );
  const posted = postedMessage.safeParse(answer).data;
  // It goes into the record, so an unreadable value is not a clear answer.
  if (posted === undefined) throw new Error("Slack named no message");
  return posted;
}

const postedMessage = z.object({ channel: z.string().min(1), ts: z.string().min(1) });

/** Reports a post or an update that Slack refused, with Slack's error code. */
async function watched<T>({ onRefused }: ThreadDeps, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SlackRefused) onRefused(error.code);
    if (error instanceof SlackBusy) onRefused("ratelimited");
    throw error;
  }
}
