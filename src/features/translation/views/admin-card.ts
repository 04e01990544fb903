import type { KnownBlock } from "@slack/types";

import type { AdminTopic } from "../../../core/notices.ts";
import type { Quote } from "../../../core/quote.ts";
import { strandedTasks } from "../../../core/reaching.ts";
import { successorsOf } from "../../../core/successors.ts";
import type { Task, UsageSeen } from "../../../core/task.ts";
import {
  type Field,
  type Message,
  actions,
  button,
  confirm,
  context,
  fields,
  header,
  limits,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { channelMention, mention, outside, when } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { capital } from "../../../slack/words.ts";
import { approvers, approversInFull } from "../../estimate/views/approval-words.ts";
import { stateWords } from "../../estimate/views/other-runs.ts";
import { actionIds, taskValue } from "../../ids.ts";
import { clockFault } from "../rules/sending.ts";
import { fullName } from "./endings.ts";

type About = { readonly topic: AdminTopic; readonly desk: Desk };

/** Told to each admin directly: something about money that the desk does not decide by itself. */
export function adminCard(quote: Quote, task: Task, { topic, desk }: About): Message {
  const told = { it: fullName(quote, task, desk), tongue: desk.tongue };
  if (topic === "overcharged") return overcharged(quote, task, told);
  if (topic === "short") return short(quote, task, told);
  const successors = topic === "charged-twice" ? successorsOf(quote, task) : [];
  if (successors.length > 0) return chargedTwice([task, ...successors], told);
  if (strandedTasks(quote).includes(task)) return stranded(quote, task, told);
  return task.state.status === "unknown" ? unknown(quote, task, told) : settled(quote, task, told);
}

type Told = { readonly it: string; readonly tongue: Tongue };

function unknown(quote: Quote, task: Task, { it, tongue }: Told): Message {
  const { t, counted } = tongue;
  const text = t`I do not know whether the partner is making ${it}, for ${counted(task.price, "credit")}. Please decide how it goes on.`;
  const isUndated = task.state.status === "unknown" && task.state.fault === clockFault;
  const why = isUndated
    ? [
        t`The clock of my machine was ahead when it was sent, so I cannot tell how long ago that was.`,
      ]
    : [];
  const stopped = t`I have stopped asking, so that nothing is paid twice.`;
  return {
    text,
    blocks: [
      header(t`A paid task without a clear answer`),
      section([text, ...why, stopped].join(" ")),
      fields(factsOf(quote, task, tongue)),
      section(comparison(task, tongue)),
      ...waysOn(quote, task, tongue),
      context(
        t`Enter the task id if the partner names one. Close it if the partner says that there is no such task: it can then be approved anew. Send again uses the same key.`,
      ),
    ],
  };
}

/** Contract, Not shown: no endpoint lists the tasks of a key, so the account is all there is to compare. */
function comparison({ price, usageBefore, state }: Task, tongue: Tongue): string {
  const { t, counted } = tongue;
  const after = state.status === "unknown" ? state.usageAfter : undefined;
  if (usageBefore === undefined) return t`I did not note the balance before the first send.`;
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

function factsOf(quote: Quote, task: Task, tongue: Tongue): readonly Field[] {
  const { t, counted } = tongue;
  const { place, requester } = quote;
  const [first] = task.attempts;
  return [
    [t`Asked by`, mention(requester)],
    [t`Approved by`, task.approval === undefined ? t`nobody` : approvers(task.approval, tongue)],
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
        label: t`Close: not created`,
        actionId: actionIds.closeTask,
        value,
        confirm: confirm({
          title: t`Close as not created?`,
          text: t`Only if the partner says that there is no such task. It can then be approved anew, with a new key.`,
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
          text: t`Same key, same bytes. If the partner has forgotten the key and the first request was carried out, ${counted(task.price, "credit")} are paid a second time.`,
          yes: t`Send again`,
          no: t`Not now`,
          style: "danger",
        }),
      }),
    ]),
  ];
}

function stranded(quote: Quote, task: Task, { it, tongue }: Told): Message {
  const { t } = tongue;
  const text = strandedWords(quote, task, { it, tongue });
  return {
    text,
    blocks: [
      header(t`Approved, and not sent`),
      section(text),
      fields(factsOf(quote, task, tongue)),
      strandedWays(quote, task, tongue),
      context(
        t`Let me into the conversation again, then try again: the card goes up, and it is sent. Or take the approval back.`,
      ),
    ],
  };
}

function strandedWords(
  { place, requester, card }: Quote,
  { price }: Task,
  { it, tongue: { t, counted } }: Told,
): string {
  const where = channelMention(place.channel) ?? t`the conversation`;
  const cost = counted(price, "credit");
  if (card.status !== "parked") {
    return t`I have not sent ${it}, although it is approved for ${cost}: I can write neither in ${where} nor to ${mention(requester)}, and I buy nothing that nobody can see. Nothing was charged.`;
  }
  const why = outside(card.why, limits.wordShown);
  return t`I have not sent ${it}, although it is approved for ${cost}: I can write neither in ${where} nor to ${mention(requester)} (Slack’s word for it is \`${why}\`), and I buy nothing that nobody can see. Nothing was charged.`;
}

function strandedWays(quote: Quote, task: Task, { t }: Tongue): KnownBlock {
  const value = taskValue({ quoteId: quote.id, key: task.key });
  return actions(`settle.${task.key}`, [
    button({ label: t`Try again`, actionId: actionIds.tryAgain, value, style: "primary" }),
    button({
      label: t`Take it back`,
      actionId: actionIds.takeBack,
      value,
      style: "danger",
      confirm: confirm({
        title: t`Take the approval back?`,
        text: t`Nothing has been sent and nothing was charged. It can be approved anew from a card.`,
        yes: t`Take back`,
        no: t`Not now`,
        style: "danger",
      }),
    }),
  ]);
}

function settled(quote: Quote, task: Task, { it, tongue }: Told): Message {
  const text = tongue.t`Settled: ${it} waits for no decision any more. It stands so: ${stateWords(task, tongue)}.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task, tongue))] };
}

function overcharged(quote: Quote, task: Task, { it, tongue }: Told): Message {
  const { t, counted } = tongue;
  const charged = task.state.status === "completed" ? (task.state.result.charged ?? 0) : 0;
  const more = counted(charged - task.price, "credit");
  const text = t`The partner charged ${counted(charged, "credit")} for ${it}, ${more} more than the ${counted(task.price, "credit")} that were approved. Please ask the partner why.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task, tongue))] };
}

function chargedTwice([first, ...later]: readonly Task[], { it, tongue }: Told): Message {
  const { t } = tongue;
  const text = t`${capital(it)} was approved once more because the first run seemed lost. Now the first run has come back as well, and the partner may charge both. Please ask the partner for a refund.`;
  const runs = [
    ...(first === undefined ? [] : [runFacts(t`The run that came back`, first, tongue)]),
    ...later.map((task) => runFacts(t`Approved after it`, task, tongue)),
  ];
  return { text, blocks: [header(t`Probably charged twice`), section(text), ...runs.map(fields)] };
}

function runFacts(label: string, task: Task, tongue: Tongue): readonly Field[] {
  const { t, counted } = tongue;
  const { approval, key, price, state } = task;
  return [
    [label, stateWords(task, tongue)],
    [t`Approved by`, approval === undefined ? t`nobody` : approversInFull(approval, tongue)],
    [t`Price`, counted(price, "credit")],
    [t`Task id`, "taskId" in state ? `\`${outside(state.taskId, limits.id)}\`` : "-"],
    [t`Key`, `\`${key}\``],
  ];
}

/** Contract, POST /tasks rule 9: nothing was created. */
function short(quote: Quote, task: Task, { it, tongue }: Told): Message {
  const { t, counted } = tongue;
  const text = t`The partner refused ${it}, which was approved for ${counted(task.price, "credit")}: the account does not cover it. Nothing was charged. Please top it up; it can then be approved again.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task, tongue))] };
}
