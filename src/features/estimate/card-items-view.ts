import type { MenuItem } from "#domain/estimate/card-model.ts";
import type { Locale } from "#slack/i18n/locale.ts";

/**
 * An item of a card's ⋯. One that opens a form is acknowledged before it opens, and its label ends
 * with an ellipsis; one that acts is recorded before it is acknowledged.
 */
type CardItem = {
  readonly opens: "form" | "form-with-text" | undefined;
  /** Who may: the requester and the approvers, or every member. */
  readonly who: "changers" | "members";
  readonly label: (locale: Locale) => string;
};

export const cardItems: { readonly [Item in MenuItem]: CardItem } = {
  chapters: { opens: "form", who: "changers", label: ({ t }) => t`Choose chapters` },
  glossary: { opens: "form", who: "changers", label: ({ t }) => t`Book and glossary` },
  language: { opens: "form", who: "changers", label: ({ t }) => t`Change language` },
  note: { opens: "form", who: "changers", label: ({ t }) => t`Add a note` },
  // The text is read again for this form, which keeps nothing of it.
  details: { opens: "form-with-text", who: "members", label: ({ t }) => t`Details` },
};

export function itemLabel(item: MenuItem, locale: Locale): string {
  const { opens, label } = cardItems[item];
  return opens === undefined ? label(locale) : locale.t`${label(locale)}…`;
}
