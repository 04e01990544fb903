import type { KnownBlock, MessageMetadata } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import type { BeforeItLeaves, Excerpt, People, Posted, Thread } from "#domain/context.ts";
import { previewShown } from "#domain/delivery/delivery.ts";
import { SlackBusyError, SlackRefusedError } from "#domain/errors.ts";
import { cardTask, otherCardTasks } from "#domain/estimate/card-digest.ts";
import { listOf } from "#domain/fields.ts";
import { encodingTaken, isMarked } from "#domain/intake/reading.ts";
import type { Encoding, SampleLines } from "#domain/manuscript.ts";
import { noticeRow } from "#domain/notice-table.ts";
import type { Notice } from "#domain/notices.ts";
import { type Quote, findTask } from "#domain/quote.ts";
import type { CardRun } from "#domain/recovery.ts";
import { type Task, partnerActions } from "#domain/task.ts";
import { isAboutDrawing } from "#slack/answers.ts";
import { type Message, limits } from "#slack/blocks.ts";
import { type Pace, type SlackClients, slackCall } from "#slack/clients.ts";
import { findShare, shareUpload, uploadUnshared } from "#slack/files.ts";
import { type Where, findOwn, messageAt, permalink } from "#slack/messages.ts";
import { shortened } from "#slack/mrkdwn.ts";
import type { ViewContext, ViewContexts } from "#slack/people.ts";

import { parseCardFacts, parseCardSource, parseCardText } from "./card-facts.ts";
import { placeOf } from "./conversation.ts";
import { createDrawnCards } from "./drawn-cards.ts";
import { excerptBlock } from "./ids.ts";
import { type NoticeRows, drawNotice, placeOfNotice } from "./notice-rows.ts";
import { fileOf, sharedName } from "./result-file.ts";
import { approversAsked } from "./rights.ts";

/** What the features draw of a quote. */
export type ThreadViews = {
  readonly card: (quote: Quote, context: ViewContext, samples: readonly SampleLines[]) => Message;
  /** The people whom a card names. */
  readonly peopleOnCard: (quote: Quote) => readonly string[];
  /** The text of a preview. */
  readonly excerpt: (
    excerpt: Excerpt | undefined,
    quote: Pick<Quote, "language" | "target">,
    context: ViewContext,
  ) => readonly KnownBlock[];
  readonly notices: NoticeRows;
};

type ThreadDeps = {
  readonly views: ThreadViews;
  readonly clients: SlackClients;
  readonly contexts: ViewContexts;
  readonly people: People;
  readonly pace: Pace;
  readonly botUserId: string;
  readonly find: (quoteId: string) => Promise<Quote | undefined>;
  /** Counts the connections to the store: behind another one it may lack what it had. */
  readonly connections: () => number;
  /** Reads some lines of a file in each encoding; no text is stored. */
  readonly sample: (
    fileId: string,
    encodings: readonly Encoding[],
  ) => Promise<readonly SampleLines[]>;
  readonly onRefused: (code: string) => void;
};

/** Posts for a quote in its conversation. Posts go out once; reads and updates may be repeated. */
export function createThread(deps: ThreadDeps): Thread {
  const { clients, botUserId, views } = deps;
  const { card, reply } = drafts(deps);
  const drawnCards = createDrawnCards(deps.connections);
  const find = (where: Where, metadata: MessageMetadata) =>
    findOwn(clients.steady, botUserId, { where, metadata });
  return {
    expectCard: (quote) => expectCard(deps, quote),
    postCard: async (quote, beforeItLeaves) => {
      const where = takeTurn(deps, quote, placeOf(quote), "card");
      const message = await card(quote, where);
      const position = await post(deps, { where, message, beforeItLeaves });
      drawnCards.note(quote);
      return position;
    },
    updateCard: async (quote, position) => {
      await update(deps, position, await card(quote, position));
      drawnCards.note(quote);
    },
    readCardRuns: async ({ id }, { key, ...position }) =>
      drawnCards.names(id, key) ? [] : await namedOn(clients.steady, position),
    react: (...change) => react(clients.steady, ...change),
    findCard: async (quote_id, where) => {
      const match = await find(where, {
        event_type: eventTypes.quote,
        event_payload: { quote_id },
      });
      if (match === undefined) return undefined;
      const { channel, ts, payload } = match;
      const source = parseCardSource(payload);
      return { channel, ts, source, facts: parseCardFacts(payload), ...parseCardText(payload) };
    },
    post: async (quote, notice, beforeItLeaves, excerpt) => {
      const at = placeOfNotice(views.notices, quote, notice);
      const where = takeTurn(deps, quote, at, notice.id);
      const message = await reply(quote, notice, where, (context) =>
        views.excerpt(excerpt, { ...quote, ...previewShown(quote, notice.about) }, context),
      );
      return await post(deps, { where, message, beforeItLeaves });
    },
    findPost: async (quote, notice) => {
      const place = placeOfNotice(views.notices, quote, notice);
      const match = await find(place, noticeSearch(quote, notice));
      return match && { channel: match.channel, ts: match.ts };
    },
    updatePost: async (quote, notice, position) => {
      const hasText = previewShown(quote, notice.about) !== undefined;
      const excerptBlocks = hasText ? await shownExcerpt(clients.steady, position) : [];
      await update(deps, position, await reply(quote, notice, position, () => excerptBlocks));
    },
    upload: (quote, notice, result) =>
      watched(deps, () => uploadUnshared(clients.once, fileOf(quote, notice, result))),
    share: async (quote, notice, fileId) => {
      const where = takeTurn(deps, quote, placeOf(quote), notice.id);
      const title = sharedName(quote, notice);
      await watched(deps, () => shareUpload(clients, { where, fileId, title }));
    },
    ...questions(clients.steady),
  };
}

function questions(client: WebClient): Pick<Thread, "findShare" | "isGone" | "linkTo"> {
  return {
    findShare: (fileId) => findShare(client, fileId),
    isGone: (position) => isGone(client, position),
    linkTo: (quote) => permalink(client, quote),
  };
}

function expectCard({ contexts, views }: ThreadDeps, quote: Quote): void {
  const { channel } = placeOf(quote);
  contexts.forChannel(channel, views.peopleOnCard(quote)).catch(() => undefined);
}

/** Returns the place of a post. @throws SlackBusyError before its turn has come. */
function takeTurn({ pace }: ThreadDeps, quote: Quote, where: Where, what: string): Where {
  pace({ channel: where.channel, person: quote.request.by, what: `${quote.id} ${what}` });
  return where;
}

async function isGone({ chat }: WebClient, { channel, ts: message_ts }: Posted): Promise<boolean> {
  try {
    await slackCall(() => chat.getPermalink({ channel, message_ts }));
    return false;
  } catch (error) {
    if (error instanceof SlackRefusedError) return error.code === "message_not_found";
    throw error;
  }
}

async function update(deps: ThreadDeps, { channel, ts }: Posted, message: Outgoing): Promise<void> {
  const content = { channel, ts, ...message };
  await watched(deps, () =>
    bareIfNeeded(deps, content, (body) => slackCall(() => deps.clients.steady.chat.update(body))),
  );
}

/** Sends the bare text of a message whose blocks Slack refuses: its buttons are on Home as well. */
async function bareIfNeeded<Sent extends Message, T>(
  { onRefused }: ThreadDeps,
  message: Sent,
  send: (message: Sent) => Promise<T>,
): Promise<T> {
  try {
    return await send(message);
  } catch (error) {
    if (!(error instanceof SlackRefusedError) || !isAboutDrawing(error)) throw error;
    onRefused(error.code);
    return await send({
      ...message,
      text: shortened(message.text, limits.sectionText),
      blocks: [],
    });
  }
}

async function react(
  { reactions }: WebClient,
  ...[{ place }, now, was]: Parameters<Thread["react"]>
): Promise<void> {
  const { channel, message: timestamp } = place;
  const removed = [...was].map((name) =>
    ifSlackMay(() => reactions.remove({ channel, timestamp, name })),
  );
  const added =
    now === undefined ? [] : [ifSlackMay(() => reactions.add({ channel, timestamp, name: now }))];
  await Promise.all([...removed, ...added]);
}

/** Failures are ignored: the reaction may exist, the message be gone, or the scope be missing. */
async function ifSlackMay(call: () => Promise<unknown>): Promise<void> {
  await slackCall(call).catch((error: unknown) => {
    if (!(error instanceof SlackRefusedError || error instanceof SlackBusyError)) throw error;
  });
}

function drafts({ clients, contexts, people, sample, find, views }: ThreadDeps) {
  const card = async (quote: Quote, { channel }: Where): Promise<Outgoing> => {
    const shown = await contexts.forChannel(channel, views.peopleOnCard(quote));
    const context = { ...shown, asked: await approversAsked({ ...shown, people }, quote) };
    const { reading, decision, file } = quote;
    const isDoubtful = reading.status === "doubtful" && decision.status === "open";
    const samples = isDoubtful ? await sample(file.id, reading.candidates) : [];
    return { ...views.card(quote, context, samples), metadata: cardMetadata(quote) };
  };
  const reply = async (
    quote: Quote,
    notice: Notice,
    { channel }: Where,
    excerptIn: (context: ViewContext) => readonly KnownBlock[],
  ): Promise<Outgoing> => {
    const names = noticeRow(notice.about).namesPeople ? views.peopleOnCard(quote) : [];
    const shown = await contexts.forChannel(channel, names);
    // The total is of all cards of a batch; each of the other notices asks for its own card.
    const isTotal = notice.about.kind === "batch-total";
    const named = isTotal ? (quote.request.batch?.total?.approvers ?? []) : quote.approvers;
    const asked = await approversAsked({ ...shown, people }, quote, named);
    const context = { ...shown, asked };
    const message = await drawNotice(views.notices, quote, notice, {
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
  request: { where: Where; message: Outgoing; beforeItLeaves: BeforeItLeaves | undefined },
): Promise<Posted> {
  const { where, message, beforeItLeaves } = request;
  await beforeItLeaves?.();
  const quiet = { unfurl_links: false, unfurl_media: false } as const;
  const content = { ...where, ...message, ...quiet };
  const answer = await watched(deps, () =>
    bareIfNeeded(deps, content, (body) =>
      slackCall(() => deps.clients.once.chat.postMessage(body)),
    ),
  );
  const position = postedMessage.safeParse(answer).data;
  // It goes into the record, so an unreadable value is not a clear answer.
  if (position === undefined) throw new Error("Slack named no message");
  return position;
}

const postedMessage = z.object({ channel: z.string().min(1), ts: z.string().min(1) });

/**
 * Reads the blocks of a preview's text from the reply that shows it: nobody but Slack has them, and an
 * update must not lose them.
 *
 * @throws SlackRefusedError when the reply is gone.
 */
async function shownExcerpt(client: WebClient, position: Posted): Promise<readonly KnownBlock[]> {
  const own = await messageAt(client, position);
  if (own === undefined) throw new SlackRefusedError("message_not_found");
  return blocks.parse(own.blocks).filter(({ block_id }) => block_id?.startsWith(excerptBlock));
}

/** Returns what a card names; nothing where Slack does not show it. */
async function namedOn(client: WebClient, position: Posted): Promise<readonly CardRun[]> {
  const own = await messageAt(client, position).catch((error: unknown) => {
    if (error instanceof SlackRefusedError) return undefined;
    throw error;
  });
  return parseCardFacts(own?.metadata?.event_payload);
}

const shape = z.object({ type: z.string(), block_id: z.string().optional() });
const block = z.custom<KnownBlock>((value) => shape.safeParse(value).success);
const blocks = listOf(block).default([]);

/** Reports a post or an update that Slack refused, with Slack's error code. */
async function watched<T>({ onRefused }: ThreadDeps, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SlackRefusedError) onRefused(error.code);
    if (error instanceof SlackBusyError) onRefused("ratelimited");
    throw error;
  }
}

export const eventTypes = {
  quote: "translation_quote",
  task: "translation_task",
  notice: "translation_notice",
} as const;

/**
 * Returns the card's own record of its manuscript, and of the runs that are being or were sent. Anyone
 * in the workspace can read it, so it holds ids alone. `first_sent_at` is the time of the approval, in ms since 1970;
 * `others` are the runs beside the first.
 */
export function cardMetadata(quote: Quote): MessageMetadata {
  const task = cardTask(quote);
  const { id, file, place, target } = quote;
  const payload = {
    quote_id: id,
    file: file.id,
    message: place.message,
    target,
    ...(task !== undefined && { ...runOf(task), ...textOf(quote) }),
  };
  const others = fitting(otherCardTasks(quote).map(runOf), metadataBytes - bytesOf(payload));
  const event_payload = { ...payload, ...(others.length > 0 && { others }) };
  return { event_type: eventTypes.quote, event_payload };
}

function runOf(task: Task) {
  const { key, kind, target, generation, slice, approval, glossary } = task;
  return {
    key,
    // All that makes the run again: a slice is written as `0-100,250-400`, a glossary as a hash.
    run: `${kind} ${generation} ${target}`,
    ...(slice !== undefined && { slice: slice.map(({ from, to }) => `${from}-${to}`).join(",") }),
    ...(glossary !== undefined && { glossary: `${glossary.strategy}-${glossary.hash}` }),
    ...(approval !== undefined && { first_sent_at: approval.at }),
    ...taskIdOf(task),
  };
}

function fitting<Run>(runs: readonly Run[], room: number): Run[] {
  let rest = room;
  return runs.filter((run) => {
    rest -= bytesOf(run) + 1;
    return rest > 0;
  });
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Slack documents no limit: 8 kB are known to pass, and the rest is left to Slack's own fields. */
const metadataBytes = 7500;

/**
 * Returns the metadata of a notice. That of a run names its task, without `task_id` when the partner
 * never named one. One run may have two outcomes, a failure and a late result: the notice's id tells
 * them apart.
 */
export function noticeMetadata(quote: Quote, { id, about }: Notice): MessageMetadata {
  const notice = { quote_id: quote.id, notice: id };
  const task = "key" in about ? findTask(quote, about.key) : undefined;
  if (task === undefined) return { event_type: eventTypes.notice, event_payload: notice };
  const run = { ...taskIdOf(task), action: partnerActions[task.kind], key: task.key };
  return { event_type: eventTypes.task, event_payload: { ...run, ...notice } };
}

/** Returns the part that never changes: the run may have gone on since that post. */
function noticeSearch(quote: Quote, notice: Notice): MessageMetadata {
  const { event_type } = noticeMetadata(quote, notice);
  return { event_type, event_payload: { quote_id: quote.id, notice: notice.id } };
}

/**
 * Leaves out UTF-8, which every reading detects by itself. Includes the choice on emphasis, because
 * another reading may decide otherwise.
 */
function textOf({ reading }: Quote): { readonly encoding?: string; readonly marked?: boolean } {
  const [encoding, marked] = [encodingTaken(reading), isMarked(reading)];
  return {
    ...(encoding !== undefined && encoding !== "utf-8" && { encoding }),
    ...(marked !== undefined && { marked }),
  };
}

function taskIdOf(task: Task): { readonly task_id?: string } {
  return "taskId" in task.state ? { task_id: task.state.taskId } : {};
}
