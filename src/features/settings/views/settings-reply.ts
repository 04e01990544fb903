import { type Message, actions, button, contextBlock, section } from "../../../slack/blocks.ts";
import { channelMention } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { actionIds } from "../../ids.ts";
import { type SettingsFields, fieldsOf } from "../rules/settings-change.ts";
import type { Settings } from "../rules/settings.ts";
import { type Setting, settingsTable } from "./settings-table.ts";

type Shown = {
  readonly context: ViewContext;
  /** The conversation that was asked in. */
  readonly channel: string;
  readonly mayChange: boolean;
};

/** `/translate settings`: the whole policy and all defaults, as sentences. */
export function settingsReply(settings: Settings, { context, channel, mayChange }: Shown): Message {
  const { t } = context.tongue;
  const fields = fieldsOf(settings, channel);
  const policy = listed(t`Spending limits`, sentences(settingsTable.policy, fields, context));
  const defaults = listed(t`Defaults for manuscripts`, [
    ...sentences(settingsTable.defaults, fields, context),
    ...channelWords(settings, { fields, channel, context }),
  ]);
  const change = button({
    label: t`Change settings`,
    actionId: actionIds.editSettings,
    value: "-",
  });
  return {
    text: `${policy}\n${defaults}`,
    blocks: [
      section(policy),
      section(defaults),
      ...(mayChange
        ? [actions("settings.reply", [change])]
        : [contextBlock(t`Only Galley’s admins can change them.`)]),
    ],
  };
}

function listed(title: string, sentences: readonly string[]): string {
  return [`*${title}*`, ...sentences.map((sentence) => `• ${sentence}`)].join("\n");
}

/** Only what differs from the workspace; elsewhere there may be channels with defaults of their own. */
function channelWords(
  { channels }: Settings,
  { fields, channel, context }: Seen,
): readonly string[] {
  const { t, enumerated } = context.tongue;
  const here = sentences(settingsTable.channelDefaults, fields, context);
  return [
    ...(here.length === 0 ? [] : [t`In this conversation: ${enumerated(here)}.`]),
    ...otherChannels(
      Object.keys(channels).filter((id) => id !== channel),
      context,
    ),
  ];
}

type Seen = Pick<Shown, "channel" | "context"> & { readonly fields: SettingsFields };

function sentences(rows: readonly Setting[], fields: SettingsFields, context: ViewContext) {
  return rows.flatMap((row) => row.sentences?.(fields, context) ?? []);
}

function otherChannels(others: readonly string[], { tongue }: ViewContext): readonly string[] {
  const { t, counted, enumerated } = tongue;
  if (others.length === 0) return [];
  const names = others.flatMap((id) => channelMention(id) ?? []).slice(0, channelLimit);
  const count = counted(others.length, "other channel");
  return names.length === 0
    ? [t`${count} with their own defaults.`]
    : [t`${count} with their own defaults (${enumerated(names)}).`];
}

const channelLimit = 10;
