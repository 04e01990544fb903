import {
  type Action,
  type Form,
  action,
  cardAction,
  cardForm,
  onQuote,
  onTask,
} from "../../actions.ts";
import { undo } from "../../estimate/rules/card-changes.ts";
import { formBlocks } from "../../estimate/views/card-forms.ts";
import { actionIds, parseTaskValue, callbackIds } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { type Clicked, typedIn } from "../../payloads.ts";
import { unknownCardReply } from "../../short-replies.ts";
import { type ApproveClick, approveAll, approveQuote } from "../actions/approve-quote.ts";
import { shapeOn, declineQuote } from "../actions/decide.ts";
import { remindNow } from "../rules/reminding.ts";
import {
  type Approved,
  approveAllReply,
  approveReply,
  changeReply,
  notApproverReply,
} from "../views/decision-replies.ts";

type Approving = Pick<ApproveClick, "quoteId" | "product" | "offer">;

export const approvalActions: readonly Action[] = [
  approval(actionIds.approve, ({ quoteId }) => ({ quoteId, product: "translation" })),
  approval(actionIds.preview, ({ quoteId }) => ({ quoteId, product: "preview" })),
  approval(actionIds.glossary, ({ quoteId }) => ({ quoteId, product: "glossary" })),
  approval([actionIds.part, actionIds.again], ({ quoteId: ref }) => {
    const [quoteId = "", part] = ref.split("/");
    return { quoteId, product: part === "part" ? "part" : "translation" };
  }),
  cardAction({
    ids: actionIds.undo,
    read: onTask,
    act: (ports, click) =>
      shapeOn(ports, click, (quote) => undo(quote, { key: click.key, at: ports.now() })),
    reply: changeReply,
  }),
  cardAction({
    ids: actionIds.remind,
    read: onQuote,
    act: (ports, click) =>
      shapeOn(ports, click, (quote) => remindNow(quote, { by: click.person, at: ports.now() })),
    reply: changeReply,
  }),
  action({
    ids: actionIds.approveAll,
    read: ({ value }) => parseTaskValue(value),
    // Twenty cards take longer than Slack waits for an answer.
    ack: "first",
    run: async ({ ports }, { key: face, ...click }) => {
      const cards = await approveAll(ports, { ...click, face });
      if (cards === undefined) return unknownCardReply;
      return (context) => approveAllReply(cards, context);
    },
  }),
];

/** Builds the row of a button that spends. The id of its block names the offer that its card showed. */
function approval(
  ids: string | readonly string[],
  read: (clicked: Clicked) => Omit<Approving, "offer">,
): Action {
  return cardAction<Approving, Approved>({
    ids,
    read: (clicked) => ({ ...read(clicked), offer: clicked.offer }),
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
    send: (ports, at, values) =>
      declineQuote(ports, { ...at, note: typedIn(values, formBlocks.reason, noteChars) }),
  }),
];
