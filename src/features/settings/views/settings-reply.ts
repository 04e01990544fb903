import type { KnownBlock } from "@slack/types";

import { type Message, actions, button, contextBlock, section } from "../../../slack/blocks.ts";
import { channelMention } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type SettingsPage, settingsActionId, settingsPages } from "../../ids.ts";
import { type SettingsFields, fieldsOf } from "../rules/settings-change.ts";
import type { Settings } from "../rules/settings.ts";
import { pageName, settingsTable } from "./settings-table.ts";

type Shown = {
  readonly context: ViewContext;
  /** The conversation of the command. */
  readonly channel: string;
  readonly mayChange: boolean;
};

/** Draws the reply to `/translate settings`: the whole policy and all defaults, as sentences. */
export function settingsReply(settings: Settings, { context, channel, mayChange }: Shown): Message {
  const { t } = context.tongue;
  const fields = fieldsOf(settings, channel);
  const listed = (page: SettingsPage, more: readonly string[] = []) =>
    [
      `*${pageName(page, context.tongue)}*`,
      ...[...sentences(page, fields, context), ...more].map((sentence) => `• ${sentence}`),
    ].join("\n");
  const texts = [
    listed("spending"),
    listed("reminders"),
    listed("defaults", channelWords(settings, { fields, channel, context })),
  ];
  return {
    text: texts.join("\n"),
    blocks: [
      ...texts.map(section),
      mayChange
        ? settingsButtons("settings.reply", settingsPages, context)
        : contextBlock(t`Only Galley’s admins can change them.`),
    ],
  };
}

/** A button for each page. */
export function settingsButtons(
  blockId: string,
  pages: readonly SettingsPage[],
  { tongue }: ViewContext,
): KnownBlock {
  return actions(
    blockId,
    pages.map((page) =>
      button({ label: pageName(page, tongue), actionId: settingsActionId(page), value: page }),
    ),
  );
}

/** Returns the channel's own defaults, and the other channels that have some. */
function channelWords(
  { channels }: Settings,
  { fields, channel, context }: Seen,
): readonly string[] {
  const { t, enumerated } = context.tongue;
  const here = sentences("channel", fields, context);
  return [
    ...(here.length === 0 ? [] : [t`In this conversation: ${enumerated(here)}.`]),
    ...otherChannels(
      Object.keys(channels).filter((id) => id !== channel),
      context,
    ),
  ];
}

type Seen = Pick<Shown, "channel" | "context"> & { readonly fields: SettingsFields };

function sentences(page: SettingsPage, fields: SettingsFields, context: ViewContext) {
  return settingsTable[page].flatMap((row) => row.sentences?.(fields, context) ?? []);
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
