import { choosePart, chooseTarget, noteRequest } from "#domain/estimate/card-changes.ts";
import { lookAtText } from "#features/intake/read-manuscript.ts";
import {
  type Action,
  type Form,
  action,
  cardForm,
  changeAction,
  openAndFill,
  openForm,
  restoreCard,
} from "#features/shared/action.ts";
import { actionIds, parseMenuValue, callbackIds } from "#features/shared/ids.ts";
import { typedIn } from "#features/shared/payloads.ts";
import { findQuote, canChange, isThere, rightsOf } from "#features/shared/rights.ts";
import {
  notAllowedReply,
  notThereReply,
  strangerReply,
} from "#features/shared/short-replies-view.ts";

import { type FormItem, cardFormView, formBlocks, parsePartForm } from "./card-forms-view.ts";
import { cardItems } from "./card-items-view.ts";
import { textBlocks } from "./details-form-view.ts";

export const estimateActions: readonly Action[] = [
  changeAction({
    ids: actionIds.targetLang,
    read: ({ quoteId, option: target = "" }) => ({ quoteId, target }),
    change: (quote, choice) => chooseTarget(quote, choice),
  }),
  // What opens a form of a card. People who may not change a card may still see its details.
  action({
    ids: [actionIds.more, actionIds.decline],
    read: ({ actionId, option = "", quoteId }) =>
      actionId === actionIds.decline
        ? { item: "decline" as const, quoteId }
        : parseMenuValue(option),
    ack: ({ item }) => (rowOf(item).opens === undefined ? "recorded" : "first"),
    run: async (deps, { item, ...click }) => {
      const { opens, who } = rowOf(item);
      const { ctx, clients, contexts } = deps;
      const quote = await findQuote(ctx, click);
      if (quote === undefined) return await restoreCard(deps, click);
      const { person, quoteId, trigger } = click;
      const requester = quote.request.by;
      const rights = await rightsOf(ctx.people, person);
      if (!rights.isMember) return strangerReply;
      const mayChange = canChange(rights, requester);
      if (who === "changers" && !mayChange) {
        ctx.audit({ kind: "refused", quoteId, by: person, why: "not allowed" });
        return (context) => notAllowedReply(context, requester);
      }
      // A form's memory names any conversation that somebody writes into it.
      if (!mayChange && !(await isThere(ctx, click))) return notThereReply;
      const context = await contexts.forPerson(person);
      const at = { ...click, maySpend: rights.maySpend };
      const view = cardFormView(item, quote, at, context);
      if (opens !== "form-with-text") {
        await openForm(clients, { trigger, view });
        return undefined;
      }
      return await openAndFill(clients, { trigger, view }, async () => {
        const text = mayChange ? textBlocks(quote, await lookAtText(ctx, quote), context) : [];
        return cardFormView(item, quote, { ...at, text }, context);
      });
    },
  }),
];

/** *Decline* opens its form like an item of the ⋯. */
function rowOf(item: FormItem) {
  return item === "decline" ? ({ opens: "form", who: "changers" } as const) : cardItems[item];
}

export const estimateForms: readonly Form[] = [
  cardForm({
    callbackId: callbackIds.chapters,
    block: formBlocks.last,
    change: (quote, _, values) => choosePart(quote, parsePartForm(values)),
  }),
  cardForm({
    callbackId: callbackIds.language,
    block: formBlocks.language,
    change: (quote, { setup }, values) =>
      chooseTarget(quote, { setup, target: typedIn(values, formBlocks.language) ?? "" }),
  }),
  cardForm({
    callbackId: callbackIds.note,
    block: formBlocks.note,
    change: (quote, _, values) => noteRequest(quote, typedIn(values, formBlocks.note)),
  }),
];
