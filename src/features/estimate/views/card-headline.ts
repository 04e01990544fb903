import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { lengthOf } from "../../../core/slice.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, partnersWord } from "../../../slack/words.ts";
import { noteWords } from "../../intake/views/request-words.ts";
import { seemsUnsent, sendTrouble } from "../../translation/rules/send-trouble.ts";
import { endingOf, shortName } from "../../translation/views/endings.ts";
import type { CardState } from "../rules/card-model.ts";
import { mayReopen } from "../rules/reopening.ts";
import { existingLine, partShown } from "./coverage-words.ts";
import { progressLine } from "./progress-words.ts";

/** The state of a card, in mrkdwn: `lead` is set in bold. */
export type Headline = { readonly lead: string; readonly rest: string };

export function headlineOf(quote: Quote, state: CardState, context: ViewContext): Headline {
  const { tongue } = context;
  const { t } = tongue;
  switch (state.status) {
    case "reading":
      return { lead: t`Reading the manuscript…`, rest: t`The price follows in a moment.` };
    case "doubtful":
      return {
        lead: t`Which of these reads correctly?`,
        rest: t`The file does not say how its characters are encoded. If none of them does, save it as UTF-8 and post it again.`,
      };
    case "refused":
      return { lead: t`I couldn’t read this file.`, rest: t`My reply in the thread says why.` };
    case "detecting":
      return { lead: t`Detecting the language…`, rest: t`The price follows in a moment.` };
    case "language-needed":
      return languageNeeded(quote, context);
    case "offer":
      return {
        lead: tongue.counted(state.offer.price, "credit"),
        rest: `· ${factsOf(quote, state.offer.slice, context)}`,
      };
    case "unsettled":
      return {
        lead: t`An earlier translation has to be settled first.`,
        rest: existingLine(quote, state.runs, context),
      };
    case "all-approved":
      return { lead: t`All chapters were approved.`, rest: "" };
    case "lost":
      return ended(quote, state.task, context);
    case "run":
      return runHeadline(quote, state.task, context);
    case "declined":
      return {
        lead: t`Declined by ${context.nameOf(state.by)}, ${when(state.at)}.`,
        // Outside the lead, which is set in bold: a star in somebody's words would end that.
        rest: state.reason === undefined ? "" : noteWords(state.reason, tongue),
      };
    case "expired":
      return expired(quote, state.isFree, tongue);
  }
}

function languageNeeded(quote: Quote, { rules, tongue }: ViewContext): Headline {
  const { t } = tongue;
  const language = languageShown(quote.target, rules.languages, tongue);
  return {
    lead: t`This manuscript is already in ${language}.`,
    rest: t`Please choose another language.`,
  };
}

function expired(quote: Quote, isFree: boolean, { t }: Tongue): Headline {
  const free = isFree ? t`Nothing was charged.` : "";
  const again = mayReopen(quote) ? t`“Request again” reopens it at today’s price.` : "";
  return { lead: t`Nobody decided in time.`, rest: `${free} ${again}`.trim() };
}

/** `English, 4 chapters, 6,279 characters`. */
function factsOf(
  quote: Quote,
  part: Parameters<typeof partShown>[1] | undefined,
  { rules, tongue }: ViewContext,
): string {
  const { counted, enumerated } = tongue;
  const { chapters = [], characters = 0 } = manuscriptOf(quote) ?? {};
  const whole = chapters.length === 0 ? [] : [counted(chapters.length, "chapter")];
  return enumerated([
    ...(quote.language === undefined
      ? []
      : [languageShown(quote.language, rules.languages, tongue)]),
    ...(part === undefined ? whole : [partShown(quote, part, tongue)]),
    counted(part === undefined ? characters : lengthOf(part), "character"),
  ]);
}

function ended(quote: Quote, task: Task, context: ViewContext): Headline {
  const it = shortName(task, context);
  const { what = "", cost = "", next = "" } = endingOf({ quote, task, context, it }) ?? {};
  return { lead: what, rest: `${cost} ${next}`.trim() };
}

function runHeadline(quote: Quote, task: Task, context: ViewContext): Headline {
  const { state } = task;
  const { tongue } = context;
  switch (state.status) {
    case "approved":
    case "sending":
      return sending(task, tongue);
    case "running":
      return running(state, tongue);
    case "completed":
      return {
        lead: `✅ ${tongue.t`Done`}`,
        rest: `· ${costWords(task, state.result.charged, tongue)}`,
      };
    case "rejected":
    case "unknown":
    case "failed":
    case "vanished":
      return ended(quote, task, context);
  }
}

/** `6,279 credits, as approved`. */
export function costWords(
  { price }: Pick<Task, "price">,
  charged: number | undefined,
  { t, counted }: Tongue,
): string {
  const approved = counted(price, "credit");
  if (charged === undefined)
    return t`${approved} approved; the partner has not said what it charged`;
  if (charged === price) return t`${approved}, as approved`;
  return t`${counted(charged, "credit")} charged, ${approved} approved`;
}

function sending(task: Task, { t }: Tongue): Headline {
  switch (sendTrouble(task)) {
    case "unclear":
      return {
        lead: `⏳ ${t`The partner hasn’t answered clearly.`}`,
        rest: t`Retrying safely; you won’t be charged twice.`,
      };
    case "unreachable":
      return {
        lead: `⏳ ${t`The partner can’t take it just now.`}`,
        rest: t`Nothing was sent or charged yet; I keep trying.`,
      };
    case undefined:
  }
  const undo = seemsUnsent(task) ? t`You can undo the approval until it is sent.` : "";
  return { lead: `⏳ ${t`Being sent to the partner…`}`, rest: undo };
}

type Running = Extract<TaskState, { status: "running" }>;

function running({ progress, msLeft, overdueSince, word }: Running, tongue: Tongue): Headline {
  const { t } = tongue;
  const far = progress === undefined ? "" : ` ${progressLine(progress, msLeft, tongue)}`;
  return {
    lead: `⏳ ${t`Translating…`}${far}`,
    rest: [
      wordWords(word, tongue),
      overdueSince === undefined
        ? ""
        : t`Taking longer than usual. Nothing is lost, and you don’t need to do anything.`,
    ]
      .filter(Boolean)
      .join(" "),
  };
}

/** Contract, States: `pending` is the only word that is shown for a run under way. */
function wordWords(word: string, tongue: Tongue): string {
  return word.toLowerCase() === "pending"
    ? ""
    : tongue.t`The partner calls it ${partnersWord(word, tongue)}, which I take as still running.`;
}
