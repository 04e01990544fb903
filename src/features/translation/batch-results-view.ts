import type { KnownBlock } from "@slack/types";

import { placesToCheck } from "#domain/delivery/delivery.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { type Message, contextBlock, limits, section } from "#slack/blocks.ts";
import { escapeMrkdwn, mentioning } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageLabel, plainTitle } from "#slack/words.ts";

import { outcomeParts } from "./outcome-reply-view.ts";

/** A finished translation, with its card's quote. */
export type CardResult = { readonly quote: Quote; readonly task: Task };

/**
 * Draws the one message about the results of a batch: it mentions the requester once, and holds the
 * buttons of each result, up to the blocks that Slack takes.
 */
export function batchResultsReply(
  first: Quote,
  results: readonly CardResult[],
  context: ViewContext,
): Message {
  const { locale } = context;
  const { t } = locale;
  const lead = `${readyWords(first, results, context)} ${costWords(results, context)}`.trim();
  const isDoubted = results.some(({ task }) => placesToCheck(task) > 0);
  const words = mentioning([first.request.by], isDoubted ? `⚠️ ${lead}` : lead, locale);
  const drawn = results.map(({ quote, task }) => resultBlocks(quote, task, context));
  const room = limits.messageBlocks - 2;
  const isShown = (index: number) => drawn.slice(0, index + 1).flat().length <= room;
  const shown = drawn.filter((_, index) => isShown(index));
  const more = drawn.length - shown.length;
  return {
    text: words,
    blocks: [
      section(words),
      ...shown.flat(),
      ...(more === 0
        ? []
        : [
            contextBlock(
              t`{${more}, plural, one {# more result is on its card.} other {# more results are on their cards.}}`,
            ),
          ]),
    ],
  };
}

function readyWords(
  first: Quote,
  results: readonly CardResult[],
  { setup, locale }: ViewContext,
): string {
  const { t, counted, listed } = locale;
  const files = new Set(results.map(({ quote }) => quote.file.id)).size;
  const what =
    files === 1
      ? plainTitle(results[0]?.quote ?? first, limits.nameShown, locale)
      : counted(files, "manuscript");
  const targets = [...new Set(results.map(({ task }) => task.target))];
  const names = listed(targets.map((code) => languageLabel(code, setup.languages, locale)));
  const subject = escapeMrkdwn(`${what} → ${names}`);
  return t`{${results.length}, plural, one {# translation is ready:} other {# translations are ready:}} ${subject}.`;
}

/** One result says itself what it cost. */
function costWords(results: readonly CardResult[], { locale }: ViewContext): string {
  const charges = results.flatMap(({ task: { state } }) =>
    state.status === "completed" ? (state.result.charged ?? []) : [],
  );
  if (results.length < 2 || charges.length < results.length) return "";
  const sum = charges.reduce((total, charged) => total + charged, 0);
  return locale.t`Together they cost ${locale.counted(sum, "credit")}.`;
}

function resultBlocks(quote: Quote, task: Task, context: ViewContext): readonly KnownBlock[] {
  const { sentence, missing, rest } = outcomeParts(quote, task, context);
  return [section(`${sentence} ${missing}`.trim()), ...rest];
}
