import type { KnownBlock } from "@slack/types";

import { isWaiting } from "#domain/approval/reminding.ts";
import type { ResultFile } from "#domain/context.ts";
import { chaptersOf, deliveryFileName, documentFileName } from "#domain/delivery/delivery.ts";
import type { PutBack } from "#domain/manuscript.ts";
import type { Notice, NoticeAbout } from "#domain/notices.ts";
import { type Quote, findTask } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import {
  directReply,
  endorsedReply,
  reminderReply,
} from "#features/approval/decision-replies-view.ts";
import {
  declinedReply,
  expiredReply,
  refusedReply,
  reopenedReply,
} from "#features/estimate/estimate-card-view.ts";
import { batchTotalReply } from "#features/intake/intake-replies-view.ts";
import { adminCard } from "#features/translation/admin-card-view.ts";
import { outcomeReply } from "#features/translation/outcome-reply-view.ts";
import type { Message } from "#slack/blocks.ts";
import type { Where } from "#slack/messages.ts";
import type { ViewContext } from "#slack/people.ts";

type Kind = NoticeAbout["kind"];
type About<K extends Kind> = Extract<NoticeAbout, { kind: K }>;

/** Everything but the quote that a notice is drawn from. */
type Drawing = {
  readonly context: ViewContext;
  /** The text of a preview; empty if it could not be read. */
  readonly excerpt: readonly KnownBlock[];
  readonly find: (quoteId: string) => Promise<Quote | undefined>;
  readonly linkTo: (quote: Quote) => Promise<string | undefined>;
};

/** Draws a notice, and names its place if that is not its quote's. */
type Row<K extends Kind> = {
  readonly draw: (quote: Quote, about: About<K>, drawing: Drawing) => Message | Promise<Message>;
  readonly where?: (quote: Quote, about: About<K>) => Where | undefined;
};

/** The outcome of a run. */
const outcome = {
  draw: (quote: Quote, { key }: { readonly key: string }, { context, excerpt }: Drawing) =>
    outcomeReply(quote, taskOf(quote, key), context, excerpt),
};

/** All notices; each is posted once. `domain/notice-table.ts` says everything else of them. */
const notices: { readonly [K in Kind]: Row<K> } = {
  refused: { draw: (quote, _, { context }) => refusedReply(quote, context) },
  declined: { draw: (quote, _, { context }) => declinedReply(quote, context) },
  expired: { draw: (quote, _, { context }) => expiredReply(quote, context) },
  reopened: { draw: (quote, about, { context }) => reopenedReply(quote, about, context) },
  endorsed: { draw: (quote, about, { context }) => endorsedReply(quote, about, context) },
  reminder: {
    draw: async (quote, { beside }, drawing) =>
      reminderReply(await waitingWith(quote, beside, drawing), drawing.context),
    // A reminder of several cards goes to the conversation.
    where: (quote, { beside }) => (beside.length === 0 ? undefined : conversationOf(quote)),
  },
  direct: {
    draw: async (quote, about, drawing) => {
      const waiting = await waitingWith(quote, about.beside, drawing);
      return directReply(quote, about, { ...drawing, waiting, link: await drawing.linkTo(quote) });
    },
    where: (_, { person }) => ({ channel: person }),
  },
  "batch-total": {
    draw: (quote, _, { context }) => batchTotalReply(quote, context),
    where: (quote) => conversationOf(quote, quote.request.batch?.total?.thread),
  },
  outcome,
  "late-result": outcome,
  "result-file": outcome,
  "tell-admins": outcome,
  "admin-card": {
    draw: (quote, { key, ...asked }, { context }) =>
      adminCard(quote, taskOf(quote, key), { ...asked, context }),
    where: (_, { admin }) => ({ channel: admin }),
  },
};

function rowOf({ kind }: NoticeAbout): Row<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row is asked about its own kind alone
  return notices[kind] as Row<Kind>;
}

export async function drawNotice(
  quote: Quote,
  { about }: Notice,
  drawing: Drawing,
): Promise<Message> {
  return await rowOf(about).draw(quote, about, drawing);
}

export function placeOfNotice(quote: Quote, { about }: Notice): Where {
  return rowOf(about).where?.(quote, about) ?? placeOf(quote);
}

/** The quote's thread, or the requester's direct messages. */
export function placeOf({ place, request, card }: Quote): Where {
  const posted = card.status === "posted" ? card : undefined;
  const thread_ts = place.isClosed === true ? posted?.ts : (place.thread ?? posted?.ts);
  const channel = place.isClosed === true ? (posted?.channel ?? request.by) : place.channel;
  return thread_ts === undefined ? { channel } : { channel, thread_ts };
}

/** Undefined if Galley cannot post there: then the requester gets everything directly. */
function conversationOf(
  { place: { channel, isClosed } }: Quote,
  thread?: string,
): Where | undefined {
  if (isClosed === true) return undefined;
  return { channel, ...(thread !== undefined && { thread_ts: thread }) };
}

/** Reads the quotes again, because some may have been decided meanwhile. */
async function waitingWith(quote: Quote, beside: readonly string[], { find, linkTo }: Drawing) {
  if (beside.length === 0) return [{ quote, link: undefined }];
  const others = await Promise.all(beside.map(find));
  const all = [quote, ...others.flatMap((one) => one ?? [])].filter(isWaiting);
  return await Promise.all(all.map(async (one) => ({ quote: one, link: await linkTo(one) })));
}

function taskOf(quote: Quote, key: string): Task {
  const task = findTask(quote, key);
  if (task === undefined) throw new Error(`quote ${quote.id} has no task ${key}`);
  return task;
}

export function fileOf(quote: Quote, notice: Notice, { content, putBack }: ResultFile) {
  return { name: fileName(quote, notice, putBack), content };
}

/** The file that was already uploaded for this notice. */
export function sharedName(quote: Quote, notice: Notice): string {
  const state = quote.notices.find(({ id }) => id === notice.id)?.state;
  return fileName(quote, notice, state?.status === "saying" ? state.putBack : undefined);
}

function fileName(quote: Quote, { about }: Notice, putBack: PutBack | undefined): string {
  const { file, target, tasks } = quote;
  const task = "key" in about ? tasks.find(({ key }) => key === about.key) : undefined;
  const language = task?.target ?? target;
  if (putBack?.status === "document") return documentFileName(file.name, language);
  return deliveryFileName(file.name, language, chaptersOf(quote, task));
}
