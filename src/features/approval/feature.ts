import { isWaiting } from "#domain/approval/reminding.ts";
import type { Quote } from "#domain/quote.ts";
import { conversationOf } from "#features/shared/conversation.ts";
import type { Feature } from "#features/shared/feature.ts";
import type { NoticeDrawing } from "#features/shared/notice-rows.ts";

import { approveByPolicy } from "./approve-quote.ts";
import { directReply, endorsedReply, reminderReply } from "./decision-replies-view.ts";
import { approvalActions, approvalForms } from "./handlers.ts";
import { remind } from "./remind-approvers.ts";

export const approval = {
  handlers: approvalActions,
  forms: approvalForms,
  steps: { "approve-by-policy": approveByPolicy, remind },
  notices: {
    endorsed: { draw: (quote, about, { context }) => endorsedReply(quote, about, context) },
    reminder: {
      draw: async (quote, about, drawing) =>
        reminderReply(await waitingWith(quote, about.beside, drawing), about, drawing.context),
      // A reminder of several cards goes to the conversation.
      where: (quote, { beside }) => (beside.length === 0 ? undefined : conversationOf(quote)),
    },
    direct: {
      draw: async (quote, about, drawing) => {
        const waiting = await waitingWith(quote, about.beside, drawing);
        const link = await drawing.linkTo(quote);
        return directReply(quote, about, { ...drawing, waiting, link });
      },
      where: (_, { person }) => ({ channel: person }),
    },
  },
} as const satisfies Feature;

/** Reads the quotes again, because some may have been decided meanwhile. */
async function waitingWith(
  quote: Quote,
  beside: readonly string[],
  { find, linkTo }: NoticeDrawing,
) {
  if (beside.length === 0) return [{ quote, link: await linkTo(quote) }];
  const others = await Promise.all(beside.map(find));
  const all = [quote, ...others.flatMap((one) => one ?? [])].filter(isWaiting);
  return await Promise.all(all.map(async (one) => ({ quote: one, link: await linkTo(one) })));
}
