import type { KnownBlock, ModalView } from "@slack/types";

import { contextBlock, limits, plainText, section } from "../../../slack/blocks.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { ExportOutcome, PairedBook } from "../actions/export-result.ts";
import { findSuspects } from "../rules/suspects.ts";
import { remarkOf } from "../rules/word-table.ts";
import { exportReply, remarksIn } from "./export-form.ts";

/**
 * Draws the paragraphs that a reviewer should look at first; `outcome` is undefined while it is
 * read.
 */
export function lookFirstView(outcome: ExportOutcome | undefined, context: ViewContext): ModalView {
  const { t } = context.tongue;
  return {
    type: "modal",
    title: plainText(t`Look here first`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
    blocks: blocksOf(outcome, context),
  };
}

function blocksOf(outcome: ExportOutcome | undefined, context: ViewContext): KnownBlock[] {
  if (outcome === undefined) return [section(context.tongue.t`Reading the text…`)];
  return outcome.status === "paired"
    ? suspectBlocks(outcome.book, context)
    : [section(exportReply(outcome, context).text)];
}

function suspectBlocks({ pairs, glossary }: PairedBook, context: ViewContext): KnownBlock[] {
  const { t, counted, amount } = context.tongue;
  const remarks = remarksIn(context);
  const suspects = findSuspects(pairs, glossary);
  const all = counted(pairs.length, "paragraph");
  if (suspects.length === 0) {
    return [
      section(t`Nothing stands out in ${all}. Mistakes within a sentence are not looked for.`),
    ];
  }
  const found = t`${suspects.length} of ${all} stand out. The Word table of “Export…” has a remark beside each.`;
  const rows = suspects.slice(0, mostShown).flatMap(({ row, doubts }) => {
    const { source = "", target = "" } = pairs[row] ?? {};
    const said = outside(remarkOf(doubts, { remarks }).replaceAll("\n", " · "), limits.passage);
    const texts = [source, target].filter((text) => text !== "");
    return [
      section(`*${amount(row + 1)}* · ${said}`),
      ...texts.map((text) => contextBlock(outside(text, textShown))),
    ];
  });
  return [section(found), ...rows];
}

/** Slack allows 100 blocks in a form. */
const mostShown = 20;
const textShown = 300;
