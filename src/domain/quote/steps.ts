import { autoOffer } from "../approval/auto-approval.ts";
import { awaitsReminder } from "../approval/reminding.ts";
import { awaitsTerms } from "../glossary/quote-terms.ts";
import type { DeskRules } from "../rules.ts";
import { type AfterRun, afterRun } from "../task/after-run.ts";
import { nextSend } from "../task/sending.ts";
import { type Task, charactersOf, hasEnded, isPaid, unbookedEnd } from "../task/task.ts";
import { newsOf } from "./bundle.ts";
import { cardFace, cardTask } from "./card-face.ts";
import { type Quote, hasTranslation, languageTaskOf, manuscriptOf } from "./quote.ts";
import { strandedTasks } from "./reaching.ts";
import { awaitsSuccessor } from "./renewal.ts";
import { sayings, settleMs } from "./sayings.ts";
import { awaitsTwin } from "./twin.ts";

/** One thing that is due for a quote, and when at the earliest (ms; 0 means at once). */
export type Step = { readonly at: number } & (
  | { readonly do: "read" }
  | { readonly do: "show-card" }
  | { readonly do: "say"; readonly notice: string }
  | { readonly do: "stop-waiting" }
  | { readonly do: "expire" }
  | { readonly do: "renew" | "remind" }
  | { readonly do: "approve-by-policy" }
  | { readonly do: "balance" }
  | { readonly do: "tell-sum" }
  | { readonly do: "look-for-twin" }
  | { readonly do: "look-at-terms" }
  | {
      readonly do: "send";
      readonly key: string;
      readonly paid: boolean;
      readonly until: number | undefined;
    }
  /** What is to be sent of the text has no length and no hash yet. */
  | { readonly do: "measure"; readonly key: string }
  | { readonly do: "give-up"; readonly key: string }
  | { readonly do: "reckon"; readonly key: string }
  /** Posts a result as a file, or an outcome with the text of a preview: it is fetched from the partner first. */
  | { readonly do: "post-file" | "say-with-text"; readonly notice: string }
  | AfterRun
  | ({ readonly do: "poll"; readonly key: string } & Look)
);

type Look = {
  readonly action: Task["action"];
  readonly since: number;
  readonly lookedAt: number;
  readonly characters: number;
  readonly progress: number | undefined;
  /** Part of the polling policy's choice; a slow look at a lost or failed task is not. */
  readonly pace: "policy" | "slow";
};

/**
 * Everything that is still due for a quote, in the order of its protocol. It is derived from the record
 * alone, so a restart, another replica or a second worker goes on at the same place.
 */
export function stepsOf(quote: Quote, rules: DeskRules): readonly Step[] {
  if (quote.reading.status === "due") return [{ do: "read", at: 0 }];
  const told = newsOf(quote, rules) === undefined ? [] : [{ do: "tell-sum", at: 0 } as const];
  if (quote.reading.status === "refused") {
    const isShown = quote.card.status === "posted";
    return [...(isShown ? cardSteps(quote, rules) : []), ...sayings(quote, rules), ...told];
  }
  const renewal = awaitsSuccessor(quote) ? [{ do: "renew", at: 0 } as const] : [];
  if (quote.reading.status === "doubtful") {
    return [...cardSteps(quote, rules), ...sayings(quote, rules), ...expiry(quote), ...renewal];
  }
  const twin = awaitsTwin(quote) ? [{ do: "look-for-twin", at: 0 } as const] : [];
  const isShown = quote.card.status === "posted";
  return [
    // Nothing is sold before that was looked up: a card that people see does not offer it before.
    ...(isShown ? twin : []),
    ...cardSteps(quote, rules),
    ...sayings(quote, rules),
    ...told,
    ...renewal,
    ...(awaitsTerms(quote) ? [{ do: "look-at-terms", at: 0 } as const] : []),
    ...(isShown ? [] : twin),
    ...waitings(quote, rules),
    ...quote.tasks.flatMap((task) => taskSteps(quote, task, rules)),
  ];
}

/** A step may be taken from its time on, and a send no longer than its window stands open. */
export function isDue(step: Step, now: number): boolean {
  const isOver = step.do === "send" && step.until !== undefined && now > step.until;
  return step.at <= now && !isOver;
}

/** Something is due, or an admin has to decide: neither may be out of sight after a restart. */
export function isOpen(quote: Quote, rules: DeskRules): boolean {
  const isUnsettled = quote.tasks.some((task) => isPaid(task) && task.state.status === "unknown");
  return isUnsettled || strandedTasks(quote).length > 0 || stepsOf(quote, rules).length > 0;
}

function cardSteps(quote: Quote, rules: DeskRules): readonly Step[] {
  const { card } = quote;
  switch (card.status) {
    case "none":
      return [{ do: "show-card", at: 0 }];
    case "posting":
      return [{ do: "show-card", at: card.since + settleMs(rules) }];
    case "posted":
      return card.face === cardFace(quote) ? [] : [{ do: "show-card", at: 0 }];
    case "parked":
      return [];
  }
}

function waitings(quote: Quote, rules: DeskRules): readonly Step[] {
  if (quote.decision.status !== "open") return [];
  const language = languageTaskOf(quote);
  const waits = quote.language === undefined && (language === undefined || !hasEnded(language));
  return [
    // What an ended run had set aside is let go first, or the balance would still count it as promised.
    ...(quote.balance === undefined && quote.tasks.every(isBooked)
      ? [{ do: "balance", at: 0 } as const]
      : []),
    ...(waits && !quote.patienceOver
      ? [{ do: "stop-waiting", at: readFrom(quote) + languagePatienceMs } as const]
      : []),
    ...(autoOffer(quote, rules) === undefined ? [] : [{ do: "approve-by-policy", at: 0 } as const]),
    ...(awaitsReminder(quote) ? [{ do: "remind", at: quote.remindAt ?? 0 } as const] : []),
    ...expiry(quote),
  ];
}

function expiry(quote: Quote): readonly Step[] {
  const isOver = quote.decision.status !== "open" || hasTranslation(quote);
  return isOver ? [] : [{ do: "expire", at: quote.expiresAt }];
}

/** The partner cannot be asked before somebody has said how the text is to be read. */
function readFrom({ reading, receivedAt }: Quote): number {
  const chosen = reading.status === "read" ? reading.chosen : undefined;
  return chosen?.at ?? receivedAt;
}

function isBooked(task: Task): boolean {
  return unbookedEnd(task) === undefined;
}

function taskSteps(quote: Quote, task: Task, rules: DeskRules): readonly Step[] {
  return [...afterRun(task), ...runSteps(quote, task, rules)];
}

function runSteps(quote: Quote, task: Task, rules: DeskRules): readonly Step[] {
  const { state, key } = task;
  if (!isPaid(task) && quote.decision.status !== "open") return [];
  switch (state.status) {
    case "approved":
    case "sending":
      return sendSteps(quote, task, rules);
    case "running": {
      const lost = state.missing > 0;
      const at = state.lookedAt + (lost ? missingLookMs : rules.pollMinMs);
      return [
        { do: "poll", key, at, ...lookOf(quote, task, state), pace: lost ? "slow" : "policy" },
      ];
    }
    case "failed":
    case "vanished": {
      // Nobody waits for an inquiry: our own count stands, and no word of it is worth a request.
      if (!isPaid(task)) return [];
      const { lookedAt = state.at } = state;
      const at = lookedAt + failedLookMs;
      const over = at > state.at + failedWatchMs;
      const look = { since: state.at, lookedAt, progress: undefined };
      return over ? [] : [{ do: "poll", key, at, ...lookOf(quote, task, look), pace: "slow" }];
    }
    case "unknown":
      return isPaid(task) && state.usageAfter === undefined
        ? [{ do: "reckon", key, at: state.since }]
        : [];
    case "completed":
    case "rejected":
      return [];
  }
}

function sendSteps(quote: Quote, task: Task, rules: DeskRules): readonly Step[] {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const { key } = task;
  if (task.part !== undefined && task.part.measured === undefined) {
    return [{ do: "measure", key, at: 0 }];
  }
  const next = nextSend(task, manuscript.textBytes, rules);
  if (next.status === "give-up") return [{ do: "give-up", key, at: next.at }];
  const { at, until } = next;
  const paid = isPaid(task);
  return [
    ...(paid && !isOnCard(quote, task) ? [] : [{ do: "send", key, paid, at, until } as const]),
    // Whatever keeps the desk from sending (a stop, a pause, a lost card): the window closes all the same.
    ...(until === undefined ? [] : [{ do: "give-up", key, at: Math.max(at, until + 1) } as const]),
  ];
}

/** No paid POST before the card names its key: the card is the second durable copy. */
export function isOnCard(quote: Quote, task: Task): boolean {
  return (
    quote.card.status === "posted" &&
    quote.card.key === task.key &&
    cardTask(quote)?.key === task.key
  );
}

function lookOf(
  quote: Quote,
  task: Task,
  seen: { since: number; lookedAt: number; progress: number | undefined },
): Omit<Look, "pace"> {
  const whole = manuscriptOf(quote)?.characters ?? 0;
  const { since, lookedAt, progress } = seen;
  return { action: task.action, since, lookedAt, progress, characters: charactersOf(task, whole) };
}

const minute = 60_000;
const languagePatienceMs = minute;
/** A task that the partner does not know any more is asked for 5 times over half an hour. */
const missingLookMs = 6 * minute;
/** A task that failed or is gone is looked at for a day more: the word may have been wrong. */
const failedLookMs = 60 * minute;
const failedWatchMs = 24 * 60 * minute;
