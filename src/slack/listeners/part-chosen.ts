import type { App } from "@slack/bolt";

import type { PartOutcome } from "../../domain/choose-part.ts";
import { mayShape } from "../../domain/rights.ts";
import { chooseChapters } from "../../usecases/choose-chapters.ts";
import { findQuote } from "../../usecases/decide.ts";
import { slackCall } from "../clients.ts";
import { actionIds, callbackIds } from "../ids.ts";
import { parseNoteOpening } from "../payloads.ts";
import { tell } from "../tell.ts";
import { parsePartForm, parsePartPlace, partError, partForm } from "../views/part-form.ts";
import { notYoursReply, unknownCardReply } from "../views/short-replies.ts";
import type { Front } from "./front.ts";

/** The button for some chapters of a manuscript, and the form behind it. */
export function registerPartChosen(app: App, front: Front): void {
  const { desk, clients, facts } = front;
  app.action(actionIds.choosePart, async ({ ack, body }) => {
    await ack();
    const click = parseNoteOpening(body);
    if (click === undefined) return;
    const quote = await findQuote(desk, click);
    if (quote === undefined) return await tell(clients, click, unknownCardReply);
    const [person, roles] = await Promise.all([
      desk.people.find(click.person),
      desk.people.roles(),
    ]);
    if (person.workspace !== click.workspace || !mayShape(person, quote.requester, roles)) {
      return await tell(clients, click, notYoursReply(quote.requester, facts.approvers));
    }
    const view = partForm(quote, click.channel);
    await slackCall(() => clients.once.views.open({ trigger_id: click.trigger, view }));
  });

  app.view(callbackIds.choosePart, async ({ ack, body, view }) => {
    const chosen = parsePartForm(view.state.values);
    const place = parsePartPlace(view.private_metadata);
    const workspace = body.team?.id ?? body.user.team_id;
    const outcome =
      chosen === undefined || place === undefined || workspace === undefined
        ? undefined
        : await chooseChapters(desk, { ...place, ...chosen, workspace, person: body.user.id });
    const fault = outcome === undefined ? faults["no-such-chapters"] : faults[outcome.status];
    if (fault === undefined) return await ack();
    return await ack({ response_action: "errors", errors: partError(fault) });
  });
}

const faults: Readonly<
  Record<PartOutcome["status"] | "unknown-card" | "not-allowed", string | undefined>
> = {
  chosen: undefined,
  whole: undefined,
  "bought-before": "Some of these chapters were bought before. Please choose others.",
  "no-such-chapters": "Please choose a last chapter that does not come before the first.",
  closed: "This estimate is closed. Please post the manuscript again.",
  "unknown-card": "I no longer know this card. Please post the manuscript again.",
  "not-allowed": "Only the person who asked or an approver may choose. Nothing was changed.",
};
