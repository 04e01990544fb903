import type { ModalView } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { Routes } from "../../../slack/routes.ts";
import { type Refusal, findQuote } from "../../approval/actions/decide.ts";
import { shaped } from "../../approval/listeners/decisions.ts";
import type { NoteOutcome, TargetOutcome } from "../../approval/rules/decisions.ts";
import { mayShape } from "../../approval/rules/rights.ts";
import { noteReply, targetReply } from "../../approval/views/decision-replies.ts";
import { actionIds, callbackIds, parseMenuValue } from "../../ids.ts";
import { lookAtText } from "../../intake/actions/read-manuscript.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type ClickPlace, parseMenuClick } from "../../payloads.ts";
import { recallCard } from "../../records/listeners/recall.ts";
import { notYoursReply, strangerReply } from "../../short-replies.ts";
import { addNote, chooseChapters, chooseLanguage } from "../actions/choose.ts";
import type { MenuItem } from "../rules/card-model.ts";
import type { PartOutcome } from "../rules/choose-part.ts";
import {
  formBlocks,
  glossaryForm,
  languageForm,
  noteForm,
  parseLanguage,
  parseText,
} from "../views/card-forms.ts";
import { detailsForm } from "../views/details-form.ts";
import { parsePartForm, partErrorBlock, partForm } from "../views/part-form.ts";
import { onCardForm } from "./card-form.ts";

/** The ⋯ of a card, and the forms behind it. Whoever may not change a card may still see its details. */
export function registerCardMenu(routes: Routes, deps: ListenerDeps): void {
  const { ports, clients, speaking } = deps;
  routes.action(actionIds.more, async ({ ack, body }) => {
    await ack();
    const click = parseMenuClick(body);
    const { item, quoteId } = parseMenuValue(click?.value ?? "") ?? {};
    if (click === undefined || item === undefined || quoteId === undefined) {
      return deps.unreadable(body);
    }
    const quote = await findQuote(ports, { ...click, quoteId });
    const context = await speaking.to(click.person);
    if (quote === undefined) {
      const recalled = await recallCard(deps, { ...click, quoteId });
      return await tell(clients, click, recalled(context));
    }
    const { isMember, mayChange } = await rightsOf(deps, click, quote);
    if (!isMember) return await tell(clients, click, strangerReply(context));
    if (item !== "details" && !mayChange) {
      return await tell(clients, click, notYoursReply(quote.requester, context));
    }
    const view = formFor(item, quote, { click, context });
    const opened = await slackCall(() =>
      clients.once.views.open({ trigger_id: click.trigger, view }),
    );
    if (item === "details") await showText(deps, { ...click, quote }, opened.view?.id);
  });
  registerForms(routes, deps);
}

/** Guests see no figures of the account, and whoever is neither requester nor approver changes nothing. */
async function rightsOf({ ports: { people } }: ListenerDeps, click: ClickPlace, quote: Quote) {
  const [person, roles] = await Promise.all([people.find(click.person), people.roles()]);
  return { isMember: person.isMember, mayChange: mayShape(person, quote.requester, roles) };
}

type Opening = { readonly click: ClickPlace; readonly context: ViewContext };

function formFor(item: MenuItem, quote: Quote, { click, context }: Opening): ModalView {
  const at = { quoteId: quote.id, channel: click.channel, thread: click.thread };
  switch (item) {
    case "chapters":
      return partForm(quote, at, context);
    case "glossary":
      return glossaryForm(quote, at, context);
    case "language":
      return languageForm(quote, at, context);
    case "note":
      return noteForm(quote, at, context);
    case "details":
      return detailsForm(quote, { ...at, look: undefined }, context);
  }
}

/** The file is read anew for the one who asked; nothing of it is kept. */
async function showText(
  { ports, clients, speaking }: ListenerDeps,
  { quote, ...click }: ClickPlace & { readonly quote: Quote },
  view_id: string | undefined,
): Promise<void> {
  if (view_id === undefined) throw new Error("Slack named no view");
  const at = { quoteId: quote.id, channel: click.channel, thread: click.thread };
  const look = await lookAtText(ports, { ...click, ...at });
  const view = detailsForm(quote, { ...at, look }, await speaking.to(click.person));
  await slackCall(() => clients.steady.views.update({ view_id, view }));
}

function registerForms(routes: Routes, deps: ListenerDeps): void {
  const { ports } = deps;
  onCardForm<PartOutcome>(routes, deps, {
    callbackId: callbackIds.chapters,
    block: partErrorBlock,
    send: async (at, values) => {
      const chosen = parsePartForm(values);
      return chosen === undefined
        ? { status: "no-such-chapters" }
        : await chooseChapters(ports, { ...at, ...chosen });
    },
    refusal: ({ status }, context) => faultWords(status, context),
  });
  onCardForm<TargetOutcome>(routes, deps, {
    callbackId: callbackIds.language,
    block: formBlocks.language,
    send: (at, values) => chooseLanguage(ports, { ...at, target: parseLanguage(values) ?? "" }),
    refusal: (outcome, context) =>
      outcome.status === "changed" || outcome.status === "same"
        ? undefined
        : shaped(outcome, targetReply)(context).text,
  });
  onCardForm<NoteOutcome>(routes, deps, {
    callbackId: callbackIds.note,
    block: formBlocks.note,
    send: (at, values) => addNote(ports, { ...at, note: parseText(values, formBlocks.note) }),
    refusal: (outcome, context) =>
      outcome.status === "noted" ? undefined : shaped(outcome, noteReply)(context).text,
  });
}

function faultWords(
  status: PartOutcome["status"] | Refusal["status"],
  { tongue: { t } }: ViewContext,
): string | undefined {
  switch (status) {
    case "chosen":
    case "whole":
      return undefined;
    case "bought-before":
      return t`Some of these chapters were approved before. Please choose others.`;
    case "no-such-chapters":
      return t`Please choose a last chapter that does not come before the first.`;
    case "closed":
      return t`This estimate is closed. Please post the manuscript again.`;
    case "unknown-card":
      return t`I no longer know this card. Please post the manuscript again.`;
    case "not-allowed":
      return t`Only the person who asked or an approver may choose. Nothing was changed.`;
  }
}
