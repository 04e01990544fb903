import { findQuote } from "../../usecases/approval/decide.ts";
import { slackCall } from "../clients.ts";
import { actionIds, callbackIds } from "../ids.ts";
import { parseNoteOpening } from "../payloads.ts";
import { tell } from "../tell.ts";
import {
  decisionBlocks,
  decisionForm,
  parseDecision,
  parseDecisionPlace,
} from "../views/forms/decision-form.ts";
import { unknownCardReply } from "../views/replies/short-replies.ts";
import { approveFor, declineFor } from "./decisions.ts";
import type { Front } from "./front.ts";
import type { Routes } from "./routes.ts";

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

  routes.view(callbackIds.decision, async ({ ack, body, view }) => {
    const decision = parseDecision(view.state.values);
    const place = parseDecisionPlace(view.private_metadata);
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
            product: place.part === undefined ? "translation" : "part",
          })
        : await declineFor(front, click);
    await ack();
    await tell(front.clients, click, reply(await front.speaking.to(person)));
  });
}
