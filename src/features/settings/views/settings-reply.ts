import type { KnownBlock } from "@slack/types";

import { type Message, actions, button, contextBlock, section } from "../../../slack/blocks.ts";
import { channelMention, escapeMrkdwn, mentions } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type SettingsPage, settingsActionId, settingsPages } from "../../ids.ts";
import { notAdminSettings } from "../../short-replies.ts";
import { fieldsOf } from "../rules/settings-change.ts";
import type { Settings } from "../rules/settings.ts";
import { pageName, settingsTable } from "./settings-table.ts";

type Shown = {
  readonly context: ViewContext;
  /** The conversation of the command. */
  readonly channel: string;
  readonly mayChange: boolean;
};

/** Draws the reply to `/translate settings`: every setting by its name, page by page. */
export function settingsReply(settings: Settings, { context, channel, mayChange }: Shown): Message {
  const { locale, approvers } = context;
  const { t } = locale;
  const fields = fieldsOf(settings, channel);
  const texts = settingsPages.flatMap((page) => {
    const rows = settingsTable[page].filter(
      ({ field }) => page !== "channel" || fields[field] !== undefined,
    );
    const lines = [
      ...(page === "spending" ? [t`${mentions(approvers, locale)} can approve.`] : []),
      ...rows.map(
        ({ label, shown }) => t`${label(locale)}: ${escapeMrkdwn(shown(fields, context))}.`,
      ),
      ...(page === "channel" ? otherChannels(settings, { context, channel }) : []),
    ].map((line) => `• ${line}`);
    return lines.length === 0 ? [] : [[`*${pageName(page, locale)}*`, ...lines].join("\n")];
  });
  return {
    text: texts.join("\n"),
    blocks: [
      ...texts.map(section),
      mayChange
        ? settingsButtons("settings.reply", settingsPages, context)
        : contextBlock(notAdminSettings(context)),
    ],
  };
}

export function settingsButtons(
  blockId: string,
  pages: readonly SettingsPage[],
  { locale }: ViewContext,
): KnownBlock {
  return actions(
    blockId,
    pages.map((page) =>
      button({ label: pageName(page, locale), actionId: settingsActionId(page), value: page }),
    ),
  );
}

function otherChannels(
  { channels }: Settings,
  { context: { locale }, channel }: Pick<Shown, "context" | "channel">,
): readonly string[] {
  const others = Object.keys(channels).filter((id) => id !== channel);
  const names = others.flatMap((id) => channelMention(id) ?? []).slice(0, channelLimit);
  return names.length === 0
    ? []
    : [locale.t`Other channels with their own defaults: ${locale.enumerated(names)}.`];
}

const channelLimit = 10;
