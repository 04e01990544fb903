import type { HomeView, KnownBlock } from "@slack/types";

import { refusedTo } from "#domain/approval/approving.ts";
import { bookName } from "#domain/book/book.ts";
import { freeSoon, freeTranslation } from "#domain/coverage.ts";
import { cardModel } from "#domain/estimate/card-model.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { latenessOf } from "#domain/lateness.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import { unsendableTasks } from "#domain/translation/sending.ts";
import { decidingButtons, resultActions } from "#features/estimate/card-buttons-view.ts";
import { headlineOf, refusalWords } from "#features/estimate/estimate-card-view.ts";
import { inOneLine } from "#features/estimate/task-status-view.ts";
import { approveAll, introWords } from "#features/intake/intake-replies-view.ts";
import type { HomePart } from "#features/shared/action.ts";
import { actionIds } from "#features/shared/ids.ts";
import { budgetLeft, lateWords, requestLine } from "#features/shared/request-words-view.ts";
import { membersOnly, nothingFoundReply } from "#features/shared/short-replies-view.ts";
import {
  actions,
  button,
  contextBlock,
  header,
  limits,
  plainText,
  section,
  type Message,
  say,
} from "#slack/blocks.ts";
import { plain, channelMention, linkTo, outside, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageShown, named } from "#slack/words.ts";

import type { Home, Money } from "./show-home.ts";

type Listing = {
  readonly context: ViewContext;
  /** The time, ms: rows warn of what misses its day. Undefined where others beside them do. */
  readonly now: number | undefined;
  /** Links to the cards, by quote id. */
  readonly links: ReadonlyMap<string, string>;
};

type HomePage = Listing & {
  readonly now: number;
  readonly home: Home;
  readonly person: string;
  /** The direct message with the person. */
  readonly direct: string;
  /** What other features show admins below the balance. */
  readonly parts: readonly HomePart[];
  /** How many of the quotes to decide come before those that are shown. */
  readonly from: number;
};

export function homeView(page: HomePage): HomeView {
  const { home, context, from } = page;
  const { t } = context.locale;
  const { mayAsk, mine, waiting = [], running, books, money } = home;
  const blocks: KnownBlock[] = [
    ...beginning(page),
    ...(home.isNotified === undefined ? [] : [notifyButton(home.isNotified, page)]),
    ...(waiting.length === 0
      ? []
      : [
          header(t`Needs your decision`),
          ...waitingList(waitingShown(home, from), page),
          ...otherWaiting(waiting.length, from, context),
          ...(home.isWaitingCut
            ? [contextBlock(t`Only the first ${waiting.length} are shown.`)]
            : []),
        ]),
    ...(running.length === 0 ? [] : [header(t`In progress`), ...quoteList(running, page)]),
    ...(mayAsk || mine.length > 0 ? [header(t`My manuscripts`)] : []),
    ...(mayAsk && mine.length === 0
      ? [section(t`I found no manuscripts.`)]
      : quoteList(mine, page, resultActions)),
    ...(books.length === 0 ? [] : bookSelect(books, context)),
    ...(money === undefined ? [] : moneyBlocks(money, page)),
  ];
  return {
    type: "home",
    blocks: blocks.slice(0, limits.homeBlocks),
    // Home stays on its page when it is drawn again.
    private_metadata: String(from),
  };
}

/** Returns the quotes to decide that Home shows. */
export function waitingShown({ waiting = [] }: Home, from: number): readonly Quote[] {
  return waiting.slice(from, from + listed);
}

/** Draws the way to the quotes to decide that Home does not show now. */
function otherWaiting(count: number, from: number, { locale: { t } }: ViewContext): KnownBlock[] {
  const next = Math.min(listed, count - from - listed);
  const buttons = [
    ...(next > 0 ? [{ label: t`Show the next ${next}`, value: String(from + listed) }] : []),
    ...(from > 0 ? [{ label: t`Show the first ${listed}`, value: "0" }] : []),
  ];
  if (buttons.length === 0) return [];
  const actionIdOf = (value: string) =>
    value === "0" ? actionIds.firstWaiting : actionIds.nextWaiting;
  return [
    actions(
      "home.waiting",
      buttons.map((face) => button({ ...face, actionId: actionIdOf(face.value) })),
    ),
  ];
}

function beginning({ home, context, direct }: HomePage): KnownBlock[] {
  const { t } = context.locale;
  const { mayAsk, mine, waiting = [], running } = home;
  if (!mayAsk) return [section(membersOnly(context.locale))];
  // A person who sees no manuscript is told how to begin.
  const isEmpty = [...waiting, ...running, ...mine].length === 0;
  const face = { label: t`Translate a manuscript`, actionId: actionIds.openForm } as const;
  return [
    ...(isEmpty ? [section(introWords(context))] : []),
    actions("home.begin", [button({ ...face, value: direct, style: "primary" })]),
    contextBlock(t`\`/translate help\` lists the commands.`),
  ];
}

function notifyButton(isNotified: boolean, { context, direct: value }: HomePage): KnownBlock {
  const { t } = context.locale;
  const { notifyOn, notifyOff } = actionIds;
  const face = isNotified
    ? { label: t`Stop notifying me`, actionId: notifyOff }
    : { label: t`Notify me`, actionId: notifyOn };
  const words = t`Get each request in a direct message and approve it there.`;
  return { ...section(words), accessory: button({ ...face, value }) };
}

/** Draws the requests to decide on, under the name of their book where it has several. */
function waitingList(quotes: readonly Quote[], page: HomePage): KnownBlock[] {
  return [...Map.groupBy(quotes, termHome).values()].flatMap((ofBook) => {
    const [first] = ofBook;
    const title = first !== undefined && ofBook.length > 1 ? bookName(first) : "";
    const name = outside(title, limits.nameShown);
    return [
      ...(name === "" ? [] : [contextBlock(`*${name}*`)]),
      ...quoteList(ofBook, { ...page, now: undefined }, (quote) => decidable(quote, page)),
    ];
  });
}

/** Draws what approvers need to decide here: they cannot see a card in somebody's direct messages. */
function decidable(quote: Quote, { context, person, now }: HomePage): KnownBlock[] {
  const { locale, setup } = context;
  const facts = [
    locale.t`Requested by ${context.nameOf(quote.request.by)}`,
    ...budgetLeft(quote, locale),
    ...requestLine(quote, latenessOf(quote, now), locale),
  ];
  return [
    contextBlock(facts.join(" · ")),
    ...decidingButtons(quote, { ...context, person }),
    ...(refusedTo(quote, person, setup) === undefined ? approveAll(quote, context) : []),
  ];
}

function quoteList(
  quotes: readonly Quote[],
  listing: Listing,
  more: (quote: Quote, context: ViewContext) => KnownBlock[] = () => [],
): KnownBlock[] {
  const { context } = listing;
  const visible = quotes.slice(0, listed);
  return [
    ...visible.flatMap((quote) => [section(quoteLine(quote, listing)), ...more(quote, context)]),
    ...(quotes.length > listed
      ? [contextBlock(context.locale.t`Only the first ${listed} are shown.`)]
      : []),
  ];
}

export const listed = 10;

function bookSelect(books: Home["books"], { locale: { t } }: ViewContext): KnownBlock[] {
  return [
    header(t`Books`),
    actions("home.books", [
      {
        type: "static_select",
        action_id: actionIds.openBook,
        placeholder: plainText(t`Choose a book`, limits.optionText),
        options: books
          .filter(({ id, name }) => plain(name, 1) !== "" && id.length <= limits.optionValue)
          .slice(0, limits.options)
          .map(({ id, name }) => ({ text: plainText(name, limits.optionText), value: id })),
      },
    ]),
  ];
}

/** What admins see: the account, and the settings of the workspace. */
function moneyBlocks(
  { reading, reserved, month, rows }: Money,
  { context, parts }: HomePage,
): KnownBlock[] {
  const { t, counted } = context.locale;
  const balance =
    reading === undefined
      ? t`The partner account’s balance hasn’t been read yet.`
      : t`The partner account has ${counted(reading.balance, "credit")}. Approvals reserve ${counted(reserved, "credit")}, which leaves ${counted(Math.max(0, reading.balance - reserved), "credit")}; \`/translate-usage\` shows more.`;
  return [
    header(t`Credits`),
    section(balance),
    ...parts.flatMap((draw) => draw({ month, rows }, context)),
  ];
}

/** Describes one manuscript of a list: its name, its state, where it was requested, and its card. */
function quoteLine(quote: Quote, { context, links, now }: Listing): string {
  const { locale, setup } = context;
  const { t, counted } = locale;
  const count = manuscriptOf(quote)?.characters;
  const language = languageShown(quote.target, setup.languages, locale);
  const link = links.get(quote.id);
  const facts = [
    ...(now === undefined ? [] : lateWords(quote, latenessOf(quote, now), locale)),
    ...(count === undefined ? [] : [counted(count, "character")]),
    when(quote.request.at),
    ...[channelMention(quote.place.channel)].filter((where) => where !== undefined),
    ...(link === undefined ? [] : [linkTo(link, t`Open card`)]),
  ];
  const title = `*${named(quote, locale)} → ${language}*`;
  return `${t`${title}: ${standWords(quote, context)}`}\n${facts.join(" · ")}`;
}

/** The newest come first: of a person for `/translate status`, or of a thread. */
export function statusReply(
  quotes: readonly Quote[],
  { search, ...listing }: Listing & { readonly search?: string | undefined },
): Message {
  const { context } = listing;
  const { t } = context.locale;
  if (quotes.length === 0) {
    return search === undefined
      ? nothingFoundReply(context)
      : say(
          t`None of your manuscripts has “${outside(search, limits.wordShown)}” in its name or book.`,
        );
  }
  const lines = quotes.slice(0, listed).map((quote) => quoteLine(quote, listing));
  const older =
    quotes.length > listed
      ? [t`There are more; \`/translate status\` with a word of the name finds them.`]
      : [];
  return {
    text: [...lines, ...older].join("\n"),
    blocks: [...lines, ...older].map(section),
  };
}

function standWords(quote: Quote, context: ViewContext): string {
  const { setup, locale } = context;
  const { t, counted } = locale;
  const [stranded] = unsendableTasks(quote);
  if (stranded !== undefined) {
    // Reading this shows that the person can be reached, so the run is tried again.
    return t`approved for ${counted(stranded.price, "credit")}, but not sent: I can write neither in its conversation nor to you. I’m trying again now`;
  }
  const { state } = cardModel(quote, setup);
  if (state.status === "refused") return refusalWords(quote, context);
  if (state.status === "doubtful") return t`waiting for a choice on the card`;
  if (state.status !== "offer") return inOneLine(headlineOf(quote, state, context));
  if (freeTranslation(quote) !== undefined) return t`translated on another card: free`;
  if (freeSoon(quote) !== undefined) return t`being translated on another card, then free`;
  const { price, exists } = state.offer;
  return exists.length > 0
    ? t`waiting for a choice on the card`
    : t`waiting for approval · ${counted(price, "credit")} · until ${when(quote.expiresAt)}`;
}
