import type { Quote } from "../../../core/quote.ts";
import { cardsAtOnce } from "../../../core/rules.ts";
import { type Message, actions, button, confirm, limits, say } from "../../../slack/blocks.ts";
import { escapeMrkdwn, mentions } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel, plainTitle } from "../../../slack/words.ts";
import { actionIds, taskValue } from "../../ids.ts";
import { pricedParts, totalFace } from "../rules/batch.ts";
import type { BatchTotal } from "../rules/request-details.ts";

/** No other message of the batch mentions the approvers. */
export function batchTotalReply(quote: Quote, context: ViewContext): Message {
  const { rules, locale, approvers } = context;
  const { t, counted, listed } = locale;
  const { parts, leftOut } = quote.request.batch?.total ?? nothingYet;
  const told = parts.flatMap(({ count }) => count ?? []);
  const open = pricedParts(quote);
  const named = open.length === 0 ? parts : open;
  const names = (codes: readonly string[]) =>
    listed([...new Set(codes)].map((code) => languageLabel(code, rules.languages, locale)));
  const files = new Set(parts.map(({ fileId }) => fileId)).size;
  const what =
    files === 1
      ? plainTitle(quote, limits.nameShown, locale)
      : counted(new Set(named.map(({ fileId }) => fileId)).size, "manuscript");
  const subject = `${what} → ${names(named.map(({ target }) => target))}`;
  const price = counted(
    open.reduce((sum, { credits }) => sum + credits, 0),
    "credit",
  );
  const mayApprove = open.length > 0 && approvers.length > 0;
  const refused = told.filter(({ status }) => status === "refused").length;
  const waiting = parts.length - told.length;
  const { text, blocks } = say(
    [
      `*${escapeMrkdwn(open.length === 0 ? subject : `${subject} · ${price}`)}*`,
      ...(mayApprove ? [t`${mentions(approvers, locale)} can approve.`] : []),
      ...(waiting === 0
        ? []
        : [
            t`{${waiting}, plural, one {# more is still being counted.} other {# more are still being counted.}}`,
          ]),
      ...(refused === 0 ? [] : [t`${refused} couldn’t be read; see the thread.`]),
      ...(open.length === 0 && told.some(({ status }) => status === "needs-language")
        ? [t`Choose a language`]
        : []),
      ...(told.every(({ status }) => status === "decided") && waiting === 0
        ? [t`All are decided.`]
        : []),
      ...(leftOut.length === 0
        ? []
        : [
            t`I left out ${escapeMrkdwn(names(leftOut))}: I take at most ${cardsAtOnce} estimates at once. Use \`/translate\` for more.`,
          ]),
    ].join(" "),
  );
  // The button waits until all cards have counted: a click approves exactly what its price says.
  const isOffered = open.length > 1 && waiting === 0;
  if (!isOffered) return { text, blocks };
  const label = t`Approve all · ${price}`;
  const approveAll = button({
    label,
    actionId: actionIds.approveAll,
    value: taskValue({ quoteId: quote.id, key: totalFace(quote) }),
    style: "primary",
    confirm: confirm({ title: label, text: subject, yes: t`Approve`, no: t`Cancel` }),
  });
  return { text, blocks: [...blocks, actions("batch", [approveAll])] };
}

const nothingYet: BatchTotal = { thread: undefined, parts: [], leftOut: [] };
