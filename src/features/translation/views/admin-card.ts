import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";

import type { AdminTopic } from "../../../core/notices.ts";
import { successorsOf, type Quote } from "../../../core/quote.ts";
import { strandedTasks } from "../../../core/reaching.ts";
import type { Task, UsageSeen } from "../../../core/task.ts";
import {
  type Field,
  type Message,
  actions,
  button,
  confirm,
  contextBlock,
  fields,
  header,
  limits,
  plainText,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { channelMention, mention, outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital } from "../../../slack/words.ts";
import { stateWords } from "../../estimate/views/other-runs.ts";
import { approvers, approversInFull } from "../../estimate/views/policy-words.ts";
import { actionIds, callbackIds, taskValue } from "../../ids.ts";
import { clockFault } from "../rules/sending.ts";
import type { SettleOutcome } from "../rules/settling.ts";
import { fullName } from "./endings.ts";

type About = { readonly topic: AdminTopic; readonly context: ViewContext };

/** Draws the message to each admin: a question of money that Galley does not decide by itself. */
export function adminCard(quote: Quote, task: Task, { topic, context }: About): Message {
  const told = { it: fullName(quote, task, context), tongue: context.tongue, context };
  if (topic === "overcharged") return overcharged(quote, task, told);
  if (topic === "short") return short(quote, task, told);
  const successors = topic === "charged-twice" ? successorsOf(quote, task) : [];
  if (successors.length > 0) return chargedTwice([task, ...successors], told);
  if (strandedTasks(quote).includes(task)) return stranded(quote, task, told);
  return task.state.status === "unknown" ? unknown(quote, task, told) : settled(quote, task, told);
}

type Told = { readonly it: string; readonly tongue: Tongue; readonly context: ViewContext };

function unknown(quote: Quote, task: Task, { it, tongue, context }: Told): Message {
  const { t, counted } = tongue;
  const text = t`Unclear: did the partner start ${it} (${counted(task.price, "credit")})? Please choose what to do.`;
  const isUndated = task.state.status === "unknown" && task.state.fault === clockFault;
  const why = isUndated
    ? [t`This machine’s clock was ahead when it was sent, so I can’t tell how long ago that was.`]
    : [];
  const stopped = t`I have stopped asking, so that nothing is charged twice.`;
  return {
    text,
    blocks: [
      header(t`A paid task without a clear answer`),
      section([text, ...why, stopped].join(" ")),
      fields(factsOf(quote, task, context)),
      section(comparison(task, tongue)),
      ...waysOn(quote, task, tongue),
      contextBlock(
        t`If the partner knows the task, enter its id. If the partner says there is no such task, close it, and it can be approved again. “Send again” uses the same key.`,
      ),
    ],
  };
}

/**
 * Contract, Not shown: no endpoint lists the tasks of a key, so only the account can be compared.
 */
function comparison({ price, sent, state }: Task, tongue: Tongue): string {
  const { t, counted } = tongue;
  const usageBefore = sent?.usageBefore;
  const after = state.status === "unknown" ? state.usageAfter : undefined;
  if (usageBefore === undefined) return t`No balance was recorded before the first attempt.`;
  if (after === undefined)
    return `${balanceAt(usageBefore, tongue)} ${t`I am reading it again now.`}`;
  const spent = after.used - usageBefore.used;
  const gone = usageBefore.balance - after.balance;
  const used = counted(Math.max(spent, gone, 0), "credit");
  const cost = counted(price, "credit");
  const hint =
    Math.max(spent, gone) >= price
      ? t`That is enough for this task to have been charged, unless it was something else.`
      : t`That is too little for this task to have been charged so far.`;
  return [
    balanceAt(usageBefore, tongue),
    balanceAt(after, tongue),
    t`Used in between: *${used}*; this task costs ${cost}.`,
    hint,
  ].join(" ");
}

function balanceAt({ balance, at }: UsageSeen, { t, counted }: Tongue): string {
  return t`${when(at)}: ${counted(balance, "credit")}.`;
}

function factsOf(quote: Quote, task: Task, context: ViewContext): readonly Field[] {
  const { t, counted } = context.tongue;
  const { place, request } = quote;
  const [first] = task.attempts;
  return [
    [t`Requested by`, mention(request.by)],
    [t`Approved by`, task.approval === undefined ? t`nobody` : approvers(task.approval, context)],
    [t`Price`, counted(task.price, "credit")],
    [t`Where`, channelMention(place.channel) ?? t`a direct message`],
    [t`First sent`, first === undefined ? t`before it was reopened` : when(first.startedAt)],
    [t`Key`, `\`${task.key}\``],
  ];
}

function waysOn(quote: Quote, task: Task, tongue: Tongue): KnownBlock[] {
  const { t, counted } = tongue;
  const value = taskValue({ quoteId: quote.id, key: task.key });
  return [
    actions(`settle.${task.key}`, [
      button({ label: t`Enter the task id`, actionId: actionIds.enterTaskId, value }),
      button({
        label: t`It was never created`,
        actionId: actionIds.closeTask,
        value,
        confirm: confirm({
          title: t`Close it as never created?`,
          text: t`Only if the partner says there is no such task. It can then be approved again, with a new key.`,
          yes: t`Close it`,
          no: t`Not now`,
        }),
      }),
      button({
        label: t`Send again`,
        actionId: actionIds.sendAgain,
        value,
        style: "danger",
        confirm: confirm({
          title: t`Send it again?`,
          text: t`Same key, same bytes. If the partner has forgotten the key and carried out the first request, it charges ${counted(task.price, "credit")} a second time.`,
          yes: t`Send again`,
          no: t`Not now`,
          style: "danger",
        }),
      }),
    ]),
  ];
}

function stranded(quote: Quote, task: Task, { it, tongue, context }: Told): Message {
  const { t } = tongue;
  const text = strandedWords(quote, task, { it, tongue, context });
  return {
    text,
    blocks: [
      header(t`Approved, but not sent`),
      section(text),
      fields(factsOf(quote, task, context)),
      strandedWays(quote, task, tongue),
      contextBlock(
        t`Please invite me to the conversation again, then try again: I post the card and send the task. Or undo the approval.`,
      ),
    ],
  };
}

function strandedWords(
  { place, request, card }: Quote,
  { price }: Task,
  { it, tongue: { t, counted } }: Told,
): string {
  const where = channelMention(place.channel) ?? t`the conversation`;
  const cost = counted(price, "credit");
  if (card.status !== "parked") {
    return t`I haven’t sent ${it}, although it is approved for ${cost}: I can write neither in ${where} nor to ${mention(request.by)}. Nothing was charged.`;
  }
  const why = outside(card.why, limits.wordShown);
  return t`I haven’t sent ${it}, although it is approved for ${cost}: I can write neither in ${where} nor to ${mention(request.by)} (Slack says \`${why}\`). Nothing was charged.`;
}

function strandedWays(quote: Quote, task: Task, { t }: Tongue): KnownBlock {
  const value = taskValue({ quoteId: quote.id, key: task.key });
  return actions(`settle.${task.key}`, [
    button({ label: t`Try again`, actionId: actionIds.tryAgain, value, style: "primary" }),
    button({
      label: t`Undo approval`,
      actionId: actionIds.takeBack,
      value,
      style: "danger",
      confirm: confirm({
        title: t`Undo the approval?`,
        text: t`Nothing was sent or charged. It can be approved again from a card.`,
        yes: t`Undo`,
        no: t`Not now`,
        style: "danger",
      }),
    }),
  ]);
}

function settled(quote: Quote, task: Task, { it, tongue, context }: Told): Message {
  const text = tongue.t`Resolved: ${it}. Status: ${stateWords(task, context)}.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task, context))] };
}

function overcharged(quote: Quote, task: Task, { it, tongue, context }: Told): Message {
  const { t, counted } = tongue;
  const charged = task.state.status === "completed" ? (task.state.result.charged ?? 0) : 0;
  const more = counted(charged - task.price, "credit");
  const text = t`The partner charged ${counted(charged, "credit")} for ${it}, ${more} more than the approved price, ${counted(task.price, "credit")}. Please ask the partner why.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task, context))] };
}

function chargedTwice([first, ...later]: readonly Task[], { it, tongue, context }: Told): Message {
  const { t } = tongue;
  const text = t`${capital(it)} was approved again because the first run seemed lost. Now the first run has come back, and the partner may charge both. Please ask the partner for a refund.`;
  const runs = [
    ...(first === undefined ? [] : [runFacts(t`The run that came back`, first, context)]),
    ...later.map((task) => runFacts(t`Approved after it`, task, context)),
  ];
  return { text, blocks: [header(t`Probably charged twice`), section(text), ...runs.map(fields)] };
}

function runFacts(label: string, task: Task, context: ViewContext): readonly Field[] {
  const { t, counted } = context.tongue;
  const { approval, key, price, state } = task;
  return [
    [label, stateWords(task, context)],
    [t`Approved by`, approval === undefined ? t`nobody` : approversInFull(approval, context)],
    [t`Price`, counted(price, "credit")],
    [t`Task id`, "taskId" in state ? `\`${outside(state.taskId, limits.id)}\`` : "-"],
    [t`Key`, `\`${key}\``],
  ];
}

/** Contract, POST /tasks rule 9: nothing was created. */
function short(quote: Quote, task: Task, { it, tongue, context }: Told): Message {
  const { t, counted } = tongue;
  const text = t`The partner refused ${it}, approved for ${counted(task.price, "credit")}: the account does not cover it. Nothing was charged. After a top-up it can be approved again.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task, context))] };
}

/** Answers an admin's decision. */
export function settleReply(outcome: SettleOutcome, { tongue: { t } }: ViewContext): Message {
  if (outcome.status === "not-unknown") {
    return say(t`Someone already resolved this task. Nothing was changed.`);
  }
  switch (outcome.way) {
    case "task-id":
      return say(t`I’m going on with this task: the card in the thread shows its progress.`);
    case "not-created":
      return say(t`Closed as never created. It can be approved again from its card.`);
    case "send-again":
      return say(t`I’m sending it once more, with the same key and the same bytes.`);
    case "try-again":
      return say(t`I’m posting the card again. After that, the task is sent.`);
    case "take-back":
      return say(t`The approval is undone. Nothing was sent or charged.`);
  }
}

export function notBelievedSentence(
  why: "no-such-task" | "another-task",
  { tongue: { t } }: ViewContext,
): string {
  return why === "no-such-task"
    ? t`The partner doesn’t know a task with this id. Please check it; nothing was changed.`
    : t`The task with this id is for something else, or belongs to another card. Please check it; nothing was changed.`;
}

const block = "settle.task_id";

/** The task in our records, and the conversation with the admin. */
export type SettleRef = {
  readonly quoteId: string;
  readonly key: string;
  readonly channel: string;
};

/** Asks an admin for the partner's task id. */
export function taskIdForm(
  { quoteId, key, channel }: SettleRef,
  { tongue: { t } }: ViewContext,
): ModalView {
  return {
    type: "modal",
    callback_id: callbackIds.enterTaskId,
    private_metadata: [quoteId, key, channel].join("/"),
    title: plainText(t`Enter the task id`, limits.viewTitle),
    submit: plainText(t`Go on with it`, limits.viewTitle),
    close: plainText(t`Not now`, limits.viewTitle),
    blocks: [
      section(
        t`Ask the partner whether there is a task for this key, and enter its id here. I check it first.`,
      ),
      {
        type: "input",
        block_id: block,
        label: plainText(t`Task id`, limits.label),
        element: { type: "plain_text_input", action_id: "id", max_length: 200 },
      },
    ],
  };
}

/** Reads the form's `private_metadata`; returns undefined for metadata that is not ours. */
export function parseSettleRef(metadata: string): SettleRef | undefined {
  const [quoteId, key, channel, ...rest] = metadata.split("/");
  const isWhole = quoteId && key && channel && rest.length === 0;
  return isWhole ? { quoteId, key, channel } : undefined;
}

/** Returns the typed id, or undefined for an empty field. */
export function parseTaskId(values: unknown): string | undefined {
  const typed = schema.safeParse(values).data?.[block].id.value?.trim();
  return typed === "" ? undefined : typed;
}

/** Returns the error of the field, in Slack's form. */
export function taskIdError(sentence: string): Record<string, string> {
  return { [block]: sentence };
}

const schema = z.object({ [block]: z.object({ id: z.object({ value: z.string().nullish() }) }) });
