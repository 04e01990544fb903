import { hasNotLeft } from "../features/translation/rules/send-trouble.ts";
import { type NoticeAbout, type NoticeState, addNotice, changeNotice } from "./notices.ts";
import { type Quote, paidTasks } from "./quote.ts";
import type { Task } from "./task.ts";

/**
 * The conversation is archived, deleted or closed to the bot: the requester gets the rest in a direct
 * message. When that fails too, the card and its notices are parked; nothing of the result is lost, and
 * the admins are told of what was approved and cannot be sent without a card.
 */
export function speakDirectly(quote: Quote, why: string): Quote {
  const unsaid = quote.notices.filter(
    ({ about, state }) => !elsewhere.has(about.kind) && state.status !== "said",
  );
  const isParked = quote.place.isClosed === true;
  const state: NoticeState = isParked ? { status: "parked", why } : { status: "due" };
  const moved = unsaid.reduce((left, { id }) => changeNotice(left, id, state), quote);
  const told: Quote = {
    ...moved,
    place: { ...quote.place, isClosed: true },
    card: isParked ? { status: "parked", why } : { status: "none" },
  };
  return strandedTasks(told).reduce(
    (left, { key }) => addNotice(left, { kind: "tell-admins", topic: "stranded", key }),
    told,
  );
}

/** Said to people one by one, whatever becomes of the conversation. */
const elsewhere: ReadonlySet<NoticeAbout["kind"]> = new Set([
  "admin-card",
  "direct",
  "tell-admins",
]);

/** Approved, and not sent, because the card that has to name them first can be put up nowhere. */
export function strandedTasks(quote: Quote): readonly Task[] {
  return quote.card.status === "parked" ? paidTasks(quote).filter(hasNotLeft) : [];
}

/** After a sign of life: what could not be said is tried once more, in the conversation first. */
export function reachAgain(quote: Quote): Quote {
  if (quote.card.status !== "parked") return quote;
  const parked = quote.notices.filter(
    ({ about, state }) => !elsewhere.has(about.kind) && state.status === "parked",
  );
  const due = parked.reduce((left, { id }) => changeNotice(left, id, { status: "due" }), quote);
  return { ...due, place: { ...due.place, isClosed: undefined }, card: { status: "none" } };
}
