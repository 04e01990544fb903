import type { InputBlock } from "@slack/types";

import type { Locale } from "../../../slack/i18n/locale.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { SettingsPage } from "../../ids.ts";
import type { Entries } from "../../payloads.ts";
import type { DeliveryWay, InquiryRule, SettingsField, SettingsFields } from "../rules/settings.ts";
import * as kinds from "./setting-kinds.ts";

type Words = (locale: Locale) => string;

type Row<T> = {
  readonly kind: kinds.Kind<T>;
  readonly label: Words;
  readonly hint?: Words;
  /** What holds where nothing is set; “none” if missing. */
  readonly empty?: (context: ViewContext) => string;
};

/** A setting as the form, its parser and the replies use it. */
export type Setting = {
  readonly field: SettingsField;
  readonly label: Words;
  /** The `block_id` of the first input. */
  readonly block: string;
  readonly inputs: (fields: SettingsFields, context: ViewContext) => readonly InputBlock[];
  readonly read: (entered: Entries, locale: Locale) => ReturnType<kinds.Kind<unknown>["read"]>;
  readonly shown: (fields: SettingsFields, context: ViewContext) => string;
};

export const automaticHint: Words = ({ t }) =>
  t`A new translation up to this price starts without a click. Both automatic limits below have to be set.`;

const never: Row<unknown>["empty"] = ({ locale: { t } }) => t`never`;

const inquiry: Pick<Row<InquiryRule | undefined>, "kind" | "empty"> = {
  kind: kinds.choice([undefined, "always", "never"], (rule, { t }) =>
    rule === "always" ? t`always, even if it costs credits` : t`never`,
  ),
  empty: ({ locale: { t } }) => t`while it is free`,
};

/** The name of a page, on its button and as its heading. */
export const pageNames: Readonly<Record<SettingsPage, Words>> = {
  spending: ({ t }) => t`Spending limits`,
  reminders: ({ t }) => t`Reminders`,
  defaults: ({ t }) => t`Defaults for manuscripts`,
  channel: ({ t }) => t`For this channel only`,
};

/** All settings that admins have in Slack, by the page they are on. */
export const settingsTable: Readonly<Record<SettingsPage, readonly Setting[]>> = {
  spending: [
    setting("selfApproval", {
      kind: kinds.choice<SettingsFields["selfApproval"]>(["allowed", "refused"], (value, { t }) =>
        value === "allowed" ? t`allowed` : t`never`,
      ),
      label: ({ t }) => t`Approving one’s own requests`,
    }),
    credits("capPerApproval", ({ t }) => t`Maximum per approval (credits)`),
    credits("secondApprovalAbove", ({ t }) => t`Two approvers above (credits)`),
    credits("autoApprovalUpTo", ({ t }) => t`Approve automatically up to (credits)`, {
      hint: automaticHint,
    }),
    credits(
      "autoApprovalPerPersonDay",
      ({ t }) => t`Automatic approvals per person and day (credits)`,
      { empty: never },
    ),
    credits("autoApprovalPerMonth", ({ t }) => t`Automatic approvals per month (credits)`, {
      empty: never,
    }),
    credits("capPerChannelMonth", ({ t }) => t`Limit per channel and month (credits)`),
    credits("lowBalance", ({ t }) => t`Low-balance warning at (credits)`),
  ],
  reminders: [
    setting("remindAfterHours", {
      kind: kinds.amount(1),
      label: ({ t }) => t`Send a reminder after (hours)`,
      hint: ({ t }) =>
        t`To the approvers in their working hours or outside the quiet hours, and to the admins after the same time again.`,
    }),
    setting("quietHours", { kind: kinds.quietHours, label: ({ t }) => t`Quiet hours` }),
  ],
  defaults: [
    ...defaults(),
    setting("askLanguage", {
      ...inquiry,
      label: ({ t }) => t`Let the partner detect the language`,
    }),
    setting("askEstimate", { ...inquiry, label: ({ t }) => t`Let the partner estimate the price` }),
    setting("emphasis", {
      kind: kinds.choice([undefined, "lost"], (_, { t }) => t`left out`),
      label: ({ t }) => t`Italics, bold, and links in Word files and EPUBs`,
      hint: ({ t }) => t`Kept as marks in the text, which count toward its characters and price.`,
      empty: ({ locale: { t } }) => t`kept`,
    }),
  ],
  channel: defaults(({ locale: { t } }) => t`as in the workspace`),
};

export function settingOf(page: SettingsPage, field: SettingsField): Setting {
  const found = settingsTable[page].find((one) => one.field === field);
  if (found === undefined) throw new Error(`no row for the setting ${field}`);
  return found;
}

function setting<Field extends SettingsField>(
  field: Field,
  { kind, label, hint, empty = none }: Row<SettingsFields[Field]>,
): Setting {
  const block = `settings.${field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}`;
  return {
    field,
    label,
    block,
    inputs: (fields, context) => {
      const { locale } = context;
      const words = { label: label(locale), hint: hint?.(locale), empty: empty(context) };
      return kind.inputs({ block, ...words }, fields[field], context);
    },
    read: (entered, locale) => kind.read(entered, block, locale),
    shown: (fields, context) => {
      const value = fields[field];
      return value === undefined ? empty(context) : kind.shown(value, context);
    },
  };
}

type AmountField = {
  [Field in SettingsField]: SettingsFields[Field] extends number | undefined ? Field : never;
}[SettingsField];

function credits(field: AmountField, label: Words, more?: Pick<Row<unknown>, "hint" | "empty">) {
  return setting(field, { kind: kinds.amount(0), label, ...more });
}

/** The defaults of the workspace, or of a channel, where `inherited` is said of those not set. */
function defaults(inherited?: Row<unknown>["empty"]): readonly Setting[] {
  const { languages } = kinds;
  return [
    setting("targets", {
      kind: languages,
      label: ({ t }) => t`Languages`,
      empty: inherited ?? ((context) => languages.shown([context.rules.defaultTarget], context)),
    }),
    setting("previewChars", {
      kind: kinds.amount(1),
      label: ({ t }) => t`Preview length (characters)`,
      empty: inherited ?? (({ rules, locale }) => locale.amount(rules.previewChars)),
    }),
    setting("book", {
      kind: kinds.book,
      label: ({ t }) => t`Book or series`,
      empty: inherited ?? none,
    }),
    setting("delivery", {
      kind: kinds.choice<DeliveryWay | undefined>(
        inherited ? [undefined, "link", "file", "both"] : [undefined, "file", "both"],
        deliveryName,
      ),
      label: ({ t }) => t`Finished translations`,
      empty: inherited ?? (({ locale }) => deliveryName("link", locale)),
    }),
  ];
}

function none({ locale: { t } }: ViewContext): string {
  return t`none`;
}

function deliveryName(way: DeliveryWay, { t }: Locale): string {
  return {
    link: t`as a link, on demand`,
    file: t`as a file in the thread`,
    both: t`as a file, and as a link`,
  }[way];
}
