import type { KnownBlock, SectionBlock } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import { context, limits, plainText, section } from "../../../slack/blocks.ts";
import { plain, shortened } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { excerptBlock } from "../../ids.ts";
import type { Excerpt } from "../rules/excerpt.ts";

/** How a preview begins, its source to the left and its translation to the right. */
export function excerptBlocks(
  excerpt: Excerpt | undefined,
  languages: Languages,
  desk: Desk,
): readonly KnownBlock[] {
  if (excerpt === undefined) return [];
  const { t } = desk.tongue;
  const headings = headingsOf(languages, desk);
  const { blocks, isAll } =
    excerpt.kind === "paired" ? sideBySide(excerpt.rows, headings) : inTurn(excerpt, headings);
  const rest = isAll
    ? []
    : [context(t`That is how it begins. The buttons below get you all of it.`)];
  return [{ type: "divider" } as const, ...blocks, ...rest].map((block, n) => ({
    ...block,
    block_id: `${excerptBlock}${n}`,
  }));
}

type Languages = Pick<Quote, "language" | "target">;
type Pair = readonly [source: string, target: string];
type Drawn = { readonly blocks: readonly SectionBlock[]; readonly isAll: boolean };

/** A column each: fields, for a table would stand below the buttons. */
function sideBySide(rows: readonly Pair[], [source, target]: Pair): Drawn {
  const shown = fitting(rows);
  const sections = Array.from({ length: Math.ceil(shown.length / pairsInBlock) }, (_, n) =>
    columns(shown.slice(n * pairsInBlock, (n + 1) * pairsInBlock)),
  );
  const heading: SectionBlock = {
    type: "section",
    fields: [source, target].map((text) => ({ type: "mrkdwn", text: `*${text}*` })),
  };
  const isCut = shown.flat().some((text) => text.length > longestField);
  return { blocks: [heading, ...sections], isAll: shown.length === rows.length && !isCut };
}

function columns(rows: readonly Pair[]): SectionBlock {
  return {
    type: "section",
    fields: rows.flat().map((text) => plainText(plain(text, longestField) || "–", longestField)),
    expand: true,
  };
}

/** The first of them, as many as a message holds without becoming endless. */
function fitting(rows: readonly Pair[]): readonly Pair[] {
  let room = most;
  const end = rows.findIndex(([source, target]) => {
    room -= Math.min(source.length, longestField) + Math.min(target.length, longestField);
    return room < 0;
  });
  return rows.slice(0, Math.min(rowLimit, end < 0 ? rows.length : Math.max(1, end)));
}

/** Where the paragraphs do not match, nothing says what stands beside what. */
function inTurn({ source, target }: { source: string; target: string }, headings: Pair): Drawn {
  const texts = [source, target].map((text) => text.toWellFormed().trim());
  const blocks = texts.flatMap((text, n): readonly SectionBlock[] => [
    section(`*${headings[n]}*`),
    { type: "section", text: plainText(shortened(text, most / 2), limits.passage), expand: true },
  ]);
  return { blocks, isAll: texts.every(({ length }) => length <= most / 2) };
}

function headingsOf({ language, target }: Languages, { rules, tongue }: Desk): Pair {
  const source =
    language === undefined ? tongue.t`Original` : languageShown(language, rules.languages, tongue);
  return [source, languageShown(target, rules.languages, tongue)];
}

const pairsInBlock = 5;
const rowLimit = 10;
/** UTF-16 units, of 2,000 that Slack takes. */
const longestField = 1500;
/** Of both columns together. */
const most = 5000;
