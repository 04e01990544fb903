import {
  type Action,
  type Form,
  action,
  atCard,
  cardAction,
  cardForm,
  onQuote,
  onTask,
  openForm,
  recallCard,
  refusedAtClick,
  rightsOf,
} from "../../actions.ts";
import { undo } from "../../estimate/rules/card-changes.ts";
import { declineForm, formBlocks, parseText } from "../../estimate/views/card-forms.ts";
import { actionIds, parseOfferTag, parseTaskValue, callbackIds } from "../../ids.ts";
import type { Clicked } from "../../payloads.ts";
import { staleCardReply, unknownCardReply } from "../../short-replies.ts";
import { type ApproveClick, approveAll, approveQuote } from "../actions/approve-quote.ts";
import { findQuote, shapeOn, declineQuote } from "../actions/decide.ts";
import { remindNow } from "../rules/reminding.ts";
import {
  type Approved,
  approveAllReply,
  approveReply,
  changeReply,
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
    who: "requester or approvers",
    reply: changeReply,
  }),
  cardAction({
    ids: actionIds.remind,
    read: onQuote,
    act: (ports, click) =>
      shapeOn(ports, click, (quote) => remindNow(quote, { by: click.person, at: ports.now() })),
    who: "requester or approvers",
    reply: changeReply,
  }),
  action({
    ids: actionIds.decline,
    read: ({ quoteId }) => ({ quoteId }),
    ack: "first",
    run: async (deps, clicked) => {
      const click = await atCard(deps, clicked);
      const quote = await findQuote(deps.ports, click);
      if (quote === undefined) return await recallCard(deps, click);
      const refused = refusedAtClick(await rightsOf(deps, click, quote), quote);
      if (refused !== undefined) {
        const { quoteId, person: by } = click;
        deps.ports.audit({ what: "refused", quoteId, by, why: "not allowed" });
        return refused;
      }
      const view = declineForm(quote, click, await deps.contexts.forPerson(click.person));
      await openForm(deps.clients, { ...click, view });
      return undefined;
    },
  }),
  action({
    ids: actionIds.approveAll,
    read: ({ value }) => parseTaskValue(value),
    // Twenty cards take longer than Slack waits for an answer.
    ack: "first",
    run: async ({ ports }, { key: face, ...click }) => {
      const outcome = await approveAll(ports, { ...click, face });
      switch (outcome.status) {
        case "unknown-card":
          return unknownCardReply;
        case "stale":
          return staleCardReply;
        case "decided":
          return (context) => approveAllReply(outcome.cards, context);
      }
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
    read: (clicked) => ({ ...read(clicked), offer: parseOfferTag(clicked.blockId) }),
    act: approveQuote,
    who: "approvers",
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
      declineQuote(ports, { ...at, note: parseText(values, formBlocks.reason) }),
  }),
];
