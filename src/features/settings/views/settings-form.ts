import type { ModalView } from "@slack/types";
import { z } from "zod";

import { header, limits, plainText, section, whole } from "../../../slack/blocks.ts";
import { type Tongue, inEnglish } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type SettingsPage, callbackIds, parseMetadata, settingsPages } from "../../ids.ts";
import {
  type Change,
  type ChangeOutcome,
  type SettingsFields,
  type SomeFields,
  fieldsOf,
  printsOf,
  readSome,
  shownFields,
} from "../rules/settings-change.ts";
import type { Settings } from "../rules/settings.ts";
import { heldIn } from "./setting-kinds.ts";
import { pageName, settingOf, settingsTable } from "./settings-table.ts";

type Form = {
  readonly page: SettingsPage;
  readonly settings: Settings;
  readonly channel: string;
  readonly context: ViewContext;
};

/** Draws a field for each setting of one page; an empty field switches its setting off. */
export function settingsForm({ page, settings, channel, context }: Form): ModalView {
  const { rules, tongue } = context;
  const rows = settingsTable[page];
  const fields = shownFields(fieldsOf(settings, channel), rules.languages);
  const seen = printsOf(
    fields,
    rows.map(({ field }) => field),
  );
  const memory: z.input<typeof memorySchema> = { page, channel, seen };
  return {
    ...frame(tongue),
    submit: plainText(tongue.t`Save`, limits.viewTitle),
    private_metadata: whole(JSON.stringify(memory), limits.privateMetadata),
    blocks: [header(pageName(page, tongue)), ...rows.flatMap((row) => row.inputs(fields, context))],
  };
}

/** Draws the form before the settings are read: a trigger expires after three seconds. */
export function settingsLoading(tongue: Tongue): ModalView {
  return settingsNote(tongue, tongue.t`I am reading the settings…`);
}

/** Draws sentences in place of the form. */
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
  | { readonly status: "filled"; readonly wanted: SomeFields }
  | { readonly status: "faulty"; readonly errors: Readonly<Record<string, string>> };

/** Parses `view.state.values` of the form; errors are keyed by block_id, as Slack expects. */
export function parseSettings(values: unknown, page: SettingsPage, tongue: Tongue): Submission {
  const held = heldIn(values);
  const read = settingsTable[page].map((row) => ({ ...row, ...row.read(held, tongue) }));
  const faults = read.flatMap((row) => Object.entries(row.errors ?? {}));
  return faults.length === 0
    ? {
        status: "filled",
        wanted: readSome(Object.fromEntries(read.map(({ field, value }) => [field, value]))),
      }
    : { status: "faulty", errors: Object.fromEntries(faults) };
}

/**
 * Returns the form's channel and the hashes of its fields as shown; undefined for metadata that is
 * not ours.
 */
export function parseFormMemory(metadata: string) {
  return parseMetadata(memorySchema, metadata);
}

const memorySchema = z.object({
  page: z.enum(settingsPages),
  /** Empty where it was opened from Home. */
  channel: z.string(),
  seen: z.record(z.string(), z.string()),
});

/** Returns why nothing was saved, as errors of the fields concerned. */
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

/** Returns the saved changes, one line for each field. */
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

/**
 * Words a change for the audit log, which holds no text that people wrote: a book is only “a book”.
 */
export function changeWords({ field, before, after }: Change, channel: string): string {
  const row = settingOf(field);
  const isBook = field === "book" || field === "channelBook";
  const words = (fields: SettingsFields) =>
    isBook && fields[field] !== undefined ? "a book" : row.shown(fields, inEnglish);
  const where = field.startsWith("channel") ? ` (${channel})` : "";
  return `${row.name(inEnglish)}${where}: ${words(before)} → ${words(after)}`;
}
