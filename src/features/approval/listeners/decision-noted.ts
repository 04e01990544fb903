import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { Front } from "../../front.ts";
import { actionIds, callbackIds } from "../../ids.ts";
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
export function registerDecisionNoted(routes: Routes, front: Front): void {
  routes.action(actionIds.decideWithNote, async ({ ack, body }) => {
    await ack();
    const click = parseNoteOpening(body);
    if (click === undefined) return;
    const { trigger, channel, thread } = click;
    const quote = await findQuote(front.desk, click);
    const desk = await front.speaking.to(click.person);
    if (quote === undefined) return await tell(front.clients, click, unknownCardReply(desk));
    const view = decisionForm({ quote, desk, channel, thread });
    await slackCall(() => front.clients.once.views.open({ trigger_id: trigger, view }));
  });

  registerDecidedAtHome(routes, front);
  registerDecided(routes, front);
}

/** On Home there is no conversation: a card in a direct message can be decided on nowhere else. */
function registerDecidedAtHome(routes: Routes, front: Front): void {
  routes.action(actionIds.decideAtHome, async ({ ack, body }) => {
    await ack();
    const click = parseNoteOpening(body);
    if (click === undefined) return;
    const [quote, desk] = await Promise.all([
      findWaiting(front.desk, click),
      front.speaking.to(click.person),
    ]);
    const view =
      quote === undefined
        ? decidedNote(unknownCardReply(desk).text, desk)
        : decisionForm({ quote, desk, channel: quote.place.channel, isHome: true });
    await slackCall(() => front.clients.once.views.open({ trigger_id: click.trigger, view }));
  });
}

function registerDecided(routes: Routes, front: Front): void {
  routes.view(callbackIds.decision, async ({ ack, body, view }) => {
    const place = parseDecisionPlace(view.private_metadata);
    const decision = place && parseDecision(view.state.values, place);
    const workspace = body.team?.id ?? body.user.team_id;
    const person = body.user.id;
    if (decision === undefined || place === undefined || workspace === undefined) {
      const { t } = (await front.speaking.to(person)).tongue;
      const errors = { [decisionBlocks.note]: t`Please decide, and say something to it.` };
      return await ack({ response_action: "errors", errors });
    }
    const { what, note } = decision;
    const click = { ...place, workspace, person, note };
    const reply =
      what === "approve"
        ? await approveFor(front, {
            ...click,
            product: place.product,
          })
        : await declineFor(front, click);
    const desk = await front.speaking.to(person);
    if (place.isHome === true) {
      return await ack({ response_action: "update", view: decidedNote(reply(desk).text, desk) });
    }
    await ack();
    await tell(front.clients, click, reply(desk));
  });
}
