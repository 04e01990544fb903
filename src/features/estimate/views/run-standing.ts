import type { Quote } from "../../../core/quote.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { languageShown, partnersWord, progressLine } from "../../../slack/words.ts";
import { seemsUnsent, sendTrouble } from "../../translation/rules/send-trouble.ts";
import { endingOf, shortName } from "../../translation/views/endings.ts";
import { shownProgress } from "../rules/card-face.ts";
import { approvers } from "./approval-words.ts";
import type { Standing } from "./card-standing.ts";

/** What the card says of a full translation that was approved. */
export function runStanding(quote: Quote, task: Task, desk: Desk): Standing {
  const { state } = task;
  const { t } = desk.tongue;
  const ending = endingOf({ quote, task, desk, it: shortName(task, desk) });
  if (ending !== undefined) {
    const where =
      state.status === "completed" ? t`The reply below has the button for its link.` : ending.next;
    return { lead: ending.what, rest: `${ending.cost} ${where}`.trim() };
  }
  if (state.status === "running") return runningStanding(task, state, desk);
  return sendingStanding(task, desk.tongue);
}

function sendingStanding(task: Task, tongue: Tongue): Standing {
  const { t } = tongue;
  const { approval } = task;
  const back = seemsUnsent(task) ? t`Until it is sent, the approval can be taken back.` : "";
  switch (sendTrouble(task)) {
    case "unclear":
      return {
        lead: t`The partner has not answered clearly yet.`,
        rest: t`I am asking again with the same key, so nothing is paid twice. There is nothing to do.`,
      };
    case "unreachable":
      return {
        lead: t`The partner cannot take the manuscript just now.`,
        rest: `${t`Nothing has been sent and nothing was charged. I keep trying, and there is nothing to do.`} ${back}`,
      };
    case undefined:
  }
  const price = tongue.counted(task.price, "credit");
  const next = t`The manuscript goes to the partner now; there is nothing to do.`;
  return {
    lead:
      approval === undefined
        ? t`Approved for ${price}.`
        : t`Approved by ${approvers(approval, tongue)} for ${price}.`,
    rest: `${next} ${back}`.trim(),
  };
}

type Running = Extract<TaskState, { status: "running" }>;

function runningStanding(task: Task, state: Running, { rules, tongue }: Desk): Standing {
  const { t, percentOf } = tongue;
  const { progress, msLeft, since, overdueSince, word } = state;
  const language = languageShown(task.target, rules.languages, tongue);
  const far =
    progress === undefined
      ? t`The partner has not said yet how far it is.`
      : t`${percentOf(shownProgress(progress))} is done.`;
  const late =
    overdueSince === undefined
      ? ""
      : t`It takes longer than usual. I keep looking, nothing is lost, and there is nothing to do.`;
  return {
    lead: t`Being translated into ${language} since ${when(since)}.`,
    rest: [far, wordWords(word, tongue), late].filter(Boolean).join(" "),
    bar: progress === undefined ? undefined : progressLine(progress, msLeft, tongue),
    note: t`The partner offers no way to stop a translation that was sent.`,
  };
}

/** Contract, States: `pending` is the only word that is shown for a run under way. */
function wordWords(word: string, { t }: Tongue): string {
  return word.toLowerCase() === "pending"
    ? ""
    : t`The partner’s word for it is ${partnersWord(word)}, which I take as still running.`;
}
