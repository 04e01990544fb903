import type { SlashCommand } from "@slack/bolt";
import type { ModalView } from "@slack/types";

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
import type { ViewContext } from "#slack/people.ts";

import {
  bookErrors,
  bookForm,
  bookNote,
  budgetError,
  parseBookForm,
  parseBookMemory,
} from "./book-form-view.ts";
import { bookPage, bookWanted, cardsShown, erasedReply, noBookPage } from "./book-page-view.ts";
import { editBook, openBookForm } from "./change-book.ts";
import {
  type Merged,
  type Planned,
  cardOfBook,
  mergeBooks,
  openMergeForm,
  planMerge,
} from "./merge-books.ts";
import {
  mergeChoiceErrors,
  mergeForm,
  mergeNote,
  mergeView,
  parseMergeChoice,
  parseMergeMemory,
  parseMergeWinner,
} from "./merge-view.ts";
import { showBook } from "./show-book.ts";

/** A button of a modal whose value is a card: the modal then shows another form. */
function formButton(
  id: typeof actionIds.editBook | typeof actionIds.mergeBook,
  draw: (
    ctx: ListenerDeps["ctx"],
    asked: { readonly quoteId: string; readonly person: string },
    context: ViewContext,
  ) => Promise<ModalView>,
): Action {
  return action({
    ids: id,
    read: ({ value, surface }) =>
      value === "" || surface.kind !== "modal"
        ? undefined
        : { quoteId: value, viewId: surface.viewId },
    ack: "first",
    run: async ({ ctx, clients, contexts }, { viewId: view_id, ...asked }) => {
      const view = await draw(ctx, asked, await contexts.forPerson(asked.person));
      await updateForm(clients, { view_id, view });
      return undefined;
    },
  });
}

export const bookActions: readonly Action[] = [
  action({
    ids: actionIds.openBook,
    read: ({ option }) => (option ? { id: option } : undefined),
    ack: "first",
    run: (deps, { person, trigger, id }) => openBook(deps, trigger, { person, id }),
  }),
  // On a book's page, and in the form of a card's glossary.
  formButton(actionIds.editBook, async (ctx, asked, context) => {
    const opened = await openBookForm(ctx, asked);
    return opened.status === "form"
      ? bookForm(opened.form, context)
      : bookNote(opened.status, context);
  }),
  formButton(actionIds.mergeBook, async (ctx, asked, context) => {
    const opened = await openMergeForm(ctx, asked);
    return opened.status === "form" ? mergeForm(opened.form, context) : mergeNote(opened, context);
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
    const { budget, ...typed } = parseBookForm(view.state.values);
    if (budget === "unreadable") {
      const errors = budgetError(await contexts.forPerson(person));
      return await ack({ response_action: "errors", errors });
    }
    const edit = { ...typed, budget, person };
    const outcome =
      memory === undefined
        ? ({ status: "unknown-card" } as const)
        : await editBook(ctx, { ...memory, ...edit });
    if (outcome.status === "done") return await ack();
    const named = outcome.status === "no-approvers" ? outcome.people : [];
    const context = await contexts.forChannel(person, named);
    const errors = bookErrors(outcome, context);
    return await ack({ response_action: "errors", errors });
  },
};

/** Shows what a merge changes. A name that was typed comes before a choice in the list. */
export const mergeChosen: Form = {
  callbackId: callbackIds.chooseMerge,
  listener: async (deps, args) => {
    const { ack, body, view } = args;
    const { card, name } = parseMergeChoice(view.state.values);
    const person = body.user.id;
    const memory = parseMergeMemory(view.private_metadata);
    const isTyped = name !== undefined && memory !== undefined;
    const into = isTyped ? await cardOfBook(deps.ctx, { ...memory, person, name }) : card;
    if (into === undefined) {
      const context = await deps.contexts.forPerson(person);
      const errors = mergeChoiceErrors(isTyped ? "unknown" : "nothing", context);
      return await ack({ response_action: "errors", errors });
    }
    await answerMerge(deps, args, async ({ quoteId }) => {
      const asked = { quoteId, into };
      return { asked, outcome: await planMerge(deps.ctx, { ...asked, person }) };
    });
  },
};

/** Merges two books, if nothing has changed since the person looked. */
export const mergeSent: Form = {
  callbackId: callbackIds.merge,
  listener: async (deps, args) =>
    await answerMerge(deps, args, async ({ quoteId, into = "", tag = "" }, person) => {
      const winner = parseMergeWinner(args.view.state.values);
      const asked = { quoteId, into };
      const merge = { ...asked, person, winner, tag };
      return { asked, outcome: await mergeBooks(deps.ctx, merge) };
    }),
};

/** Answers Slack first: rights and cards take a moment. */
async function answerMerge(
  { clients, contexts }: ListenerDeps,
  { ack, body, view }: Parameters<Form["listener"]>[1],
  act: (
    memory: NonNullable<ReturnType<typeof parseMergeMemory>>,
    person: string,
  ) => Promise<{
    readonly asked: { readonly quoteId: string; readonly into: string };
    readonly outcome: Planned | Merged;
  }>,
): Promise<void> {
  const person = body.user.id;
  const context = await contexts.forPerson(person);
  await ack({ response_action: "update", view: noBookPage("looking", context) });
  const memory = parseMergeMemory(view.private_metadata);
  const done = memory && (await act(memory, person));
  const shown =
    done === undefined
      ? mergeNote({ status: "unknown-card" }, context)
      : mergeView(done.outcome, done.asked, context);
  await updateForm(clients, { view_id: view.id, view: shown });
}

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
