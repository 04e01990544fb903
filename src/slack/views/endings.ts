import { freeCredits, missingCredits, offerOf, productOf } from "../../domain/offer.ts";
import { type Quote, manuscriptOf } from "../../domain/quote.ts";
import type { Rejection, Task, TaskState } from "../../domain/task.ts";
import { mentions } from "../mrkdwn.ts";
import { limits } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { partShown } from "./part-words.ts";
import {
  capital,
  characters,
  counted,
  credits,
  languageShown,
  named,
  partnersWord,
} from "./words.ts";

/** How a run ended, in mrkdwn: what happened, what it cost, what to do. */
export type Ending = { readonly what: string; readonly cost: string; readonly next: string };

/** `it` names the run as the sentences do: “the French translation of …”. */
export type Run = {
  readonly quote: Quote;
  readonly task: Task;
  readonly desk: Desk;
  readonly it: string;
};
type In<Status extends TaskState["status"]> = Run & {
  readonly state: Extract<TaskState, { status: Status }>;
};

/** Undefined while the run has not ended. */
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

/** What the partner took, measured against what was approved. */
function chargeWords(charged: number | undefined, price: number): string {
  if (charged === undefined) {
    return `The partner has not said what it charged; ${credits(price)} were approved.`;
  }
  if (charged === price) return `It cost ${credits(charged)}, exactly what was approved.`;
  const apart = credits(Math.abs(charged - price));
  return charged < price
    ? `It cost ${credits(charged)}, ${apart} less than was approved.`
    : `It cost ${credits(charged)}. That is ${apart} more than was approved: an admin should ask the partner why.`;
}

/** “the French translation of “The Lighthouse.txt””, for sentences that stand alone. */
export function fullName(quote: Quote, task: Task, desk: Desk): string {
  const language = languageShown(task.target, desk.rules.languages);
  if (task.action === "preview_metadata")
    return `the finding out of the language of ${named(quote)}`;
  if (task.action === "token_estimate") return `the ${language} estimate of ${named(quote)}`;
  switch (productOf(task)) {
    case "translation":
      return `the ${language} translation of ${named(quote)}`;
    case "part":
      return `the ${language} translation of ${partShown(quote, task.part ?? { from: 0, to: 0 })} of ${named(quote)}`;
    case "preview":
      return `the ${language} preview of ${named(quote)}`;
    case "glossary":
      return `the ${language} glossary of ${named(quote)}`;
  }
}

function completed({ task, it, state }: In<"completed">): Ending {
  return {
    what: `${capital(it)} is ready.`,
    cost: chargeWords(state.result.charged, task.price),
    next: "",
  };
}

function rejected({ quote, task, desk, it, state }: In<"rejected">): Ending {
  const cost = "Nothing was charged.";
  switch (state.reason) {
    case "bad-request":
      return {
        what: `The partner turned down ${it}.`,
        cost,
        next: "It can be approved once more; if the partner turns it down again, an admin finds the reason in the desk’s log.",
      };
    case "unauthorized":
      return {
        what: `The partner did not accept this desk’s API key, so ${it} was not started.`,
        cost,
        next: "An admin has to set a valid key; after that it can be approved again.",
      };
    case "short-of-credits":
      return {
        what: `The partner account’s balance does not cover ${it}: ${lackWords(quote, task)}.`,
        cost,
        next: `Once the account is topped up it can be approved again.${stretchWords(quote, desk)}`,
      };
    case "not-free":
      return { what: `The partner charges for ${it}, so I did not ask for it.`, cost, next: "" };
    case "not-created":
      return {
        what: `An admin found that the partner never started ${it}.`,
        cost,
        next: "It can be approved again.",
      };
    case "text-changed":
    case "file-gone":
    case "cancelled":
      return { what: withdrawn(state.reason, it), cost, next: afterWithdrawal(state.reason) };
  }
}

function withdrawn(
  reason: Extract<Rejection, "text-changed" | "file-gone" | "cancelled">,
  it: string,
): string {
  switch (reason) {
    case "text-changed":
      return `The file at Slack is no longer the text that was estimated, so ${it} was not started.`;
    case "file-gone":
      return `The file is no longer at Slack, or I may not read it any more, so ${it} was not started.`;
    case "cancelled":
      return `The approval of ${it} was taken back before anything was sent.`;
  }
}

function afterWithdrawal(reason: Rejection): string {
  return reason === "cancelled" ? "" : "Please post the manuscript again for a new estimate.";
}

function lackWords(quote: Quote, task: Task): string {
  const missing = missingCredits(quote, task.price);
  return missing > 0 ? `it is ${credits(missing)} short` : `it takes ${credits(task.price)}`;
}

/** What the balance does cover, and who can see to the rest. */
export function stretchWords(quote: Quote, desk: Desk): string {
  const whoTopsUp =
    desk.admins === undefined || desk.admins.length === 0
      ? ""
      : ` ${mentions(desk.admins)} can top up the account.`;
  const offer = offerOf(quote, "part", desk.rules);
  const fits = offer?.part !== undefined && missingCredits(quote, offer.price) === 0;
  if (!fits) return `${whoTopsUp}${fittingPreview(quote, desk)}`;
  const part = offer.part ?? { from: 0, to: 0 };
  return `${whoTopsUp} The balance covers ${partShown(quote, part)}, for ${credits(offer.price)}: they can be approved now, and the rest later.`;
}

/** Said only where the balance is known and really covers it. */
function fittingPreview(quote: Quote, desk: Desk): string {
  const preview = offerOf(quote, "preview", desk.rules);
  const balance = quote.balance === undefined ? 0 : freeCredits(quote.balance);
  const isPart = preview !== undefined && preview.price < (manuscriptOf(quote)?.characters ?? 0);
  return isPart && preview.price <= balance
    ? ` A preview of the opening ${characters(preview.price)} fits the balance.`
    : "";
}

function unknown({ task, it, state }: In<"unknown">): Ending {
  const tries = task.attempts.filter(({ outcome }) => outcome !== "not-sent").length;
  const what =
    state.fault === "IdempotencyConflict"
      ? `The partner says that the key of this request was used before for something else, so I cannot tell whether it is making ${it}.`
      : `I cannot tell whether the partner is making ${it}: it gave no clear answer${tries > 1 ? ` in ${counted(tries, "attempt")}` : ""}.`;
  return {
    what,
    cost: `It may have been charged, but not more than once; ${credits(task.price)} were approved.`,
    next: `I do not ask again by myself. An admin can look at \`/translate-usage\` and ask the partner about ${reference(task)}. Please do not post the manuscript again before that.`,
  };
}

function failed({ task, it, state }: In<"failed">): Ending {
  return {
    what: `The partner reports that ${it} failed. Its word for it is ${partnersWord(state.word)}.`,
    cost: `Whether it charged for that is not known; ${credits(task.price)} were approved.`,
    next: `The card offers it again; that is a new run with its own price. An admin sees with \`/translate-usage\` what was used, and can ask the partner about ${reference(task)}.`,
  };
}

function vanished({ task, it }: In<"vanished">): Ending {
  return {
    what: `The partner no longer knows ${it}.`,
    cost: `It may have been charged; ${credits(task.price)} were approved.`,
    next: `So that nothing is paid twice, I do not offer it again. Please ask the partner about ${reference(task)}.`,
  };
}

/** The partner's name for the run, else our key, which is no secret. A task id that is no plain word stays out. */
function reference(task: Task): string {
  const id = "taskId" in task.state ? task.state.taskId : "";
  return id.length <= limits.wordShown && /^[\w.:-]+$/u.test(id)
    ? `task \`${id}\``
    : `the request with key \`${task.key}\``;
}
