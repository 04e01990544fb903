import type { Button, KnownBlock, ModalView } from "@slack/types";

import {
  type Field,
  type Message,
  actions,
  button,
  confirm,
  contextBlock,
  fields,
  header,
  limits,
  plainText,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import { bookButtons } from "../../books/views/book-replies.ts";
import { actionIds } from "../../ids.ts";
import { nothingFoundReply } from "../../intake/views/command-replies.ts";
import type { Erased } from "../../records/actions/erase-now.ts";
import type { BookPage } from "../actions/show-home.ts";
import { quoteLine } from "./quote-line.ts";

/**
 * Draws the page of a book: its length, languages, terms, cost and manuscripts. Undefined is a book
 * that is gone, or that the person may not see.
 */
export function bookPage(
  page: BookPage | undefined,
  {
    context,
    links,
  }: { readonly context: ViewContext; readonly links: ReadonlyMap<string, string> },
): ModalView {
  const { t } = context.locale;
  return {
    type: "modal",
    title: plainText(t`Book`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
    blocks:
      page === undefined
        ? nothingFoundReply(context).blocks
        : [
            header(plain(page.book, limits.header) || t`Book`),
            fields(factsOf(page, context)),
            { type: "divider" },
            ...page.manuscripts.slice(0, listed).map((quote) => ({
              ...section(quoteLine(quote, { context, links })),
              ...accessoryOf(bookButtons(quote, context)),
            })),
            ...more(page, context),
            ...(page.mayErase ? [eraser(page, context.locale)] : []),
          ],
  };
}

function accessoryOf([accessory]: readonly Button[]) {
  return accessory === undefined ? {} : { accessory };
}

function eraser({ book }: BookPage, { t }: Locale): KnownBlock {
  const name = plain(book, limits.nameInConfirm);
  return actions("book", [
    button({
      label: t`Erase this book`,
      actionId: actionIds.eraseBook,
      value: book,
      style: "danger",
      confirm: confirm({
        title: t`Erase this book`,
        text: t`The records of “${name}” and its glossary are erased for good. Spending figures and messages in Slack stay.`,
        yes: t`Erase this book`,
        no: t`Cancel`,
        style: "danger",
      }),
    }),
  ]);
}

export function erasedReply({ erased, kept }: Erased, { locale }: ViewContext): Message {
  const { t, counted } = locale;
  const gone = t`Erased: ${counted(erased, "card")}.`;
  const stays = t`Not erased, because something of it is still going on: ${counted(kept, "card")}. Please erase again once that has ended.`;
  return say(kept === 0 ? gone : `${gone} ${stays}`);
}

function factsOf(page: BookPage, { rules, locale }: ViewContext): readonly Field[] {
  const { t, counted, enumerated } = locale;
  const { characters, chapters, languages, terms, spent } = page;
  const name = (code: string) => languageShown(code, rules.languages, locale);
  const length = counted(characters, "character");
  const termsOf = ({ language, count }: (typeof terms)[number]) =>
    t`${capital(name(language))}: ${counted(count, "term")}`;
  return [
    [t`Length`, chapters === 0 ? length : enumerated([length, counted(chapters, "chapter")])],
    [t`Languages`, capital(few(languages.map(name), locale))],
    ...(terms.length === 0 ? [] : [[t`Glossary`, few(terms.map(termsOf), locale)] as const]),
    [t`Spent`, counted(spent, "credit")],
  ];
}

function few(words: readonly string[], { enumerated }: Locale): string {
  const shown = enumerated(words.slice(0, fewest));
  return words.length > fewest ? `${shown} …` : shown;
}

function more({ isMore, manuscripts }: BookPage, { locale: { t } }: ViewContext): KnownBlock[] {
  const rest = manuscripts.length - listed;
  return isMore || rest > 0
    ? [
        contextBlock(
          t`Older manuscripts are not listed; the figures cover the newest ${manuscripts.length}.`,
        ),
      ]
    : [];
}

const listed = 20;
const fewest = 8;
