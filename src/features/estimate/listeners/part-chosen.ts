import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { Routes } from "../../../slack/routes.ts";
import { type Refusal, findQuote } from "../../approval/actions/decide.ts";
import { mayShape } from "../../approval/rules/rights.ts";
import { actionIds, callbackIds } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { parseNoteOpening } from "../../payloads.ts";
import { notYoursReply, unknownCardReply } from "../../short-replies.ts";
import { chooseChapters } from "../actions/choose.ts";
import type { PartOutcome } from "../rules/choose-part.ts";
import { parsePartForm, parsePartPlace, partError, partForm } from "../views/part-form.ts";

/** The button for some chapters of a manuscript, and the form behind it. */
export function registerPartChosen(routes: Routes, deps: ListenerDeps): void {
  const { ports, clients, speaking } = deps;
  routes.action(actionIds.choosePart, async ({ ack, body }) => {
    await ack();
    const click = parseNoteOpening(body);
    if (click === undefined) return;
    const quote = await findQuote(ports, click);
    const speech = await speaking.to(click.person);
    if (quote === undefined) return await tell(clients, click, unknownCardReply(speech));
    const [person, roles] = await Promise.all([
      ports.people.find(click.person),
      ports.people.roles(),
    ]);
    if (person.workspace !== click.workspace || !mayShape(person, quote.requester, roles)) {
      return await tell(clients, click, notYoursReply(quote.requester, speech));
    }
    const view = partForm(quote, click.channel, speech);
    await slackCall(() => clients.once.views.open({ trigger_id: click.trigger, view }));
  });

  routes.view(callbackIds.choosePart, async ({ ack, body, view }) => {
    const chosen = parsePartForm(view.state.values);
    const place = parsePartPlace(view.private_metadata);
    const workspace = body.team?.id ?? body.user.team_id;
    const outcome =
      chosen === undefined || place === undefined || workspace === undefined
        ? undefined
        : await chooseChapters(ports, { ...place, ...chosen, workspace, person: body.user.id });
    const status = outcome?.status ?? "no-such-chapters";
    const fault = faultWords(status, await speaking.to(body.user.id));
    if (fault === undefined) return await ack();
    return await ack({ response_action: "errors", errors: partError(fault) });
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
      return t`Some of these chapters were bought before. Please choose others.`;
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
