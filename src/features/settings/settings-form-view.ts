import type { ModalView, KnownBlock } from "@slack/types";
import { z } from "zod";

import {
  type ChangeOutcome,
  type Settings,
  fieldsOf,
  fieldsSchema,
  fingerprintsOf,
  isOfConversation,
  shownFields,
} from "#domain/settings/settings.ts";
import {
  type SettingsPage,
  callbackIds,
  formMemory,
  settingsPages,
  settingsActionId,
} from "#features/shared/ids.ts";
import { entriesOf } from "#features/shared/payloads.ts";
import { notAdminSettings } from "#features/shared/short-replies-view.ts";
import {
  header,
  modal,
  section,
  type Message,
  actions,
  button,
  contextBlock,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { escapeMrkdwn, channelMention, mentionsAnyOf } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import { type Setting, pageNames, settingsIn } from "./settings-table-view.ts";

type SettingsFormState = FormPlace & { readonly settings: Settings; readonly context: ViewContext };

/** The page of a form, and the channel in which it was opened; empty for Home. */
type FormPlace = { readonly page: SettingsPage; readonly channel: string };

/** Returns the channel whose defaults a page shows; undefined for the settings of the workspace. */
export function scopeOf({ page, channel }: FormPlace): string | undefined {
  return page === "channel" ? channel : undefined;
}

export function settingsForm({ page, channel, settings, context }: SettingsFormState): ModalView {
  const { setup, locale } = context;
  const fields = shownFields(fieldsOf(settings, scopeOf({ page, channel })), setup.languages);
  return modal({
    ...frame(locale),
    submit: locale.t`Save`,
    private_metadata: writeFormMemory({ page, channel, seen: fingerprintsOf(fields) }),
    blocks: [
      header(pageNames(locale)[page]),
      ...settingsIn(context)[page].flatMap((row) => row.inputs(fields)),
    ],
  });
}

export function settingsNote(locale: Locale, ...sentences: readonly string[]): ModalView {
  return modal({ ...frame(locale), blocks: sentences.map(section) });
}

function frame({ t }: Locale) {
  return { callback_id: callbackIds.settings, title: t`Galley settings`, close: t`Close` };
}

/** Parses `view.state.values` of the form; errors are keyed by block_id, as Slack expects. */
export function parseSettings(values: unknown, page: SettingsPage, context: ViewContext) {
  const entered = entriesOf(values);
  const rows = settingsIn(context)[page];
  const results = rows.map((row) => ({ ...row, ...row.read(entered) }));
  const faults = results.flatMap((row) => Object.entries(row.errors ?? {}));
  if (faults.length > 0) return { status: "faulty", errors: Object.fromEntries(faults) } as const;
  const answers = fieldsSchema.parse(
    Object.fromEntries(results.map(({ field, value }) => [field, value])),
  );
  const { autoApprovalUpTo = 0, autoApprovalPerPersonDay, autoApprovalPerMonth } = answers;
  const isLimited = ![autoApprovalPerPersonDay, autoApprovalPerMonth].includes(undefined);
  if (autoApprovalUpTo === 0 || isLimited) return { status: "filled", wanted: answers } as const;
  // Without both limits nothing is approved automatically: that must not look switched on.
  const automatic = rows.filter(({ field }) => field === "autoApprovalUpTo");
  const errors = Object.fromEntries(automatic.map(({ block, hint = "" }) => [block, hint]));
  return { status: "faulty", errors } as const;
}

export const { write: writeFormMemory, read: parseFormMemory } = formMemory(
  z.object({
    page: z.enum(settingsPages),
    channel: z.string(),
    seen: z.record(z.string(), z.string()),
  }),
);

/** Returns why nothing was saved, as errors of the fields concerned. */
export function refusalErrors(
  outcome: Extract<ChangeOutcome, { status: "conflict" | "contradiction" }>,
  page: SettingsPage,
  context: ViewContext,
): Record<string, string> {
  const { t, counted } = context.locale;
  const words = ({ shown }: Setting) =>
    outcome.status === "contradiction"
      ? t`This is too high: nobody can approve more than ${counted(outcome.limit, "credit")} alone.`
      : t`Someone changed this to “${shown(outcome.now)}” while your form was open. Nothing was saved: please close it and open the settings again.`;
  const fields = outcome.status === "contradiction" ? ["autoApprovalUpTo"] : outcome.fields;
  const rows = settingsIn(context)[page].filter(({ field }) => fields.includes(field));
  return Object.fromEntries(rows.map((row) => [row.block, words(row)]));
}

export function savedWords(
  { fields, before, after }: Extract<ChangeOutcome, { status: "changed" }>,
  page: SettingsPage,
  context: ViewContext,
): readonly string[] {
  const { locale } = context;
  const { t } = locale;
  const rows = settingsIn(context)[page].filter(({ field }) => fields.includes(field));
  const lines = rows.map(({ label, shown }) => {
    const [old, now] = [before, after].map((one) => escapeMrkdwn(shown(one)));
    return `• ${t`${label}: ${`${old} → *${now}*`}.`}`;
  });
  return [
    lines.join("\n"),
    t`The change applies now, also to waiting estimates; automatic approval is for new manuscripts.`,
  ];
}

type Shown = {
  readonly context: ViewContext;
  readonly channel: string;
  readonly mayChange: boolean;
};

/** Draws the reply to `/translate settings`: every setting by its name, page by page. */
export function settingsReply(settings: Settings, { context, channel, mayChange }: Shown): Message {
  const { locale, approvers } = context;
  const { t } = locale;
  const table = settingsIn(context);
  const texts = settingsPages.flatMap((page) => {
    const fields = fieldsOf(settings, scopeOf({ page, channel }));
    // What a channel does not set is said with the workspace's settings, but for its own ones.
    const isSaid = ({ field }: Setting) =>
      page !== "channel" || fields[field] !== undefined || isOfConversation(field);
    const rows = table[page].filter(isSaid);
    const lines = [
      ...(page === "spending" ? [t`${mentionsAnyOf(approvers, locale)} can approve.`] : []),
      ...rows.map(({ label, shown }) => t`${label}: ${escapeMrkdwn(shown(fields))}.`),
      ...(page === "channel" ? otherChannels(settings, channel, context.locale) : []),
    ].map((line) => `• ${line}`);
    return lines.length === 0 ? [] : [[`*${pageNames(locale)[page]}*`, ...lines].join("\n")];
  });
  return {
    text: texts.join("\n"),
    blocks: [
      ...texts.map(section),
      mayChange
        ? settingsButtons("settings.reply", settingsPages, context)
        : contextBlock(notAdminSettings(context).text),
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
      button({ label: pageNames(locale)[page], actionId: settingsActionId(page), value: page }),
    ),
  );
}

function otherChannels({ channels }: Settings, channel: string, locale: Locale): readonly string[] {
  const others = Object.keys(channels).filter((id) => id !== channel);
  const names = others.flatMap((id) => channelMention(id) ?? []).slice(0, channelLimit);
  return names.length === 0
    ? []
    : [locale.t`Other channels with their own defaults: ${locale.enumerated(names)}.`];
}

const channelLimit = 10;
