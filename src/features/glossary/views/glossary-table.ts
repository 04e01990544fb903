import type { Button, RawTextElement, TableBlock } from "@slack/types";

import type { Term } from "../../../core/partner.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { button, limits } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import { actionIds } from "../../ids.ts";

/**
 * Draws the terms by falling confidence, as many as one table of a message holds; none without
 * terms.
 */
export function glossaryTable(
  terms: readonly Term[],
  { t, amount, percentOf }: Locale,
): TableBlock | undefined {
  const isCounted = terms.some(({ frequency }) => frequency !== undefined);
  const counted = isCounted ? [t`In the text`] : [];
  const heading = [t`Term`, t`Translation`, t`Confidence`, ...counted];
  const surest = terms.toSorted(
    (one, other) => (other.confidence ?? -1) - (one.confidence ?? -1) || often(other) - often(one),
  );
  const rows = fitting(heading, surest, (term) => [
    plain(term.source, limits.termShown) || "–",
    plain(term.target, limits.termShown) || "–",
    term.confidence === undefined ? "–" : percentOf(term.confidence),
    ...(isCounted ? [term.frequency === undefined ? "–" : amount(term.frequency)] : []),
  ]);
  if (rows.length === 0) return undefined;
  const words = { is_wrapped: true } as const;
  const figures = { align: "right" } as const;
  return {
    type: "table",
    rows: [heading.map(cell), ...rows.map((row) => row.map(cell))],
    column_settings: [words, words, figures, ...counted.map(() => figures)],
  };
}

export function reviewButton(
  { id }: Pick<Quote, "id">,
  { target }: Pick<Task, "target">,
  { t }: Locale,
): Button {
  const label = t`Review the terms`;
  return button({ label, actionId: actionIds.openTerms, value: `${id}/${target}` });
}

const rowLimit = 50;

function often({ frequency }: Term): number {
  return frequency ?? -1;
}

/** Returns the rows that fit: Slack counts the characters of all cells together. */
function fitting(
  heading: readonly string[],
  terms: readonly Term[],
  rowOf: (term: Term) => readonly string[],
): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let used = heading.join("").length;
  for (const term of terms.slice(0, rowLimit)) {
    const row = rowOf(term);
    used += row.join("").length;
    if (used > limits.tableCharacters) break;
    rows.push(row);
  }
  return rows;
}

function cell(text: string): RawTextElement {
  return { type: "raw_text", text };
}
