import { resultsHeld } from "#domain/intake/batch.ts";
import { type Quote, findTask } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { giveUp } from "#domain/translation/sending.ts";
import { moveTask } from "#domain/translation/transitions.ts";
import { noteInquiry, sendInquiry } from "#features/estimate/send-inquiry.ts";
import { openForm } from "#features/shared/action.ts";
import { conversationOf } from "#features/shared/conversation.ts";
import type { Feature } from "#features/shared/feature.ts";
import type { NoticeDrawing } from "#features/shared/notice-rows.ts";
import { byTime } from "#features/shared/records.ts";

import { adminCard, reportForm } from "./admin-card-view.ts";
import { batchResultsReply } from "./batch-results-view.ts";
import { delayReply } from "./delay-reply-view.ts";
import { translationActions, translationForms } from "./handlers.ts";
import { outcomeReply } from "./outcome-reply-view.ts";
import { measureSlice, pollTask, sendPaid } from "./run-task.ts";

/** The outcome of a run. */
const outcome = {
  draw: (quote: Quote, { key }: { readonly key: string }, { context, excerpt }: NoticeDrawing) =>
    outcomeReply(quote, taskOf(quote, key), context, excerpt),
};

/** The results that are told together, each read from its card's quote. */
async function resultsOf(first: Quote, find: NoticeDrawing["find"]) {
  const found = await Promise.all(
    resultsHeld(first).map(async ({ quoteId, key }) => {
      const quote = quoteId === first.id ? first : await find(quoteId);
      const task = quote && findTask(quote, key);
      return quote && task ? [{ quote, task }] : [];
    }),
  );
  return found.flat();
}

export const translation = {
  handlers: translationActions,
  forms: translationForms,
  steps: {
    measure: (ctx, quote, { key }) => measureSlice(ctx, quote, key),
    send: (ctx, quote, { key, paid }) => (paid ? sendPaid : sendInquiry)(ctx, quote, key),
    "give-up": (ctx, quote, { key }) =>
      byTime((before, at) => moveTask(before, key, (task) => giveUp(task, at)))(ctx, quote),
    poll: async (ctx, quote, { key }) =>
      await noteInquiry(ctx, await pollTask(ctx, quote, key), key),
  },
  notices: {
    outcome,
    "batch-results": {
      draw: async (first, _, { context, find }) =>
        batchResultsReply(first, await resultsOf(first, find), context),
      where: (first) => conversationOf(first, first.request.batch?.total?.thread),
    },
    delayed: {
      draw: (quote, { key, why }, { context }) =>
        delayReply(quote, taskOf(quote, key), why, context),
    },
    "late-result": outcome,
    "result-file": outcome,
    "tell-admins": outcome,
    "admin-card": {
      draw: (quote, { key, ...asked }, { context }) =>
        adminCard(quote, taskOf(quote, key), { ...asked, context }),
      where: (_, { admin }) => ({ channel: admin }),
    },
  },
  resultEntries: {
    report: async ({ clients, contexts }, { trigger, person, ...place }) => {
      const view = reportForm(place, await contexts.forPerson(person));
      await openForm(clients, { trigger, view });
      return undefined;
    },
  },
} as const satisfies Feature;

function taskOf(quote: Quote, key: string): Task {
  const task = findTask(quote, key);
  if (task === undefined) throw new Error(`quote ${quote.id} has no task ${key}`);
  return task;
}
