import { shownProgress } from "../../domain/card-face.ts";
import type { Quote } from "../../domain/quote.ts";
import { type Task, type TaskState, sendTrouble } from "../../domain/task.ts";
import { when } from "../mrkdwn.ts";
import { approvers } from "./approval-words.ts";
import { isUnsent } from "./card-controls.ts";
import type { Standing } from "./card-standing.ts";
import type { Desk } from "./desk.ts";
import { endingOf } from "./endings.ts";
import { credits, languageShown, partnersWord, percentOf, progressLine } from "./words.ts";

/** What the card says of a full translation that was approved. */
export function runStanding(quote: Quote, task: Task, desk: Desk): Standing {
  const { state } = task;
  const language = languageShown(task.target, desk.rules.languages);
  const ending = endingOf({ quote, task, desk, it: `the ${language} translation` });
  if (ending !== undefined) {
    const where =
      state.status === "completed" ? "The reply below has the button for its link." : ending.next;
    return { lead: ending.what, rest: `${ending.cost} ${where}`.trim() };
  }
  if (state.status === "running") return runningStanding(task, state, desk);
  return sendingStanding(task);
}

function sendingStanding(task: Task): Standing {
  const { approval } = task;
  switch (sendTrouble(task)) {
    case "unclear":
      return {
        lead: "The partner has not answered clearly yet.",
        rest: "I am asking again with the same key, so nothing is paid twice. There is nothing to do.",
      };
    case "unreachable":
      return {
        lead: "The partner cannot take the manuscript just now.",
        rest: "Nothing has been sent and nothing was charged. I keep trying, and there is nothing to do.",
      };
    case undefined:
  }
  const back = isUnsent(task) ? " Until it is sent, the approval can be taken back." : "";
  return {
    lead: `Approved${approval === undefined ? "" : ` by ${approvers(approval)}`} for ${credits(task.price)}.`,
    rest: `The manuscript goes to the partner now; there is nothing to do.${back}`,
  };
}

type Running = Extract<TaskState, { status: "running" }>;

function runningStanding(task: Task, state: Running, desk: Desk): Standing {
  const { progress, msLeft, since, overdueSince, word } = state;
  const language = languageShown(task.target, desk.rules.languages);
  const far =
    progress === undefined
      ? "The partner has not said yet how far it is."
      : `${percentOf(shownProgress(progress))} is done.`;
  const late =
    overdueSince === undefined
      ? ""
      : " It takes longer than usual. I keep looking, nothing is lost, and there is nothing to do.";
  return {
    lead: `Being translated into ${language} since ${when(since)}.`,
    rest: `${far}${wordWords(word)}${late}`,
    bar: progress === undefined ? undefined : progressLine(progress, msLeft),
    note: "The partner offers no way to stop a translation that was sent.",
  };
}

/** Contract, States: `pending` is the only word that is shown for a run under way. */
function wordWords(word: string): string {
  return word.toLowerCase() === "pending"
    ? ""
    : ` The partner’s word for it is ${partnersWord(word)}, which I take as still running.`;
}
