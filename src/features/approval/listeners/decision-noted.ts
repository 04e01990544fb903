import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import { actionIds, callbackIds } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { parseNoteOpening } from "../../payloads.ts";
import { unknownCardReply } from "../../short-replies.ts";
import { findQuote } from "../actions/decide.ts";
import { findWaiting } from "../actions/may-have-result.ts";
import {
  decidedNote,
  decisionBlocks,
  decisionForm,
  parseDecision,
  parseDecisionPlace,
} from "../views/decision-form.ts";
import { approveFor, declineFor } from "./decisions.ts";

/** The button for a decision with a note, and the form behind it. Rights are checked when it is sent. */
export function registerDecisionNoted(routes: Routes, deps: ListenerDeps): void {
  routes.action(actionIds.decideWithNote, async ({ ack, body }) => {
    await ack();
    const click = parseNoteOpening(body);
    if (click === undefined) return;
    const { trigger, channel, thread } = click;
    const quote = await findQuote(deps.ports, click);
    const context = await deps.speaking.to(click.person);
    if (quote === undefined) return await tell(deps.clients, click, unknownCardReply(context));
    const view = decisionForm({ quote, context, channel, thread });
    await slackCall(() => deps.clients.once.views.open({ trigger_id: trigger, view }));
  });

  registerDecidedAtHome(routes, deps);
  registerDecided(routes, deps);
}

/** On Home there is no conversation: a card in a direct message can be decided on nowhere else. */
function registerDecidedAtHome(routes: Routes, deps: ListenerDeps): void {
  routes.action(actionIds.decideAtHome, async ({ ack, body }) => {
    await ack();
    const click = parseNoteOpening(body);
    if (click === undefined) return;
    const [quote, context] = await Promise.all([
      findWaiting(deps.ports, click),
      deps.speaking.to(click.person),
    ]);
    const view =
      quote === undefined
        ? decidedNote(unknownCardReply(context).text, context)
        : decisionForm({ quote, context, channel: quote.place.channel, isHome: true });
    await slackCall(() => deps.clients.once.views.open({ trigger_id: click.trigger, view }));
  });
}

function registerDecided(routes: Routes, deps: ListenerDeps): void {
  routes.view(callbackIds.decision, async ({ ack, body, view }) => {
    const place = parseDecisionPlace(view.private_metadata);
    const decision = place && parseDecision(view.state.values, place);
    const workspace = body.team?.id ?? body.user.team_id;
    const person = body.user.id;
    if (decision === undefined || place === undefined || workspace === undefined) {
      const { t } = (await deps.speaking.to(person)).tongue;
      const errors = { [decisionBlocks.note]: t`Please decide, and say something to it.` };
      return await ack({ response_action: "errors", errors });
    }
    const { what, note } = decision;
    const click = { ...place, workspace, person, note };
    const reply =
      what === "approve"
        ? await approveFor(deps, {
            ...click,
            product: place.product,
          })
        : await declineFor(deps, click);
    const context = await deps.speaking.to(person);
    if (place.isHome === true) {
      return await ack({
        response_action: "update",
        view: decidedNote(reply(context).text, context),
      });
    }
    await ack();
    await tell(deps.clients, click, reply(context));
  });
}
