import { productOf } from "../../../core/offer.ts";
import {
  type Product,
  type Quote,
  paidTasks,
  manuscriptOf,
  translationOf,
} from "../../../core/quote.ts";
import { type Rejection, type Task, charactersOf, partOf } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import { sendTrouble } from "../../translation/rules/send-trouble.ts";
import { partName } from "./coverage-words.ts";
import { approvers } from "./policy-words.ts";
import { progressLine } from "./progress-words.ts";

/** Previews, glossaries and runs for another language: one line each, newest last. */
export function otherRuns(quote: Quote, context: ViewContext): readonly string[] {
  const main = translationOf(quote);
  const newest = new Map<string, Task>();
  for (const task of paidTasks(quote)) {
    if (task !== main)
      newest.set(`${productOf(task)} ${task.target} ${JSON.stringify(partOf(task))}`, task);
  }
  const lines = [...newest.values()]
    .filter(isWorthALine(quote))
    .map((task) => line(quote, task, context));
  const more = lines.length - lineLimit;
  return more > 0 ? [context.tongue.t`and ${more} earlier`, ...lines.slice(-lineLimit)] : lines;
}

const lineLimit = 6;

/** Drops a rejected run for a language that the card no longer names. */
function isWorthALine(quote: Quote) {
  return (task: Task) => task.state.status !== "rejected" || task.target === quote.target;
}

function line(quote: Quote, task: Task, context: ViewContext): string {
  const { tongue, rules } = context;
  const { t, counted } = tongue;
  const language = languageShown(task.target, rules.languages, tongue);
  const state = stateWords(task, context);
  const part = partOf(task);
  if (part !== undefined) {
    return `*${capital(partName(quote, part, tongue))}* (${language}): ${state}`;
  }
  const name = runName(productOf(task), tongue);
  const whole = manuscriptOf(quote)?.characters ?? 0;
  const characters = charactersOf(task, whole);
  return characters === whole
    ? `*${name}* (${language}): ${state}`
    : `*${name}* (${t`${language}, opening ${counted(characters, "character")}`}): ${state}`;
}

function runName(product: Product, { t }: Tongue): string {
  switch (product) {
    case "translation":
      return t`Translation`;
    case "part":
      return t`Chapters`;
    case "preview":
      return t`Preview`;
    case "glossary":
      return t`Glossary`;
  }
}

/** Describes a run in half a sentence, for lines and lists. */
export function stateWords(task: Task, context: ViewContext): string {
  const { tongue } = context;
  const { t } = tongue;
  const { state } = task;
  switch (state.status) {
    case "approved":
      return t`${approvedBy(task, context)}, goes to the partner next`;
    case "sending":
      return sendingWords(task, context);
    case "running":
      return runningWords(state, tongue);
    case "completed":
      return t`ready in the thread, ${paidWords(state.result.charged, task.price, tongue)}`;
    case "rejected":
      return t`${rejectedWords(state.reason, tongue)}; nothing was charged`;
    case "unknown":
      return t`no clear answer from the partner; see my reply in the thread`;
    case "failed":
      return t`failed at the partner; see my reply in the thread`;
    case "vanished":
      return t`no longer known to the partner; see my reply in the thread`;
  }
}

function sendingWords(task: Task, context: ViewContext): string {
  const { t } = context.tongue;
  switch (sendTrouble(task)) {
    case "unclear":
      return t`no clear answer from the partner yet; retrying safely, without a second charge`;
    case "unreachable":
      return t`not sent yet, the partner can’t take it just now; I keep trying`;
    case undefined:
      return t`${approvedBy(task, context)}, on its way to the partner`;
  }
}

function approvedBy({ approval }: Task, context: ViewContext): string {
  const { t } = context.tongue;
  return approval === undefined ? t`approved` : t`approved by ${approvers(approval, context)}`;
}

type Running = Extract<Task["state"], { status: "running" }>;

function runningWords({ progress, msLeft, overdueSince }: Running, tongue: Tongue): string {
  const { t } = tongue;
  const far = progress === undefined ? t`running` : progressLine(progress, msLeft, tongue);
  return overdueSince === undefined ? far : t`${far}, longer than usual`;
}

function paidWords(charged: number | undefined, price: number, { t, counted }: Tongue): string {
  if (charged === undefined) return t`charge not reported yet`;
  return charged > price
    ? t`${counted(charged, "credit")} charged, more than the ${counted(price, "credit")} approved`
    : t`${counted(charged, "credit")} charged`;
}

/** Says in half a sentence why the run was rejected. */
function rejectedWords(reason: Rejection, { t }: Tongue): string {
  switch (reason) {
    case "not-created":
      return t`never started, an admin found`;
    case "bad-request":
      return t`refused by the partner`;
    case "unauthorized":
      return t`the partner did not accept Galley’s API key`;
    case "short-of-credits":
      return t`the balance does not cover it`;
    case "text-changed":
      return t`the file is no longer the estimated text`;
    case "file-gone":
      return t`the file is no longer at Slack`;
    case "cancelled":
    // Only an inquiry has this reason, and the card lists no inquiries.
    case "not-asked":
      return t`undone before anything was sent`;
  }
}
