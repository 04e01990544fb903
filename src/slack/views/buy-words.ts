import type { Offer, Product } from "../../domain/offer.ts";
import type { Range } from "../../domain/parts.ts";
import { type Quote, manuscriptOf } from "../../domain/quote.ts";
import { actionIds } from "../ids.ts";
import { limits } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { partInFull, partName } from "./part-words.ts";
import { characters, languageLabel, plainName } from "./words.ts";

type Buy = {
  readonly quote: Quote;
  readonly product: Product;
  readonly offer: Offer;
  readonly desk: Desk;
};

/** What a button that spends says, and what it asks once more. */
export function wording({ quote, product, offer, desk }: Buy) {
  const language = languageLabel(quote.target, desk.rules.languages);
  const file = `“${plainName(quote, limits.nameInConfirm)}”`;
  const { scope = 0 } = offer;
  const manuscript = manuscriptOf(quote);
  const opening = scope === manuscript?.characters ? "all" : "the opening";
  const end = manuscript?.openings.find((one) => one.characters === scope)?.end;
  const upTo = end === undefined ? "" : ` (to the end of a ${end})`;
  const range = `${opening} ${characters(scope)}${upTo} of ${file}`;
  switch (product) {
    case "translation":
      return {
        label: "Approve",
        actionId: actionIds.approve,
        title: `Translate into ${language}?`,
        what: `Translating ${file} into ${language}`,
        yes: "Approve",
      } as const;
    case "part":
      return partWording({ quote, part: offer.part ?? { from: 0, to: 0 }, file, language });
    case "preview":
      return {
        label: "Preview",
        actionId: actionIds.preview,
        title: "Translate a preview?",
        what: `Translating ${range} into ${language}`,
        yes: "Translate preview",
      };
    case "glossary":
      return {
        label: "Extract glossary",
        actionId: actionIds.glossary,
        title: "Extract a glossary?",
        what: `Extracting names and terms, with ${language} translations, from ${range}`,
        yes: "Extract glossary",
      };
  }
}

type Chapters = {
  readonly quote: Quote;
  readonly part: Range;
  readonly file: string;
  readonly language: string;
};

function partWording({ quote, part, file, language }: Chapters) {
  const name = partName(quote, part);
  return {
    label: `Approve ${name}`,
    actionId: actionIds.part,
    title: `Translate ${name} into ${language}?`,
    what: `Translating ${partInFull(quote, part)} of ${file} into ${language}`,
    yes: "Approve",
  };
}
