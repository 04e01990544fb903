import type { Button, ModalView } from "@slack/types";

import type { AdminTopic } from "../../../core/notices.ts";
import { successorsOf, type Quote } from "../../../core/quote.ts";
import { strandedTasks } from "../../../core/reaching.ts";
import type { Task } from "../../../core/task.ts";
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
  input,
  modal,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { channelMention, linkTo, mention, outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital } from "../../../slack/words.ts";
import { approvers, inOneLine, runHeadline } from "../../estimate/views/run-words.ts";
import { type ResultPlace, actionIds, callbackIds, resultMemory, taskValue } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { lostRecord } from "../../records/rules/recovery.ts";
import { clockFault } from "../rules/sending.ts";
import { endingWords, runName } from "./endings.ts";

/** What an admin is told of a run, what Galley knows beside its facts, and the ways on. */
type Told = {
  readonly text: string;
  readonly beside?: readonly Field[];
  readonly ways?: readonly Button[];
};

/** Draws the message to each admin: a question of money that Galley does not decide by itself. */
export function adminCard(
  quote: Quote,
  task: Task,
  { topic, context }: { readonly topic: AdminTopic; readonly context: ViewContext },
): Message {
  const later = topic === "charged-twice" ? successorsOf(quote, task) : [];
  const { text, beside = [], ways = [] } = told(quote, task, { topic, context, later });
  const facts = [
    [...beside, ...taskFacts(quote, task, context)],
    ...later.map((one) => [statusFact(quote, one, context), ...taskFacts(quote, one, context)]),
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

type About = {
  readonly topic: AdminTopic;
  readonly context: ViewContext;
  readonly later: readonly Task[];
};

function told(quote: Quote, task: Task, { topic, context, later }: About): Told {
  const { t } = context.locale;
  const it = runName(quote, task, context);
  if (topic === "overcharged" || topic === "short") {
    return { text: endingWords(quote, task, context) };
  }
  if (later.length > 0) {
    return {
      beside: [statusFact(quote, task, context)],
      text: t`${capital(it)} was approved again because its first run seemed lost, and the partner may charge both. Please ask the partner for a refund.`,
    };
  }
  if (strandedTasks(quote).includes(task)) return stranded(quote, task, { it, context });
  return task.state.status === "unknown"
    ? unknown(quote, task, { it, context })
    : { text: t`Resolved: ${it}.`, beside: [statusFact(quote, task, context)] };
}

type Named = { readonly it: string; readonly context: ViewContext };

function unknown(quote: Quote, task: Task, { it, context: { locale } }: Named): Told {
  const { t, counted } = locale;
  const used = usedSince(task);
  const why = reasonOf(task, locale);
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const [never, again, no] = [t`It was never created`, t`Send again`, t`Cancel`];
  return {
    text: t`I can’t tell whether the partner started ${it}, and have stopped asking so that nothing is charged twice. Please ask the partner about the key, then choose.`,
    beside: [
      ...(why === undefined ? [] : [[t`Reason`, why] as const]),
      ...(used === undefined ? [] : [[t`Used in between`, counted(used, "credit")] as const]),
    ],
    ways: [
      button({ label: t`Enter the task id`, actionId: actionIds.enterTaskId, value }),
      button({
        label: never,
        actionId: actionIds.closeTask,
        value,
        confirm: confirm({
          title: never,
          text: t`Only if the partner says there is no such task. It can then be approved again, with a new key.`,
          yes: never,
          no,
        }),
      }),
      button({
        label: again,
        actionId: actionIds.sendAgain,
        value,
        style: "danger",
        confirm: confirm({
          title: again,
          text: t`Same key, same bytes. If the partner has forgotten the key and carried out the first request, it charges ${counted(task.price, "credit")} a second time.`,
          yes: again,
          no,
          style: "danger",
        }),
      }),
    ],
  };
}

/** Returns undefined for a run whose record was lost: the admins are told of that loss itself. */
function reasonOf({ state }: Task, { t }: Locale): string | undefined {
  if (state.status !== "unknown" || state.fault === lostRecord) return undefined;
  switch (state.fault) {
    case "IdempotencyConflict":
    case "CutShort":
      return t`Somebody else used our key, or the text changed.`;
    case clockFault:
      return t`Galley’s clock was wrong.`;
    default:
      return t`The partner hasn’t answered clearly.`;
  }
}

/**
 * Returns the credits that the account used since before the first attempt. Contract, Not shown: no
 * endpoint lists the tasks of a key, so only the account can be compared.
 */
function usedSince({ sent, state }: Task): number | undefined {
  const before = sent?.usageBefore;
  const after = state.status === "unknown" ? state.usageAfter : undefined;
  return before && after && Math.max(after.used - before.used, before.balance - after.balance, 0);
}

function stranded(quote: Quote, task: Task, { it, context: { locale } }: Named): Told {
  const { t } = locale;
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const why = quote.card.status === "parked" ? quote.card.why : "";
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

/** Everything about a run that an admin needs to look into it, or to ask the partner. */
function taskFacts(quote: Quote, task: Task, context: ViewContext): readonly Field[] {
  const { t, counted } = context.locale;
  const { approval, attempts, key, price, state } = task;
  const where = channelMention(quote.place.channel);
  const [first] = attempts;
  return [
    [t`Requested by`, mention(quote.request.by)],
    ...(approval === undefined ? [] : [[t`Approved by`, approvers(approval, context)] as const]),
    [t`Price`, counted(price, "credit")],
    ...(where === undefined ? [] : [[t`Where`, where] as const]),
    ...(first === undefined ? [] : [[t`First sent`, when(first.startedAt)] as const]),
    ...("taskId" in state
      ? [[t`Task id`, `\`${outside(state.taskId, limits.id)}\``] as const]
      : []),
    [t`Key`, `\`${key}\``],
  ];
}

/** The id of each form's input, and of its block. */
export const runBlocks = { taskId: "settle.task_id", report: "report.note" } as const;

export function taskIdForm(at: ResultPlace, { locale: { t } }: ViewContext): ModalView {
  const words = { title: t`Enter the task id`, submit: t`Save`, label: t`Task id` };
  return textForm(
    at,
    { ...words, callback_id: callbackIds.enterTaskId, block: runBlocks.taskId },
    t,
  );
}

export function reportForm(at: ResultPlace, { locale: { t } }: ViewContext): ModalView {
  const title = t`Report a problem`;
  const words = { title, submit: title, label: t`What is wrong, and where?`, multiline: true };
  return textForm(at, { ...words, callback_id: callbackIds.report, block: runBlocks.report }, t);
}

type TextForm = {
  readonly callback_id: string;
  readonly block: string;
  readonly title: string;
  readonly submit: string;
  readonly label: string;
  readonly multiline?: boolean;
};

/** Draws a form with one text about a run. */
function textForm(at: ResultPlace, form: TextForm, t: Locale["t"]): ModalView {
  const { callback_id, block, title, submit, label, multiline = false } = form;
  return modal({
    callback_id,
    private_metadata: resultMemory(at),
    title,
    submit,
    close: t`Cancel`,
    blocks: [
      input({
        block_id: block,
        label,
        element: {
          type: "plain_text_input",
          action_id: block,
          multiline,
          max_length: multiline ? noteChars : 200,
        },
      }),
    ],
  });
}

type Report = {
  readonly quote: Quote;
  readonly task: Task;
  readonly by: string;
  readonly words: string;
  readonly link: string | undefined;
};

/** Draws what a person reports, for the admins. */
export function reportCard(
  { quote, task, by, words, link }: Report,
  context: ViewContext,
): Message {
  const { t } = context.locale;
  const text = t`${mention(by)} reports a problem with ${runName(quote, task, context)}:`;
  const where = link === undefined ? "" : `\n${linkTo(link, t`Open card`)}`;
  const note = `${outside(words, limits.passage - where.length)}${where}`;
  const facts = [statusFact(quote, task, context), ...taskFacts(quote, task, context)];
  return { text: `${text} ${note}`, blocks: [section(text), section(note), fields(facts)] };
}
