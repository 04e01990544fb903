import type { InputBlock, ModalView } from "@slack/types";
import { z } from "zod";

import { approversOfBook, budgetPeriods } from "#domain/book/book.ts";
import { glossaryChoices } from "#domain/glossary/glossary.ts";
import { bookChars, referenceChars } from "#domain/intake/request-details.ts";
import { callbackIds, formMemory } from "#features/shared/ids.ts";
import { chosenIn, peopleIn, typedIn, unescaped } from "#features/shared/payloads.ts";
import { glossaryUse } from "#features/shared/request-words-view.ts";
import { notAllowedReply, unknownCardReply } from "#features/shared/short-replies-view.ts";
import { entry, entryId, limits, modal, plainText, section, textField } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languagesSelect } from "#slack/words.ts";

import type { BookEdit, BookEdited, BookForm, Refused } from "./change-book.ts";

/** The inputs, by the id of their block. */
export const bookBlocks = {
  name: "book.name",
  to: "book.to",
  reference: "book.reference",
  targets: "book.targets",
  strategy: "book.strategy",
  approvers: "book.approvers",
  budget: "book.budget",
  per: "book.per",
} as const;

/** The card whose book the form is about; it returns with the form, and rights are checked again. */
export const { write: bookMemory, read: parseBookMemory } = formMemory(
  z.object({ quoteId: z.string().min(1) }),
);

/** Draws the form in which a book is renamed, or a manuscript is moved to another one. */
export function bookForm(form: BookForm, context: ViewContext): ModalView {
  const { quote, name, others, reference } = form;
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
      entry(
        bookBlocks.reference,
        t`Reference`,
        textField(referenceChars, reference && plain(reference, referenceChars)),
        { hint: t`A cost centre or an order number, for receipts and the CSV file of charges.` },
      ),
      ...defaultInputs(form, context),
      ...budgetInputs(form, context.locale),
    ],
  });
}

/** How manuscripts of the book are translated that say nothing else. */
function defaultInputs(
  { targets, strategy, approvers }: BookForm,
  { setup, locale }: ViewContext,
): readonly InputBlock[] {
  const { t } = locale;
  const glossary = glossaryUse(strategy ?? "merge", locale);
  const { languages } = setup;
  const hint = t`For manuscripts of this book whose message or form names none.`;
  return [
    ...(languages.length === 0
      ? []
      : [
          entry(
            bookBlocks.targets,
            t`Languages`,
            languagesSelect({ actionId: entryId, languages, chosen: targets, locale }),
            { hint },
          ),
        ]),
    entry(
      bookBlocks.strategy,
      t`Glossary`,
      { type: "static_select", ...glossary },
      { optional: false },
    ),
    entry(
      bookBlocks.approvers,
      t`Approvers to ask`,
      {
        type: "multi_users_select",
        max_selected_items: approversOfBook,
        ...(approvers.length > 0 && { initial_users: [...approvers] }),
      },
      {
        hint: t`They are asked instead of all approvers. The others can still approve.`,
      },
    ),
  ];
}

/** Empty for people who may not set a budget. */
function budgetInputs({ budget, mayBudget }: BookForm, { t }: Locale): readonly InputBlock[] {
  if (!mayBudget) return [];
  const words = { book: t`The whole book`, month: t`Each month (UTC)` };
  const options = budgetPeriods.map((value) => ({
    value,
    text: plainText(words[value], limits.optionText),
  }));
  const chosen = options.find(({ value }) => value === (budget?.per ?? "book"));
  return [
    entry(
      bookBlocks.budget,
      t`Budget (credits)`,
      {
        type: "number_input",
        is_decimal_allowed: false,
        min_value: "1",
        max_value: String(mostCredits),
        ...(budget && { initial_value: String(budget.credits) }),
      },
      {
        hint: t`Approvers see what is left; beyond it nothing is approved automatically. Admins are warned at 50, 90 and 100 %.`,
      },
    ),
    entry(
      bookBlocks.per,
      t`Period of the budget`,
      { type: "static_select", options, ...(chosen && { initial_option: chosen }) },
      { optional: false },
    ),
  ];
}

const mostCredits = 1_000_000_000;

type Typed = Omit<BookEdit, "quoteId" | "person" | "budget"> & {
  readonly budget: BookEdit["budget"] | "unreadable";
};

export function parseBookForm(values: unknown): Typed {
  const choice = typedIn(values, bookBlocks.strategy);
  const strategy = glossaryChoices.find((one) => one === choice);
  return {
    name: typedIn(values, bookBlocks.name, bookChars),
    to: typedIn(values, bookBlocks.to) ?? "this",
    reference: typedIn(values, bookBlocks.reference, referenceChars),
    targets: chosenIn(values, bookBlocks.targets),
    strategy: strategy === "merge" ? undefined : strategy,
    approvers: peopleIn(values, bookBlocks.approvers).slice(0, approversOfBook),
    budget: parseBudget(values),
  };
}

/** An empty field means none; a form without a budget's fields says nothing of it. */
function parseBudget(values: unknown): Typed["budget"] {
  const per = budgetPeriods.find((one) => one === typedIn(values, bookBlocks.per));
  const words = typedIn(values, bookBlocks.budget);
  if (per === undefined) return "untouched";
  if (words === undefined) return undefined;
  const credits = /^\d{1,10}$/u.test(words) ? Number(words) : 0;
  return credits > 0 && credits <= mostCredits ? { credits, per } : "unreadable";
}

export function budgetError({ locale: { t } }: ViewContext): Record<string, string> {
  return {
    [bookBlocks.budget]: t`Please type a whole number from 1 to ${mostCredits}, or leave it empty.`,
  };
}

type Refusal = Exclude<BookEdited, { readonly status: "done" }>;

/** Returns what is wrong, by the input that it is shown beside. */
export function bookErrors(refusal: Refusal, context: ViewContext): Record<string, string> {
  const { t, anyOf } = context.locale;
  if (refusal.status !== "no-approvers") {
    return { [bookBlocks.name]: bookRefusal(refusal.status, context) };
  }
  // Slack shows errors as plain text.
  const names = anyOf(refusal.people.map((id) => unescaped(context.nameOf(id))));
  return {
    [bookBlocks.approvers]: t`Only approvers and admins can be asked, not ${names}.`,
  };
}

function bookRefusal(why: Exclude<Refusal["status"], "no-approvers">, context: ViewContext) {
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

export function bookNote(why: Refused["status"], context: ViewContext): ModalView {
  const { t } = context.locale;
  const blocks = [section(bookRefusal(why, context))];
  return modal({ title: t`Book`, close: t`Close`, blocks });
}
