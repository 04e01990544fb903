import type { InputBlock, KnownBlock, ModalView, NumberInput, StaticSelect } from "@slack/types";

import { offerTag, offerOf } from "../../../core/offer.ts";
import { type Quote, hasTranslation, manuscriptOf } from "../../../core/quote.ts";
import { type Chapter, chaptersIn, contains, rangeOf, wholeOf } from "../../../core/slice.ts";
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
import { type GlossaryChoice, effectOf, glossaryChoices } from "../../glossary/rules/glossary.ts";
import { reviewButton } from "../../glossary/views/terms-replies.ts";
import { type CardPlace, actionIds, callbackIds, cardMemory, offerBlockId } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { entriesOf } from "../../payloads.ts";
import type { Chosen } from "../rules/card-changes.ts";
import { termsOnCard } from "../rules/card-model.ts";
import { approvalButton, menuNames, offerActions, termsWords } from "./card-buttons.ts";

/** The inputs, by the id of their block; the error of a refused form is shown beside its last. */
export const formBlocks = {
  language: "language",
  note: "note",
  reason: "reason",
  first: "part.first",
  last: "part.last",
  matter: "part.matter",
} as const;

type Frame = Pick<ModalView, "blocks"> & { readonly title: string; readonly submit?: string };

/** Draws a form of a card; without `submit` it is read-only. */
export function cardForm(
  name: keyof typeof callbackIds,
  at: CardPlace,
  frame: Frame,
  { t }: Locale,
): ModalView {
  const close = frame.submit === undefined ? t`Close` : t`Cancel`;
  return modal({
    ...frame,
    callback_id: callbackIds[name],
    private_metadata: cardMemory(at),
    close,
  });
}

/** Returns what was typed or chosen in a block; undefined for nothing. */
export function parseAnswer(values: unknown, block: string): string | undefined {
  const { selected_option, value } = entriesOf(values)(block);
  const words = (selected_option?.value ?? value ?? "").trim().slice(0, noteChars);
  return words === "" ? undefined : words;
}

/** Shows the book's terms and how they are used, and offers approvers the extraction with its price. */
export function glossaryForm(
  quote: Quote,
  at: CardPlace & { readonly maySpend: boolean },
  context: ViewContext,
): ModalView {
  const { locale } = context;
  const title = menuNames(locale).glossary;
  const extract = at.maySpend ? approvalButton(quote, "glossary", context) : [];
  const buttons = offerActions(quote, [reviewButton(quote, quote, locale), ...extract], context);
  return cardForm("glossary", at, { title, blocks: [termsBlock(quote, context), buttons] }, locale);
}

/** Draws the glossary that an approval would freeze, its effect, and the choice of how it is used. */
function termsBlock(quote: Quote, { locale, rules }: ViewContext): KnownBlock {
  const { t, amount } = locale;
  const seen = termsOnCard(quote);
  if (seen === undefined)
    return section(t`No term of this manuscript’s book has been decided yet.`);
  const { strategy = "merge" } = quote.glossary ?? {};
  const { added, overridden, ignored } = effectOf(strategy, seen);
  const difference = t`Compared with the last extraction: ${amount(added)} added, ${amount(overridden)} overridden, ${amount(ignored)} ignored.`;
  const hasEffect = added + overridden + ignored > 0;
  const words = termsWords(quote, seen, locale);
  const block = section(hasEffect ? `${words}\n${difference}` : words);
  if (hasTranslation(quote)) return block;
  const labels = choiceLabels(locale);
  const options = glossaryChoices.map((value) => ({
    text: plainText(labels[value], limits.optionText),
    value,
  }));
  const initial = options.find(({ value }) => value === strategy);
  const id = offerBlockId({ tag: offerTag(quote, rules), part: "glossary", quoteId: quote.id });
  return {
    ...block,
    block_id: whole(id, limits.id),
    accessory: {
      type: "static_select",
      action_id: actionIds.strategy,
      ...(initial !== undefined && { initial_option: initial }),
      options,
    },
  };
}

export function choiceLabels({ t }: Locale): { readonly [Choice in GlossaryChoice]: string } {
  return {
    merge: t`Your terms, and what the partner finds`,
    replace: t`Your terms alone`,
    skip: t`The partner’s terms; yours ignored`,
    without: t`Without the glossary`,
  };
}

export function languageForm(quote: Quote, at: CardPlace, context: ViewContext): ModalView {
  const { rules, locale } = context;
  const { t } = locale;
  const field = input({
    block_id: formBlocks.language,
    label: t`Language`,
    element: languageSelect({
      actionId: actionIds.targetLang,
      languages: rules.languages,
      chosen: quote.target,
      locale,
    }),
  });
  const title = menuNames(locale).language;
  return cardForm("language", at, { title, submit: t`Save`, blocks: [field] }, locale);
}

export function noteForm(
  { request: { details } }: Quote,
  at: CardPlace,
  { locale }: ViewContext,
): ModalView {
  const title = menuNames(locale).note;
  const field = textInput(formBlocks.note, { label: title, initial: details?.note }, locale);
  return cardForm("note", at, { title, submit: locale.t`Save`, blocks: [field] }, locale);
}

/** Draws the form to decline a request; for its requester it is titled as a withdrawal. */
export function declineForm(
  quote: Quote,
  at: CardPlace & { readonly person: string },
  { locale }: ViewContext,
): ModalView {
  const { t } = locale;
  const title = quote.request.by === at.person ? t`Withdraw request` : t`Decline`;
  const field = textInput(formBlocks.reason, { label: t`Reason` }, locale);
  return cardForm("decline", at, { title, submit: title, blocks: [field] }, locale);
}

function textInput(
  block: string,
  { label, initial }: { readonly label: string; readonly initial?: string | undefined },
  { t }: Locale,
): InputBlock {
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

/** Asks for the first and the last chapter of the card; those on offer are preselected. */
export function partForm(quote: Quote, at: CardPlace, context: ViewContext): ModalView {
  const { locale } = context;
  const { t } = locale;
  const { chapters = [] } = manuscriptOf(quote) ?? {};
  const titles = chapters.map(({ title }) => title);
  const { first, last, isTextAlone = false } = chaptersOnOffer(quote, context);
  const blocks = [
    chapterInput({ block_id: formBlocks.first, label: t`From`, titles, chosen: first }, locale),
    chapterInput({ block_id: formBlocks.last, label: t`To`, titles, chosen: last }, locale),
    ...matterInput(chapters, isTextAlone, locale),
  ];
  return cardForm(
    "chapters",
    at,
    { title: menuNames(locale).chapters, submit: t`Save`, blocks },
    locale,
  );
}

/** Returns the choice; 0 stands for what is no number of a chapter. */
export function parsePartForm(values: unknown): Chosen {
  const numberIn = (block: string) => {
    const words = parseAnswer(values, block) ?? "";
    return /^\d{1,5}$/u.test(words) ? Number(words) : 0;
  };
  return {
    first: numberIn(formBlocks.first),
    last: numberIn(formBlocks.last),
    isTextAlone: parseAnswer(values, formBlocks.matter) === leftOut,
  };
}

function chaptersOnOffer(quote: Quote, { rules }: ViewContext): Chosen {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { first: 1, last: 1 };
  const slice = offerOf(quote, "part", rules)?.slice ?? wholeOf(manuscript);
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
  return [
    input({
      block_id: formBlocks.matter,
      label: t`Front and back matter`,
      hint: matter.map(({ title }) => plain(title, limits.optionText)).join(" · "),
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

function chapterInput({ titles, chosen, ...field }: Chapters, { t, amount }: Locale): InputBlock {
  const action_id = "chapter";
  const range = t`${amount(1)} to ${amount(titles.length)}`;
  const numbers: NumberInput = {
    type: "number_input",
    action_id,
    is_decimal_allowed: false,
    min_value: "1",
    max_value: String(titles.length),
    initial_value: String(chosen),
  };
  // A form may have 250 kB, and each title is in both lists.
  if (titles.length > longestList) return input({ ...field, hint: range, element: numbers });
  const options = titles.map((title, index) => {
    const text = `${index + 1}. ${plain(title, limits.optionText)}`;
    return { text: plainText(text, limits.optionText), value: String(index + 1) };
  });
  const initial = options[chosen - 1];
  const list: StaticSelect = {
    type: "static_select",
    action_id,
    ...(initial !== undefined && { initial_option: initial }),
    ...optionsOf(options, (first, last) => t`${first.value ?? ""} to ${last.value ?? ""}`),
  };
  return input({ ...field, element: list });
}

const longestList = 400;
