import { deliveryFileName, documentFileName } from "../../../core/file-names.ts";
import { shareUpload, uploadUnshared } from "../../../slack/files.ts";
import { conversationOf } from "../../../slack/messages.ts";
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

type BookClick = ClickPlace & { readonly quoteId: string };

/** Joins a book and posts it in its thread. A second click meanwhile is only told so. */
async function postBook(deps: ListenerDeps, clicked: BookClick): Promise<Reply> {
  const click = await atQuote(deps, clicked);
  if (!(await deps.once(`book.${click.quoteId}`, quietMs))) {
    return (context) => bookReply({ status: "at-it" }, context);
  }
  const outcome = await joinBook(deps.ports, click);
  if (outcome.status === "joined") await post(deps, outcome);
  return (context) => bookReply(outcome, context);
}

/**
 * Returns the click with the conversation of its card: a book's page has none of its own, and members
 * of that conversation may click there as well.
 */
async function atQuote({ ports }: ListenerDeps, click: BookClick): Promise<BookClick> {
  if (click.channel !== "") return click;
  const quote = await ports.ledger.find(click.quoteId);
  return { ...click, channel: quote?.place.channel ?? "" };
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
  const fileId = await uploadUnshared(clients.once, { name, content: file.content });
  const channel = await conversationOf(clients.steady, where.channel);
  await shareUpload(clients.once, { where: { ...where, channel }, fileId, title: name, comment });
}

const quietMs = 30_000;
