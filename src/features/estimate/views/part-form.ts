import type { InputBlock, ModalView, PlainTextOption, StaticSelect } from "@slack/types";
import { z } from "zod";

import { offerOf } from "../../../core/offer.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Chapter, chaptersIn, holds, rangeOf, wholeOf } from "../../../core/slice.ts";
import { limits, optionsOf, plainText, section } from "../../../slack/blocks.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type CardPlace, callbackIds } from "../../ids.ts";
import { cardForm } from "./card-forms.ts";

const blocks = { first: "part.first", last: "part.last", matter: "part.matter" } as const;

/** Asks for the first and the last chapter of the card; those on offer are preselected. */
export function partForm(quote: Quote, at: CardPlace, context: ViewContext): ModalView {
  const { t } = context.tongue;
  const { chapters = [] } = manuscriptOf(quote) ?? {};
  const titles = chapters.map(({ title }) => title);
  const { first, last, isTextAlone } = chaptersOnOffer(quote, context);
  return {
    ...cardForm(callbackIds.chapters, at, {
      title: t`Choose chapters`,
      submit: t`Choose`,
      close: t`Not now`,
    }),
    blocks: [
      section(t`The card then shows these chapters and their price. Nothing is charged by this.`),
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
  { tongue: { t, counted } }: ViewContext,
): readonly InputBlock[] {
  const matter = chapters.filter(({ isMatter }) => isMatter);
  if (matter.length === 0) return [];
  const count = matter.reduce((sum, { characters }) => sum + characters, 0);
  const options = [
    { text: plainText(t`Included`, limits.optionText), value: "included" },
    {
      text: plainText(t`Left out: ${counted(count, "character")}`, limits.optionText),
      value: leftOut,
    },
  ] as const;
  const titles = matter.map(({ title }) => plain(title, limits.optionText)).join(" · ");
  return [
    {
      type: "input",
      block_id: blocks.matter,
      label: plainText(t`Front and back matter`, limits.label),
      hint: plainText(titles, limits.hint),
      element: {
        type: "static_select",
        action_id: "matter",
        options: [...options],
        initial_option: options[isTextAlone ? 1 : 0],
      },
    },
  ];
}

const leftOut = "left-out";

function chapterOption(title: string, number: number): PlainTextOption {
  const text = `${number}. ${plain(title, limits.optionText)}`;
  return { text: plainText(text, limits.optionText), value: String(number) };
}

type Chapters = {
  readonly block_id: string;
  readonly label: string;
  readonly titles: readonly string[];
  /** Counted from 1. */
  readonly chosen: number;
};

function chapterInput(chapters: Chapters, context: ViewContext): InputBlock {
  const { block_id, label, titles } = chapters;
  const { t, amount } = context.tongue;
  const input = { type: "input", block_id, label: plainText(label, limits.optionText) } as const;
  if (titles.length <= longestList) return { ...input, element: chapterSelect(chapters, context) };
  const hint = t`${amount(1)} to ${amount(titles.length)}`;
  return {
    ...input,
    hint: plainText(hint, limits.optionText),
    element: {
      type: "number_input",
      action_id: "chapter",
      is_decimal_allowed: false,
      min_value: "1",
      max_value: String(titles.length),
      initial_value: String(chapters.chosen),
    },
  };
}

/** A form may have 250 kB, and each title is in both lists: with more chapters the form asks for numbers. */
const longestList = 400;

function chapterSelect({ titles, chosen }: Chapters, { tongue: { t } }: ViewContext): StaticSelect {
  const options = titles.map((title, index) => chapterOption(title, index + 1));
  const initial = options[chosen - 1];
  return {
    type: "static_select",
    action_id: "chapter",
    placeholder: plainText(t`Choose a chapter`, limits.optionText),
    ...(initial !== undefined && { initial_option: initial }),
    ...optionsOf(options, (first, last) => t`${first.value ?? ""} to ${last.value ?? ""}`),
  };
}
