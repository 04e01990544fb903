import type { InputBlock, KnownBlock, ModalView, NumberInput, StaticSelect } from "@slack/types";

import { bookName } from "#domain/book/book.ts";
import type { Chosen } from "#domain/estimate/card-changes.ts";
import { type MenuItem, termsOnCard } from "#domain/estimate/card-model.ts";
import { effectOf } from "#domain/glossary/glossary.ts";
import { noteChars } from "#domain/intake/request-details.ts";
import { offerTag, offerOf } from "#domain/offer.ts";
import { type Quote, hasTranslation, manuscriptOf } from "#domain/quote.ts";
import { type Chapter, chaptersIn, contains, rangeOf, wholeOf } from "#domain/slice.ts";
import { reviewButton } from "#features/glossary/terms-replies-view.ts";
import {
  type CardPlace,
  actionIds,
  callbackIds,
  cardMemory,
  offerBlockId,
} from "#features/shared/ids.ts";
import { typedIn } from "#features/shared/payloads.ts";
import { glossaryUse } from "#features/shared/request-words-view.ts";
import {
  button,
  entry,
  entryId,
  limits,
  modal,
  optionsOf,
  plainText,
  section,
  textField,
  whole,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { outside, plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageSelect } from "#slack/words.ts";

import { approvalButton, offerActions, termsWords } from "./card-buttons-view.ts";
import { cardItems } from "./card-items-view.ts";
import { detailBlocks } from "./details-form-view.ts";

/** The inputs, by the id of their block; the error of a refused form is shown beside its last. */
export const formBlocks = {
  language: "language",
  note: "note",
  reason: "reason",
  first: "part.first",
  last: "part.last",
  matter: "part.matter",
} as const;

export type FormItem = MenuItem | "decline";

/** The click that opens a form; `text` is the text as it was read, undefined until it was. */
type CardFormOptions = CardPlace & {
  readonly person?: string;
  readonly maySpend?: boolean;
  readonly text?: readonly KnownBlock[] | undefined;
};

/** Draws the form behind an item of a card's ⋯, or behind *Decline*. */
export function cardFormView(
  item: FormItem,
  quote: Quote,
  at: CardFormOptions,
  context: ViewContext,
): ModalView {
  const { t } = context.locale;
  const isOwn = quote.request.by === at.person;
  const decline = isOwn ? t`Withdraw request` : t`Decline`;
  const title = item === "decline" ? decline : cardItems[item].label(context.locale);
  const save = item === "decline" ? title : t`Save`;
  const submit = item === "glossary" || item === "details" ? undefined : save;
  return modal({
    title,
    submit,
    close: submit === undefined ? t`Close` : t`Cancel`,
    callback_id: callbackIds[item],
    private_metadata: cardMemory(at),
    blocks: [...blocksOf[item](quote, context, at)],
  });
}

type Blocks = (quote: Quote, context: ViewContext, at: CardFormOptions) => readonly KnownBlock[];

const blocksOf: { readonly [Item in FormItem]: Blocks } = {
  chapters: chapterInputs,
  details: detailBlocks,
  // The book's terms and how they are used; approvers are offered the extraction with its price.
  glossary: (quote, context, { maySpend }) => {
    const extract = maySpend === true ? approvalButton(quote, "glossary", context) : [];
    const buttons = [reviewButton(quote, quote.target, context.locale), ...extract];
    return [
      bookBlock(quote, context),
      termsBlock(quote, context),
      offerActions(quote, buttons, context),
    ];
  },
  language: ({ target: chosen }, { setup: { languages }, locale }) => {
    const select = languageSelect({ actionId: entryId, languages, chosen, locale });
    return [entry(formBlocks.language, locale.t`Language`, select, { optional: false })];
  },
  note: ({ request: { details } }, { locale }) => [
    textInput(formBlocks.note, cardItems.note.label(locale), locale, details?.note),
  ],
  // For its requester this is a withdrawal.
  decline: (_, { locale }) => [textInput(formBlocks.reason, locale.t`Reason`, locale)],
};

function bookBlock(quote: Quote, { locale: { t } }: ViewContext): KnownBlock {
  const { editBook: actionId } = actionIds;
  const name = outside(bookName(quote), limits.nameShown);
  return {
    ...section(t`${`*${t`Book`}*`}: ${name}`),
    accessory: button({ label: t`Change book`, actionId, value: quote.id }),
  };
}

function termsBlock(quote: Quote, { locale, setup }: ViewContext): KnownBlock {
  const { t, amount } = locale;
  const terms = termsOnCard(quote);
  if (terms === undefined) return section(t`None of this book’s terms has been reviewed yet.`);
  const { strategy = "merge" } = quote.glossary ?? {};
  const { added, overridden, ignored } = effectOf(strategy, terms);
  const difference = t`Compared with the last extraction: ${amount(added)} added, ${amount(overridden)} overridden, ${amount(ignored)} ignored.`;
  const hasEffect = added + overridden + ignored > 0;
  const words = termsWords(quote, terms, locale);
  const block = section(hasEffect ? `${words}\n${difference}` : words);
  if (hasTranslation(quote)) return block;
  const id = offerBlockId({ tag: offerTag(quote, setup), part: "glossary", quoteId: quote.id });
  return {
    ...block,
    block_id: whole(id, limits.id),
    accessory: {
      type: "static_select",
      action_id: actionIds.strategy,
      ...glossaryUse(strategy, locale),
    },
  };
}

function textInput(
  block: string,
  label: string,
  { t }: Locale,
  initial_value?: string,
): InputBlock {
  return entry(block, label, textField(noteChars, initial_value, { multiline: true }), {
    hint: t`Everyone in the thread sees it; the partner does not.`,
  });
}

function chapterInputs(quote: Quote, context: ViewContext): readonly InputBlock[] {
  const { locale } = context;
  const { t } = locale;
  const { chapters = [] } = manuscriptOf(quote) ?? {};
  const titles = chapters.map(({ title }) => title);
  const { first, last, isTextAlone = false } = chaptersOnOffer(quote, context);
  return [
    chapterInput(formBlocks.first, t`From`, { titles, chosen: first }, locale),
    chapterInput(formBlocks.last, t`To`, { titles, chosen: last }, locale),
    ...matterInput(chapters, isTextAlone, locale),
  ];
}

/** Returns the choice; 0 stands for what is no number of a chapter. */
export function parsePartForm(values: unknown): Chosen {
  const numberIn = (block: string) => {
    const words = typedIn(values, block) ?? "";
    return /^\d{1,5}$/u.test(words) ? Number(words) : 0;
  };
  return {
    first: numberIn(formBlocks.first),
    last: numberIn(formBlocks.last),
    isTextAlone: typedIn(values, formBlocks.matter) === leftOut,
  };
}

function chaptersOnOffer(quote: Quote, { setup }: ViewContext): Chosen {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { first: 1, last: 1 };
  const slice = offerOf(quote, "part", setup)?.slice ?? wholeOf(manuscript);
  const { rows } = chaptersIn(manuscript, slice);
  const [first, last] = [rows.at(0)?.first ?? 1, rows.at(-1)?.last ?? 1];
  const isTextAlone = manuscript.chapters
    .slice(first - 1, last)
    .some((one) => one.isMatter === true && !contains(slice, rangeOf(one)));
  return { first, last, isTextAlone };
}

/** Asks whether front and back matter is wanted, and lists its titles; empty for a book without any. */
function matterInput(
  chapters: readonly Chapter[],
  isTextAlone: boolean,
  { t, counted }: Locale,
): readonly InputBlock[] {
  const matter = chapters.filter(({ isMatter }) => isMatter);
  if (matter.length === 0) return [];
  const count = matter.reduce((sum, { characters }) => sum + characters, 0);
  const out = t`Left out: ${counted(count, "character")}`;
  const options = [
    { text: plainText(t`Included`, limits.optionText), value: "included" },
    { text: plainText(out, limits.optionText), value: leftOut },
  ] as const;
  const hint = matter.map(({ title }) => plain(title, limits.optionText)).join(" · ");
  return [
    entry(
      formBlocks.matter,
      t`Front and back matter`,
      {
        type: "static_select",
        options: [...options],
        initial_option: options[isTextAlone ? 1 : 0],
      },
      { optional: false, hint },
    ),
  ];
}

const leftOut = "left-out";

/** `chosen` is counted from 1. */
function chapterInput(
  block: string,
  label: string,
  { titles, chosen }: { readonly titles: readonly string[]; readonly chosen: number },
  { t, amount }: Locale,
): InputBlock {
  const numbers: NumberInput = {
    type: "number_input",
    is_decimal_allowed: false,
    min_value: "1",
    max_value: String(titles.length),
    initial_value: String(chosen),
  };
  const range = t`${amount(1)} to ${amount(titles.length)}`;
  // A form may have 250 kB, and each title is in both lists.
  if (titles.length > longestList) {
    return entry(block, label, numbers, { optional: false, hint: range });
  }
  const options = titles.map((title, index) => {
    const text = `${index + 1}. ${plain(title, limits.optionText)}`;
    return { text: plainText(text, limits.optionText), value: String(index + 1) };
  });
  const initial = options[chosen - 1];
  const list: StaticSelect = {
    type: "static_select",
    ...(initial !== undefined && { initial_option: initial }),
    ...optionsOf(options, (first, last) => t`${first.value ?? ""} to ${last.value ?? ""}`),
  };
  return entry(block, label, list, { optional: false });
}

const longestList = 400;
