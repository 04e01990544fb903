import type { InputBlock, KnownBlock, ModalView, SectionBlock, StaticSelect } from "@slack/types";
import { z } from "zod";

import { offerTag, offerOf } from "../../../core/offer.ts";
import { type Quote, hasTranslation, manuscriptOf } from "../../../core/quote.ts";
import { type Chapter, chaptersIn, holds, rangeOf, wholeOf } from "../../../core/slice.ts";
import {
  limits,
  optionsOf,
  plainText,
  section,
  whole,
  input,
  modal,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageSelect } from "../../../slack/words.ts";
import {
  type BookTerms,
  type GlossaryChoice,
  effectOf,
  glossaryChoices,
} from "../../glossary/rules/glossary.ts";
import { reviewButton } from "../../glossary/views/terms-replies.ts";
import { type CardPlace, actionIds, callbackIds, cardMemory, offerBlockId } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { termsOnCard } from "../rules/card-model.ts";
import { approvalButton, offerActions, termsWords } from "./card-buttons.ts";

/** Ids of the inputs; the error of a refused form is shown beside its input. */
export const formBlocks = { language: "language", note: "note", reason: "reason" } as const;

/** Shows the book's terms and how they are used, and offers approvers the extraction with its price. */
export function glossaryForm(
  quote: Quote,
  at: CardPlace & { readonly maySpend: boolean },
  context: ViewContext,
): ModalView {
  const { locale } = context;
  const { t } = locale;
  const extract = at.maySpend ? approvalButton(quote, "glossary", context) : [];
  const buttons = [reviewButton(quote, quote, locale), ...extract];
  return {
    ...cardForm(callbackIds.glossary, at, { title: t`Glossary` }, locale),
    blocks: [...termsBlocks(quote, context), offerActions(quote, buttons, context)],
  };
}

/** Draws the glossary that an approval would freeze, its effect, and the choice of how it is used. */
function termsBlocks(quote: Quote, context: ViewContext): KnownBlock[] {
  const { locale, rules } = context;
  const seen = termsOnCard(quote);
  if (seen === undefined) {
    return [section(locale.t`No term of this manuscript’s book has been decided yet.`)];
  }
  const { strategy = "merge" } = quote.glossary ?? {};
  const text = [termsWords(quote, seen, locale), ...differenceWords(seen, strategy, locale)].join(
    "\n",
  );
  if (hasTranslation(quote)) return [section(text)];
  const tag = offerTag(quote, rules);
  const block: SectionBlock = {
    ...section(text),
    block_id: whole(offerBlockId({ tag, part: "glossary", quoteId: quote.id }), limits.id),
    accessory: strategySelect(strategy, locale),
  };
  return [block];
}

export function choiceLabel(choice: GlossaryChoice, { t }: Locale): string {
  const labels: { readonly [Choice in GlossaryChoice]: string } = {
    merge: t`Your terms, and what the partner finds`,
    replace: t`Your terms alone`,
    skip: t`The partner’s terms; yours ignored`,
    without: t`Without the glossary`,
  };
  return labels[choice];
}

function strategySelect(chosen: GlossaryChoice, locale: Locale): StaticSelect {
  const options = glossaryChoices.map((choice) => ({
    text: plainText(choiceLabel(choice, locale), limits.optionText),
    value: choice,
  }));
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "static_select",
    action_id: actionIds.strategy,
    ...(initial !== undefined && { initial_option: initial }),
    options,
  };
}

function differenceWords(
  seen: BookTerms,
  choice: GlossaryChoice,
  { t, amount }: Locale,
): readonly string[] {
  const counts = effectOf(choice, seen);
  if (counts === undefined) return [];
  const { added, overridden, ignored } = counts;
  if (added + overridden + ignored === 0) return [];
  return [
    t`Compared with the last extraction: ${amount(added)} added, ${amount(overridden)} overridden, ${amount(ignored)} ignored.`,
  ];
}

export function languageForm(quote: Quote, at: CardPlace, context: ViewContext): ModalView {
  const { rules, locale } = context;
  const { t } = locale;
  return {
    ...cardForm(callbackIds.language, at, { title: t`Change language`, submit: t`Save` }, locale),
    blocks: [
      input({
        block_id: formBlocks.language,
        label: t`Language`,
        element: languageSelect({
          actionId: actionIds.targetLang,
          languages: rules.languages,
          chosen: quote.target,
          locale,
        }),
      }),
    ],
  };
}

export function noteForm(
  { request: { details } }: Quote,
  at: CardPlace,
  { locale }: ViewContext,
): ModalView {
  const { t } = locale;
  const title = t`Add a note`;
  return {
    ...cardForm(callbackIds.note, at, { title, submit: t`Save` }, locale),
    blocks: [textInput({ block: formBlocks.note, label: title, initial: details?.note }, locale)],
  };
}

/** Draws the form to decline a request; for its requester it is titled as a withdrawal. */
export function declineForm(
  quote: Quote,
  at: CardPlace & { readonly person: string },
  { locale }: ViewContext,
): ModalView {
  const { t } = locale;
  const title = quote.request.by === at.person ? t`Withdraw request` : t`Decline`;
  return {
    ...cardForm(callbackIds.decline, at, { title, submit: title }, locale),
    blocks: [textInput({ block: formBlocks.reason, label: t`Reason` }, locale)],
  };
}

export function parseText(values: unknown, block: string): string | undefined {
  const text = texts.safeParse(values).data?.[block]?.[block]?.value?.trim();
  return text === undefined || text === "" ? undefined : text.slice(0, noteChars);
}

export function parseLanguage(values: unknown): string | undefined {
  const block = options.safeParse(values).data?.[formBlocks.language];
  return block?.[actionIds.targetLang]?.selected_option?.value;
}

/** Returns the frame of a card's form; without `submit` the form is read-only. */
export function cardForm(
  callback_id: string,
  at: CardPlace,
  words: { readonly title: string; readonly submit?: string },
  { t }: Locale,
) {
  const close = words.submit === undefined ? t`Close` : t`Cancel`;
  return modal({ ...words, callback_id, private_metadata: cardMemory(at), close, blocks: [] });
}

type Asked = {
  readonly block: string;
  readonly label: string;
  readonly initial?: string | undefined;
};

function textInput({ block, label, initial }: Asked, { t }: Locale): InputBlock {
  return input({
    block_id: block,
    optional: true,
    label,
    hint: t`Everyone in the thread sees it; the partner does not.`,
    element: {
      type: "plain_text_input",
      action_id: block,
      multiline: true,
      max_length: noteChars,
      ...(initial !== undefined && { initial_value: initial }),
    },
  });
}

const texts = z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() })));
const options = z.record(
  z.string(),
  z.record(z.string(), z.object({ selected_option: z.object({ value: z.string() }).nullish() })),
);

const blocks = { first: "part.first", last: "part.last", matter: "part.matter" } as const;

/** Asks for the first and the last chapter of the card; those on offer are preselected. */
export function partForm(quote: Quote, at: CardPlace, context: ViewContext): ModalView {
  const { locale } = context;
  const { t } = locale;
  const { chapters = [] } = manuscriptOf(quote) ?? {};
  const titles = chapters.map(({ title }) => title);
  const { first, last, isTextAlone } = chaptersOnOffer(quote, context);
  return {
    ...cardForm(callbackIds.chapters, at, { title: t`Choose chapters`, submit: t`Save` }, locale),
    blocks: [
      chapterInput({ block_id: blocks.first, label: t`From`, titles, chosen: first }, context),
      chapterInput({ block_id: blocks.last, label: t`To`, titles, chosen: last }, context),
      ...matterInput(chapters, isTextAlone, context),
    ],
  };
}

/** Returns the choice, with chapters counted from 1; undefined for an invalid form. */
export function parsePartForm(values: unknown) {
  const form = submission.safeParse(values).data;
  return form === undefined
    ? undefined
    : {
        first: form[blocks.first].chapter,
        last: form[blocks.last].chapter,
        isTextAlone: form[blocks.matter]?.matter.selected_option.value === leftOut,
      };
}

/** The error of a refused form is shown beside the second field. */
export const partErrorBlock = blocks.last;

const number = z
  .string()
  .regex(/^\d{1,5}$/u)
  .transform(Number);
const chapter = z.object({
  chapter: z.union([
    z
      .object({ selected_option: z.object({ value: number }) })
      .transform((one) => one.selected_option.value),
    z.object({ value: number }).transform(({ value }) => value),
  ]),
});
const matter = z.object({ matter: z.object({ selected_option: z.object({ value: z.string() }) }) });
const submission = z.object({
  [blocks.first]: chapter,
  [blocks.last]: chapter,
  [blocks.matter]: matter.optional(),
});

function chaptersOnOffer(quote: Quote, { rules }: ViewContext) {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { first: 1, last: 1, isTextAlone: false };
  const slice = offerOf(quote, "part", rules)?.slice ?? wholeOf(manuscript);
  const { rows } = chaptersIn(manuscript, slice);
  const [first, last] = [rows.at(0)?.first ?? 1, rows.at(-1)?.last ?? 1];
  const isTextAlone = manuscript.chapters
    .slice(first - 1, last)
    .some((one) => one.isMatter === true && !holds(slice, rangeOf(one)));
  return { first, last, isTextAlone };
}

/** Asks whether front and back matter is wanted, and lists its titles; empty for a book without any. */
function matterInput(
  chapters: readonly Chapter[],
  isTextAlone: boolean,
  { locale: { t, counted } }: ViewContext,
): readonly InputBlock[] {
  const matter = chapters.filter(({ isMatter }) => isMatter);
  if (matter.length === 0) return [];
  const count = matter.reduce((sum, { characters }) => sum + characters, 0);
  const out = t`Left out: ${counted(count, "character")}`;
  const options = [
    { text: plainText(t`Included`, limits.optionText), value: "included" },
    { text: plainText(out, limits.optionText), value: leftOut },
  ] as const;
  const titles = matter.map(({ title }) => plain(title, limits.optionText)).join(" · ");
  return [
    input({
      block_id: blocks.matter,
      label: t`Front and back matter`,
      hint: titles,
      element: {
        type: "static_select",
        action_id: "matter",
        options: [...options],
        initial_option: options[isTextAlone ? 1 : 0],
      },
    }),
  ];
}

const leftOut = "left-out";

type Chapters = {
  readonly block_id: string;
  readonly label: string;
  readonly titles: readonly string[];
  /** Counted from 1. */
  readonly chosen: number;
};

function chapterInput(
  { block_id, label, titles, chosen }: Chapters,
  { locale: { t, amount } }: ViewContext,
): InputBlock {
  if (titles.length > longestList) {
    return input({
      block_id,
      label,
      hint: t`${amount(1)} to ${amount(titles.length)}`,
      element: {
        type: "number_input",
        action_id: "chapter",
        is_decimal_allowed: false,
        min_value: "1",
        max_value: String(titles.length),
        initial_value: String(chosen),
      },
    });
  }
  const options = titles.map((title, index) => {
    const text = `${index + 1}. ${plain(title, limits.optionText)}`;
    return { text: plainText(text, limits.optionText), value: String(index + 1) };
  });
  const initial = options[chosen - 1];
  return input({
    block_id,
    label,
    element: {
      type: "static_select",
      action_id: "chapter",
      ...(initial !== undefined && { initial_option: initial }),
      ...optionsOf(options, (first, last) => t`${first.value ?? ""} to ${last.value ?? ""}`),
    },
  });
}

/** A form may have 250 kB, and each title is in both lists: with more chapters the form asks for numbers. */
const longestList = 400;
