import { shownFileName } from "#domain/book/manuscript-name.ts";
import { chaptersOf, deliveryFileName, documentFileName } from "#domain/delivery/delivery.ts";
import { formatEndings } from "#domain/exports/formats.ts";
import {
  type ListenerDeps,
  type Action,
  type Form,
  action,
  openForm,
  updateForm,
} from "#features/shared/action.ts";
import { placeOf } from "#features/shared/conversation.ts";
import { type TaskRef, actionIds, callbackIds, parseResultPlace } from "#features/shared/ids.ts";
import type { ClickPlace, Reply } from "#features/shared/payloads.ts";
import { sentReply } from "#features/shared/short-replies-view.ts";
import { sendFile } from "#slack/files.ts";
import { tell } from "#slack/messages.ts";

import { exportResult } from "./export-result.ts";
import {
  bookComment,
  exportReply,
  headsOf,
  lookFirstView,
  parseFormat,
  remarksIn,
} from "./export-view.ts";
import { type JoinedBook, joinBook } from "./join-book.ts";

/** Builds and sends the file after the form is closed: it may take longer than Slack waits. */
export const exportSent: Form = {
  callbackId: callbackIds.exports,
  listener: async (deps, { ack, body, view }) => {
    await ack();
    const [place, format] = [
      parseResultPlace(view.private_metadata),
      parseFormat(view.state.values),
    ];
    if (place === undefined || format === undefined) return deps.unreadable(body);
    const click = { ...place, person: body.user.id };
    const context = await deps.contexts.forPerson(click.person);
    const outcome = await exportResult(deps.ctx, click);
    if (outcome.status !== "paired") {
      return await tell(deps.clients, click, exportReply(outcome, context));
    }
    const { book, quote, task } = outcome;
    const heads = headsOf(book, context);
    const content = await deps.writeBook(format, { ...book, heads, remarks: remarksIn(context) });
    const chapters = chaptersOf(quote, task);
    const name = deliveryFileName(
      shownFileName(quote),
      task.target,
      chapters,
      formatEndings[format],
    );
    await sendFile(deps.clients, { channel: click.person }, { name, content });
    await tell(deps.clients, click, sentReply(name, context));
  },
};

/** Opens the view at once, because a trigger expires after three seconds; then reads the text. */
export async function showLookFirst(
  deps: ListenerDeps,
  click: ClickPlace & TaskRef,
): Promise<undefined> {
  const { ctx, clients, contexts } = deps;
  const context = await contexts.forPerson(click.person);
  const { trigger } = click;
  const view_id = await openForm(clients, { trigger, view: lookFirstView(undefined, context) });
  const view = lookFirstView(await exportResult(ctx, click), context);
  await updateForm(clients, { view_id, view });
}

export const exportActions: readonly Action[] = [
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
  const channel = clicked.channel || (await deps.ctx.quoteStore.find(quoteId))?.place.channel;
  if (!(await deps.once(`book.${quoteId}`, quietMs))) {
    return (context) => exportReply({ status: "at-it" }, context);
  }
  const outcome = await joinBook(deps.ctx, { ...clicked, channel: channel ?? "" });
  if (outcome.status === "joined") await post(deps, outcome);
  return (context) => exportReply(outcome, context);
}

async function post({ clients, contexts }: ListenerDeps, book: JoinedBook): Promise<void> {
  const { quote, title, file } = book;
  const isDocument = file.putBack?.status === "document";
  const name = (isDocument ? documentFileName : deliveryFileName)(
    shownFileName(quote, title),
    quote.target,
  );
  const where = placeOf(quote);
  const comment = bookComment(book, await contexts.forChannel(where.channel));
  await sendFile(clients, where, { name, content: file.content, comment });
}

const quietMs = 30_000;
