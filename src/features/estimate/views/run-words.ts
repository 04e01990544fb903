import { productOf } from "../../../core/offer.ts";
import { type Product, type Quote, paidTasks, translationOf } from "../../../core/quote.ts";
import { type Task, partOf, type Approval, thePolicy } from "../../../core/task.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown, partnersWord } from "../../../slack/words.ts";
import { sendTrouble } from "../../translation/rules/sending.ts";
import { chargeWords, endingOf } from "../../translation/views/endings.ts";
import { shownMinutesLeft, shownProgress } from "../rules/card-face.ts";
import { partName } from "./coverage-words.ts";

/** The state of a card or a run, in mrkdwn: on the card, `lead` is set in bold. */
export type Headline = { readonly lead: string; readonly rest: string };

export function inOneLine({ lead, rest }: Headline): string {
  return `${lead} ${rest}`.trim();
}

/** Describes a run, on its card and in lists. */
export function runHeadline(quote: Quote, task: Task, context: ViewContext): Headline {
  const { locale } = context;
  const { t } = locale;
  const { state } = task;
  switch (state.status) {
    case "approved":
    case "sending": {
      const { lead, rest } = sendingWords(task, locale);
      return { lead: `⏳ ${lead}`, rest };
    }
    case "running": {
      const doing = productOf(task) === "glossary" ? t`In progress` : t`Translating…`;
      const late = state.overdueSince === undefined ? "" : t`Taking longer than usual.`;
      return {
        lead: `⏳ ${doing} ${progressWords(state, locale)}`.trim(),
        rest: `${wordWords(state, locale)} ${late}`.trim(),
      };
    }
    case "completed":
      return {
        lead: `✅ ${t`Done.`}`,
        rest: chargeWords(state.result.charged, task.price, locale),
      };
    case "rejected":
    case "unknown":
    case "failed":
    case "vanished": {
      const { what, cost, next } = endWords(quote, task, context);
      return { lead: what, rest: `${cost} ${next}`.trim() };
    }
  }
}

/** Says how a run ended without a result, on the manuscript's own card. */
function endWords(quote: Quote, task: Task, context: ViewContext) {
  return endingOf(quote, task, context) ?? { what: "", cost: "", next: "" };
}

function sendingWords(task: Task, { t }: Locale): Headline {
  switch (sendTrouble(task)) {
    case "unclear":
      return {
        lead: t`The partner hasn’t answered clearly.`,
        rest: t`Retrying safely; you won’t be charged twice.`,
      };
    case "unreachable":
      return {
        lead: t`The partner can’t take it just now.`,
        rest: t`Nothing was sent or charged yet; I keep trying.`,
      };
    case undefined:
      return { lead: t`Being sent to the partner…`, rest: "" };
  }
}

type In<Status extends Task["state"]["status"]> = Extract<Task["state"], { status: Status }>;

/** Returns `45% · about 12 minutes left`, as far as the partner reports it. */
function progressWords({ progress, msLeft }: In<"running">, locale: Locale): string {
  const { t, counted, percentOf } = locale;
  if (progress === undefined) return "";
  const far = percentOf(shownProgress(progress));
  if (msLeft === undefined) return far;
  const minutes = shownMinutesLeft(msLeft);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const left = [
    ...(hours === 0 ? [] : [counted(hours, "hour")]),
    ...(rest === 0 ? [] : [counted(rest, "minute")]),
  ].join(" ");
  return `${far} · ${t`about ${left} left`}`;
}

/** Contract, States: `pending` is the only word that is shown for a run under way. */
function wordWords({ word }: In<"running">, locale: Locale): string {
  return word.toLowerCase() === "pending"
    ? ""
    : locale.t`The partner calls it ${partnersWord(word, locale)}, which I take as still running.`;
}

/** The most runs that a card has room for. */
const lineLimit = 6;

/** Previews, glossaries and runs for another language: one line each, newest last. */
export function otherRuns(quote: Quote, context: ViewContext): readonly string[] {
  const main = translationOf(quote);
  const newest = new Map<string, Task>();
  for (const task of paidTasks(quote).filter((one) => one !== main)) {
    newest.set(`${productOf(task)} ${task.target} ${JSON.stringify(partOf(task))}`, task);
  }
  return [...newest.values()]
    .filter((task) => !isOutdated(quote, task))
    .slice(-lineLimit)
    .map((task) => line(quote, task, context));
}

/** True for a rejected run for a language that the card no longer names. */
function isOutdated(quote: Quote, { state, target }: Task): boolean {
  return state.status === "rejected" && target !== quote.target;
}

function line(quote: Quote, task: Task, context: ViewContext): string {
  const { locale, rules } = context;
  const language = languageShown(task.target, rules.languages, locale);
  const slice = partOf(task);
  const name =
    slice === undefined
      ? runName(productOf(task), locale)
      : capital(partName(quote, slice, locale));
  const title = locale.t`${`*${name}*`} (${language})`;
  return locale.t`${title}: ${inOneLine(runHeadline(quote, task, context))}`;
}

export function runName(product: Product, { t }: Locale): string {
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

/** Names who approved the spending: one person, two, or the policy alone. */
export function approvers(
  { by, first }: Approval,
  { nameOf, locale }: Pick<ViewContext, "nameOf" | "locale">,
): string {
  if (by === thePolicy) return locale.t`Galley, under the spending rules`;
  return first === undefined ? nameOf(by) : locale.listed([nameOf(first.by), nameOf(by)]);
}
