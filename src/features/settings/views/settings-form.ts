import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from "@slack/types";

import { header, limits, plainText, section, whole } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languagesSelect } from "../../estimate/views/language-select.ts";
import { callbackIds } from "../../ids.ts";
import { bookChars } from "../../intake/rules/request-details.ts";
import {
  type Prints,
  type SettingsFields,
  fieldsOf,
  printsOf,
  shownFields,
} from "../rules/settings-change.ts";
import { hourWords } from "../rules/settings-words.ts";
import type { Settings } from "../rules/settings.ts";
import { deliveryInput, deliveryName } from "./delivery-input.ts";
import { inquiryInputs } from "./inquiry-input.ts";
import { noHour, settingsBlocks } from "./settings-blocks.ts";

/** Where the settings were asked for, and what was seen in each field. */
export type FormMemory = { readonly channel: string; readonly seen: Prints };

type Form = {
  readonly settings: Settings;
  readonly channel: string;
  readonly context: ViewContext;
};

/** One field for each setting; what is left empty is switched off. */
export function settingsForm({ settings, channel, context }: Form): ModalView {
  const { rules, tongue } = context;
  const { t } = tongue;
  const fields = shownFields(fieldsOf(settings, channel), rules.languages);
  const memory: FormMemory = { channel, seen: printsOf(fields) };
  return {
    ...frame(tongue),
    submit: plainText(t`Save`, limits.viewTitle),
    private_metadata: whole(JSON.stringify(memory), limits.privateMetadata),
    blocks: [
      ...policyInputs(fields, tongue),
      ...reminderInputs(fields, tongue),
      header(t`Defaults for manuscripts`),
      ...defaultInputs(fields, context),
      header(t`For this channel only`),
      ...channelInputs(fields, context),
    ],
  };
}

/** Opened at once, since Slack gives three seconds. */
export function settingsLoading(tongue: Tongue): ModalView {
  return settingsNote(tongue, tongue.t`I am reading the settings…`);
}

/** The form's place when there is nothing to fill in: what came of it, in sentences. */
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

function policyInputs(fields: SettingsFields, tongue: Tongue): KnownBlock[] {
  const { t } = tongue;
  const credits = (field: CreditsField, wording: Wording) =>
    textInput(settingsBlocks[field], shown(fields[field], tongue), wording);
  return [
    header(t`Spending limits`),
    selfApprovalInput(fields.selfApproval, tongue),
    credits("capPerApproval", {
      label: t`Maximum per approval (credits)`,
      hint: t`Nobody can approve more than this. Empty: no limit.`,
    }),
    credits("secondApprovalAbove", {
      label: t`Two approvers above (credits)`,
      hint: t`Above this price a second, different person has to approve. Empty: one is enough.`,
    }),
    credits("autoApprovalUpTo", {
      label: t`Approve automatically up to (credits)`,
      hint: t`A new translation up to this price starts without a click, if the balance covers it. Empty: never.`,
    }),
    credits("autoApprovalPerPersonDay", {
      label: t`Automatically for one person and day (credits)`,
      hint: t`For example 10,000. By day, UTC. Empty: nothing is approved automatically.`,
    }),
    credits("autoApprovalPerMonth", {
      label: t`Automatically in a month (credits)`,
      hint: t`For example 100,000. By calendar month, UTC. Empty: nothing is approved automatically.`,
    }),
    credits("capPerChannelMonth", {
      label: t`Limit per channel and month (credits)`,
      hint: t`By calendar month, UTC. Empty: no limit.`,
    }),
    credits("lowBalance", {
      label: t`Warn the admins below (credits)`,
      hint: t`Admins get one warning each time the balance drops below this. Empty: never.`,
    }),
    ...inquiryInputs(fields, tongue),
  ];
}

function reminderInputs(
  { remindAfterHours, quietHours }: SettingsFields,
  tongue: Tongue,
): KnownBlock[] {
  const { t } = tongue;
  return [
    textInput(settingsBlocks.remindAfterHours, shown(remindAfterHours, tongue), {
      label: t`Send a reminder after (hours)`,
      hint: t`Those who may approve are reminded of an estimate that has waited so long. Empty: never.`,
    }),
    hourInput(
      { blockId: settingsBlocks.quietHours, label: t`Quiet from`, chosen: quietHours?.from },
      tongue,
    ),
    hourInput(
      { blockId: settingsBlocks.quietTo, label: t`Quiet until`, chosen: quietHours?.to },
      tongue,
    ),
    textInput(settingsBlocks.quietZone, quietHours?.zone, {
      label: t`Time zone of the quiet hours`,
      hint: t`As in Europe/Berlin or Asia/Tokyo. Nobody is reminded in the quiet hours.`,
    }),
  ];
}

function defaultInputs(fields: SettingsFields, context: ViewContext): KnownBlock[] {
  const { tongue } = context;
  const { t } = tongue;
  return [
    languagesInput(
      {
        blockId: settingsBlocks.targets,
        chosen: fields.targets,
        hint: t`Each gets its own card. Leave empty for the default.`,
      },
      context,
    ),
    textInput(settingsBlocks.previewChars, shown(fields.previewChars, tongue), {
      label: t`Preview length (characters)`,
      hint: t`A preview costs one credit per character. Leave empty for the default.`,
    }),
    textInput(settingsBlocks.book, fields.book, {
      label: t`Book or series`,
      hint: t`The book of manuscripts that name none. Empty: none.`,
    }),
    deliveryInput(settingsBlocks.delivery, fields.delivery, {
      none: deliveryName("link", tongue),
      tongue,
    }),
  ];
}

function channelInputs(fields: SettingsFields, context: ViewContext): KnownBlock[] {
  const { tongue } = context;
  const { t } = tongue;
  return [
    languagesInput(
      {
        blockId: settingsBlocks.channelTargets,
        chosen: fields.channelTargets,
        hint: t`Each gets its own card. Leave empty for the workspace’s.`,
      },
      context,
    ),
    textInput(settingsBlocks.channelPreviewChars, shown(fields.channelPreviewChars, tongue), {
      label: t`Preview length (characters)`,
      hint: t`Leave empty for the workspace’s.`,
    }),
    textInput(settingsBlocks.channelBook, fields.channelBook, {
      label: t`Book or series`,
      hint: t`Leave empty for the workspace’s.`,
    }),
    deliveryInput(settingsBlocks.channelDelivery, fields.channelDelivery, {
      none: t`as in the workspace`,
      tongue,
    }),
  ];
}

function selfApprovalInput(chosen: SettingsFields["selfApproval"], { t }: Tongue): InputBlock {
  const options = [
    { text: plainText(t`Yes`, limits.optionText), value: "allowed" },
    { text: plainText(t`No, someone else has to`, limits.optionText), value: "refused" },
  ];
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "input",
    block_id: settingsBlocks.selfApproval,
    label: plainText(t`May approvers approve their own requests?`, limits.label),
    element: {
      type: "radio_buttons",
      action_id: "value",
      options,
      ...(initial !== undefined && { initial_option: initial }),
    },
  };
}

type Wording = { readonly label: string; readonly hint: string };

type CreditsField =
  | "capPerApproval"
  | "secondApprovalAbove"
  | "autoApprovalUpTo"
  | "autoApprovalPerPersonDay"
  | "autoApprovalPerMonth"
  | "capPerChannelMonth"
  | "lowBalance";

function textInput(
  blockId: string,
  value: string | undefined,
  { label, hint }: Wording,
): InputBlock {
  return {
    type: "input",
    block_id: blockId,
    optional: true,
    label: plainText(label, limits.label),
    hint: plainText(hint, limits.hint),
    element: {
      type: "plain_text_input",
      action_id: "value",
      max_length: bookChars,
      ...(value !== undefined && { initial_value: value }),
    },
  };
}

type HourField = {
  readonly blockId: string;
  readonly label: string;
  readonly chosen: number | undefined;
};

function hourInput({ blockId, label, chosen }: HourField, { t }: Tongue): InputBlock {
  const none = { text: plainText(t`no quiet hours`, limits.optionText), value: noHour };
  const hours = Array.from({ length: 24 }, (_, hour): PlainTextOption => {
    return { text: plainText(hourWords(hour), limits.optionText), value: String(hour) };
  });
  return {
    type: "input",
    block_id: blockId,
    label: plainText(label, limits.label),
    element: {
      type: "static_select",
      action_id: "value",
      options: [none, ...hours],
      initial_option: hours.find(({ value }) => value === String(chosen)) ?? none,
    },
  };
}

type LanguagesField = {
  readonly blockId: string;
  readonly chosen: readonly string[] | undefined;
  readonly hint: string;
};

function languagesInput(
  { blockId, chosen = [], hint }: LanguagesField,
  { rules: { languages }, tongue }: ViewContext,
): InputBlock {
  return {
    type: "input",
    block_id: blockId,
    optional: true,
    label: plainText(tongue.t`Languages`, limits.label),
    hint: plainText(hint, limits.hint),
    element: languagesSelect({ actionId: "value", languages, chosen, tongue }),
  };
}

function shown(count: number | undefined, { amount }: Tongue): string | undefined {
  return count === undefined ? undefined : amount(count);
}
