import {
  type Action,
  type Form,
  action,
  cardAction,
  cardForm,
  onQuote,
  openForm,
  recallCard,
  refusedAtClick,
  rightsOf,
  updateForm,
} from "../../actions.ts";
import { askAgain, chooseLanguage, findQuote, shapeOn } from "../../approval/actions/decide.ts";
import { changeReply } from "../../approval/views/decision-replies.ts";
import { actionIds, parseMenuValue, callbackIds } from "../../ids.ts";
import { lookAtText } from "../../intake/actions/read-manuscript.ts";
import { noteRequest, choosePart } from "../rules/card-changes.ts";
import type { MenuItem } from "../rules/card-model.ts";
import {
  glossaryForm,
  languageForm,
  noteForm,
  partForm,
  formBlocks,
  parseLanguage,
  parseText,
  parsePartForm,
  partErrorBlock,
} from "../views/card-forms.ts";
import { detailsForm } from "../views/details-form.ts";

export const estimateActions: readonly Action[] = [
  cardAction({
    ids: actionIds.targetLang,
    read: ({ quoteId, option: target = "" }) => ({ quoteId, target }),
    act: chooseLanguage,
    who: "requester or approvers",
    reply: changeReply,
  }),
  cardAction({
    ids: actionIds.askAgain,
    read: onQuote,
    act: askAgain,
    who: "requester or approvers",
    reply: changeReply,
  }),
  // The ⋯ of a card. People who may not change a card may still see its details.
  action({
    ids: actionIds.more,
    read: ({ option = "" }) => parseMenuValue(option),
    ack: "first",
    run: async (deps, { item, ...click }) => {
      const quote = await findQuote(deps.ports, click);
      if (quote === undefined) return await recallCard(deps, click);
      const rights = await rightsOf(deps, click, quote);
      const mayChange = rights.mayChange || item === "details";
      const refused = refusedAtClick({ ...rights, mayChange }, quote);
      if (refused !== undefined) return refused;
      const { person, channel, thread, trigger } = click;
      const context = await deps.contexts.forPerson(person);
      const at = { quoteId: quote.id, channel, thread, person };
      const { maySpend } = rights;
      const view = formOf[item](quote, { ...at, maySpend, look: undefined }, context);
      const viewId = await openForm(deps.clients, { trigger, view });
      if (item === "details") {
        // The text is read again for this form, which keeps nothing of it.
        const look = await lookAtText(deps.ports, at);
        const read = detailsForm(quote, { ...at, look }, context);
        await updateForm(deps.clients, { view_id: viewId, view: read });
      }
      return undefined;
    },
  }),
];

const formOf = {
  chapters: partForm,
  glossary: glossaryForm,
  language: languageForm,
  note: noteForm,
  details: detailsForm,
} as const satisfies Record<MenuItem, unknown>;

export const estimateForms: readonly Form[] = [
  cardForm({
    callbackId: callbackIds.chapters,
    block: partErrorBlock,
    send: async (ports, at, values) => {
      const chosen = parsePartForm(values);
      return chosen === undefined
        ? { status: "no-such-chapters" }
        : await shapeOn(ports, at, (quote) => choosePart(quote, chosen));
    },
  }),
  cardForm({
    callbackId: callbackIds.language,
    block: formBlocks.language,
    send: (ports, at, values) =>
      chooseLanguage(ports, { ...at, target: parseLanguage(values) ?? "" }),
  }),
  cardForm({
    callbackId: callbackIds.note,
    block: formBlocks.note,
    send: (ports, at, values) =>
      shapeOn(ports, at, (quote) => noteRequest(quote, parseText(values, formBlocks.note))),
  }),
];
