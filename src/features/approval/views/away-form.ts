import type { InputBlock, ModalView } from "@slack/types";
import { z } from "zod";

import { type Message, limits, plainText, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, when } from "../../../slack/mrkdwn.ts";
import { callbackIds } from "../../ids.ts";
import type { AwayOutcome, BackOutcome } from "../actions/stand-in.ts";

/** `block_id`s; errors are shown beside the block that they name. */
export const awayBlocks = { deputy: "away.deputy", until: "away.until" } as const;

/** Who decides for somebody who is away, and until when. */
export function awayForm(tongue: Tongue): ModalView {
  const { t } = tongue;
  return {
    ...frame(tongue),
    submit: plainText(t`Hand over`, limits.viewTitle),
    blocks: [
      section(
        t`While you are away, somebody else approves and declines for you, with your limits and under both your names. You can go on deciding yourself.`,
      ),
      input(awayBlocks.deputy, t`Who decides for you`, {
        type: "users_select",
        action_id: "choice",
      }),
      input(awayBlocks.until, t`Until the end of this day (UTC)`, {
        type: "datepicker",
        action_id: "choice",
      }),
    ],
  };
}

/** The form's place once it was sent. */
export function awayNote(words: string, tongue: Tongue): ModalView {
  return { ...frame(tongue), blocks: [section(words)] };
}

function frame({ t }: Tongue) {
  return {
    type: "modal",
    callback_id: callbackIds.away,
    title: plainText(t`While you are away`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
  } as const;
}

function input(block_id: string, label: string, element: InputBlock["element"]): InputBlock {
  return { type: "input", block_id, label: plainText(label, limits.optionText), element };
}

/** Undefined when something was not chosen; `until` is the end of the day, in ms. */
export function parseAway(values: unknown): { to: string; until: number } | undefined {
  const parsed = submission.safeParse(values).data;
  if (parsed === undefined) return undefined;
  const to = parsed[awayBlocks.deputy].choice.selected_user;
  const until = Date.parse(parsed[awayBlocks.until].choice.selected_date) + dayMs;
  return Number.isNaN(until) ? undefined : { to, until };
}

export function awayWords(outcome: AwayOutcome, { t }: Tongue): string {
  switch (outcome.status) {
    case "away":
      return t`${mention(outcome.to)} decides for you until ${when(outcome.until)}. I have told them. \`/translate back\` ends it before that.`;
    case "not-allowed":
      return t`Only those who may approve can hand that over. Nothing was changed.`;
    case "oneself":
      return t`Please choose somebody else than yourself.`;
    case "not-a-member":
      return t`Only a full member of this workspace can decide for you. Please choose somebody else.`;
    case "may-already":
      return t`They may approve already, so nothing has to be handed over. Please choose somebody else, or simply go.`;
    case "over":
      return t`This day is over. Please choose another one.`;
  }
}

/** To those who decide on nothing that they could hand over. */
export function awayRefusal(tongue: Tongue): Message {
  return say(awayWords({ status: "not-allowed" }, tongue));
}

/** What the deputy hears. */
export function deputyReply(
  { from, until }: { readonly from: string; readonly until: number },
  { t }: Tongue,
): Message {
  return say(
    t`${mention(from)} is away and lets you decide until ${when(until)}: you can approve and decline on the estimate cards for them. Everybody sees both your names there.`,
  );
}

export function backReply({ status }: BackOutcome, { t }: Tongue): Message {
  switch (status) {
    case "back":
      return say(t`Welcome back. From now on nobody decides for you.`);
    case "not-away":
      return say(t`Nobody decides for you, so nothing was changed.`);
  }
}

const dayMs = 24 * 3_600_000;

const submission = z.object({
  [awayBlocks.deputy]: z.object({ choice: z.object({ selected_user: z.string().min(1) }) }),
  [awayBlocks.until]: z.object({ choice: z.object({ selected_date: z.string().min(1) }) }),
});
