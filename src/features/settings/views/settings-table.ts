import type { InputBlock, PlainTextOption } from "@slack/types";

import { entry, entryId, limits, plainText, textField } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageLabel, languagesSelect } from "../../../slack/words.ts";
import type { SettingsPage } from "../../ids.ts";
import { bookChars } from "../../intake/rules/request-details.ts";
import type { Entries, Entry } from "../../payloads.ts";
import type {
  DeliveryWay,
  InquiryRule,
  QuietHours,
  SettingsField,
  SettingsFields,
} from "../rules/settings.ts";

/** A kind of setting: its inputs, its parser and its words. */
type Kind<T> = {
  /** Draws the inputs; the first one has the block's id. */
  readonly inputs: (field: Field, value: T, context: ViewContext) => readonly InputBlock[];
  readonly read: (entered: Entries, block: string, locale: Locale) => Read<T>;
  /** Returns a value that somebody set, in plain text. */
  readonly shown: (value: NonNullable<T>, context: ViewContext) => string;
};

type Field = {
  readonly block: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly empty: string;
};

type Read<T> = { readonly value: T; readonly errors?: Readonly<Record<string, string>> };

type Maybe<T> = T | undefined;

/** A whole number; its unit is in the setting's label. */
function amount(least: 0 | 1): Kind<Maybe<number>> {
  return {
    inputs: (field, value, { locale }) => [
      textInput(field, value === undefined ? undefined : locale.amount(value)),
    ],
    read: (entered, block, { t }) => {
      const typed = entered(block).value?.trim();
      if (!typed) return { value: undefined };
      const value = typedNumber(typed);
      if (value !== undefined && value >= least) return { value };
      return { value, errors: { [block]: t`Please type a whole number, or leave it empty.` } };
    },
    shown: (value, { locale }) => locale.amount(value),
  };
}

const book: Kind<Maybe<string>> = {
  inputs: (field, value) => [textInput(field, value)],
  read: (entered, block) => ({ value: entered(block).value?.trim() || undefined }),
  shown: (value, { locale: { t } }) => t`“${plain(value, limits.nameShown)}”`,
};

const languages: Kind<Maybe<readonly string[]>> = {
  inputs: (field, chosen = [], { rules, locale }) => [
    fieldOf(field, {
      ...languagesSelect({ actionId: entryId, languages: rules.languages, chosen, locale }),
      placeholder: plainText(field.empty, limits.optionText),
    }),
  ],
  read: (entered, block) => {
    const codes = entered(block).selected_options?.map(({ value }) => value) ?? [];
    return { value: codes.length === 0 ? undefined : codes };
  },
  shown: (codes, { rules, locale }) =>
    capital(locale.enumerated(codes.map((code) => languageLabel(code, rules.languages, locale)))),
};

/** The first value holds until somebody chooses: Slack cannot clear a select. */
function choice<T extends Maybe<string>>(
  values: readonly [T, ...T[]],
  words: (value: NonNullable<T>, locale: Locale) => string,
): Kind<T> {
  return {
    inputs: (field, chosen, { locale }) => {
      const options = values.map((value) =>
        option(value === undefined ? field.empty : words(value, locale), value),
      );
      return [select(field, options, values.indexOf(chosen))];
    },
    read: (entered, block) => {
      const chosen = entered(block).selected_option?.value;
      return { value: values.find((value) => value === chosen) ?? values[0] };
    },
    shown: (value, { locale }) => words(value, locale),
  };
}

const quietHours: Kind<Maybe<QuietHours>> = {
  inputs: ({ block, empty }, value, { locale: { t } }) => {
    const { to, zone } = partsOf(block);
    const hours = [option(empty), ...allHours.map((hour) => option(hourWords(hour), String(hour)))];
    return [
      select({ block, empty, label: t`Quiet from` }, hours, (value?.from ?? -1) + 1),
      select({ block: to, empty, label: t`Quiet until` }, hours, (value?.to ?? -1) + 1),
      textInput({ block: zone, empty, label: t`Time zone of the quiet hours` }, value?.zone),
    ];
  },
  read: (entered, block, { t }) => {
    const parts = partsOf(block);
    const [from, to] = [hourIn(entered(block)), hourIn(entered(parts.to))];
    if (from === undefined && to === undefined) return { value: undefined };
    const zone = typedZone(entered(parts.zone).value ?? "");
    const errors = {
      ...(zone === undefined && {
        [parts.zone]: t`Please name a time zone, such as Europe/Berlin.`,
      }),
      ...((from === undefined || to === undefined || to === from) && {
        [parts.to]: t`Please choose two different hours.`,
      }),
    };
    const isWhole = from !== undefined && to !== undefined && zone !== undefined;
    return { value: isWhole ? { from, to, zone } : undefined, errors };
  },
  shown: ({ from, to, zone }, { locale: { t } }) =>
    t`${hourWords(from)} to ${hourWords(to)}, ${plain(zone, limits.nameShown)}`,
};

const allHours = Array.from({ length: 24 }, (_, hour) => hour);

function partsOf(block: string) {
  return { to: `${block}_to`, zone: `${block}_zone` };
}

function hourIn({ selected_option }: Entry): number | undefined {
  const value = selected_option?.value ?? noChoice;
  return value === noChoice ? undefined : Number(value);
}

function hourWords(hour: number): string {
  return `${hour}:00`;
}

function textInput(field: Field, value: string | undefined): InputBlock {
  const placeholder = plainText(field.empty, limits.optionText);
  return fieldOf(field, textField(bookChars, value, { placeholder }));
}

/** Draws a select; the first option holds where `chosen` is none of them. */
function select(field: Field, options: PlainTextOption[], chosen: number): InputBlock {
  const initial_option = options[chosen] ?? options[0];
  return fieldOf(field, {
    type: "static_select",
    options,
    ...(initial_option !== undefined && { initial_option }),
  });
}

function fieldOf({ block, label, hint }: Field, element: InputBlock["element"]): InputBlock {
  // A select always has a choice.
  return entry(block, label, element, { hint, optional: element.type !== "static_select" });
}

function option(text: string, value = noChoice) {
  return { text: plainText(text, limits.optionText), value };
}

const noChoice = "none";

/** Parses a whole number as people type it: `50000`, `50,000`, `50.000`, `50 000` or `５００００`. */
export function typedNumber(text: string): number | undefined {
  const typed = text.normalize("NFKC").trim();
  const isNumber = /^\d{1,12}$/u.test(typed) || /^\d{1,3}(?:[,.'’_\s]\d{3}){1,3}$/u.test(typed);
  return isNumber ? Number(typed.replaceAll(/\D/gu, "")) : undefined;
}

/** Returns a time zone's IANA name, which may be typed in any case. */
export function typedZone(text: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat("en", { timeZone: text.trim() });
    return zone.resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

type Words = (locale: Locale) => string;

type Row<T> = {
  readonly kind: Kind<T>;
  readonly label: Words;
  readonly hint?: Words;
  /** What holds where nothing is set; “none” if missing. */
  readonly empty?: (context: ViewContext) => string;
};

/** A setting as the form, its parser and the replies use it. */
export type Setting = {
  readonly field: SettingsField;
  readonly label: Words;
  readonly block: string;
  readonly inputs: (fields: SettingsFields, context: ViewContext) => readonly InputBlock[];
  readonly read: (entered: Entries, locale: Locale) => ReturnType<Kind<unknown>["read"]>;
  readonly shown: (fields: SettingsFields, context: ViewContext) => string;
};

export const automaticHint: Words = ({ t }) =>
  t`A new translation up to this price starts without a click. Both automatic limits below have to be set.`;

const never: Row<unknown>["empty"] = ({ locale: { t } }) => t`never`;

const inquiry: Pick<Row<InquiryRule | undefined>, "kind" | "empty"> = {
  kind: choice([undefined, "always", "never"], (rule, { t }) =>
    rule === "always" ? t`always, even if it costs credits` : t`never`,
  ),
  empty: ({ locale: { t } }) => t`while it is free`,
};

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
      kind: choice<SettingsFields["selfApproval"]>(["allowed", "refused"], (value, { t }) =>
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
      kind: amount(1),
      label: ({ t }) => t`Send a reminder after (hours)`,
      hint: ({ t }) =>
        t`To the approvers in their working hours or outside the quiet hours, and to the admins after the same time again.`,
    }),
    setting("quietHours", { kind: quietHours, label: ({ t }) => t`Quiet hours` }),
  ],
  defaults: [
    ...defaults(),
    setting("askLanguage", {
      ...inquiry,
      label: ({ t }) => t`Let the partner detect the language`,
    }),
    setting("askEstimate", { ...inquiry, label: ({ t }) => t`Let the partner estimate the price` }),
    setting("emphasis", {
      kind: choice([undefined, "lost"], (_, { t }) => t`left out`),
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
  return setting(field, { kind: amount(0), label, ...more });
}

/** The defaults of the workspace, or of a channel, where `inherited` is said of those not set. */
function defaults(inherited?: Row<unknown>["empty"]): readonly Setting[] {
  return [
    setting("targets", {
      kind: languages,
      label: ({ t }) => t`Languages`,
      empty: inherited ?? ((context) => languages.shown([context.rules.defaultTarget], context)),
    }),
    setting("previewChars", {
      kind: amount(1),
      label: ({ t }) => t`Preview length (characters)`,
      empty: inherited ?? (({ rules, locale }) => locale.amount(rules.previewChars)),
    }),
    setting("book", {
      kind: book,
      label: ({ t }) => t`Book or series`,
      empty: inherited ?? none,
    }),
    setting("delivery", {
      kind: choice<DeliveryWay | undefined>(
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
