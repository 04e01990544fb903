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
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { bookButtons } from "../../books/views/book-replies.ts";
import { actionIds } from "../../ids.ts";
import type { Erased } from "../../records/actions/erase-now.ts";
import type { BookPage } from "../actions/show-home.ts";
import { linkedLine } from "./quote-line.ts";

/** Draws the page of a book: its length, languages, terms, cost and manuscripts. */
export function bookPage(
  page: BookPage,
  context: ViewContext,
  links: ReadonlyMap<string, string>,
): ModalView {
  return {
    ...frame(context),
    blocks: [
      header(plain(page.book, limits.header) || context.tongue.t`Book`),
      fields(factsOf(page, context)),
      { type: "divider" },
      ...page.manuscripts.slice(0, listed).map((quote) => ({
        ...section(linkedLine(quote, context, links.get(quote.id))),
        ...accessoryOf(bookButtons(quote, context)),
      })),
      ...more(page, context),
      ...(page.mayErase ? [eraser(page, context.tongue)] : []),
    ],
  };
}

function accessoryOf([accessory]: readonly Button[]) {
  return accessory === undefined ? {} : { accessory };
}

function eraser({ book }: BookPage, { t }: Tongue): KnownBlock {
  const name = plain(book, limits.nameInConfirm);
  return actions("book", [
    button({
      label: t`Erase this book`,
      actionId: actionIds.eraseBook,
      value: book,
      style: "danger",
      confirm: confirm({
        title: t`Erase this book?`,
        text: t`The records of “${name}” and its glossary are erased for good. Spending figures and messages in Slack stay.`,
        yes: t`Erase`,
        no: t`Not now`,
        style: "danger",
      }),
    }),
  ]);
}

export function erasedReply({ erased, kept }: Erased, { tongue }: ViewContext): Message {
  const { t, counted } = tongue;
  const gone = t`Erased: ${counted(erased, "card")}.`;
  const stays = t`Not erased, because something of it is still going on: ${counted(kept, "card")}. Please erase again once that has ended.`;
  return say(kept === 0 ? gone : `${gone} ${stays}`);
}

/** Draws the page for a book that is gone, or that the person may not see. */
export function noBookPage(context: ViewContext): ModalView {
  return { ...frame(context), blocks: [section(unknownBookReply(context).text)] };
}

export function unknownBookReply({ tongue: { t } }: ViewContext): Message {
  return say(t`I know no manuscripts of this book that you can see.`);
}

function frame({ tongue: { t } }: ViewContext) {
  return {
    type: "modal" as const,
    title: plainText(t`Book`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
  };
}

function factsOf(page: BookPage, { rules, tongue }: ViewContext): readonly Field[] {
  const { t, counted, amount, enumerated } = tongue;
  const { manuscripts, characters, chapters, languages, terms, spent } = page;
  const name = (code: string) => languageShown(code, rules.languages, tongue);
  const length = counted(characters, "character");
  return [
    [t`Manuscripts`, amount(manuscripts.length)],
    [t`Length`, chapters === 0 ? length : enumerated([length, counted(chapters, "chapter")])],
    [t`Languages`, few(languages.map(name), tongue)],
    [
      t`Glossary`,
      terms.length === 0
        ? t`no terms yet`
        : few(
            terms.map(({ language, count }) => `${name(language)}: ${counted(count, "term")}`),
            tongue,
          ),
    ],
    [t`Spent`, counted(spent, "credit")],
  ];
}

function few(words: readonly string[], { enumerated }: Tongue): string {
  const shown = enumerated(words.slice(0, fewest));
  return words.length > fewest ? `${shown} …` : shown;
}

function more({ isMore, manuscripts }: BookPage, { tongue: { t } }: ViewContext): KnownBlock[] {
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
