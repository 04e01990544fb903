import type { ModalView } from "@slack/types";
import { z } from "zod";

import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Task, charactersOf } from "../../../core/task.ts";
import {
  type Field,
  type Message,
  fields,
  limits,
  plainText,
  say,
  section,
  whole,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { linkTo, mention, outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { callbackIds, parseMetadata } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { chargedWords, fullName } from "./endings.ts";

export const reportBlocks = { what: "report.what", note: "report.note" } as const;

/** The faulty result, and the conversation of the report. */
export type ReportPlace = z.infer<typeof place>;

/** A person's report: the kind of problem, and a note in their own words. */
export type Trouble = { readonly what: Wrong; readonly note: string };

/** Draws the form that reports a problem with a result to the admins. */
export function reportForm(memory: ReportPlace, { tongue }: ViewContext): ModalView {
  const { t } = tongue;
  return {
    type: "modal",
    callback_id: callbackIds.report,
    private_metadata: whole(JSON.stringify(memory), limits.privateMetadata),
    title: plainText(t`Report a problem`, limits.viewTitle),
    submit: plainText(t`Report`, limits.viewTitle),
    close: plainText(t`Not now`, limits.viewTitle),
    blocks: [
      {
        type: "input",
        block_id: reportBlocks.what,
        label: plainText(t`What is wrong?`, limits.label),
        element: {
          type: "radio_buttons",
          action_id: "choice",
          options: wrongs.map((value) => ({
            value,
            text: plainText(wrongName(value, tongue), limits.optionText),
          })),
        },
      },
      {
        type: "input",
        block_id: reportBlocks.note,
        label: plainText(t`Where, and what you expected`, limits.label),
        hint: plainText(t`Galley’s admins are told directly, with all ids.`, limits.hint),
        element: {
          type: "plain_text_input",
          action_id: "choice",
          multiline: true,
          max_length: noteChars,
        },
      },
    ],
  };
}

export function wrongName(what: Wrong, { t }: Tongue): string {
  switch (what) {
    case "missing":
      return t`Text is missing`;
    case "names":
      return t`Names are wrong`;
    case "language":
      return t`It is in the wrong language`;
    case "charge":
      return t`The charge is wrong`;
    case "other":
      return t`Something else`;
  }
}

export function parseReportPlace(metadata: string): ReportPlace | undefined {
  return parseMetadata(place, metadata);
}

/** Returns undefined for an incomplete form. */
export function parseReport(values: unknown): Trouble | undefined {
  const parsed = submission.safeParse(values).data;
  const what = parsed?.[reportBlocks.what].choice.selected_option?.value;
  const note = parsed?.[reportBlocks.note].choice.value?.trim().slice(0, noteChars);
  return what === undefined || note === undefined || note === "" ? undefined : { what, note };
}

const wrongs = ["missing", "names", "language", "charge", "other"] as const;
type Wrong = (typeof wrongs)[number];

const place = z.object({
  quoteId: z.string().min(1),
  key: z.string().min(1),
  channel: z.string().min(1),
  thread: z.string().optional(),
});

const submission = z.object({
  [reportBlocks.what]: z.object({
    choice: z.object({ selected_option: z.object({ value: z.enum(wrongs) }).nullish() }),
  }),
  [reportBlocks.note]: z.object({ choice: z.object({ value: z.string().nullish() }) }),
});

type Report = {
  readonly quote: Quote;
  readonly task: Task;
  readonly trouble: Trouble & { readonly by: string };
  /** The permalink of the card. */
  readonly link: string | undefined;
};

/**
 * Draws the message to each admin, with everything they need to look into it or ask the partner.
 */
export function reportCard({ quote, task, trouble, link }: Report, context: ViewContext): Message {
  const { t } = context.tongue;
  const it = fullName(quote, task, context);
  const text = t`${mention(trouble.by)} reports a problem with ${it}: ${wrongName(trouble.what, context.tongue)}.`;
  const where = link === undefined ? "" : `\n${linkTo(link, t`Open card`)}`;
  const note = `${outside(trouble.note, limits.passage - where.length)}${where}`;
  return { text, blocks: [section(text), section(note), fields(factsOf(quote, task, context))] };
}

function factsOf(quote: Quote, task: Task, { tongue }: ViewContext): readonly Field[] {
  const { t, counted } = tongue;
  const { state } = task;
  const whole = manuscriptOf(quote)?.characters;
  const charged = state.status === "completed" ? state.result.charged : undefined;
  return [
    [t`Charged`, chargedWords(charged, tongue)],
    [t`Approved`, counted(task.price, "credit")],
    ...(whole === undefined
      ? []
      : [[t`Galley’s count`, counted(charactersOf(task, whole), "character")] as const]),
    [t`Task`, "taskId" in state ? `\`${outside(state.taskId, limits.nameShown)}\`` : "-"],
    [t`Key`, `\`${task.key}\``],
    [t`Quote`, `\`${quote.id}\``],
  ];
}

/** Answers the reporter. */
export function reportedReply(
  outcome: "told" | "not-told",
  { tongue: { t } }: ViewContext,
): Message {
  return say(
    outcome === "told"
      ? t`Thank you. I told the admins and gave them everything they need to look into it.`
      : t`I couldn’t reach any admin: Slack didn’t let me. Please write to them yourself.`,
  );
}
