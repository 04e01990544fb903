import { productOf } from "../../domain/offer.ts";
import { type Quote, boughtTasks, translationOf } from "../../domain/quote.ts";
import { type Rejection, type Task, sendTrouble } from "../../domain/task.ts";
import { approvers } from "./approval-words.ts";
import type { Desk } from "./desk.ts";
import { partName } from "./part-words.ts";
import { capital, characters, credits, languageShown, progressLine } from "./words.ts";

/** Previews, glossaries and what was bought for another language: one line each, newest last. */
export function otherRuns(quote: Quote, desk: Desk): readonly string[] {
  const main = translationOf(quote);
  const newest = new Map<string, Task>();
  for (const task of boughtTasks(quote)) {
    if (task !== main)
      newest.set(`${productOf(task)} ${task.target} ${task.part?.from}-${task.part?.to}`, task);
  }
  const lines = [...newest.values()]
    .filter(isWorthALine(quote))
    .map((task) => line(quote, task, desk));
  const more = lines.length - lineLimit;
  return more > 0 ? [`and ${more} earlier`, ...lines.slice(-lineLimit)] : lines;
}

const lineLimit = 6;

/** A rejected try for a language that the card no longer names is history. */
function isWorthALine(quote: Quote) {
  return (task: Task) => task.state.status !== "rejected" || task.target === quote.target;
}

function line(quote: Quote, task: Task, desk: Desk): string {
  const language = languageShown(task.target, desk.rules.languages);
  if (task.part !== undefined) {
    return `*${capital(partName(quote, task.part))}* (${language}): ${stateWords(task)}`;
  }
  const range = task.scope === undefined ? "" : `, opening ${characters(task.scope)}`;
  return `*${names[productOf(task)]}* (${language}${range}): ${stateWords(task)}`;
}

const names = {
  translation: "Translation",
  part: "Chapters",
  preview: "Preview",
  glossary: "Glossary",
} as const;

/** A run in half a sentence, for lines and lists. */
export function stateWords(task: Task): string {
  const { state } = task;
  switch (state.status) {
    case "approved":
      return `${approvedBy(task)}, goes to the partner next`;
    case "sending":
      return sendingWords(task);
    case "running":
      return `${runningWords(state.progress, state.msLeft)}${overdueWords(state.overdueSince)}`;
    case "completed":
      return `ready in the thread, ${paidWords(state.result.charged, task.price)}`;
    case "rejected":
      return `${rejectedWords(state.reason)}; nothing was charged`;
    case "unknown":
      return "no clear answer from the partner; the reply in the thread says what to do";
    case "failed":
      return "failed at the partner; the reply in the thread says what to do";
    case "vanished":
      return "no longer known to the partner; the reply in the thread says what to do";
  }
}

function sendingWords(task: Task): string {
  switch (sendTrouble(task)) {
    case "unclear":
      return "no clear answer from the partner yet; I am asking again with the same key, so nothing is paid twice";
    case "unreachable":
      return "not sent yet, the partner cannot take it just now; I keep trying";
    case undefined:
      return `${approvedBy(task)}, on its way to the partner`;
  }
}

function approvedBy({ approval }: Task): string {
  return approval === undefined ? "approved" : `approved by ${approvers(approval)}`;
}

function runningWords(progress: number | undefined, msLeft: number | undefined): string {
  return progress === undefined ? "running" : progressLine(progress, msLeft);
}

function overdueWords(since: number | undefined): string {
  return since === undefined ? "" : ", longer than usual; I keep looking";
}

function paidWords(charged: number | undefined, price: number): string {
  if (charged === undefined) return "charge not said by the partner";
  return charged > price
    ? `${credits(charged)} charged, more than the ${credits(price)} approved`
    : `${credits(charged)} charged`;
}

/** Why nothing came of it, in half a sentence. */
export function rejectedWords(reason: Rejection): string {
  switch (reason) {
    case "not-free":
      return "not asked for, because the partner charges for it";
    case "not-created":
      return "never started, as an admin found";
    case "bad-request":
      return "turned down by the partner";
    case "unauthorized":
      return "the partner did not accept the desk’s API key";
    case "short-of-credits":
      return "the balance does not cover it";
    case "text-changed":
      return "the file is no longer the text that was estimated";
    case "file-gone":
      return "the file is no longer at Slack";
    case "cancelled":
      return "taken back before anything was sent";
  }
}
