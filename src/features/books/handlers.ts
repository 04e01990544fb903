import type { SlashCommand } from "@slack/bolt";

import { eraseNow } from "#features/erasure/erase-records.ts";
import {
  type Action,
  type Form,
  type ListenerDeps,
  action,
  linksTo,
  openAndFill,
  updateForm,
} from "#features/shared/action.ts";
import { actionIds, callbackIds } from "#features/shared/ids.ts";
import { rightsOf } from "#features/shared/rights.ts";
import { notAdminReply } from "#features/shared/short-replies-view.ts";
import type { Message } from "#slack/blocks.ts";

import {
  bookBlocks,
  bookForm,
  bookNote,
  bookRefusal,
  parseBookForm,
  parseBookMemory,
} from "./book-form-view.ts";
import { bookPage, bookWanted, cardsShown, erasedReply, noBookPage } from "./book-page-view.ts";
import { editBook, openBookForm } from "./change-book.ts";
import { showBook } from "./show-book.ts";

export const bookActions: readonly Action[] = [
  action({
    ids: actionIds.openBook,
    read: ({ option }) => (option ? { id: option } : undefined),
    ack: "first",
    run: (deps, { person, trigger, id }) => openBook(deps, trigger, { person, id }),
  }),
  // On a book's page, and in the form of a card's glossary.
  action({
    ids: actionIds.editBook,
    read: ({ value, surface }) =>
      value === "" || surface.kind !== "modal"
        ? undefined
        : { quoteId: value, viewId: surface.viewId },
    ack: "first",
    run: async (deps, { viewId: view_id, ...asked }) => {
      const context = await deps.contexts.forPerson(asked.person);
      const opened = await openBookForm(deps.ctx, asked);
      const view =
        opened.status === "form"
          ? bookForm(opened.form, context)
          : bookNote(opened.status, context);
      await updateForm(deps.clients, { view_id, view });
      return undefined;
    },
  }),
  action({
    ids: actionIds.eraseBook,
    read: ({ value }) => (value === "" ? undefined : { book: value }),
    ack: "first",
    run: async ({ ctx }, { person: by, book }) => {
      if (!(await rightsOf(ctx.people, by, "now")).isAdmin) return notAdminReply;
      const outcome = await eraseNow(ctx, { kind: "book", name: book }, by);
      return (context) => erasedReply(outcome, context);
    },
  }),
];

export const bookSent: Form = {
  callbackId: callbackIds.book,
  listener: async ({ ctx, contexts }, { ack, body, view }) => {
    const person = body.user.id;
    const memory = parseBookMemory(view.private_metadata);
    const context = await contexts.forPerson(person);
    const edit = { ...parseBookForm(view.state.values), person };
    const outcome =
      memory === undefined
        ? ({ status: "unknown-card" } as const)
        : await editBook(ctx, { ...memory, ...edit });
    if (outcome.status === "done") return await ack();
    const errors = { [bookBlocks.name]: bookRefusal(outcome.status, context) };
    return await ack({ response_action: "errors", errors });
  },
};

/** `/translate book NAME` opens the book's page, as Home does. */
export async function bookAsked(
  deps: ListenerDeps,
  { trigger_id: trigger, user_id: person, channel_id: channel }: SlashCommand,
  name: string | undefined,
): Promise<Message | undefined> {
  if (name === undefined) return bookWanted(await deps.contexts.forPerson(person));
  return await openBook(deps, trigger, { person, name, channel });
}

async function openBook(
  deps: ListenerDeps,
  trigger: string,
  asked: Parameters<typeof showBook>[1],
): Promise<undefined> {
  const { person } = asked;
  const context = await deps.contexts.forPerson(person);
  const opening = { trigger, view: noBookPage("looking", context) };
  await openAndFill(deps.clients, opening, async () => {
    const page = await showBook(deps.ctx, asked);
    if (page === undefined) return noBookPage("unknown", context);
    const links = await linksTo(deps, person, cardsShown(page));
    return bookPage(page, { context, links });
  });
}
