import type { KnownBlock, SectionBlock, StaticSelect } from "@slack/types";

import { titleOf } from "../../../core/file-names.ts";
import { offerTag } from "../../../core/offer.ts";
import { type Quote, hasTranslation } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { limits, plainText, section, whole } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import {
  type BookTerms,
  type EffectCounts,
  type GlossaryChoice,
  glossaryChoices,
} from "../../glossary/rules/book-terms.ts";
import { actionIds, offerBlockId } from "../../ids.ts";
import { termsOnCard } from "../rules/card-model.ts";

/** Draws the glossary that an approval would freeze, its effect, and the choice of how it is used. */
export function termsBlocks(quote: Quote, context: ViewContext): KnownBlock[] {
  const { tongue, rules } = context;
  const seen = termsOnCard(quote);
  if (seen === undefined) {
    return [section(tongue.t`No term of this manuscript’s book has been decided yet.`)];
  }
  const { strategy = "merge" } = quote.glossary ?? {};
  const text = [
    leadWords(quote, seen, tongue),
    strategyWords(strategy, tongue),
    ...differenceWords(seen, strategy, tongue),
  ].join("\n");
  if (hasTranslation(quote)) return [section(text)];
  const tag = offerTag(quote, rules);
  const block: SectionBlock = {
    ...section(text),
    block_id: whole(offerBlockId({ tag, part: "glossary", quoteId: quote.id }), limits.id),
    accessory: strategySelect(strategy, tongue),
  };
  return [block];
}

/** Describes the glossary in a sentence, for the dialog before a run is approved. */
export function spokenTerms(
  quote: Quote,
  { tongue: { t, counted } }: ViewContext,
): readonly string[] {
  const seen = termsOnCard(quote);
  if (seen === undefined) return [];
  return quote.glossary?.strategy === "without"
    ? [t`It runs without the glossary.`]
    : [t`It runs with ${counted(seen.count, "term")} of the glossary.`];
}

/** Describes the glossary that a run was approved with; undefined for a run without one. */
export function frozenWords(
  quote: Pick<Quote, "glossary">,
  { glossary }: Pick<Task, "glossary">,
  { t, counted }: Tongue,
): string | undefined {
  if (glossary === undefined) return undefined;
  const { terms } = quote.glossary ?? {};
  const known = terms?.hash === glossary.hash ? counted(terms.count, "term") : t`as approved`;
  return t`${known}; ${choiceLabel(glossary.strategy, { t })}`;
}

export function choiceLabel(choice: GlossaryChoice, { t }: Pick<Tongue, "t">): string {
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

function strategySelect(chosen: GlossaryChoice, tongue: Tongue): StaticSelect {
  const options = glossaryChoices.map((choice) => ({
    text: plainText(choiceLabel(choice, tongue), limits.optionText),
    value: choice,
  }));
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "static_select",
    action_id: actionIds.strategy,
    placeholder: plainText(tongue.t`How the glossary is used`, limits.optionText),
    ...(initial !== undefined && { initial_option: initial }),
    options,
  };
}

function leadWords(
  { book, file, glossary }: Quote,
  seen: BookTerms,
  { t, counted, enumerated }: Tongue,
): string {
  const terms = counted(seen.count, "term");
  const home = t`“${outside(book ?? titleOf(file), limits.nameShown)}”`;
  const lead =
    glossary?.strategy === "without"
      ? t`Runs without the ${terms} of ${home}`
      : t`Runs with ${terms} of ${home}`;
  const { series, workspace } = seen.inherited;
  const from = enumerated([
    ...(series === 0 ? [] : [t`${series} from the series`]),
    ...(workspace === 0 ? [] : [t`${workspace} from the workspace`]),
  ]);
  return from === "" ? `${lead}.` : `${lead} (${from}).`;
}

/** Contract, POST /tasks rules 5-7, in words for a first-time reader. */
function strategyWords(choice: GlossaryChoice, { t }: Tongue): string {
  switch (choice) {
    case "merge":
      return t`The partner looks for names as well; where both have one, yours is used.`;
    case "replace":
      return t`The partner uses your terms alone.`;
    case "skip":
      return t`The glossary is sent, but the partner prefers the names it finds itself.`;
    case "without":
      return t`No glossary is sent; the partner uses the names it finds itself.`;
  }
}

function differenceWords(
  { effects }: BookTerms,
  choice: GlossaryChoice,
  { t, amount, enumerated }: Tongue,
): readonly string[] {
  const counts: EffectCounts | undefined = choice === "without" ? undefined : effects?.[choice];
  if (counts === undefined) return [];
  const { added, overridden, ignored } = counts;
  if (added + overridden + ignored === 0) {
    return [t`Nothing differs from the last extraction.`];
  }
  const parts = enumerated([
    ...(added === 0 ? [] : [t`${amount(added)} added`]),
    ...(overridden === 0 ? [] : [t`${amount(overridden)} overridden`]),
    ...(ignored === 0 ? [] : [t`${amount(ignored)} ignored`]),
  ]);
  return [t`Compared with the last extraction: ${parts}.`];
}
