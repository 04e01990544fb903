import { remindNow } from "#domain/approval/reminding.ts";
import { decline, undo } from "#domain/estimate/card-changes.ts";
import { formBlocks } from "#features/estimate/card-forms-view.ts";
import {
  type Action,
  type Form,
  action,
  cardAction,
  cardForm,
  changeAction,
  onQuote,
  onTask,
} from "#features/shared/action.ts";
import { changeReply } from "#features/shared/change-reply-view.ts";
import { actionIds, parseTaskValue, callbackIds } from "#features/shared/ids.ts";
import { type Clicked, typedIn } from "#features/shared/payloads.ts";
import { unknownCardReply } from "#features/shared/short-replies-view.ts";

import { type ApproveClick, approveAll, approveQuote } from "./approve-quote.ts";
import {
  type Approved,
  approveAllReply,
  approveReply,
  notApproverReply,
} from "./decision-replies-view.ts";
import { notifyMe } from "./remind-approvers.ts";
import { askAgain } from "./reopen-quote.ts";

type Approving = Pick<ApproveClick, "quoteId" | "product" | "offer">;

export const approvalActions: readonly Action[] = [
  approval(actionIds.approve, ({ quoteId }) => ({ quoteId, product: "translation" })),
  approval(actionIds.preview, ({ quoteId }) => ({ quoteId, product: "preview" })),
  approval(actionIds.glossary, ({ quoteId }) => ({ quoteId, product: "glossary" })),
  approval([actionIds.part, actionIds.again], ({ quoteId: ref }) => {
    const [quoteId = "", part] = ref.split("/");
    return { quoteId, product: part === "part" ? "part" : "translation" };
  }),
  changeAction({ ids: actionIds.undo, read: onTask, change: undo }),
  changeAction({ ids: actionIds.remind, read: onQuote, change: remindNow }),
  action({
    ids: actionIds.approveAll,
    read: ({ value }) => parseTaskValue(value),
    // Twenty cards take longer than Slack waits for an answer.
    ack: "first",
    run: async ({ ctx }, { key: face, ...click }) => {
      const cards = await approveAll(ctx, { ...click, face });
      if (cards === undefined) return unknownCardReply;
      return (context) => approveAllReply(cards, context);
    },
  }),
  cardAction({
    ids: actionIds.askAgain,
    read: onQuote,
    act: askAgain,
    reply: changeReply,
  }),
  action({
    ids: [actionIds.notifyOn, actionIds.notifyOff],
    read: ({ actionId }) => ({ wants: actionId === actionIds.notifyOn }),
    ack: "first",
    run: async ({ ctx }, { person, wants }) => {
      await notifyMe(ctx, { person, wants });
      return undefined;
    },
  }),
];

/** Builds the row of a button that spends. The id of its block names the offer that its card showed. */
function approval(
  ids: string | readonly string[],
  parse: (clicked: Clicked) => Omit<Approving, "offer">,
): Action {
  return cardAction<Approving, Approved>({
    ids,
    read: (clicked) => ({ ...parse(clicked), offer: clicked.offer }),
    act: approveQuote,
    refusal: notApproverReply,
    // The card itself shows that it was approved.
    reply: (outcome, context, { surface }) =>
      outcome.status === "approved" && surface.kind === "message"
        ? undefined
        : approveReply(outcome, context),
  });
}

export const approvalForms: readonly Form[] = [
  cardForm({
    callbackId: callbackIds.decline,
    block: formBlocks.reason,
    change: (quote, { by, at }, values) =>
      decline(quote, { by, at, note: typedIn(values, formBlocks.reason) }),
  }),
];
