import type { HomeView, KnownBlock } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import {
  actions,
  button,
  contextBlock,
  header,
  limits,
  plainText,
  section,
} from "../../../slack/blocks.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { decidingButtons } from "../../estimate/views/card-buttons.ts";
import { actionIds, settingsPages } from "../../ids.ts";
import { introWords } from "../../intake/views/command-replies.ts";
import { requestLine } from "../../intake/views/request-words.ts";
import { settingsButtons } from "../../settings/views/settings-reply.ts";
import { membersOnly } from "../../short-replies.ts";
import { spendingBlocks } from "../../spending/views/usage-reply.ts";
import type { Home, Money, Some } from "../actions/show-home.ts";
import { olderWords, quoteLine } from "./quote-line.ts";

type Page = {
  readonly home: Home;
  readonly context: ViewContext;
  /** The direct message with the person. */
  readonly direct: string;
  /** Links to the cards, by quote id. */
  readonly links: ReadonlyMap<string, string>;
};

/**
 * Draws the Home tab: introduction, waiting and running quotes, own manuscripts, books, and credits for
 * admins.
 */
export function homeView({ home, context, direct, links }: Page): HomeView {
  const { t } = context.locale;
  const { mayAsk, mine, waiting, running, books, money } = home;
  const list = (quotes: Some<Quote>) => quoteList(quotes, { context, links });
  const isEmpty = [waiting, running, mine].every((some) => (some?.shown.length ?? 0) === 0);
  const blocks: KnownBlock[] = [
    ...beginning({ direct: mayAsk ? direct : undefined, isEmpty }, context),
    ...(home.isNotified === undefined ? [] : notifyButton(home.isNotified, { direct, context })),
    ...(waiting === undefined || waiting.shown.length === 0
      ? []
      : [header(t`Needs your decision`), ...quoteList(waiting, { context, links }, decidable)]),
    ...(running.shown.length === 0 ? [] : [header(t`In progress`), ...list(running)]),
    ...(mayAsk || mine.shown.length > 0 ? [header(t`My manuscripts`)] : []),
    ...(mayAsk && mine.shown.length === 0 ? [section(t`I found no manuscripts.`)] : list(mine)),
    ...(books.length === 0 ? [] : bookSelect(books, context)),
    ...(money === undefined ? [] : [...moneyBlocks(money, context), ...settingsBlocks(context)]),
  ];
  return { type: "home", blocks: blocks.slice(0, limits.homeBlocks) };
}

type Beginning = {
  /** Undefined for somebody who may not hand in manuscripts. */
  readonly direct: string | undefined;
  /** True for a person who sees no manuscript, and is told how to begin. */
  readonly isEmpty: boolean;
};

function beginning({ direct, isEmpty }: Beginning, context: ViewContext): KnownBlock[] {
  const { t } = context.locale;
  if (direct === undefined) return [section(membersOnly(context.locale))];
  return [
    ...(isEmpty ? [section(introWords(context))] : []),
    actions("home.begin", [
      button({
        label: t`Translate a manuscript`,
        actionId: actionIds.openForm,
        value: direct,
        style: "primary",
      }),
    ]),
    contextBlock(t`\`/translate help\` lists the commands.`),
  ];
}

/** Draws the button that switches direct messages for each request on or off. */
function notifyButton(
  isNotified: boolean,
  { direct: value, context }: Pick<Page, "direct" | "context">,
): KnownBlock[] {
  const { t } = context.locale;
  const { notifyOn, notifyOff } = actionIds;
  const shown = isNotified
    ? button({ label: t`Stop notifying me`, actionId: notifyOff, value })
    : button({ label: t`Notify me`, actionId: notifyOn, value });
  const words = t`Get each request in a direct message and approve it there.`;
  return [{ ...section(words), accessory: shown }];
}

/** Draws what approvers need to decide here: they cannot see a card in somebody's direct messages. */
function decidable(quote: Quote, context: ViewContext): KnownBlock[] {
  const asked = context.locale.t`Requested by ${context.nameOf(quote.request.by)}`;
  return [
    contextBlock([asked, ...requestLine(quote, context.locale)].join(" · ")),
    ...decidingButtons(quote, context),
  ];
}

function quoteList(
  { shown, isMore }: Some<Quote>,
  { context, links }: Pick<Page, "context" | "links">,
  more: (quote: Quote, context: ViewContext) => KnownBlock[] = () => [],
): KnownBlock[] {
  return [
    ...shown.flatMap((quote) => [
      section(quoteLine(quote, { context, links })),
      ...more(quote, context),
    ]),
    ...(isMore ? [contextBlock(olderWords(context.locale))] : []),
  ];
}

function bookSelect(books: readonly string[], { locale: { t } }: ViewContext): KnownBlock[] {
  return [
    header(t`Books`),
    actions("home.books", [
      {
        type: "static_select",
        action_id: actionIds.openBook,
        options: books
          .filter((book) => plain(book, 1) !== "" && book.length <= limits.optionValue)
          .slice(0, limits.options)
          .map((book) => ({
            text: plainText(book, limits.optionText),
            value: book,
          })),
      },
    ]),
  ];
}

function settingsBlocks(context: ViewContext): KnownBlock[] {
  const pages = settingsPages.filter((page) => page !== "channel");
  return [
    header(context.locale.t`Galley settings`),
    settingsButtons("home.settings", pages, context),
  ];
}

function moneyBlocks(
  { reading, promised, month, rows }: Money,
  { locale }: ViewContext,
): KnownBlock[] {
  const { t, counted } = locale;
  const left = reading === undefined ? undefined : reading.balance - promised;
  const balance =
    reading === undefined || left === undefined
      ? t`The partner account’s balance hasn’t been read yet.`
      : t`The partner account has ${counted(reading.balance, "credit")}. Approvals reserve ${counted(promised, "credit")}, which leaves ${counted(Math.max(0, left), "credit")}; \`/translate-usage\` shows more.`;
  return [header(t`Credits`), section(balance), ...spendingBlocks({ month, rows }, locale)];
}
