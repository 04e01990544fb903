import type { Delay } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { timeLeft } from "#features/estimate/task-status-view.ts";
import { dayWords } from "#features/shared/request-words-view.ts";
import { type Message, section } from "#slack/blocks.ts";
import { mentioning } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital } from "#slack/words.ts";

import { runName } from "./task-end-view.ts";

/** Tells the requester of a run under way that misses its day, or takes unusually long. */
export function delayReply(quote: Quote, task: Task, why: Delay, context: ViewContext): Message {
  const { locale } = context;
  const { t } = locale;
  const it = capital(runName(quote, task, context));
  const { dueOn = "" } = quote.request.details ?? {};
  const day = dayWords(dueOn, locale);
  const what = {
    "will-be-late": t`${it} will probably be late: needed by ${day}.`,
    late: t`${it} is late: was needed by ${day}.`,
    overdue: t`${it} has been under way for more than a day.`,
  }[why];
  const { state } = task;
  const left = state.status === "running" ? state.msLeft : undefined;
  const rest = left === undefined ? t`I keep looking.` : t`${capital(timeLeft(left, locale))}.`;
  const text = mentioning([quote.request.by], `⏳ ${what} ${rest}`, locale);
  return { text, blocks: [section(text)] };
}
