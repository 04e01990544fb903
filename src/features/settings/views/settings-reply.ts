import {
  type Message,
  actions,
  button,
  contextBlock,
  limits,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { channelMention, mentions, outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { actionIds } from "../../ids.ts";
import type { Defaults, Settings } from "../rules/settings.ts";
import { deliveryName } from "./delivery-input.ts";
import { inquiryRuleName } from "./inquiry-input.ts";
import { hoursShown } from "./settings-words.ts";

type Shown = {
  readonly context: ViewContext;
  /** The conversation that was asked in. */
  readonly channel: string;
  readonly mayChange: boolean;
};

/** `/translate settings`: the whole policy and all defaults, as sentences. */
export function settingsReply(settings: Settings, { context, channel, mayChange }: Shown): Message {
  const { t } = context.tongue;
  const policy = listed(t`Spending limits`, [...policyWords(settings, context)]);
  const defaults = listed(t`Defaults for manuscripts`, [
    ...defaultWords(settings.defaults, context),
    ...channelWords(settings, channel, context),
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

function policyWords({ policy }: Settings, { approvers, tongue }: ViewContext): readonly string[] {
  const { t } = tongue;
  const people = mentions(approvers, tongue);
  return [
    policy.selfApproval === "allowed"
      ? t`${people} can approve, including their own requests.`
      : t`${people} can approve, but not their own requests.`,
    ...limitWords(policy, tongue),
    reminderWords(policy, tongue),
  ];
}

function limitWords(policy: Settings["policy"], tongue: Tongue): readonly string[] {
  const { t, counted } = tongue;
  const { secondApprovalAbove: second } = policy;
  const {
    autoApprovalUpTo: auto,
    autoApprovalPerPersonDay: daily,
    autoApprovalPerMonth: monthly,
  } = policy;
  const { capPerApproval: cap, capPerChannelMonth: month, lowBalance: low } = policy;
  return [
    second === undefined
      ? t`One approval is enough at any price.`
      : t`Above ${counted(second, "credit")}, two people have to approve.`,
    auto === undefined || daily === undefined || monthly === undefined
      ? t`Nothing is approved automatically.`
      : t`A translation up to ${counted(auto, "credit")} is approved automatically once its price is known, if the balance covers it and a full member requested it.`,
    ...(auto === undefined || (daily !== undefined && monthly !== undefined)
      ? []
      : [
          t`Automatic approval is off until both of its limits are set: for one person and day, and in a month.`,
        ]),
    ...(auto === undefined || daily === undefined || monthly === undefined
      ? []
      : [
          t`Automatically at most ${counted(daily, "credit")} for one person and day, and ${counted(monthly, "credit")} in a month.`,
        ]),
    cap === undefined
      ? t`There is no maximum per approval.`
      : t`Nobody can approve more than ${counted(cap, "credit")}.`,
    month === undefined
      ? t`There is no limit for a channel.`
      : t`A channel can spend ${counted(month, "credit")} per calendar month (UTC).`,
    low === undefined
      ? t`There is no low-balance warning.`
      : t`Admins are warned when the balance drops below ${counted(low, "credit")}.`,
    t`Language detection by the partner: ${inquiryRuleName(policy.askLanguage, tongue)}. Estimates by the partner: ${inquiryRuleName(policy.askEstimate, tongue)}.`,
  ];
}

function reminderWords(
  { remindAfterHours, quietHours }: Settings["policy"],
  tongue: Tongue,
): string {
  const { t, counted } = tongue;
  if (remindAfterHours === undefined) return t`Nobody is reminded of a waiting estimate.`;
  const after = counted(remindAfterHours, "hour");
  return quietHours === undefined
    ? t`Those who may approve are reminded of an estimate that has waited for ${after}.`
    : t`Those who may approve are reminded of an estimate that has waited for ${after}, but not from ${outside(hoursShown(quietHours, tongue), 60)}.`;
}

function defaultWords(
  { targets, previewChars, book, delivery = "link" }: Defaults,
  context: ViewContext,
): readonly string[] {
  const { t, counted } = context.tongue;
  const { defaultTarget, previewChars: usual } = context.rules;
  return [
    t`Languages: ${languagesShown(targets ?? [defaultTarget], context)}.`,
    t`A preview is the opening ${counted(previewChars ?? usual, "character")}.`,
    book === undefined
      ? t`Manuscripts belong to no book unless someone names one.`
      : t`Manuscripts belong to the book ${bookShown(book)}.`,
    t`Finished translations come ${deliveryName(delivery, context.tongue)}.`,
  ];
}

/** Only what differs from the workspace; elsewhere there may be channels with defaults of their own. */
function channelWords(
  { channels }: Settings,
  channel: string,
  context: ViewContext,
): readonly string[] {
  const { t, counted, enumerated } = context.tongue;
  const { targets, previewChars, book, delivery } = channels[channel] ?? {};
  const here = [
    ...(targets === undefined ? [] : [t`languages ${languagesShown(targets, context)}`]),
    ...(previewChars === undefined ? [] : [t`a preview of ${counted(previewChars, "character")}`]),
    ...(book === undefined ? [] : [t`the book ${bookShown(book)}`]),
    ...(delivery === undefined ? [] : [t`translations ${deliveryName(delivery, context.tongue)}`]),
  ];
  return [
    ...(here.length === 0 ? [] : [t`In this conversation: ${enumerated(here)}.`]),
    ...otherChannels(
      Object.keys(channels).filter((id) => id !== channel),
      context,
    ),
  ];
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

function languagesShown(codes: readonly string[], { rules, tongue }: ViewContext): string {
  return tongue.enumerated(codes.map((code) => languageShown(code, rules.languages, tongue)));
}

function bookShown(book: string): string {
  return `“${outside(book, limits.nameShown)}”`;
}

const channelLimit = 10;
