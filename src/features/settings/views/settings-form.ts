import type { ModalView } from "@slack/types";
import { z } from "zod";

import { header, limits, plainText, section, whole } from "../../../slack/blocks.ts";
import { type Tongue, inEnglish } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { callbackIds, parseMetadata } from "../../ids.ts";
import {
  type Change,
  type ChangeOutcome,
  type SettingsFields,
  fieldsOf,
  printsOf,
  readFields,
  shownFields,
} from "../rules/settings-change.ts";
import type { Settings } from "../rules/settings.ts";
import { heldIn } from "./setting-kinds.ts";
import { type Setting, allSettings, settingOf, settingsTable } from "./settings-table.ts";

type Form = {
  readonly settings: Settings;
  readonly channel: string;
  readonly context: ViewContext;
};

/** One field for each setting; what is left empty is switched off. */
export function settingsForm({ settings, channel, context }: Form): ModalView {
  const { rules, tongue } = context;
  const { t } = tongue;
  const fields = shownFields(fieldsOf(settings, channel), rules.languages);
  const memory: z.input<typeof memorySchema> = { channel, seen: printsOf(fields) };
  const inputs = (rows: readonly Setting[]) => rows.flatMap((row) => row.inputs(fields, context));
  return {
    ...frame(tongue),
    submit: plainText(t`Save`, limits.viewTitle),
    private_metadata: whole(JSON.stringify(memory), limits.privateMetadata),
    blocks: [
      header(t`Spending limits`),
      ...inputs(settingsTable.policy),
      header(t`Defaults for manuscripts`),
      ...inputs(settingsTable.defaults),
      header(t`For this channel only`),
      ...inputs(settingsTable.channelDefaults),
    ],
  };
}

/** Opened at once, since Slack gives three seconds. */
export function settingsLoading(tongue: Tongue): ModalView {
  return settingsNote(tongue, tongue.t`I am reading the settings…`);
}

/** The form's place when there is nothing to fill in: what came of it, in sentences. */
export function settingsNote(tongue: Tongue, ...sentences: readonly string[]): ModalView {
  return { ...frame(tongue), blocks: sentences.map(section) };
}

function frame({ t }: Tongue) {
  return {
    type: "modal",
    callback_id: callbackIds.settings,
    title: plainText(t`Galley settings`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
  } as const;
}

export type Submission =
  | { readonly status: "filled"; readonly wanted: SettingsFields }
  | { readonly status: "faulty"; readonly errors: Readonly<Record<string, string>> };

/** `values` is the `view.state.values` of the form; errors are named by block_id, as Slack wants them. */
export function parseSettings(values: unknown, tongue: Tongue): Submission {
  const held = heldIn(values);
  const read = allSettings.map((row) => ({ ...row, ...row.read(held, tongue) }));
  const faults = read.flatMap((row) => Object.entries(row.errors ?? {}));
  return faults.length === 0
    ? {
        status: "filled",
        wanted: readFields(Object.fromEntries(read.map(({ field, value }) => [field, value]))),
      }
    : { status: "faulty", errors: Object.fromEntries(faults) };
}

/** What the form remembered of its opening, and what was seen in each field; undefined when it is not ours. */
export function parseFormMemory(metadata: string) {
  return parseMetadata(memorySchema, metadata);
}

const memorySchema = z.object({
  channel: z.string().min(1),
  seen: z.record(z.string(), z.string()),
});

/** Why nothing was saved, beside the fields that it is about. */
export function refusalErrors(
  outcome: Extract<ChangeOutcome, { status: "conflict" | "contradiction" }>,
  tongue: Tongue,
): Record<string, string> {
  const { t, counted } = tongue;
  if (outcome.status === "conflict") {
    const rows = outcome.fields.map(settingOf);
    return Object.fromEntries(
      rows.map(({ block, shown }) => [
        block,
        t`Someone changed this to “${shown(outcome.now, tongue)}” while your form was open. Nothing was saved: please close it and open the settings again.`,
      ]),
    );
  }
  const limit = counted(outcome.limit, "credit");
  return {
    [settingOf("autoApprovalUpTo").block]:
      outcome.by === "capPerApproval"
        ? t`This is too high: nobody can approve more than ${limit}.`
        : t`This is too high: above ${limit}, two people have to approve.`,
  };
}

/** What was saved, one sentence a field. */
export function savedWords(
  outcome: Extract<ChangeOutcome, { status: "changed" }>,
  tongue: Tongue,
): readonly string[] {
  const { t } = tongue;
  const lines = outcome.changes.map(({ field, before, after }) => {
    const row = settingOf(field);
    const shown = (fields: SettingsFields) => outside(row.shown(fields, tongue), limits.nameShown);
    return `• ${row.name(tongue)}: ${shown(before)} → *${shown(after)}*`;
  });
  return [
    [t`Saved:`, ...lines].join("\n"),
    t`The change applies now, also to waiting estimates. Approvals that were given stay; automatic approval is for new manuscripts.`,
  ];
}

/** For the audit log, which holds no text of anybody: of a book only whether there is one. */
export function changeWords({ field, before, after }: Change, channel: string): string {
  const row = settingOf(field);
  const isBook = field === "book" || field === "channelBook";
  const words = (fields: SettingsFields) =>
    isBook && fields[field] !== undefined ? "a book" : row.shown(fields, inEnglish);
  const where = field.startsWith("channel") ? ` (${channel})` : "";
  return `${row.name(inEnglish)}${where}: ${words(before)} → ${words(after)}`;
}
