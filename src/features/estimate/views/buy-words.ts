import type { Opening } from "../../../core/manuscript.ts";
import type { Offer, Product } from "../../../core/offer.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Slice } from "../../../core/slice.ts";
import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { Desk } from "../../../slack/people.ts";
import { languageLabel, plainName } from "../../../slack/words.ts";
import { actionIds } from "../../ids.ts";
import { partInFull, partName } from "./part-words.ts";

type Buy = {
  readonly quote: Quote;
  readonly product: Product;
  readonly offer: Offer;
  readonly desk: Desk;
};

/** What a button that spends says, and what it asks once more. */
export function wording({ quote, product, offer, desk }: Buy) {
  const { tongue, rules } = desk;
  const { t, counted } = tongue;
  const language = languageLabel(quote.target, rules.languages, tongue);
  const file = `“${plainName(quote, limits.nameInConfirm, tongue)}”`;
  const range = openingWords(quote, { scope: offer.scope ?? 0, file }, tongue);
  const price = counted(offer.price, "credit");
  if (offer.exists.length > 0 && (product === "translation" || product === "part")) {
    const what =
      offer.part === undefined ? file : `${partInFull(quote, offer.part, tongue)} (${file})`;
    return {
      label: t`Translate again`,
      actionId: actionIds.again,
      title: t`Translate again?`,
      text: t`Translating ${what} into ${language} again costs ${price}.`,
      yes: t`Translate again`,
    };
  }
  switch (product) {
    case "translation":
      return {
        label: t`Approve`,
        actionId: actionIds.approve,
        title: t`Translate into ${language}?`,
        text: t`Translating ${file} into ${language} costs ${price}.`,
        yes: t`Approve`,
      } as const;
    case "part": {
      const { part = [] } = offer;
      return partWording({ quote, part, file, language, price, tongue });
    }
    case "preview":
      return {
        label: t`Preview`,
        actionId: actionIds.preview,
        title: t`Translate a preview?`,
        text: t`Translating ${range} into ${language} costs ${price}.`,
        yes: t`Translate preview`,
      };
    case "glossary":
      return {
        label: t`Extract glossary`,
        actionId: actionIds.glossary,
        title: t`Extract a glossary?`,
        text: t`Extracting names and terms, with ${language} translations, from ${range} costs ${price}.`,
        yes: t`Extract glossary`,
      };
  }
}

function openingWords(
  quote: Quote,
  { scope, file }: { readonly scope: number; readonly file: string },
  tongue: Tongue,
): string {
  const { t, counted } = tongue;
  const manuscript = manuscriptOf(quote);
  const end = manuscript?.openings.find((one) => one.characters === scope)?.end;
  const count = counted(scope, "character");
  const length = end === undefined ? count : `${count} (${endWords(end, tongue)})`;
  return scope === manuscript?.characters
    ? t`all ${length} of ${file}`
    : t`the opening ${length} of ${file}`;
}

function endWords(end: NonNullable<Opening["end"]>, { t }: Tongue): string {
  switch (end) {
    case "chapter":
      return t`to the end of a chapter`;
    case "paragraph":
      return t`to the end of a paragraph`;
    case "sentence":
      return t`to the end of a sentence`;
  }
}

type Chapters = {
  readonly quote: Quote;
  readonly part: Slice;
  readonly file: string;
  readonly language: string;
  readonly price: string;
  readonly tongue: Tongue;
};

function partWording({ quote, part, file, language, price, tongue }: Chapters) {
  const { t } = tongue;
  const name = partName(quote, part, tongue);
  return {
    label: t`Approve ${name}`,
    actionId: actionIds.part,
    title: t`Translate ${name} into ${language}?`,
    text: t`Translating ${partInFull(quote, part, tongue)} of ${file} into ${language} costs ${price}.`,
    yes: t`Approve`,
  };
}
