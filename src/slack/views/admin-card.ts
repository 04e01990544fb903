import type { KnownBlock } from "@slack/types";

import type { AdminTopic } from "../../domain/notice.ts";
import type { Quote } from "../../domain/quote.ts";
import { strandedTasks } from "../../domain/reaching.ts";
import type { Task, UsageSeen } from "../../domain/task.ts";
import { actionIds, taskValue } from "../ids.ts";
import { channelMention, mention, outside, when } from "../mrkdwn.ts";
import { approvers } from "./approval-words.ts";
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
} from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { fullName } from "./endings.ts";
import { stateWords } from "./other-runs.ts";
import { credits } from "./words.ts";

type About = { readonly topic: AdminTopic; readonly desk: Desk };

/** Told to each admin directly: something about money that the desk does not decide by itself. */
export function adminCard(quote: Quote, task: Task, { topic, desk }: About): Message {
  const it = fullName(quote, task, desk);
  if (topic === "overcharged") return overcharged(quote, task, it);
  if (topic === "short") return short(quote, task, it);
  if (strandedTasks(quote).includes(task)) return stranded(quote, task, it);
  return task.state.status === "unknown" ? unknown(quote, task, it) : settled(quote, task, it);
}

function unknown(quote: Quote, task: Task, it: string): Message {
  const text = `I do not know whether the partner is making ${it}, for ${credits(task.price)}. Please decide how it goes on.`;
  return {
    text,
    blocks: [
      header("A paid task without a clear answer"),
      section(`${text} I have stopped asking, so that nothing is paid twice.`),
      fields(factsOf(quote, task)),
      section(comparison(task)),
      ...waysOn(quote, task),
      context(
        "Enter the task id if the partner names one. Close it if the partner says that there is no such task: it can then be approved anew. Send again uses the same key.",
      ),
    ],
  };
}

/** Contract, Not shown: no endpoint lists the tasks of a key, so the account is all there is to compare. */
function comparison({ price, usageBefore, state }: Task): string {
  const after = state.status === "unknown" ? state.usageAfter : undefined;
  if (usageBefore === undefined) return "I did not note the balance before the first send.";
  if (after === undefined) return `${balanceAt(usageBefore)} I am reading it again now.`;
  const spent = after.used - usageBefore.used;
  const gone = usageBefore.balance - after.balance;
  const hint =
    Math.max(spent, gone) >= price
      ? "That is enough for this task to have been charged, unless it was something else."
      : "That is too little for this task to have been charged so far.";
  return `${balanceAt(usageBefore)} ${balanceAt(after)} Used in between: *${credits(Math.max(spent, gone, 0))}*; this task costs ${credits(price)}. ${hint}`;
}

function balanceAt({ balance, at }: UsageSeen): string {
  return `${when(at)}: ${credits(balance)}.`;
}

function factsOf(quote: Quote, task: Task): readonly Field[] {
  const { place, requester } = quote;
  const [first] = task.attempts;
  return [
    ["Asked by", mention(requester)],
    ["Approved by", task.approval === undefined ? "nobody" : approvers(task.approval)],
    ["Price", credits(task.price)],
    ["Where", channelMention(place.channel) ?? "a direct message"],
    ["First sent", first === undefined ? "before it was reopened" : when(first.startedAt)],
    ["Key", `\`${task.key}\``],
  ];
}

function waysOn(quote: Quote, task: Task): KnownBlock[] {
  const value = taskValue({ quoteId: quote.id, key: task.key });
  return [
    actions(`settle.${task.key}`, [
      button({ label: "Enter the task id", actionId: actionIds.enterTaskId, value }),
      button({
        label: "Close: not created",
        actionId: actionIds.closeTask,
        value,
        confirm: confirm({
          title: "Close as not created?",
          text: "Only if the partner says that there is no such task. It can then be approved anew, with a new key.",
          yes: "Close it",
        }),
      }),
      button({
        label: "Send again",
        actionId: actionIds.sendAgain,
        value,
        style: "danger",
        confirm: confirm({
          title: "Send it again?",
          text: `Same key, same bytes. If the partner has forgotten the key and the first request was carried out, ${credits(task.price)} are paid a second time.`,
          yes: "Send again",
          style: "danger",
        }),
      }),
    ]),
  ];
}

function stranded(quote: Quote, task: Task, it: string): Message {
  const { place, requester, card } = quote;
  const where = channelMention(place.channel) ?? "the conversation";
  const why =
    card.status === "parked"
      ? ` (Slack’s word for it is \`${outside(card.why, limits.wordShown)}\`)`
      : "";
  const text = `I have not sent ${it}, although it is approved for ${credits(task.price)}: I can write neither in ${where} nor to ${mention(requester)}${why}, and I buy nothing that nobody can see. Nothing was charged.`;
  return {
    text,
    blocks: [
      header("Approved, and not sent"),
      section(text),
      fields(factsOf(quote, task)),
      strandedWays(quote, task),
      context(
        "Let me into the conversation again, then try again: the card goes up, and it is sent. Or take the approval back.",
      ),
    ],
  };
}

function strandedWays(quote: Quote, task: Task): KnownBlock {
  const value = taskValue({ quoteId: quote.id, key: task.key });
  return actions(`settle.${task.key}`, [
    button({ label: "Try again", actionId: actionIds.tryAgain, value, style: "primary" }),
    button({
      label: "Take it back",
      actionId: actionIds.takeBack,
      value,
      style: "danger",
      confirm: confirm({
        title: "Take the approval back?",
        text: "Nothing has been sent and nothing was charged. It can be approved anew from a card.",
        yes: "Take back",
        style: "danger",
      }),
    }),
  ]);
}

function settled(quote: Quote, task: Task, it: string): Message {
  const text = `Settled: ${it} waits for no decision any more. It stands so: ${stateWords(task)}.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task))] };
}

function overcharged(quote: Quote, task: Task, it: string): Message {
  const charged = task.state.status === "completed" ? (task.state.result.charged ?? 0) : 0;
  const text = `The partner charged ${credits(charged)} for ${it}, ${credits(charged - task.price)} more than the ${credits(task.price)} that were approved. Please ask the partner why.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task))] };
}

/** Contract, POST /tasks rule 9: nothing was created. */
function short(quote: Quote, task: Task, it: string): Message {
  const text = `The partner refused ${it}, which was approved for ${credits(task.price)}: the account does not cover it. Nothing was charged. Please top it up; it can then be approved again.`;
  return { text, blocks: [section(text), fields(factsOf(quote, task))] };
}
