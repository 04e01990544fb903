import type { SlashCommand } from "@slack/bolt";

import type { Message } from "../../../slack/blocks.ts";
import { slackCall } from "../../../slack/clients.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { Front } from "../../front.ts";
import { callbackIds } from "../../ids.ts";
import { type AwayOutcome, comeBack, goAway, mayHandOver } from "../actions/stand-in.ts";
import {
  awayBlocks,
  awayForm,
  awayNote,
  awayRefusal,
  awayWords,
  backReply,
  deputyReply,
  parseAway,
} from "../views/away-form.ts";

/** `/translate away`: the form, or why there is none. Rights are checked again when it is sent. */
export async function openAway(front: Front, command: SlashCommand): Promise<Message | undefined> {
  const { user_id: person, trigger_id } = command;
  const [{ tongue }, may] = await Promise.all([
    front.speaking.to(person),
    mayHandOver(front.desk, person),
  ]);
  if (!may) return awayRefusal(tongue);
  const view = awayForm(tongue);
  await slackCall(() => front.clients.once.views.open({ trigger_id, view }));
  return undefined;
}

/** `/translate back`. */
export async function backFor(front: Front, command: SlashCommand): Promise<Message> {
  const { team_id: workspace, user_id: person } = command;
  const outcome = await comeBack(front.desk, { workspace, person });
  return backReply(outcome, (await front.speaking.to(person)).tongue);
}

export function registerAway(routes: Routes, front: Front): void {
  routes.view(callbackIds.away, async ({ ack, body, view }) => {
    const person = body.user.id;
    const { tongue } = await front.speaking.to(person);
    const workspace = body.team?.id ?? body.user.team_id;
    const wanted = parseAway(view.state.values);
    if (wanted === undefined || workspace === undefined) {
      const errors = { [awayBlocks.until]: tongue.t`Please choose a person and a day.` };
      return await ack({ response_action: "errors", errors });
    }
    const outcome = await goAway(front.desk, { workspace, person, ...wanted });
    const words = awayWords(outcome, tongue);
    const field = fieldOf(outcome);
    if (field !== undefined) {
      return await ack({ response_action: "errors", errors: { [field]: words } });
    }
    await ack({ response_action: "update", view: awayNote(words, tongue) });
    if (outcome.status === "away") await tellDeputy(front, { from: person, ...wanted });
  });
}

/** What can be put right in the form is said beside its field. */
function fieldOf({ status }: AwayOutcome): string | undefined {
  switch (status) {
    case "over":
      return awayBlocks.until;
    case "oneself":
    case "not-a-member":
    case "may-already":
      return awayBlocks.deputy;
    case "away":
    case "not-allowed":
      return undefined;
  }
}

async function tellDeputy(
  { clients, speaking }: Front,
  { from, to: channel, until }: { from: string; to: string; until: number },
): Promise<void> {
  const message = deputyReply({ from, until }, (await speaking.to(channel)).tongue);
  await slackCall(() => clients.once.chat.postMessage({ channel, ...message }));
}
