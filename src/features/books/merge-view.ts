import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";

import { type MergeSide, type TermConflict, mergeSides } from "#domain/book/merge.ts";
import { termsInGlossary } from "#domain/glossary/glossary.ts";
import { bookChars } from "#domain/intake/request-details.ts";
import { callbackIds, formMemory } from "#features/shared/ids.ts";
import { typedIn } from "#features/shared/payloads.ts";
import { notAllowedReply, unknownCardReply } from "#features/shared/short-replies-view.ts";
import {
  contextBlock,
  entry,
  limits,
  modal,
  plainText,
  section,
  textField,
} from "#slack/blocks.ts";
import { outside, plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageShown } from "#slack/words.ts";

import type { MergeForm, MergePlan, Merged, Planned } from "./merge-books.ts";

/** The inputs, by the id of their block. */
const mergeBlocks = { into: "merge.into", name: "merge.name", winner: "merge.winner" } as const;

/** A card of the book that is merged; then also one of the book that stays, and what the person reads. */
export const { write: mergeMemory, read: parseMergeMemory } = formMemory(
  z.object({
    quoteId: z.string().min(1),
    into: z.string().min(1).optional(),
    tag: z.string().optional(),
  }),
);

/** Draws the form in which a book is chosen that another one is merged into. */
export function mergeForm({ quoteId, name, others }: MergeForm, context: ViewContext): ModalView {
  const { t } = context.locale;
  const options = others.map((one) => ({
    value: one.quoteId,
    text: plainText(plain(one.name, limits.optionText) || "…", limits.optionText),
  }));
  const book = plain(name, limits.nameShown);
  const what = t`Merge “${book}” into`;
  const hint = t`Next you see what changes. Nothing is merged before that.`;
  const isListed = options.length > 0;
  return modal({
    callback_id: callbackIds.chooseMerge,
    private_metadata: mergeMemory({ quoteId }),
    title: t`Merge books`,
    submit: t`Continue`,
    close: t`Cancel`,
    blocks: [
      ...(isListed
        ? [entry(mergeBlocks.into, what, { type: "static_select", options }, { hint })]
        : []),
      // The list has only the books of the newest cards.
      entry(
        mergeBlocks.name,
        isListed ? t`Or type the name of a book` : what,
        textField(bookChars, undefined),
        { hint: isListed ? t`For one that is not in the list.` : hint },
      ),
    ],
  });
}

/** Returns the id of a card of the chosen book, or the name that was typed. */
export function parseMergeChoice(values: unknown) {
  return {
    card: typedIn(values, mergeBlocks.into),
    name: typedIn(values, mergeBlocks.name, bookChars),
  };
}

/** Says that nothing was chosen, or that there is no such book. */
export function mergeChoiceErrors(
  why: "nothing" | "unknown",
  { locale: { t } }: ViewContext,
): Record<string, string> {
  const words = {
    nothing: t`Please choose a book or type its name.`,
    unknown: t`I found no book of that name here that you may merge with this one.`,
  };
  return { [mergeBlocks.name]: words[why] };
}

type CardsToMerge = { readonly quoteId: string; readonly into: string };

/** Draws what a merge changes, or its outcome. */
export function mergeView(
  outcome: Planned | Merged,
  asked: CardsToMerge,
  context: ViewContext,
): ModalView {
  return outcome.status === "plan" || outcome.status === "changed"
    ? planForm(outcome, asked, context)
    : mergeNote(outcome, context);
}

/** Draws what a merge changes, with the terms that differ, and asks whose stay. */
function planForm({ status, plan }: Plan, asked: CardsToMerge, context: ViewContext): ModalView {
  const { t, counted } = context.locale;
  const { from, into } = namesOf(plan);
  const again = t`Something has changed since you looked. Please check it again.`;
  const what = t`“${from}” (${counted(plan.cards, "card")}) becomes part of “${into}”, with its glossary. Its names then lead there. This can’t be undone.`;
  return modal({
    callback_id: callbackIds.merge,
    private_metadata: mergeMemory({ ...asked, tag: plan.tag }),
    title: t`Merge books`,
    submit: t`Merge`,
    close: t`Cancel`,
    blocks: [
      ...(status === "changed" ? [section(again)] : []),
      section(what),
      ...keptWords(plan, context).map(section),
      ...conflictBlocks(plan, context),
    ],
  });
}

type Plan = Extract<Planned | Merged, { readonly plan: MergePlan }>;

type Names = Readonly<Record<MergeSide, string>>;

function namesOf({ from, into }: Names): Names {
  return { from: outside(from, limits.nameShown), into: outside(into, limits.nameShown) };
}

function keptWords(plan: MergePlan, { locale }: ViewContext): readonly string[] {
  const { t, counted } = locale;
  const { into } = namesOf(plan);
  const { budget, reference, series } = plan;
  return [
    ...(budget === undefined
      ? []
      : [
          t`Both books have a budget. That of “${into}” stays (${counted(budget.credits, "credit")}) and counts what both cost.`,
        ]),
    ...(reference === undefined
      ? []
      : [
          t`Both books have a reference. That of “${into}” stays: ${outside(reference, limits.nameShown)}.`,
        ]),
    ...(series === undefined
      ? []
      : [
          t`Both books are in a series. “${into}” stays in “${outside(series, limits.nameShown)}”.`,
        ]),
  ];
}

function conflictBlocks(plan: MergePlan, context: ViewContext): readonly KnownBlock[] {
  const { conflicts } = plan;
  if (conflicts.length === 0) return [];
  const { t, counted } = context.locale;
  const shown = conflicts.slice(0, conflictsShown);
  const pages = Array.from({ length: Math.ceil(shown.length / linesInBlock) }, (_, page) =>
    shown.slice(page * linesInBlock, (page + 1) * linesInBlock),
  );
  const texts = pages.map((page) => page.map((one) => conflictLine(one, context)).join("\n"));
  const isAll = conflicts.length === shown.length;
  const names = { from: plain(plan.from, nameInOption), into: plain(plan.into, nameInOption) };
  const options = [
    { value: "into", text: plainText(t`Those of “${names.into}”`, limits.optionText) },
    { value: "from", text: plainText(t`Those of “${names.from}”`, limits.optionText) },
  ];
  const [first] = options;
  return [
    section(t`The two glossaries translate ${counted(conflicts.length, "term")} differently:`),
    ...texts.map(section),
    ...(isAll ? [] : [contextBlock(t`Only the first ${shown.length} are listed.`)]),
    entry(
      mergeBlocks.winner,
      t`Terms that stay`,
      { type: "static_select", options, ...(first && { initial_option: first }) },
      { optional: false },
    ),
  ];
}

const nameInOption = 50;
/** Slack allows 100 blocks, and ten of the longest terms in one of them. */
const conflictsShown = 40;
const linesInBlock = 10;

function conflictLine(
  { source, language, from, into }: TermConflict,
  { setup, locale }: ViewContext,
): string {
  const word = (one: string) => outside(one, limits.wordShown);
  const name = languageShown(language, setup.languages, locale);
  return locale.t`• ${word(source)} (${name}): “${word(into)}” or “${word(from)}”`;
}

export function parseMergeWinner(values: unknown): MergeSide {
  return mergeSides.find((side) => side === typedIn(values, mergeBlocks.winner)) ?? "into";
}

type Told = Exclude<Planned | Merged, Plan>;

export function mergeNote(outcome: Told, context: ViewContext): ModalView {
  return note(outcomeWords(outcome, context), context);
}

function outcomeWords(outcome: Told, context: ViewContext): string {
  const { t, counted } = context.locale;
  switch (outcome.status) {
    case "merged": {
      const { from, into } = namesOf(outcome.names);
      return t`Done: “${from}” is part of “${into}” now.`;
    }
    case "one-book":
      return t`These are one book already.`;
    case "widens":
      return t`I can’t merge these books: different people may read them, and each would show its terms to the readers of the other.`;
    case "needs-admin":
      return t`Both books have a budget, so only an admin can merge them.`;
    case "full":
      return t`A glossary has at most ${counted(termsInGlossary, "term")}, all languages together. Please delete some first.`;
    case "unknown-card":
      return unknownCardReply(context).text;
    case "not-allowed":
      return notAllowedReply(context).text;
  }
}

function note(words: string, { locale: { t } }: ViewContext): ModalView {
  return modal({ title: t`Merge books`, close: t`Close`, blocks: [section(words)] });
}
