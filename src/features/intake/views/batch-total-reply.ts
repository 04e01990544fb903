import type { KnownBlock } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import { cardsAtOnce } from "../../../core/rules.ts";
import { type Message, actions, button, confirm, limits, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { escapeMrkdwn, mentions } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel, plainTitle } from "../../../slack/words.ts";
import { actionIds, taskValue } from "../../ids.ts";
import type { Count, BatchTotal } from "../rules/batch-record.ts";
import { pricedParts, totalFace } from "../rules/batch.ts";

/**
 * Draws the total of a batch, and one button for all of it. No other message of the batch mentions the
 * approvers.
 */
export function batchTotalReply(quote: Quote, context: ViewContext): Message {
  const { rules, tongue, approvers } = context;
  const { t, counted, listed } = tongue;
  const { parts, leftOut } = quote.request.batch?.total ?? nothingYet;
  const told = parts.flatMap(({ count }) => count ?? []);
  const open = pricedParts(quote);
  const names = (codes: readonly string[]) =>
    listed([...new Set(codes)].map((code) => languageLabel(code, rules.languages, tongue)));
  const filesOf = (some: Parts) => new Set(some.map(({ fileId }) => fileId)).size;
  const subjectOf = (some: Parts) => {
    const isOne = filesOf(parts) === 1;
    const what = isOne
      ? plainTitle(quote, limits.nameShown, tongue)
      : counted(filesOf(some), "manuscript");
    return `${what} → ${names(some.map(({ target }) => target))}`;
  };
  const title = escapeMrkdwn(subjectOf(parts));
  const price = counted(
    open.reduce((sum, { credits }) => sum + credits, 0),
    "credit",
  );
  const who = approvers.length === 0 ? [] : [t`${mentions(approvers, tongue)} can approve.`];
  const words = [
    open.length === 0 ? `*${title}*` : `*${title} · ${price}*`,
    ...(open.length === 0 ? [] : who),
    ...waitingWords(parts.length - told.length, tongue),
    ...strayWords(told, tongue),
    ...(parts.every(({ count }) => count?.status === "decided") ? [t`All are decided.`] : []),
    ...(leftOut.length === 0
      ? []
      : [
          t`I left out ${escapeMrkdwn(names(leftOut))}: I take at most ${cardsAtOnce} estimates at once. Use \`/translate\` for more.`,
        ]),
  ].join(" ");
  const { text, blocks } = say(words);
  // The button waits until all cards have counted: a click approves exactly what its price says.
  const isOffered = open.length > 1 && told.length === parts.length;
  const offer = { subject: subjectOf(open), price };
  return { text, blocks: isOffered ? [...blocks, approveAllButton(quote, offer, tongue)] : blocks };
}

function approveAllButton(
  quote: Quote,
  { subject, price }: { readonly subject: string; readonly price: string },
  { t }: Tongue,
): KnownBlock {
  const question = {
    title: t`Approve all for ${price}?`,
    text: `${subject}. ${t`Each card is approved under its own limits.`}`,
    yes: t`Approve all`,
    no: t`Not now`,
  };
  return actions("batch", [
    button({
      label: t`Approve all · ${price}`,
      actionId: actionIds.approveAll,
      value: taskValue({ quoteId: quote.id, key: totalFace(quote) }),
      style: "primary",
      confirm: confirm(question),
    }),
  ]);
}

const nothingYet: BatchTotal = { thread: undefined, parts: [], leftOut: [] };

type Parts = readonly Pick<BatchTotal["parts"][number], "fileId" | "target">[];

function waitingWords(waiting: number, { t }: Tongue): readonly string[] {
  return waiting === 0
    ? []
    : [
        t`{${waiting}, plural, one {# more is still being counted.} other {# more are still being counted.}}`,
      ];
}

function strayWords(told: readonly Count[], { t }: Tongue): readonly string[] {
  const number = (status: Count["status"]) => told.filter((one) => one.status === status).length;
  const [refused, needing] = [number("refused"), number("needs-language")];
  return [
    ...(refused === 0 ? [] : [t`${refused} couldn’t be read; see the thread.`]),
    ...(needing === 0
      ? []
      : [
          t`{${needing}, plural, one {# is already in the requested language and costs nothing unless you choose another.} other {# are already in the requested language and cost nothing unless you choose another.}}`,
        ]),
  ];
}
