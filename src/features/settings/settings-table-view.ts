import type { InputBlock, PlainTextOption } from "@slack/types";

import { bookChars } from "#domain/intake/request-details.ts";
import {
  type DeliveryWay,
  type QuietHours,
  type SettingsField,
  type SettingsFields,
  settingRows,
  settingsFields,
} from "#domain/settings/settings.ts";
import type { SettingsPage } from "#features/shared/ids.ts";
import type { Entries, Entry } from "#features/shared/payloads.ts";
import { entry, entryId, limits, plainText, textField } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languageLabel, languagesSelect } from "#slack/words.ts";

import { typedNumber, typedZone } from "./typed-values-view.ts";

/** A setting as the form, its parser and the replies use it, in the words of one reader. */
export type Setting = {
  readonly field: SettingsField;
  readonly label: string;
  readonly hint: string | undefined;
  /** The `block_id` of its first input. */
  readonly block: string;
  readonly inputs: (fields: SettingsFields) => readonly InputBlock[];
  readonly read: (entered: Entries) => Read<unknown>;
  readonly shown: (fields: SettingsFields) => string;
};

/** All settings that admins have in Slack, by the page they are on. */
export function settingsIn(
  context: ViewContext,
): Readonly<Record<SettingsPage, readonly Setting[]>> {
  const ofWorkspace = rowsIn(context);
  const ofConversation = rowsIn(context, context.locale.t`as in the workspace`);
  const on = (page: SettingsPage) =>
    settingsFields.flatMap((field) => {
      const rows = page === "channel" ? ofConversation : ofWorkspace;
      const other = page === "channel" ? "workspace" : "conversation";
      const isHere = page === "channel" || rows[field].page === page;
      return isHere && settingRows[field].scope !== other ? [setting(field, rows)] : [];
    });
  return {
    spending: on("spending"),
    reminders: on("reminders"),
    defaults: on("defaults"),
    channel: on("channel"),
  };
}

type Rows = { readonly [Field in SettingsField]: Row<SettingsFields[Field]> };

type Row<T> = Words & {
  /** The page of the workspace's value; a conversation has one page for all of its settings. */
  readonly page: Exclude<SettingsPage, "channel">;
  readonly kind: FieldKind<T>;
};

/** @param inherited is said of a conversation's settings that are not set. */
function rowsIn(context: ViewContext, inherited?: string): Rows {
  return {
    ...spendingRows(context.locale),
    ...reminderRows(context.locale),
    ...requestRows(context, inherited),
    ...readingRows(context.locale),
  };
}

function spendingRows(locale: Locale) {
  const { t } = locale;
  const [empty, never] = [t`none`, t`never`];
  const credits = { page: "spending", kind: amount(0, locale), empty } as const;
  const selfApproval = choice<"allowed" | "refused">(["allowed", "refused"], {
    allowed: t`allowed`,
    refused: never,
  });
  return {
    selfApproval: {
      page: "spending",
      kind: selfApproval,
      label: t`Approving one’s own requests`,
      empty,
    },
    capPerApproval: { ...credits, label: t`Maximum per approval (credits)` },
    secondApprovalAbove: { ...credits, label: t`Two approvers above (credits)` },
    autoApprovalUpTo: {
      ...credits,
      label: t`Approve automatically up to (credits)`,
      hint: t`A new translation up to this price starts without a click. Both automatic limits below have to be set.`,
    },
    autoApprovalPerPersonDay: {
      ...credits,
      label: t`Automatic approvals per person and day (credits)`,
      empty: never,
    },
    autoApprovalPerMonth: {
      ...credits,
      label: t`Automatic approvals per month (credits)`,
      empty: never,
    },
    capPerChannelMonth: { ...credits, label: t`Limit per channel and month (credits)` },
    lowBalance: { ...credits, label: t`Warn when the balance is below (credits)` },
  } as const satisfies Partial<Rows>;
}

function reminderRows(locale: Locale) {
  const { t } = locale;
  const empty = t`none`;
  return {
    remindAfterHours: {
      page: "reminders",
      kind: amount(1, locale),
      label: t`Send a reminder after (hours)`,
      hint: t`Approvers are reminded in their working hours, or outside the quiet hours if these are set; admins after the same time again.`,
      empty,
    },
    quietHours: { page: "reminders", kind: quietHours(locale), label: t`Quiet hours`, empty },
  } as const satisfies Partial<Rows>;
}

function requestRows(context: ViewContext, inherited: string | undefined) {
  const { setup, locale } = context;
  const { t } = locale;
  const ways: Readonly<Record<DeliveryWay, string>> = {
    link: t`as a link, on demand`,
    file: t`as a file in the thread`,
    both: t`as a file, and as a link`,
  };
  const languages = languagesKind(context);
  return {
    targets: {
      page: "defaults",
      kind: languages,
      label: t`Languages`,
      empty: inherited ?? languages.shown([setup.defaultTarget]),
    },
    previewChars: {
      page: "defaults",
      kind: amount(1, locale),
      label: t`Preview length (characters)`,
      empty: inherited ?? locale.amount(setup.previewChars),
    },
    book: {
      page: "defaults",
      kind: bookKind(locale),
      label: t`Book or series`,
      empty: inherited ?? t`none`,
    },
    delivery: {
      page: "defaults",
      kind: choice(
        inherited ? [undefined, "link", "file", "both"] : [undefined, "file", "both"],
        ways,
      ),
      label: t`Finished translations`,
      empty: inherited ?? ways.link,
    },
    answers: {
      page: "defaults",
      kind: choice([undefined, "mentioned"], { mentioned: t`only when I’m mentioned` }),
      label: t`Manuscripts that I answer`,
      empty: t`every manuscript`,
    },
  } as const satisfies Partial<Rows>;
}

function readingRows({ t }: Locale) {
  const free = t`while it is free`;
  const inquiry = choice([undefined, "always", "never"], {
    always: t`always, even if it costs credits`,
    never: t`never`,
  });
  return {
    askLanguage: {
      page: "defaults",
      kind: inquiry,
      label: t`Let the partner detect the language`,
      empty: free,
    },
    askEstimate: {
      page: "defaults",
      kind: inquiry,
      label: t`Let the partner estimate the price`,
      empty: free,
    },
    emphasis: {
      page: "defaults",
      kind: choice([undefined, "lost"], { lost: t`left out` }),
      label: t`Italics, bold, and links in documents`,
      hint: t`Kept as marks in the text, which count toward its characters and price.`,
      empty: t`kept`,
    },
  } as const satisfies Partial<Rows>;
}

/** The name of each page, on its button and as its heading. */
export function pageNames({ t }: Locale): Readonly<Record<SettingsPage, string>> {
  return {
    spending: t`Spending limits`,
    reminders: t`Reminders`,
    defaults: t`Defaults for manuscripts`,
    channel: t`For this channel only`,
  };
}

type Words = {
  readonly label: string;
  readonly hint?: string;
  /** What holds where nothing is set. */
  readonly empty: string;
};

function setting<Field extends SettingsField>(field: Field, rows: Pick<Rows, Field>): Setting {
  const { kind, label, hint, empty } = rows[field];
  const block = `settings.${field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}`;
  return {
    field,
    label,
    hint,
    block,
    inputs: (fields) => kind.inputs({ block, label, hint, empty }, fields[field]),
    read: (entered) => kind.read(entered, block),
    shown: ({ [field]: value }) => (value === undefined ? empty : kind.shown(value)),
  };
}

/** A kind of setting: its inputs, its parser and its words. */
type FieldKind<T> = {
  /** Draws the inputs; the first one has the block's id. */
  readonly inputs: (field: SettingField, value: T) => readonly InputBlock[];
  readonly read: (entered: Entries, block: string) => Read<T>;
  /** Returns a value that somebody set, in plain text. */
  readonly shown: (value: NonNullable<T>) => string;
};

type SettingField = {
  readonly block: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly empty: string;
};

type Read<T> = { readonly value: T; readonly errors?: Readonly<Record<string, string>> };

type Maybe<T> = T | undefined;

/** A whole number; its unit is in the setting's label. */
function amount(least: 0 | 1, { t, amount: shown }: Locale): FieldKind<Maybe<number>> {
  return {
    inputs: (field, value) => [textInput(field, value === undefined ? undefined : shown(value))],
    read: (entered, block) => {
      const input = entered(block).value?.trim();
      if (!input) return { value: undefined };
      const value = typedNumber(input);
      if (value !== undefined && value >= least) return { value };
      return { value, errors: { [block]: t`Please type a whole number, or leave it empty.` } };
    },
    shown,
  };
}

function bookKind({ t }: Locale): FieldKind<Maybe<string>> {
  return {
    inputs: (field, value) => [textInput(field, value)],
    read: (entered, block) => ({ value: entered(block).value?.trim() || undefined }),
    shown: (value) => t`“${plain(value, limits.nameShown)}”`,
  };
}

function languagesKind({
  setup: { languages },
  locale,
}: ViewContext): FieldKind<Maybe<readonly string[]>> {
  return {
    inputs: (field, codes = []) => [
      fieldOf(field, {
        ...languagesSelect({ actionId: entryId, languages, chosen: codes, locale }),
        placeholder: plainText(field.empty, limits.optionText),
      }),
    ],
    read: (entered, block) => {
      const codes = entered(block).selected_options?.map(({ value }) => value) ?? [];
      return { value: codes.length === 0 ? undefined : codes };
    },
    shown: (codes) =>
      capital(locale.enumerated(codes.map((code) => languageLabel(code, languages, locale)))),
  };
}

/** The first value holds until somebody chooses: Slack cannot clear a select. */
function choice<T extends string>(
  values: readonly [Maybe<T>, ...T[]],
  words: Readonly<Record<T, string>>,
): FieldKind<Maybe<T>> {
  return {
    inputs: (field, current) => {
      const options = values.map((value) =>
        option(value === undefined ? field.empty : words[value], value),
      );
      return [select(field, options, values.indexOf(current))];
    },
    read: (entered, block) => {
      const answer = entered(block).selected_option?.value;
      return { value: values.find((value) => value === answer) ?? values[0] };
    },
    shown: (value) => words[value],
  };
}

function quietHours({ t }: Locale): FieldKind<Maybe<QuietHours>> {
  return {
    inputs: ({ block, empty }, value) => {
      const { to, zone } = partsOf(block);
      const hours = [
        option(empty),
        ...allHours.map((hour) => option(hourWords(hour), String(hour))),
      ];
      return [
        select({ block, empty, label: t`Quiet from` }, hours, (value?.from ?? -1) + 1),
        select({ block: to, empty, label: t`Quiet until` }, hours, (value?.to ?? -1) + 1),
        textInput({ block: zone, empty, label: t`Time zone of the quiet hours` }, value?.zone),
      ];
    },
    read: (entered, block) => {
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
    shown: ({ from, to, zone }) =>
      t`${hourWords(from)} to ${hourWords(to)}, ${plain(zone, limits.nameShown)}`,
  };
}

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

function textInput(field: SettingField, value: string | undefined): InputBlock {
  const placeholder = plainText(field.empty, limits.optionText);
  return fieldOf(field, textField(bookChars, value, { placeholder }));
}

/** Draws a select; the first option holds where `chosen` is none of them. */
function select(field: SettingField, options: PlainTextOption[], index: number): InputBlock {
  const initial_option = options[index] ?? options[0];
  return fieldOf(field, {
    type: "static_select",
    options,
    ...(initial_option !== undefined && { initial_option }),
  });
}

function fieldOf({ block, label, hint }: SettingField, element: InputBlock["element"]): InputBlock {
  // A select always has a choice.
  return entry(block, label, element, { hint, optional: element.type !== "static_select" });
}

function option(text: string, value = noChoice) {
  return { text: plainText(text, limits.optionText), value };
}

const noChoice = "none";
