import type { Button, ModalView } from "@slack/types";

import { noteChars } from "#domain/intake/request-details.ts";
import type { AdminTopic, NoticeAbout } from "#domain/notices.ts";
import { successorsOf, type Quote } from "#domain/quote.ts";
import { lostRecord } from "#domain/recovery.ts";
import type { Task } from "#domain/task.ts";
import { isResultLate } from "#domain/translation/polling.ts";
import { unsendableTasks } from "#domain/translation/sending.ts";
import { clockFault } from "#domain/translation/sending.ts";
import { approvers, inOneLine, runHeadline } from "#features/estimate/task-status-view.ts";
import {
  type ResultPlace,
  actionIds,
  callbackIds,
  resultMemory,
  taskValue,
} from "#features/shared/ids.ts";
import {
  type Field,
  type Message,
  actions,
  button,
  confirm,
  factLines,
  fields,
  limits,
  section,
  entry,
  textField,
  modal,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { channelMention, linkTo, mention, outside, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import { endingWords, runName } from "./task-end-view.ts";

/** What an admin is told of a run, what Galley knows beside its facts, and the ways on. */
type Told = {
  readonly text: string;
  readonly beside?: readonly Field[];
  readonly ways?: readonly Button[];
};

type AdminQuestion = Pick<
  Extract<NoticeAbout, { topic: AdminTopic }>,
  "topic" | "elsewhere" | "second"
> & {
  readonly context: ViewContext;
};

/** Draws the message to each admin: a question of money that Galley does not decide by itself. */
export function adminCard(
  quote: Quote,
  task: Task,
  { topic, context, elsewhere = [], second }: AdminQuestion,
): Message {
  const { t } = context.locale;
  const later = topic === "charged-twice" ? successorsOf(quote, task.key) : [];
  const others: readonly Field[] = [
    ...elsewhere.map((key): Field => [t`Key`, `\`${key}\``]),
    ...(second === undefined ? [] : [taskIdFact(second, context)]),
  ];
  const {
    text,
    beside = [],
    ways = [],
  } = later.length + others.length > 0
    ? chargedTwice(quote, task, context)
    : told(quote, task, topic, context);
  const facts = [
    [...beside, ...taskFacts(quote, task, context)],
    ...later.map((one) => [statusFact(quote, one, context), ...taskFacts(quote, one, context)]),
    ...others.map((fact) => [fact]),
  ];
  return {
    text: `${text}\n${factLines(facts.flat())}`,
    blocks: [
      section(text),
      ...facts.map(fields),
      ...(ways.length === 0 ? [] : [actions(`settle.${task.key}`, [...ways])]),
    ],
  };
}

function told(quote: Quote, task: Task, topic: AdminTopic, context: ViewContext): Told {
  if (topic === "undelivered") return undelivered(quote, task, context);
  if (topic === "no-result" && isResultLate(task.state)) {
    return {
      text: endingWords(quote, task, context),
      ways: [downloadButton(quote, task, context)],
    };
  }
  if (topic === "overcharged" || topic === "short") {
    return { text: endingWords(quote, task, context) };
  }
  if (unsendableTasks(quote).includes(task)) return stranded(quote, task, context);
  if (task.state.status === "unknown") return unknown(quote, task, context);
  const text = context.locale.t`Resolved: ${runName(quote, task, context)}.`;
  return { text, beside: [statusFact(quote, task, context)] };
}

function chargedTwice(quote: Quote, task: Task, context: ViewContext): Told {
  const it = runName(quote, task, context);
  return {
    beside: [statusFact(quote, task, context)],
    text: context.locale
      .t`The partner has two tasks for ${it} and may charge both. Please ask the partner for a refund.`,
  };
}

function unknown(quote: Quote, task: Task, context: ViewContext): Told {
  const { locale } = context;
  const { t, counted } = locale;
  const it = runName(quote, task, context);
  const usage = usedSince(task);
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const no = t`Cancel`;
  const sure = (label: string, actionId: string, text: string, danger: { style?: "danger" } = {}) =>
    button({
      label,
      actionId,
      value,
      ...danger,
      confirm: confirm({ title: label, text, yes: label, no, ...danger }),
    });
  return {
    text: t`I can’t tell whether the partner started ${it}, and have stopped asking so that nothing is charged twice. Please ask the partner about the key, then choose.`,
    beside: [
      [t`Reason`, reasonOf(task, locale)],
      [t`Used since it was sent`, usage === undefined ? undefined : counted(usage, "credit")],
    ],
    ways: [
      button({ label: t`Enter the task id`, actionId: actionIds.enterTaskId, value }),
      sure(
        t`It was never created`,
        actionIds.closeTask,
        t`Only if the partner says there is no such task. It can then be approved again, with a new key.`,
      ),
      sure(
        t`Send again`,
        actionIds.sendAgain,
        t`Same key, same bytes. If the partner has forgotten the key and carried out the first request, it charges ${counted(task.price, "credit")} a second time.`,
        { style: "danger" },
      ),
    ],
  };
}

/** Returns undefined for a run whose record was lost: the admins are told of that loss itself. */
function reasonOf({ state }: Task, { t }: Locale): string | undefined {
  if (state.status !== "unknown" || state.fault === lostRecord) return undefined;
  switch (state.fault) {
    case "IdempotencyConflictError":
    case "RequestAbortedError":
      return t`Another request used this key, or the text or its glossary changed.`;
    case clockFault:
      return t`Galley’s clock was wrong.`;
    default:
      return t`The partner hasn’t answered clearly.`;
  }
}

/** Contract, Not shown: no endpoint lists a key's tasks, so only the account can be compared. */
function usedSince({ sent, state }: Task): number | undefined {
  const before = sent?.usageBefore;
  const after = state.status === "unknown" ? state.usageAfter : undefined;
  return before && after && Math.max(after.used - before.used, before.balance - after.balance, 0);
}

function undelivered(quote: Quote, task: Task, context: ViewContext): Told {
  const { t } = context.locale;
  const it = runName(quote, task, context);
  return {
    text: t`Slack takes no message about ${it} for ${mention(quote.request.by)}, neither in its conversation nor directly. The result is ready and paid for; please pass it on.`,
    ways: [downloadButton(quote, task, context)],
  };
}

function downloadButton({ id: quoteId }: Quote, { key }: Task, { locale: { t } }: ViewContext) {
  const value = taskValue({ quoteId, key });
  return button({ label: t`Download`, actionId: actionIds.freshLink, value, style: "primary" });
}

function stranded(quote: Quote, task: Task, context: ViewContext): Told {
  const { t } = context.locale;
  const it = runName(quote, task, context);
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const why = quote.card.status === "undeliverable" ? quote.card.why : "";
  return {
    text: t`I haven’t sent ${it}, because I can write neither in its conversation nor to ${mention(quote.request.by)}. Nothing was charged; please invite me again and try again, or undo the approval.`,
    beside: [[t`Reason`, `\`${outside(why, limits.wordShown)}\``]],
    ways: [
      button({ label: t`Try again`, actionId: actionIds.tryAgain, value, style: "primary" }),
      button({ label: t`Undo approval`, actionId: actionIds.takeBack, value }),
    ],
  };
}

function statusFact(quote: Quote, task: Task, context: ViewContext): Field {
  return [context.locale.t`Status`, inOneLine(runHeadline(quote, task, context))];
}

function taskIdFact(taskId: string, { locale: { t } }: ViewContext): Field {
  return [t`Task id`, `\`${outside(taskId, limits.id)}\``];
}

/** Everything about a run that an admin needs to look into it, or to ask the partner. */
function taskFacts(quote: Quote, task: Task, context: ViewContext): readonly Field[] {
  const { t, counted } = context.locale;
  const { approval, attempts, key, price, state } = task;
  const [first] = attempts;
  return [
    [t`Requested by`, mention(quote.request.by)],
    [t`Approved by`, approval && approvers(approval, context)],
    [t`Price`, counted(price, "credit")],
    [t`Where`, channelMention(quote.place.channel)],
    [t`First sent`, first && when(first.startedAt)],
    ...("taskId" in state ? [taskIdFact(state.taskId, context)] : []),
    [t`Key`, `\`${key}\``],
  ];
}

/** The id of each form's input, and of its block. */
export const runBlocks = { taskId: "settle.task_id", report: "report.note" } as const;

export function taskIdForm(at: ResultPlace, { locale: { t } }: ViewContext): ModalView {
  const field = textField(200, undefined, { action_id: runBlocks.taskId });
  return modal({
    callback_id: callbackIds.enterTaskId,
    private_metadata: resultMemory(at),
    title: t`Enter the task id`,
    submit: t`Save`,
    close: t`Cancel`,
    blocks: [entry(runBlocks.taskId, t`Task id`, field, { optional: false })],
  });
}

export function reportForm(at: ResultPlace, { locale: { t } }: ViewContext): ModalView {
  const title = t`Report a problem`;
  const field = textField(noteChars, undefined, { action_id: runBlocks.report, multiline: true });
  return modal({
    callback_id: callbackIds.report,
    private_metadata: resultMemory(at),
    title,
    submit: title,
    close: t`Cancel`,
    blocks: [entry(runBlocks.report, t`What is wrong, and where?`, field, { optional: false })],
  });
}

type Report = {
  readonly quote: Quote;
  readonly task: Task;
  readonly by: string;
  readonly words: string;
  readonly link: string | undefined;
};

export function reportCard(
  { quote, task, by, words, link }: Report,
  context: ViewContext,
): Message {
  const { t } = context.locale;
  const text = t`Problem reported: ${runName(quote, task, context)} (${mention(by)}).`;
  const where = link === undefined ? "" : `\n${linkTo(link, t`Open card`)}`;
  const note = `${outside(words, limits.passage - where.length)}${where}`;
  const facts = [statusFact(quote, task, context), ...taskFacts(quote, task, context)];
  return { text: `${text} ${note}`, blocks: [section(text), section(note), fields(facts)] };
}
