import { isUnsent } from "#domain/translation/sending.ts";

import { type NoticeAbout, type NoticeState, addNotice, changeNotice } from "./notices.ts";
import { type Quote, paidTasks } from "./quote.ts";
import type { Task } from "./task.ts";

/**
 * Moves to direct messages with the requester, because the conversation is archived, deleted or
 * closed to the bot. If that fails too, the card and its notices are undeliverable. No result is lost, and
 * the admins are told of approved runs that cannot be sent without a card.
 */
export function fallBackToDirectMessage(quote: Quote, why: string): Quote {
  const unsaid = quote.notices.filter(
    ({ about, state }) => !toSinglePeople.has(about.kind) && state.status !== "said",
  );
  const isUndeliverable = quote.place.isClosed === true;
  const state: NoticeState = isUndeliverable ? { status: "undeliverable", why } : { status: "due" };
  const moved = unsaid.reduce((left, { id }) => changeNotice(left, id, state), quote);
  const told: Quote = {
    ...moved,
    place: { ...quote.place, isClosed: true },
    card: isUndeliverable ? { status: "undeliverable", why } : { status: "none" },
  };
  return unsendableTasks(told).reduce(
    (left, { key }) => addNotice(left, { kind: "tell-admins", topic: "stranded", key }),
    told,
  );
}

/** Notices that go to single people, whatever happens to the conversation. */
const toSinglePeople: ReadonlySet<NoticeAbout["kind"]> = new Set([
  "admin-card",
  "direct",
  "tell-admins",
]);

/** Returns approved, unsent tasks whose card, which must name them first, cannot be posted. */
export function unsendableTasks(quote: Quote): readonly Task[] {
  return quote.card.status === "undeliverable" ? paidTasks(quote).filter(isUnsent) : [];
}

/** Retries undeliverable posts after a sign of life, in the conversation first. */
export function retryConversation(quote: Quote): Quote {
  if (quote.card.status !== "undeliverable") return quote;
  const undeliverable = quote.notices.filter(
    ({ about, state }) => !toSinglePeople.has(about.kind) && state.status === "undeliverable",
  );
  const due = undeliverable.reduce(
    (left, { id }) => changeNotice(left, id, { status: "due" }),
    quote,
  );
  return { ...due, place: { ...due.place, isClosed: undefined }, card: { status: "none" } };
}
