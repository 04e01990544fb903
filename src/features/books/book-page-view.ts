import type { Button, KnownBlock, ModalView } from "@slack/types";

import type { BookLanguage, BookPart, Stage } from "#domain/book/book-parts.ts";
import { chaptersOfSlice, partIn } from "#domain/book/manuscript-name.ts";
import { titleOf } from "#domain/delivery/delivery.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import type { Erased } from "#features/erasure/erase-records.ts";
import { bookButtons } from "#features/exports/export-view.ts";
import { actionIds } from "#features/shared/ids.ts";
import { choiceLabels, creditsLeft } from "#features/shared/request-words-view.ts";
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
  modal,
  say,
  section,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { escapeMrkdwn, linkTo, mentions, plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languageShown, partShown, plainName } from "#slack/words.ts";

import type { BookPage } from "./show-book.ts";

type Drawing = {
  readonly context: ViewContext;
  /** Links to the cards, by quote id. */
  readonly links: ReadonlyMap<string, string>;
};

/** Draws the page of a book: its length, terms, cost and people, and what of it is in which language. */
export function bookPage(page: BookPage, drawing: Drawing): ModalView {
  const { context } = drawing;
  const { t } = context.locale;
  const { length } = page.manuscripts;
  const older = t`Older manuscripts are not listed; the figures cover the newest ${length}.`;
  return modal({
    title: t`Book`,
    close: t`Close`,
    blocks: [
      header(plain(page.name, limits.header) || t`Book`),
      fields(factsOf(page, context)),
      { type: "divider" },
      ...page.languages.slice(0, languagesShown).map((one) => languageBlock(one, page, drawing)),
      ...(page.isMore || page.languages.length > languagesShown ? [contextBlock(older)] : []),
      ...pageButtons(page, context.locale),
    ],
  });
}

/** Slack allows 100 blocks in a form. */
const languagesShown = 40;

/** A book that is unknown looks like one that this person may not see. */
export function noBookPage(why: "looking" | "unknown", { locale: { t } }: ViewContext): ModalView {
  const unknown = t`I found no book of that name here. A book can be seen by members of its conversation.`;
  const words = why === "looking" ? t`One moment…` : unknown;
  return modal({ title: t`Book`, close: t`Close`, blocks: [section(words)] });
}

export function bookWanted({ locale: { t } }: ViewContext): Message {
  return say(t`Please add the name of the book: \`/translate book lighthouse\`.`);
}

/** Returns the cards that the page links to. */
export function cardsShown({ languages }: BookPage): readonly Quote[] {
  const parts = languages.slice(0, languagesShown).flatMap((one) => one.parts.slice(0, partsShown));
  return parts.filter(({ stage }) => stage !== "free").map(({ quote }) => quote);
}

/** Draws one language: its chapters, and the button that joins what was translated. */
function languageBlock(
  { target, parts }: BookLanguage,
  { manuscripts }: BookPage,
  drawing: Drawing,
): KnownBlock {
  const { context } = drawing;
  const { locale, setup } = context;
  const seen = parts.slice(0, partsShown);
  const titles = partTitles(seen, locale);
  const lines = seen.map((part, place) => partLine(part, titles[place] ?? "", drawing));
  const more = parts.length > partsShown ? ["…"] : [];
  const title = `*${capital(languageShown(target, setup.languages, locale))}*`;
  const block = section([title, ...lines, ...more].join("\n"));
  const newest = manuscripts.find((quote) => quote.target === target);
  const [accessory] = newest === undefined ? [] : bookButtons(newest, context);
  return accessory === undefined ? block : { ...block, accessory };
}

/** So many lines of the longest names still fit into one block. */
const partsShown = 12;

const signs: Readonly<Record<Stage, string>> = {
  free: "▫️",
  requested: "📝",
  running: "⏳",
  done: "✅",
};

function partLine(part: BookPart, title: string, { context, links }: Drawing): string {
  const { locale } = context;
  const { t, counted } = locale;
  const { stage, quote, price } = part;
  const words: Readonly<Record<Stage, string>> = {
    free: t`not requested`,
    requested: t`waiting for approval`,
    running: t`being translated`,
    done: t`translated`,
  };
  const link = stage === "free" ? undefined : links.get(quote.id);
  const facts = [
    words[stage],
    counted(price ?? part.characters, price === undefined ? "character" : "credit"),
    ...(link === undefined ? [] : [linkTo(link, t`Open card`)]),
  ];
  return `${signs[stage]} ${title} · ${facts.join(" · ")}`;
}

/** Names each part; where two have one name, they are told apart by the part or the title of their file. */
function partTitles(parts: readonly BookPart[], locale: Locale): readonly string[] {
  const titles = parts.map((part) => partTitle(part, locale));
  return parts.map(({ quote }, place) => {
    const title = titles[place] ?? "";
    if (titles.filter((one) => one === title).length === 1) return title;
    if (!hasChapters(quote)) return shown(titleOf(quote.file), locale);
    const part = filePart(quote, locale);
    return part === undefined ? title : locale.enumerated([part, title]);
  });
}

/** By its chapters, as on the card; a manuscript without any by its part or its title. */
function partTitle({ quote, slice }: BookPart, locale: Locale): string {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || !hasChapters(quote)) {
    return filePart(quote, locale) ?? shown(titleOf(quote.file), locale);
  }
  const names = locale.enumerated(chaptersOfSlice(manuscript, slice));
  return names === "" ? capital(partShown(quote, slice, locale)) : shown(names, locale);
}

function hasChapters(quote: Quote): boolean {
  return (manuscriptOf(quote)?.chapters ?? []).length > 0;
}

/** “Part 3” of `serial-3.txt`; undefined for a file that names none. */
function filePart({ file }: Quote, locale: Locale): string | undefined {
  const part = partIn(titleOf(file));
  if (part === "") return undefined;
  return /^\d+$/u.test(part) ? locale.t`Part ${part}` : shown(part, locale);
}

function shown(name: string, locale: Locale): string {
  return escapeMrkdwn(plainName(name, titleShown, locale));
}

/** Room for a range of two titles. */
const titleShown = 60;

function pageButtons(page: BookPage, locale: Locale): KnownBlock[] {
  const { t } = locale;
  const [{ id: value } = {}] = page.mayEdit ? page.manuscripts : [];
  const edit = { label: t`Change book`, actionId: actionIds.editBook } as const;
  const merge = { label: t`Merge into another book`, actionId: actionIds.mergeBook } as const;
  const buttons = [
    ...(value === undefined ? [] : [edit, merge].map((one) => button({ ...one, value }))),
    ...(page.mayErase ? [eraser(page, locale)] : []),
  ];
  return buttons.length === 0 ? [] : [actions("book", buttons)];
}

function eraser({ name: book }: BookPage, { t }: Locale): Button {
  const name = plain(book, limits.nameInConfirm);
  const label = t`Erase this book`;
  const text = t`What Galley knows of “${name}” and its glossary is erased for good. Spending figures and messages in Slack stay.`;
  const dialog = confirm({ title: label, text, yes: label, no: t`Cancel`, style: "danger" });
  const face = { label, actionId: actionIds.eraseBook, value: book, style: "danger" } as const;
  return button({ ...face, confirm: dialog });
}

export function erasedReply({ erased, kept }: Erased, { locale }: ViewContext): Message {
  const { t, counted } = locale;
  const sentence = t`Erased: ${counted(erased, "card")}.`;
  const stays = t`Not erased, because something of it is still going on: ${counted(kept, "card")}. Please erase again once that has ended.`;
  return say(kept === 0 ? sentence : `${sentence} ${stays}`);
}

function factsOf(page: BookPage, { setup, locale }: ViewContext): readonly Field[] {
  const { t, counted, enumerated } = locale;
  const { characters, chapters, terms, spent, budget, targets, strategy } = page;
  const name = (code: string) => languageShown(code, setup.languages, locale);
  const length = counted(characters, "character");
  const termsOf = ({ language, count }: (typeof terms)[number]) =>
    t`${capital(name(language))}: ${counted(count, "term")}`;
  return [
    [t`Length`, chapters === 0 ? length : enumerated([length, counted(chapters, "chapter")])],
    [t`Glossary`, terms.length === 0 ? undefined : few(terms.map(termsOf), locale)],
    [t`Use of the glossary`, strategy && choiceLabels(locale)[strategy]],
    [t`Default languages`, few(targets.map(name), locale) || undefined],
    [t`Spent`, counted(spent, "credit")],
    [t`Budget`, budget && `${counted(budget.budget, "credit")} · ${creditsLeft(budget, locale)}`],
    [t`Requested by`, mentions(page.requesters, locale) || undefined],
    [t`Approved by`, mentions(page.approvers, locale) || undefined],
    [t`Approvers to ask`, mentions(page.asked, locale) || undefined],
  ];
}

function few(words: readonly string[], { enumerated }: Locale): string {
  const listing = enumerated(words.slice(0, fewest));
  return words.length > fewest ? `${listing} …` : listing;
}

const fewest = 8;
