import type { InputBlock } from "@slack/types";

import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mentions, outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import type { SettingsPage } from "../../ids.ts";
import type { SettingsField, SettingsFields } from "../rules/settings-change.ts";
import { deliveryWays, inquiryRules } from "../rules/settings.ts";
import * as kinds from "./setting-kinds.ts";

type Words = (tongue: Tongue) => string;

type Row<T> = {
  readonly kind: kinds.Kind<T>;
  /** The setting's name for people and the audit log, in half a sentence. */
  readonly name: Words;
  readonly label: Words;
  readonly hint?: Words;
  /**
   * The sentences of `/translate settings`, for a channel's own defaults half a sentence; missing
   * if another row covers the setting.
   */
  readonly sentences?: (fields: SettingsFields, context: ViewContext) => readonly string[];
};

/** A setting as the form, its parser, the replies and the audit log use it. */
export type Setting = Pick<Row<unknown>, "name" | "label" | "hint" | "sentences"> & {
  readonly field: SettingsField;
  /** The `block_id` of the first input. */
  readonly block: string;
  readonly inputs: (fields: SettingsFields, context: ViewContext) => readonly InputBlock[];
  readonly read: (
    held: ReturnType<typeof kinds.heldIn>,
    tongue: Tongue,
  ) => ReturnType<kinds.Kind<unknown>["read"]>;
  readonly shown: (fields: SettingsFields, tongue: Tongue) => string;
};

const spending: readonly Setting[] = [
  setting("selfApproval", {
    kind: kinds.selfApproval,
    name: ({ t }) => t`approving one’s own requests`,
    label: ({ t }) => t`May approvers approve their own requests?`,
    sentences: ({ selfApproval }, { approvers, tongue }) => {
      const { t } = tongue;
      const people = mentions(approvers, tongue);
      return [
        selfApproval === "allowed"
          ? t`${people} can approve, including their own requests.`
          : t`${people} can approve, but not their own requests.`,
      ];
    },
  }),
  setting("capPerApproval", {
    kind: kinds.credits(200_000),
    name: ({ t }) => t`maximum per approval`,
    label: ({ t }) => t`Maximum per approval (credits)`,
    hint: ({ t }) => t`Nobody can approve more than this. Empty: no limit.`,
    sentences: ({ capPerApproval: cap }, { tongue: { t, counted } }) => [
      cap === undefined
        ? t`There is no maximum per approval.`
        : t`Nobody can approve more than ${counted(cap, "credit")}.`,
    ],
  }),
  setting("secondApprovalAbove", {
    kind: kinds.credits(50_000),
    name: ({ t }) => t`second approver above`,
    label: ({ t }) => t`Two approvers above (credits)`,
    hint: ({ t }) =>
      t`Above this price a second, different person has to approve. Empty: one is enough.`,
    sentences: ({ secondApprovalAbove: second }, { tongue: { t, counted } }) => [
      second === undefined
        ? t`One approval is enough at any price.`
        : t`Above ${counted(second, "credit")}, two people have to approve.`,
    ],
  }),
  setting("autoApprovalUpTo", {
    kind: kinds.credits(5000),
    name: ({ t }) => t`automatic approval up to`,
    label: ({ t }) => t`Approve automatically up to (credits)`,
    hint: ({ t }) =>
      t`A new translation up to this price starts without a click, if the balance covers it. Empty: never.`,
    sentences: automaticWords,
  }),
  setting("autoApprovalPerPersonDay", {
    kind: kinds.credits(10_000),
    name: ({ t }) => t`automatic approval for one person and day`,
    label: ({ t }) => t`Automatically for one person and day (credits)`,
    hint: ({ t }) => t`For example 10,000. By day, UTC. Empty: nothing is approved automatically.`,
  }),
  setting("autoApprovalPerMonth", {
    kind: kinds.credits(100_000),
    name: ({ t }) => t`automatic approval in a month`,
    label: ({ t }) => t`Automatically in a month (credits)`,
    hint: ({ t }) =>
      t`For example 100,000. By calendar month, UTC. Empty: nothing is approved automatically.`,
  }),
  setting("capPerChannelMonth", {
    kind: kinds.credits(500_000),
    name: ({ t }) => t`limit per channel and month`,
    label: ({ t }) => t`Limit per channel and month (credits)`,
    hint: ({ t }) => t`By calendar month, UTC. Empty: no limit.`,
    sentences: ({ capPerChannelMonth: cap }, { tongue: { t, counted } }) => [
      cap === undefined
        ? t`There is no limit for a channel.`
        : t`A channel can spend ${counted(cap, "credit")} per calendar month (UTC).`,
    ],
  }),
  setting("lowBalance", {
    kind: kinds.credits(10_000),
    name: ({ t }) => t`low-balance warning below`,
    label: ({ t }) => t`Warn the admins below (credits)`,
    hint: ({ t }) =>
      t`Admins get one warning each time the balance drops below this. Empty: never.`,
    sentences: ({ lowBalance: low }, { tongue: { t, counted } }) => [
      low === undefined
        ? t`There is no low-balance warning.`
        : t`Admins are warned when the balance drops below ${counted(low, "credit")}.`,
    ],
  }),
];

const reminders: readonly Setting[] = [
  setting("remindAfterHours", {
    kind: kinds.hours,
    name: ({ t }) => t`reminder after`,
    label: ({ t }) => t`Send a reminder after (hours)`,
    hint: ({ t }) =>
      t`Approvers are reminded after this time, within their working hours, and the admins after the same time again. Empty: never.`,
    sentences: ({ remindAfterHours: hours, quietHours }, { tongue }) => {
      const { t, counted } = tongue;
      if (hours === undefined) return [t`Nobody is reminded of a waiting estimate.`];
      const after = counted(hours, "hour");
      return [
        quietHours === undefined
          ? t`Approvers are reminded after ${after}, within their working hours, and the admins after the same time again.`
          : t`Approvers are reminded after ${after}, but not from ${outside(kinds.quietHours.shown(quietHours, tongue), 60)}, and the admins after the same time again.`,
      ];
    },
  }),
  setting("quietHours", {
    kind: kinds.quietHours,
    name: ({ t }) => t`quiet hours`,
    label: ({ t }) => t`Quiet from`,
    hint: ({ t }) =>
      t`For example Europe/Berlin or Asia/Tokyo. Quiet hours replace each approver’s own working hours.`,
  }),
];

const defaults: readonly Setting[] = [
  setting("targets", {
    kind: kinds.languages,
    name: ({ t }) => t`languages of the workspace`,
    label: ({ t }) => t`Languages`,
    hint: ({ t }) => t`Each gets its own card. Leave empty for the default.`,
    sentences: ({ targets }, context) => [
      context.tongue
        .t`Languages: ${languagesShown(targets ?? [context.rules.defaultTarget], context)}.`,
    ],
  }),
  setting("previewChars", {
    kind: kinds.characters,
    name: ({ t }) => t`preview length of the workspace`,
    label: ({ t }) => t`Preview length (characters)`,
    hint: ({ t }) => t`A preview costs one credit per character. Leave empty for the default.`,
    sentences: ({ previewChars }, { rules, tongue: { t, counted } }) => [
      t`A preview is the opening ${counted(previewChars ?? rules.previewChars, "character")}.`,
    ],
  }),
  setting("book", {
    kind: kinds.text,
    name: ({ t }) => t`book of the workspace`,
    label: ({ t }) => t`Book or series`,
    hint: ({ t }) => t`The book for manuscripts without one. Empty: each is its own book.`,
    sentences: ({ book }, { tongue }) => [
      book === undefined
        ? tongue.t`Each manuscript is its own book unless someone names another.`
        : tongue.t`Manuscripts belong to the book ${bookShown(book, tongue)}.`,
    ],
  }),
  setting("delivery", {
    kind: delivery((tongue) => deliveryName("link", tongue)),
    name: ({ t }) => t`delivery in the workspace`,
    label: ({ t }) => t`Finished translations`,
    sentences: ({ delivery: way = "link" }, { tongue }) => [
      tongue.t`Finished translations come ${deliveryName(way, tongue)}.`,
    ],
  }),
  setting("askLanguage", {
    kind: inquiry(),
    name: ({ t }) => t`language detection by the partner`,
    label: ({ t }) => t`Let the partner detect the language`,
    sentences: ({ askLanguage, askEstimate }, { tongue }) => {
      const { shown } = inquiry();
      return [
        tongue.t`Language detection by the partner: ${shown(askLanguage, tongue)}. Estimates by the partner: ${shown(askEstimate, tongue)}.`,
      ];
    },
  }),
  setting("askEstimate", {
    kind: inquiry(),
    name: ({ t }) => t`estimates by the partner`,
    label: ({ t }) => t`Let the partner estimate the price`,
  }),
  setting("emphasis", {
    kind: emphasis(),
    name: ({ t }) => t`italics, bold, and links of documents`,
    label: ({ t }) => t`Italics, bold, and links in Word files and EPUBs`,
    hint: ({ t }) => t`Kept as marks in the text, which count toward its characters and price.`,
    sentences: (fields, { tongue }) => [
      tongue.t`Italics, bold, and links of documents: ${emphasis().shown(fields.emphasis, tongue)}.`,
    ],
  }),
];

/** Shown only where a channel differs from the workspace. */
const channel: readonly Setting[] = [
  setting("channelTargets", {
    kind: kinds.languages,
    name: ({ t }) => t`languages of this channel`,
    label: ({ t }) => t`Languages`,
    hint: ({ t }) => t`Each gets its own card. Leave empty for the workspace’s.`,
    sentences: ({ channelTargets: targets }, context) =>
      targets === undefined
        ? []
        : [context.tongue.t`languages ${languagesShown(targets, context)}`],
  }),
  setting("channelPreviewChars", {
    kind: kinds.characters,
    name: ({ t }) => t`preview length of this channel`,
    label: ({ t }) => t`Preview length (characters)`,
    hint: ({ t }) => t`Leave empty for the workspace’s.`,
    sentences: ({ channelPreviewChars: chars }, { tongue: { t, counted } }) =>
      chars === undefined ? [] : [t`a preview of ${counted(chars, "character")}`],
  }),
  setting("channelBook", {
    kind: kinds.text,
    name: ({ t }) => t`book of this channel`,
    label: ({ t }) => t`Book or series`,
    hint: ({ t }) => t`Leave empty for the workspace’s.`,
    sentences: ({ channelBook: book }, { tongue }) =>
      book === undefined ? [] : [tongue.t`the book ${bookShown(book, tongue)}`],
  }),
  setting("channelDelivery", {
    kind: delivery(({ t }) => t`as in the workspace`),
    name: ({ t }) => t`delivery in this channel`,
    label: ({ t }) => t`Finished translations`,
    sentences: ({ channelDelivery: way }, { tongue }) =>
      way === undefined ? [] : [tongue.t`translations ${deliveryName(way, tongue)}`],
  }),
];

/** All settings that admins have in Slack, by the page they are on. */
export const settingsTable: Readonly<Record<SettingsPage, readonly Setting[]>> = {
  spending,
  reminders,
  defaults,
  channel,
};

export const allSettings: readonly Setting[] = Object.values(settingsTable).flat();

/** The name of a page, on its button and as its heading. */
export function pageName(page: SettingsPage, { t }: Tongue): string {
  switch (page) {
    case "spending":
      return t`Spending limits`;
    case "reminders":
      return t`Reminders`;
    case "defaults":
      return t`Defaults for manuscripts`;
    case "channel":
      return t`For this channel only`;
  }
}

export function settingOf(field: SettingsField): Setting {
  const found = allSettings.find((one) => one.field === field);
  if (found === undefined) throw new Error(`no row for the setting ${field}`);
  return found;
}

function setting<Field extends SettingsField>(
  field: Field,
  { kind, ...words }: Row<SettingsFields[Field]>,
): Setting {
  const block = field === "quietHours" ? "settings.quiet_from" : blockOf(field);
  const { label, hint } = words;
  return {
    ...words,
    field,
    block,
    inputs: (fields, context) => {
      const { tongue } = context;
      const said = { block, label: label(tongue), hint: hint?.(tongue) };
      return kind.inputs(said, fields[field], context);
    },
    read: (held, tongue) => kind.read(held, block, tongue),
    shown: (fields, tongue) => kind.shown(fields[field], tongue),
  };
}

function blockOf(field: string): string {
  return `settings.${field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}`;
}

function automaticWords(
  fields: SettingsFields,
  { tongue: { t, counted } }: ViewContext,
): readonly string[] {
  const { autoApprovalUpTo: auto, autoApprovalPerPersonDay: daily } = fields;
  const { autoApprovalPerMonth: monthly } = fields;
  if (auto === undefined) return [t`Nothing is approved automatically.`];
  if (daily === undefined || monthly === undefined) {
    return [
      t`Nothing is approved automatically.`,
      t`Automatic approval is off until both of its limits are set: for one person and day, and in a month.`,
    ];
  }
  return [
    t`A translation up to ${counted(auto, "credit")} is approved automatically once its price is known, if the balance covers it and a full member requested it.`,
    t`Automatically at most ${counted(daily, "credit")} for one person and day, and ${counted(monthly, "credit")} in a month.`,
  ];
}

function inquiry() {
  return kinds.choice({
    values: inquiryRules,
    words: (rule, { t }) => (rule === "always" ? t`always, even if it costs credits` : t`never`),
    none: ({ t }) => t`while it is free`,
  });
}

function emphasis() {
  return kinds.choice({
    values: ["lost"],
    words: (_, { t }) => t`left out`,
    none: ({ t }) => t`kept`,
  });
}

type DeliveryWay = (typeof deliveryWays)[number];

function delivery(none: Words) {
  return kinds.choice({ values: deliveryWays, words: deliveryName, none });
}

/** Returns the way of delivery, in half a sentence. */
function deliveryName(way: DeliveryWay, { t }: Tongue): string {
  switch (way) {
    case "link":
      return t`as a link, on demand`;
    case "file":
      return t`as a file in the thread`;
    case "both":
      return t`as a file, and as a link`;
  }
}

function languagesShown(codes: readonly string[], { rules, tongue }: ViewContext): string {
  return tongue.enumerated(codes.map((code) => languageShown(code, rules.languages, tongue)));
}

function bookShown(book: string, { t }: Tongue): string {
  return t`“${outside(book, limits.nameShown)}”`;
}
