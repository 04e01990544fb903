import { unsendableTasks } from "#domain/translation/sending.ts";

import { noticeRow } from "./notice-table.ts";
import { type NoticeState, addNotice, changeNotice } from "./notices.ts";
import { type Quote, paidTasks } from "./quote.ts";

/**
 * Moves to direct messages with the requester, because the conversation is archived, deleted or
 * closed to the bot. If that fails too, the card and its notices are undeliverable. No result is lost, and
 * the admins are told of approved runs that cannot be sent without a card.
 */
export function fallBackToDirectMessage(quote: Quote, why: string): Quote {
  const unsaid = quote.notices.filter(
    ({ about, state }) => noticeRow(about).to === "conversation" && state.status !== "said",
  );
  const isUndeliverable = quote.place.isClosed === true;
  const state: NoticeState = isUndeliverable ? { status: "undeliverable", why } : { status: "due" };
  const moved = unsaid.reduce((result, { id }) => changeNotice(result, id, state), quote);
  const next: Quote = {
    ...moved,
    place: { ...quote.place, isClosed: true },
    card: isUndeliverable ? { status: "undeliverable", why } : { status: "none" },
  };
  const stranded = unsendableTasks(next).reduce(
    (result, { key }) => addNotice(result, { kind: "tell-admins", topic: "stranded", key }),
    next,
  );
  return undelivered(next).reduce(
    (result, key) => addNotice(result, { kind: "tell-admins", topic: "undelivered", key }),
    stranded,
  );
}

/** Returns the keys of finished paid runs whose result nobody was told of. */
function undelivered(quote: Quote): readonly string[] {
  const completed = paidTasks(quote).filter(({ state }) => state.status === "completed");
  return completed.flatMap(({ key }) => {
    const notices = quote.notices.filter(
      ({ about }) =>
        (about.kind === "outcome" || about.kind === "late-result") && about.key === key,
    );
    return notices.some(({ state }) => state.status === "undeliverable") ? [key] : [];
  });
}

/** Retries undeliverable posts after a sign of life, in the conversation first. */
export function retryConversation(quote: Quote): Quote {
  if (quote.card.status !== "undeliverable") return quote;
  const undeliverable = quote.notices.filter(
    ({ about, state }) =>
      noticeRow(about).to === "conversation" && state.status === "undeliverable",
  );
  const next = undeliverable.reduce(
    (result, { id }) => changeNotice(result, id, { status: "due" }),
    quote,
  );
  return { ...next, place: { ...next.place, isClosed: undefined }, card: { status: "none" } };
}
