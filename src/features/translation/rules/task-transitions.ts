import { bringsText } from "../../../core/delivery.ts";
import {
  type AdminTopic,
  type NoticeAbout,
  type NoticeState,
  addNotice,
  mayBeSaid,
} from "../../../core/notices.ts";
import { type Quote, changeTask, findTask, withPromised } from "../../../core/quote.ts";
import { successorsOf } from "../../../core/successors.ts";
import { type Task, hasEnded, isInquiry, isLive, isShort } from "../../../core/task.ts";
import { withInquiries } from "../../estimate/rules/inquiries.ts";

/**
 * Changes one task and draws what follows for the whole quote: the language that was found, the next
 * inquiry, and the duty to tell people. Result and duty are one write, so neither can get lost.
 */
export function settleTask(quote: Quote, key: string, next: (task: Task) => Task): Quote {
  const before = findTask(quote, key);
  const changed = changeTask(quote, key, next);
  const task = findTask(changed, key);
  if (before === undefined || task === undefined) return quote;
  if (isInquiry(task)) return withInquiries(learnLanguage(changed, task));
  return hasEnded(task) && task.state.status !== before.state.status
    ? tellAdmins(announce(toDeliver(doubtBalance(changed, task), task), task), task)
    : changed;
}

/** What a person has to decide, and what cost more than a person decided. */
function tellAdmins(quote: Quote, task: Task): Quote {
  const { key, price, state } = task;
  if (isShort(task)) return addNotice(quote, adminsOn("short", key));
  if (state.status === "unknown") return addNotice(quote, adminsOn("unknown", key));
  if (state.status !== "completed") return quote;
  const { charged = 0 } = state.result;
  const told = charged > price ? addNotice(quote, adminsOn("overcharged", key)) : quote;
  return successorsOf(quote, task).length > 0
    ? addNotice(told, adminsOn("charged-twice", key))
    : told;
}

function adminsOn(topic: AdminTopic, key: string): NoticeAbout {
  return { kind: "tell-admins", topic, key };
}

/**
 * A 402 proves that the balance is not what we thought: it is read again before people hear how it stands.
 * So it is after some chapters, since the rest is measured by it. What was refused otherwise is let go.
 */
function doubtBalance(quote: Quote, task: Task): Quote {
  if (isShort(task) || task.part !== undefined) return { ...quote, balance: undefined };
  return isLive(task) ? quote : { ...quote, balance: withPromised(quote.balance, -task.price) };
}

/** What was taken up from a lost ledger may have been posted already: then people ask for it. */
function toDeliver(quote: Quote, { key, ...task }: Task): Quote {
  const isNews = task.state.status === "completed" && task.isFromCard !== true;
  if (!isNews || !bringsText(task)) return quote;
  // A preview is read by people anyhow.
  const isPreview = task.action !== "translation" || task.scope !== undefined;
  const comparison = isPreview ? undefined : ("due" as const);
  return changeTask(quote, key, (now) => ({ ...now, delivery: "due", comparison }));
}

function learnLanguage(quote: Quote, task: Task): Quote {
  const found =
    task.action === "preview_metadata" && task.state.status === "completed"
      ? task.state.result.sourceLang
      : undefined;
  return found === undefined ? quote : { ...quote, language: found };
}

function announce(quote: Quote, task: Task): Quote {
  const { key } = task;
  const isTold = quote.notices.some(
    ({ about, state }) => about.kind === "outcome" && about.key === key && state.status !== "due",
  );
  // What was said before the ledger was lost is looked for, and not said again.
  const first: NoticeState = task.isFromCard === true ? mayBeSaid : { status: "due" };
  if (task.state.status !== "completed") return addNotice(quote, { kind: "outcome", key }, first);
  // What was said of a failure has no button for the result.
  const told = addNotice(quote, { kind: isTold ? "late-result" : "outcome", key }, first);
  const { terms } = task.state.result;
  if (terms === undefined || terms.length === 0) return told;
  return (["csv", "json"] as const).reduce(
    (left, format) => addNotice(left, { kind: "glossary-file", key, format }),
    told,
  );
}
