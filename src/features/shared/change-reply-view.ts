import { type Message, say } from "#slack/blocks.ts";
import { when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import { staleCardReply } from "./short-replies-view.ts";

/** What is said after every decision on a card but an approval; nothing where the card shows it. */
export const changes = {
  done: undefined,
  chosen: undefined,
  sent: ({ locale: { t } }) => say(t`It has been sent already, so it can’t be undone.`),
  "language-stays": ({ locale: { t } }) =>
    say(
      t`Something was already approved, so the language stays. For another language, please post the manuscript again.`,
    ),
  "no-such-chapters": ({ locale: { t } }) =>
    say(t`Please choose a last chapter that does not come before the first.`),
  closed: ({ locale: { t } }) => say(t`This request is closed. Please post the manuscript again.`),
  unsettled: unsettledReply,
  reminded: ({ locale: { t } }) => say(t`I reminded the approvers.`),
  "reminded-before": ({ locale: { t } }, at = 0) =>
    say(t`The approvers were reminded (${when(at)}). You can remind them again a day later.`),
  asked: ({ locale: { t } }) =>
    say(t`The card now shows some lines in each encoding. Please choose there.`),
  "too-late": ({ locale: { t } }) =>
    say(t`The text was approved or is with the partner, so it can’t be read differently now.`),
  stale: staleCardReply,
} as const satisfies Record<string, undefined | ((context: ViewContext, at?: number) => Message)>;

export type Changed = { readonly status: keyof typeof changes; readonly at?: number };

export function changeReply({ status, at }: Changed, context: ViewContext): Message | undefined {
  return changes[status]?.(context, at);
}

export function unsettledReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`It isn’t known whether this was charged before, so nothing was done. My reply in the thread says what to do.`,
  );
}
