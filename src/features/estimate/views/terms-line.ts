import type { KnownBlock, SectionBlock, StaticSelect } from "@slack/types";

import { offerTag } from "../../../core/offer.ts";
import { type Quote, hasTranslation } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { limits, plainText, section, whole } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import {
  type BookTerms,
  type GlossaryChoice,
  glossaryChoices,
} from "../../glossary/rules/glossary.ts";
import { actionIds, offerBlockId } from "../../ids.ts";
import { termsOnCard } from "../rules/card-model.ts";

/** Draws the glossary that an approval would freeze, its effect, and the choice of how it is used. */
export function termsBlocks(quote: Quote, context: ViewContext): KnownBlock[] {
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

/** Says in mrkdwn which terms an approval would send. */
export function termsWords(
  { book, glossary }: Pick<Quote, "book" | "glossary">,
  { count }: BookTerms,
  { t, counted }: Locale,
): string {
  if (glossary?.strategy === "without") return t`It runs without the glossary.`;
  const terms = counted(count, "term");
  return book === undefined
    ? t`Uses ${terms}.`
    : t`Uses ${terms} from ${outside(book, limits.nameShown)}.`;
}

/** Describes the glossary that a run was approved with; undefined for a run without one. */
export function frozenWords(
  quote: Pick<Quote, "glossary">,
  { glossary }: Pick<Task, "glossary">,
  { t, counted, enumerated }: Locale,
): string | undefined {
  if (glossary === undefined) return undefined;
  const { terms } = quote.glossary ?? {};
  const known = terms?.hash === glossary.hash ? [counted(terms.count, "term")] : [];
  return enumerated([...known, choiceLabel(glossary.strategy, { t })]);
}

export function choiceLabel(choice: GlossaryChoice, { t }: Pick<Locale, "t">): string {
  switch (choice) {
    case "merge":
      return t`Your terms, and what the partner finds`;
    case "replace":
      return t`Your terms alone`;
    case "skip":
      return t`The partner’s terms; yours ignored`;
    case "without":
      return t`Without the glossary`;
  }
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

/** Contract, POST /tasks rules 5-7. */
function differenceWords(
  { effects }: BookTerms,
  choice: GlossaryChoice,
  { t, amount }: Locale,
): readonly string[] {
  const counts = choice === "without" ? undefined : effects?.[choice];
  if (counts === undefined) return [];
  const { added, overridden, ignored } = counts;
  return [
    t`Compared with the last extraction: ${amount(added)} added, ${amount(overridden)} overridden, ${amount(ignored)} ignored.`,
  ];
}
