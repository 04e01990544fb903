import { slackCall } from "../../../slack/clients.ts";
import type { Routes } from "../../../slack/routes.ts";
import { answerClick } from "../../answer.ts";
import { onCardForm } from "../../estimate/listeners/card-form.ts";
import { declineForm, formBlocks, parseText } from "../../estimate/views/card-forms.ts";
import { actionIds, callbackIds } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { parseOpening } from "../../payloads.ts";
import { recallCard } from "../../records/listeners/recall.ts";
import { declineQuote, findQuote } from "../actions/decide.ts";
import { findWaiting } from "../actions/may-have-result.ts";
import type { DeclineOutcome } from "../rules/decisions.ts";
import { declineReply } from "../views/decision-replies.ts";
import { shaped } from "./decisions.ts";

/** Declining asks for a reason, which may be left out. Rights are checked when the form is sent. */
export function registerDecline(routes: Routes, deps: ListenerDeps): void {
  const { ports, clients, speaking } = deps;
  routes.action(actionIds.decline, async ({ ack, body }) => {
    await ack();
    const click = parseOpening(body);
    if (click === undefined) return deps.unreadable(body);
    const { quoteId, person, thread, trigger } = click;
    const isHome = click.surface.kind === "home";
    const quote = await (isHome ? findWaiting(ports, click) : findQuote(ports, click));
    const context = await speaking.to(person);
    if (quote === undefined) {
      const recalled = await recallCard(deps, click);
      return await answerClick(clients, click, { message: recalled(context), context });
    }
    const channel = isHome ? quote.place.channel : click.channel;
    const view = declineForm(quote, { quoteId, channel, thread, person }, context);
    await slackCall(() => clients.once.views.open({ trigger_id: trigger, view }));
  });

  onCardForm<DeclineOutcome>(routes, deps, {
    callbackId: callbackIds.decline,
    block: formBlocks.reason,
    send: (at, values) =>
      declineQuote(ports, { ...at, note: parseText(values, formBlocks.reason) }),
    refusal: (outcome, context) =>
      outcome.status === "declined" ? undefined : shaped(outcome, declineReply)(context).text,
  });
}
