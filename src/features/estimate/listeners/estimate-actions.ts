import type { ModalView } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import type { ViewContext } from "../../../slack/people.ts";
import {
  type Action,
  action,
  cardAction,
  onQuote,
  openForm,
  updateForm,
  type Form,
  cardForm,
  type RightsAtClick,
  refusedAtClick,
  rightsOf,
} from "../../actions.ts";
import { askAgain, chooseLanguage, findQuote, shapeOn } from "../../approval/actions/decide.ts";
import { changeReply } from "../../approval/views/decision-replies.ts";
import { actionIds, parseMenuValue, callbackIds } from "../../ids.ts";
import { lookAtText } from "../../intake/actions/read-manuscript.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import type { ClickPlace } from "../../payloads.ts";
import { recallCard } from "../../records/listeners/recall.ts";
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
      const context = await deps.contexts.forPerson(click.person);
      const view = formFor(item, quote, { click, rights, context });
      const viewId = await openForm(deps.clients, { ...click, view });
      if (item === "details") await showText(deps, { ...click, quote }, viewId);
      return undefined;
    },
  }),
];

type Opening = {
  readonly click: ClickPlace;
  readonly rights: RightsAtClick;
  readonly context: ViewContext;
};

function formFor(item: MenuItem, quote: Quote, { click, rights, context }: Opening): ModalView {
  const at = { quoteId: quote.id, channel: click.channel, thread: click.thread };
  switch (item) {
    case "chapters":
      return partForm(quote, at, context);
    case "glossary":
      return glossaryForm(quote, { ...at, maySpend: rights.maySpend }, context);
    case "language":
      return languageForm(quote, at, context);
    case "note":
      return noteForm(quote, at, context);
    case "details":
      return detailsForm(quote, { ...at, person: click.person, look: undefined }, context);
  }
}

/** Reads the file again for the person who opened the form; keeps nothing of it. */
async function showText(
  { ports, clients, contexts }: ListenerDeps,
  { quote, ...click }: ClickPlace & { readonly quote: Quote },
  view_id: string,
): Promise<void> {
  const at = { quoteId: quote.id, channel: click.channel, thread: click.thread };
  const look = await lookAtText(ports, { ...click, ...at });
  const { person } = click;
  const view = detailsForm(quote, { ...at, person, look }, await contexts.forPerson(person));
  await updateForm(clients, { view_id, view });
}

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
