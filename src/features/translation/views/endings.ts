import { freeCredits, missingCredits, offerOf, productOf } from "../../../core/offer.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Rejection, Task, TaskState } from "../../../core/task.ts";
import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mentions, outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown, named, partnersWord } from "../../../slack/words.ts";
import { partShown } from "../../estimate/views/coverage-words.ts";

/** The end of a run, in mrkdwn: what happened, what it cost, what to do. */
export type Ending = { readonly what: string; readonly cost: string; readonly next: string };

/** `it` names the run in sentences: “the French translation of …”. */
export type Run = {
  readonly quote: Quote;
  readonly task: Task;
  readonly context: ViewContext;
  readonly it: string;
};
type In<Status extends TaskState["status"]> = Run & {
  readonly state: Extract<TaskState, { status: Status }>;
};

/** Returns undefined while the run has not ended. */
export function endingOf(run: Run): Ending | undefined {
  const { state } = run.task;
  switch (state.status) {
    case "approved":
    case "sending":
    case "running":
      return undefined;
    case "completed":
      return completed({ ...run, state });
    case "rejected":
      return rejected({ ...run, state });
    case "unknown":
      return unknown({ ...run, state });
    case "failed":
      return failed({ ...run, state });
    case "vanished":
      return vanished({ ...run, state });
  }
}

/** Compares the charge with the approved price. */
function chargeWords(charged: number | undefined, price: number, { t, counted }: Tongue): string {
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

export function chargedWords(charged: number | undefined, { t, counted }: Tongue): string {
  return charged === undefined ? t`not said by the partner` : counted(charged, "credit");
}

/** “the French translation of “The Lighthouse.txt””, for sentences that stand alone. */
export function fullName(quote: Quote, task: Task, { rules, tongue }: ViewContext): string {
  const { t } = tongue;
  const language = languageShown(task.target, rules.languages, tongue);
  const name = named(quote, tongue);
  switch (productOf(task)) {
    case "translation":
      return t`the ${language} translation of ${name}`;
    case "part":
      return t`the ${language} translation of ${partShown(quote, task.slice ?? [], tongue)} of ${name}`;
    case "preview":
      return t`the ${language} preview of ${name}`;
    case "glossary":
      return t`the ${language} glossary of ${name}`;
  }
}

/** The same on the manuscript’s own card: “the French translation”. */
export function shortName(task: Task, { rules, tongue }: ViewContext): string {
  const { t } = tongue;
  const language = languageShown(task.target, rules.languages, tongue);
  switch (productOf(task)) {
    case "translation":
      return t`the ${language} translation`;
    case "part":
      return t`the ${language} part`;
    case "preview":
      return t`the ${language} preview`;
    case "glossary":
      return t`the ${language} glossary`;
  }
}

function completed({ task, context: { tongue }, it, state }: In<"completed">): Ending {
  return {
    what: tongue.t`${capital(it)} is ready.`,
    cost: chargeWords(state.result.charged, task.price, tongue),
    next: "",
  };
}

function rejected({ quote, task, context, it, state }: In<"rejected">): Ending {
  const { t } = context.tongue;
  const cost = t`Nothing was charged.`;
  switch (state.reason) {
    case "bad-request":
      return {
        what:
          state.why === undefined
            ? t`The partner refused ${it} and gave no reason.`
            : t`The partner refused ${it}: “${outside(state.why, limits.lineShown)}”.`,
        cost,
        next: t`It can be approved again.`,
      };
    case "unauthorized":
      return {
        what: t`The partner did not accept Galley’s API key, so ${it} was not started.`,
        cost,
        next: t`An admin has to set a valid key. After that it can be approved again.`,
      };
    case "short-of-credits":
      return {
        what: lackWords({ quote, task, context, it }),
        cost,
        next: [t`After a top-up it can be approved again.`, ...stretchWords(quote, context)].join(
          " ",
        ),
      };
    case "not-created":
      return {
        what: t`An admin found that the partner never started ${it}.`,
        cost,
        next: t`It can be approved again.`,
      };
    case "text-changed":
    case "file-gone":
    case "cancelled":
    case "not-asked":
      return { ...withdrawn(state.reason, it, context.tongue), cost };
  }
}

function withdrawn(
  reason: Extract<Rejection, "text-changed" | "file-gone" | "cancelled" | "not-asked">,
  it: string,
  { t }: Tongue,
): Pick<Ending, "what" | "next"> {
  const next = t`Please post the manuscript again for a new estimate.`;
  switch (reason) {
    case "text-changed":
      return {
        what: t`The file at Slack is no longer the estimated text, so ${it} was not started.`,
        next,
      };
    case "file-gone":
      return {
        what: t`The file is no longer at Slack, or I can no longer read it, so ${it} was not started.`,
        next,
      };
    case "cancelled":
    // Only inquiries have this reason, and nobody is told of them.
    case "not-asked":
      return { what: t`The approval of ${it} was undone before anything was sent.`, next: "" };
  }
}

function lackWords({ quote, task, context: { tongue }, it }: Run): string {
  const { t, counted } = tongue;
  const missing = missingCredits(quote, task.price);
  return missing > 0
    ? t`The balance does not cover ${it}: it is ${counted(missing, "credit")} short.`
    : t`The balance does not cover ${it}: it takes ${counted(task.price, "credit")}.`;
}

/** Returns what the balance covers, and who can top up; one sentence each. */
export function stretchWords(quote: Quote, context: ViewContext): readonly string[] {
  const { admins = [], rules, tongue } = context;
  const { t, counted } = tongue;
  const topUp = admins.length === 0 ? [] : [t`${mentions(admins, tongue)} can top up.`];
  const offer = offerOf(quote, "part", rules);
  if (offer?.slice === undefined || missingCredits(quote, offer.price) > 0) {
    return [...topUp, ...fittingPreview(quote, context)];
  }
  const part = partShown(quote, offer.slice, tongue);
  return [
    ...topUp,
    t`The balance covers ${part} for ${counted(offer.price, "credit")}: approve them now, and the rest later.`,
  ];
}

/** Returns a sentence only if the balance is known and covers the preview. */
function fittingPreview(
  quote: Quote,
  { rules, tongue: { t, counted } }: ViewContext,
): readonly string[] {
  const preview = offerOf(quote, "preview", rules);
  const balance = quote.balance === undefined ? 0 : freeCredits(quote.balance);
  const isPart = preview !== undefined && preview.price < (manuscriptOf(quote)?.characters ?? 0);
  return isPart && preview.price <= balance
    ? [t`The balance covers a preview of the opening ${counted(preview.price, "character")}.`]
    : [];
}

function unknown({ task, context: { tongue }, it, state }: In<"unknown">): Ending {
  const { t, counted } = tongue;
  return {
    what: unclear({ task, it, state }, tongue),
    cost: t`It may have been charged, but only once; the approved price was ${counted(task.price, "credit")}.`,
    next: t`I won’t ask again by myself. An admin can check \`/translate-usage\` and ask the partner about ${reference(task, tongue)}. Please don’t post the manuscript again before that.`,
  };
}

function unclear(
  { task, it, state }: Pick<In<"unknown">, "task" | "it" | "state">,
  { t, counted }: Tongue,
): string {
  if (state.fault === "IdempotencyConflict") {
    return t`The partner says this request’s key was used before for something else, so I can’t tell whether it started ${it}.`;
  }
  const tries = task.attempts.filter(({ outcome }) => outcome !== "not-sent").length;
  return tries > 1
    ? t`The partner hasn’t confirmed ${it}: no clear answer in ${counted(tries, "attempt")}.`
    : t`The partner hasn’t confirmed ${it}.`;
}

function failed({ task, context: { tongue }, it, state }: In<"failed">): Ending {
  const { t, counted } = tongue;
  return {
    what: t`The partner reports that ${it} failed, and calls it ${partnersWord(state.word, tongue)}.`,
    cost: t`We don’t know yet whether it was charged; the approved price was ${counted(task.price, "credit")}.`,
    next: t`You can try again at a new price. An admin can check \`/translate-usage\` or ask the partner about ${reference(task, tongue)}.`,
  };
}

function vanished({ task, context: { tongue }, it }: In<"vanished">): Ending {
  const { t, counted } = tongue;
  return {
    what: t`The partner no longer knows ${it}.`,
    cost: t`It may have been charged; the approved price was ${counted(task.price, "credit")}.`,
    next: t`I don’t offer it again, so that nothing is charged twice, and look for it for another day. Please ask the partner about ${reference(task, tongue)}.`,
  };
}

/**
 * Returns the partner's id of the run, else our key, which is no secret. A task id that is not a
 * plain word is left out.
 */
function reference(task: Task, { t }: Tongue): string {
  const id = "taskId" in task.state ? task.state.taskId : "";
  return id.length <= limits.wordShown && /^[\w.:-]+$/u.test(id)
    ? t`task \`${id}\``
    : t`the request with key \`${task.key}\``;
}
