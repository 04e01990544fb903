import { fitting } from "#domain/estimate/card-model.ts";
import { missingCredits, productOf } from "#domain/offer.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task, TaskState } from "#domain/task.ts";
import { isResultLate } from "#domain/translation/polling.ts";
import { limits } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { mentions, outside } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languageShown, named, partName, partShown } from "#slack/words.ts";

/** The end of a run, in mrkdwn: what happened, and the rest: what it cost, and what to do. */
export type Ending = { readonly lead: string; readonly rest: string };

export function endingOf(quote: Quote, task: Task, context: ViewContext): Ending | undefined {
  const { state, price } = task;
  const { locale } = context;
  const { t, counted } = locale;
  const it = runName(quote, task, context);
  // The run has one key, so the partner charges it at most once.
  const cost = counted(price, "credit");
  const id = idToAskFor(task);
  switch (state.status) {
    case "approved":
    case "sending":
      return undefined;
    case "running":
      return isResultLate(state)
        ? {
            lead: t`The partner calls ${it} done, but its result hasn’t been there for an hour.`,
            rest: t`I keep looking; an admin can ask the partner about \`${id}\`.`,
          }
        : undefined;
    case "completed":
      return {
        lead: t`${capital(it)} is ready.`,
        rest: chargeWords(state.result.charged, price, locale),
      };
    case "rejected": {
      const { lead, next = "" } = refusal(quote, task, state, context);
      return { lead, rest: `${t`Nothing was charged.`} ${next}`.trim() };
    }
    case "unknown":
      return {
        lead: t`The partner hasn’t confirmed ${it}; ${cost} may have been charged.`,
        rest: t`An admin will find out; please don’t post the manuscript again before that.`,
      };
    case "failed":
      return {
        lead: t`The partner reports that ${it} failed; ${cost} may have been charged.`,
        rest: t`You can try again at a new price, or an admin can ask the partner about \`${id}\`.`,
      };
    case "vanished":
      return {
        lead: t`The partner no longer knows ${it}; ${cost} may have been charged.`,
        rest: t`I don’t offer it again, so that nothing is charged twice; an admin can ask the partner about \`${id}\`.`,
      };
  }
}

/** The same in one piece; empty while the run has not ended. */
export function endingWords(quote: Quote, task: Task, context: ViewContext): string {
  const { lead = "", rest = "" } = endingOf(quote, task, context) ?? {};
  return `${lead} ${rest}`.trim();
}

export function chargeWords(
  charged: number | undefined,
  price: number,
  { t, counted }: Locale,
): string {
  if (charged === undefined) {
    return t`The partner hasn’t said what it charged; the approved price was ${counted(price, "credit")}.`;
  }
  const cost = counted(charged, "credit");
  if (charged === price) return t`It cost ${cost}, as approved.`;
  const apart = counted(Math.abs(charged - price), "credit");
  return charged < price
    ? t`It cost ${cost}, ${apart} less than was approved.`
    : t`It cost ${cost}, ${apart} more than was approved. An admin should ask the partner why.`;
}

export function chargedWords(charged: number | undefined, { t, counted }: Locale): string {
  return charged === undefined ? t`not said by the partner` : counted(charged, "credit");
}

/** Names a run in sentences: “the French translation of “The Lighthouse.txt””. */
export function runName(
  quote: Quote,
  run: Pick<Task, "kind" | "slice" | "target">,
  { setup, locale }: ViewContext,
): string {
  const { t } = locale;
  const language = languageShown(run.target, setup.languages, locale);
  const name = named(quote, locale);
  switch (productOf(run)) {
    case "translation":
      return t`the ${language} translation of ${name}`;
    case "part":
      return t`the ${language} translation of ${partShown(quote, run.slice ?? [], locale)} of ${name}`;
    case "preview":
      return t`the ${language} preview of ${name}`;
    case "glossary":
      return t`the ${language} glossary of ${name}`;
  }
}

function refusal(
  quote: Quote,
  task: Task,
  { reason, why = "HTTP 400" }: Extract<TaskState, { status: "rejected" }>,
  context: ViewContext,
): { readonly lead: string; readonly next?: string } {
  const { t, counted } = context.locale;
  const { price } = task;
  const it = runName(quote, task, context);
  switch (reason) {
    case "bad-request":
      return { lead: t`The partner refused ${it}: “${outside(why, limits.lineShown)}”.` };
    case "unauthorized":
      return {
        lead: t`The partner did not accept Galley’s API key, so ${it} was not started.`,
        next: t`An admin has to set a valid API key.`,
      };
    case "short-of-credits": {
      const missing = missingCredits(quote, price);
      return {
        lead: t`The balance does not cover ${it}.`,
        next: [
          ...(missing === 0 ? [t`It costs ${counted(price, "credit")}.`] : []),
          shortWords(quote, missing, context),
        ]
          .filter(Boolean)
          .join(" "),
      };
    }
    case "not-created":
      return { lead: t`An admin found that the partner never started ${it}.` };
    case "text-changed":
    case "file-gone":
      return {
        lead: t`I can no longer read the file at Slack as it was, so ${it} was not started.`,
        next: t`Please post the manuscript again for a new estimate.`,
      };
    case "terms-gone":
      return { lead: t`The glossary that ${it} was approved with is gone, so it was not started.` };
    case "cancelled":
    // Only inquiries have this reason, and nobody is told of them.
    case "not-asked":
      return { lead: t`The approval of ${it} was undone before anything was sent.` };
  }
}

/** Says how much is missing, what the balance covers, and who can top up. */
export function shortWords(quote: Quote, missing: number, context: ViewContext): string {
  const { admins = [], locale, setup } = context;
  const { t, counted } = locale;
  const fits = fitting(quote, setup);
  return [
    ...(missing === 0 ? [] : [t`The balance is ${counted(missing, "credit")} short.`]),
    ...(fits === undefined ? [] : [t`It covers ${partName(quote, fits, locale)}.`]),
    ...(admins.length === 0 ? [] : [t`${mentions(admins, locale)} can top up.`]),
  ].join(" ");
}

/** Returns the partner's id of the run if that is a plain word, else our key, which is no secret. */
function idToAskFor({ state, key }: Task): string {
  const id = "taskId" in state ? state.taskId : "";
  return id.length <= limits.wordShown && /^[\w.:-]+$/u.test(id) ? id : key;
}
