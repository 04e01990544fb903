import type { ModalView } from "@slack/types";
import { z } from "zod";

import { bookChars } from "#domain/intake/request-details.ts";
import { callbackIds, formMemory } from "#features/shared/ids.ts";
import { typedIn } from "#features/shared/payloads.ts";
import { notAllowedReply, unknownCardReply } from "#features/shared/short-replies-view.ts";
import { entry, limits, modal, plainText, section, textField } from "#slack/blocks.ts";
import { plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import type { BookEdit, BookEdited, BookForm } from "./change-book.ts";

/** The inputs, by the id of their block. */
export const bookBlocks = { name: "book.name", to: "book.to" } as const;

/** The card whose book the form is about; it returns with the form, and rights are checked again. */
export const { write: bookMemory, read: parseBookMemory } = formMemory(
  z.object({ quoteId: z.string().min(1) }),
);

/** Draws the form in which a book is renamed, or a manuscript is moved to another one. */
export function bookForm({ quote, name, others }: BookForm, context: ViewContext): ModalView {
  const { t } = context.locale;
  const choices = [
    { value: "this", text: t`This book` },
    { value: "new", text: t`A new book` },
    ...others
      .filter(({ id }) => id.length <= limits.optionValue)
      .map((one) => ({ value: one.id, text: plain(one.name ?? "", limits.optionText) || "…" })),
  ];
  const options = choices.map(({ value, text }) => ({
    value,
    text: plainText(text, limits.optionText),
  }));
  const [first] = options;
  return modal({
    callback_id: callbackIds.book,
    private_metadata: bookMemory({ quoteId: quote.id }),
    title: t`Book`,
    submit: t`Save`,
    close: t`Cancel`,
    blocks: [
      entry(bookBlocks.name, t`Name`, textField(bookChars, plain(name, bookChars)), {
        hint: t`Earlier names still lead to the book.`,
      }),
      entry(
        bookBlocks.to,
        t`This manuscript belongs to`,
        { type: "static_select", options, ...(first !== undefined && { initial_option: first }) },
        { optional: false, hint: t`A manuscript moves with its cards in all languages.` },
      ),
    ],
  });
}

export function parseBookForm(values: unknown): Pick<BookEdit, "name" | "to"> {
  return {
    name: typedIn(values, bookBlocks.name, bookChars),
    to: typedIn(values, bookBlocks.to) ?? "this",
  };
}

type Refusal = Exclude<BookEdited["status"], "done">;

export function bookRefusal(why: Refusal, context: ViewContext): string {
  const { t } = context.locale;
  switch (why) {
    case "unknown-card":
      return unknownCardReply(context).text;
    case "not-allowed":
      return notAllowedReply(context).text;
    case "taken":
      return t`Another book has this name. To put the manuscript there, choose that book below.`;
  }
}

export function bookNote(why: Refusal, context: ViewContext): ModalView {
  const { t } = context.locale;
  const blocks = [section(bookRefusal(why, context))];
  return modal({ title: t`Book`, close: t`Close`, blocks });
}
