import type { SlashCommand } from "@slack/bolt";

import { eraseNow } from "#features/erasure/erase-records.ts";
import {
  type Action,
  type ListenerDeps,
  action,
  linksTo,
  openAndFill,
} from "#features/shared/action.ts";
import { actionIds } from "#features/shared/ids.ts";
import { rightsOf } from "#features/shared/rights.ts";
import { notAdminReply } from "#features/shared/short-replies-view.ts";
import type { Message } from "#slack/blocks.ts";

import { bookPage, bookWanted, cardsShown, erasedReply, noBookPage } from "./book-page-view.ts";
import { showBook } from "./show-book.ts";

export const bookActions: readonly Action[] = [
  action({
    ids: actionIds.openBook,
    read: ({ option }) => (option ? { id: option } : undefined),
    ack: "first",
    run: (deps, { person, trigger, id }) => openBook(deps, trigger, { person, id }),
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
