import { deliveryFileName, documentFileName } from "../../../core/files.ts";
import { sendFile } from "../../../slack/files.ts";
import { type Action, action } from "../../actions.ts";
import { actionIds } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { placeOf } from "../../notices.ts";
import type { ClickPlace, Reply } from "../../payloads.ts";
import { type BookOutcome, joinBook } from "../actions/join-book.ts";
import { bookComment, bookReply } from "../views/book-replies.ts";

export const bookActions: readonly Action[] = [
  action({
    ids: actionIds.postBook,
    read: ({ value }) => (value === "" ? undefined : { quoteId: value }),
    ack: "first",
    run: postBook,
  }),
];

/** Joins a book and posts it in its thread. A second click meanwhile is only told so. */
async function postBook(
  deps: ListenerDeps,
  clicked: ClickPlace & { readonly quoteId: string },
): Promise<Reply> {
  const { quoteId } = clicked;
  // A book's page is in no conversation: members of the card's may click there as well.
  const channel = clicked.channel || (await deps.ports.ledger.find(quoteId))?.place.channel;
  const click = { ...clicked, channel: channel ?? "" };
  if (!(await deps.once(`book.${quoteId}`, quietMs))) {
    return (context) => bookReply({ status: "at-it" }, context);
  }
  const outcome = await joinBook(deps.ports, click);
  if (outcome.status === "joined") await post(deps, outcome);
  return (context) => bookReply(outcome, context);
}

async function post(
  { clients, contexts }: ListenerDeps,
  { quote, ...book }: Extract<BookOutcome, { readonly status: "joined" }>,
): Promise<void> {
  const { file } = book;
  const isDocument = file.putBack?.status === "document";
  const name = (isDocument ? documentFileName : deliveryFileName)(quote.file.name, quote.target);
  const where = placeOf(quote);
  const comment = bookComment(quote, book, await contexts.forChannel(where.channel));
  await sendFile(clients, where, { name, content: file.content, comment });
}

const quietMs = 30_000;
