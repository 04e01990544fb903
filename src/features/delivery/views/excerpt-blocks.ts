import type { KnownBlock, SectionBlock } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import { limits, plainText, section } from "../../../slack/blocks.ts";
import { plain, shortened } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import { excerptBlock } from "../../ids.ts";
import type { Excerpt } from "../rules/excerpt.ts";

/** Draws the opening of a preview, its source to the left and its translation to the right. */
export function excerptBlocks(
  excerpt: Excerpt | undefined,
  languages: Languages,
  context: ViewContext,
): readonly KnownBlock[] {
  if (excerpt === undefined) return [];
  const headings = headingsOf(languages, context);
  const blocks =
    excerpt.kind === "paired" ? sideBySide(excerpt.rows, headings) : inTurn(excerpt, headings);
  return [{ type: "divider" } as const, ...blocks].map((block, n) => ({
    ...block,
    block_id: `${excerptBlock}${n}`,
  }));
}

type Languages = Pick<Quote, "language" | "target">;
type Pair = readonly [source: string, target: string];

/** Draws a column for each, as fields: a table would be shown below the buttons. */
function sideBySide(rows: readonly Pair[], [source, target]: Pair): readonly SectionBlock[] {
  const shown = fitting(rows);
  const sections = Array.from({ length: Math.ceil(shown.length / pairsInBlock) }, (_, n) =>
    columns(shown.slice(n * pairsInBlock, (n + 1) * pairsInBlock)),
  );
  const heading: SectionBlock = {
    type: "section",
    fields: [source, target].map((text) => ({ type: "mrkdwn", text: `*${text}*` })),
  };
  return [heading, ...sections];
}

function columns(rows: readonly Pair[]): SectionBlock {
  return {
    type: "section",
    fields: rows.flat().map((text) => plainText(plain(text, longestField) || "–", longestField)),
    expand: true,
  };
}

/** Returns the first rows, as many as keep a message short. */
function fitting(rows: readonly Pair[]): readonly Pair[] {
  let room = most;
  const end = rows.findIndex(([source, target]) => {
    room -= Math.min(source.length, longestField) + Math.min(target.length, longestField);
    return room < 0;
  });
  return rows.slice(0, Math.min(rowLimit, end < 0 ? rows.length : Math.max(1, end)));
}

/** Draws one text after the other, because their paragraphs do not match. */
function inTurn(
  { source, target }: { source: string; target: string },
  headings: Pair,
): readonly SectionBlock[] {
  return [source, target].flatMap((text, n): readonly SectionBlock[] => [
    section(`*${headings[n]}*`),
    {
      type: "section",
      text: plainText(shortened(text.toWellFormed().trim(), most / 2), limits.passage),
      expand: true,
    },
  ]);
}

function headingsOf({ language, target }: Languages, { rules, locale }: ViewContext): Pair {
  const source =
    language === undefined ? locale.t`Original` : languageShown(language, rules.languages, locale);
  return [capital(source), capital(languageShown(target, rules.languages, locale))];
}

const pairsInBlock = 5;
const rowLimit = 10;
/** UTF-16 units, of 2,000 that Slack takes. */
const longestField = 1500;
/** UTF-16 units of both columns together. */
const most = 5000;
