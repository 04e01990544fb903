import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from "@slack/types";

import type { Language } from "../../domain/languages.ts";
import {
  type Prints,
  type SettingsFields,
  fieldsOf,
  printsOf,
  shownFields,
} from "../../domain/settings-change.ts";
import { hourWords } from "../../domain/settings-words.ts";
import type { Settings } from "../../domain/settings.ts";
import { bookChars } from "../../domain/wish.ts";
import { callbackIds } from "../ids.ts";
import { header, limits, plainText, section, whole } from "./blocks.ts";
import { languagesSelect } from "./language-select.ts";
import { amount } from "./words.ts";

/** Where the settings were asked for, and what was seen in each field. */
export type FormMemory = { readonly channel: string; readonly seen: Prints };

type Form = {
  readonly settings: Settings;
  readonly channel: string;
  readonly languages: readonly Language[];
};

/** One field for each setting; what is left empty is switched off. */
export function settingsForm({ settings, channel, languages }: Form): ModalView {
  const fields = shownFields(fieldsOf(settings, channel), languages);
  const memory: FormMemory = { channel, seen: printsOf(fields) };
  return {
    ...frame,
    submit: plainText("Save", limits.viewTitle),
    private_metadata: whole(JSON.stringify(memory), limits.privateMetadata),
    blocks: [
      ...policyInputs(fields),
      ...reminderInputs(fields),
      header("What manuscripts are estimated for"),
      ...defaultInputs(fields, languages),
      header("In this conversation, instead of that"),
      ...channelInputs(fields, languages),
    ],
  };
}

/** Opened at once, since Slack gives three seconds. */
export function settingsLoading(): ModalView {
  return settingsNote("I am reading the settings…");
}

/** The form's place when there is nothing to fill in: what came of it, in sentences. */
export function settingsNote(...sentences: readonly string[]): ModalView {
  return { ...frame, blocks: sentences.map(section) };
}

/** `block_id`s; errors are shown beside the block that they name. */
export const settingsBlocks = {
  selfApproval: "settings.self_approval",
  secondApprovalAbove: "settings.second_approval_above",
  autoApprovalUpTo: "settings.auto_approval_up_to",
  capPerApproval: "settings.cap_per_approval",
  capPerChannelMonth: "settings.cap_per_channel_month",
  lowBalance: "settings.low_balance",
  remindAfterHours: "settings.remind_after_hours",
  quietHours: "settings.quiet_from",
  quietTo: "settings.quiet_to",
  quietZone: "settings.quiet_zone",
  targets: "settings.targets",
  previewChars: "settings.preview_chars",
  book: "settings.book",
  channelTargets: "settings.channel_targets",
  channelPreviewChars: "settings.channel_preview_chars",
  channelBook: "settings.channel_book",
} as const;

/** The option of a menu that stands for no hour: Slack has no way to take a choice back. */
export const noHour = "none";

const frame = {
  type: "modal",
  callback_id: callbackIds.settings,
  title: plainText("Settings of the desk", limits.viewTitle),
  close: plainText("Close", limits.viewTitle),
} as const;

function policyInputs(fields: SettingsFields): KnownBlock[] {
  return [
    header("Who may spend how much"),
    selfApprovalInput(fields.selfApproval),
    creditsInput(fields, "capPerApproval", {
      label: "Never approve above (credits)",
      hint: "Nothing dearer can be approved, by anybody. Empty: no limit.",
    }),
    creditsInput(fields, "secondApprovalAbove", {
      label: "Two approvers above (credits)",
      hint: "Above this price a second, different person has to approve as well. Empty: one is enough.",
    }),
    creditsInput(fields, "autoApprovalUpTo", {
      label: "Approve automatically up to (credits)",
      hint: "A new translation that costs no more starts without a click, once its price is known and if the balance covers it. Empty: never.",
    }),
    creditsInput(fields, "capPerChannelMonth", {
      label: "Limit per channel and month (credits)",
      hint: "By calendar month, UTC. Empty: no limit.",
    }),
    creditsInput(fields, "lowBalance", {
      label: "Warn the admins below (credits)",
      hint: "Once, each time the balance of the partner account falls below. Empty: never.",
    }),
  ];
}

function reminderInputs({ remindAfterHours, quietHours }: SettingsFields): KnownBlock[] {
  return [
    textInput(settingsBlocks.remindAfterHours, shown(remindAfterHours), {
      label: "Remind after (hours)",
      hint: "Those who may approve are reminded of an estimate that has waited so long. Empty: never.",
    }),
    hourInput(settingsBlocks.quietHours, "Quiet from", quietHours?.from),
    hourInput(settingsBlocks.quietTo, "Quiet until", quietHours?.to),
    textInput(settingsBlocks.quietZone, quietHours?.zone, {
      label: "Time zone of the quiet hours",
      hint: "As in Europe/Berlin or Asia/Tokyo. Nobody is reminded in the quiet hours.",
    }),
  ];
}

function defaultInputs(fields: SettingsFields, languages: readonly Language[]): KnownBlock[] {
  return [
    languagesInput(settingsBlocks.targets, fields.targets, {
      languages,
      empty: "as the desk was set up",
    }),
    textInput(settingsBlocks.previewChars, shown(fields.previewChars), {
      label: "Length of a preview (characters)",
      hint: "A preview costs a credit a character. Empty: as the desk was set up.",
    }),
    textInput(settingsBlocks.book, fields.book, {
      label: "Book or series",
      hint: "What manuscripts belong to when nobody names a book. Empty: none.",
    }),
  ];
}

function channelInputs(fields: SettingsFields, languages: readonly Language[]): KnownBlock[] {
  return [
    languagesInput(settingsBlocks.channelTargets, fields.channelTargets, {
      languages,
      empty: "as in the workspace",
    }),
    textInput(settingsBlocks.channelPreviewChars, shown(fields.channelPreviewChars), {
      label: "Length of a preview (characters)",
      hint: "Empty: as in the workspace.",
    }),
    textInput(settingsBlocks.channelBook, fields.channelBook, {
      label: "Book or series",
      hint: "Empty: as in the workspace.",
    }),
  ];
}

function selfApprovalInput(chosen: SettingsFields["selfApproval"]): InputBlock {
  const options = [
    { text: plainText("They may", limits.optionText), value: "allowed" },
    { text: plainText("Somebody else has to", limits.optionText), value: "refused" },
  ];
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: "input",
    block_id: settingsBlocks.selfApproval,
    label: plainText("May approvers approve what they asked for themselves?", limits.optionText),
    element: {
      type: "radio_buttons",
      action_id: "value",
      options,
      ...(initial !== undefined && { initial_option: initial }),
    },
  };
}

type Wording = { readonly label: string; readonly hint: string };

function creditsInput(
  fields: SettingsFields,
  field:
    | "capPerApproval"
    | "secondApprovalAbove"
    | "autoApprovalUpTo"
    | "capPerChannelMonth"
    | "lowBalance",
  wording: Wording,
): InputBlock {
  return textInput(settingsBlocks[field], shown(fields[field]), wording);
}

function textInput(
  blockId: string,
  value: string | undefined,
  { label, hint }: Wording,
): InputBlock {
  return {
    type: "input",
    block_id: blockId,
    optional: true,
    label: plainText(label, limits.optionText),
    hint: plainText(hint, limits.header),
    element: {
      type: "plain_text_input",
      action_id: "value",
      max_length: bookChars,
      ...(value !== undefined && { initial_value: value }),
    },
  };
}

function hourInput(blockId: string, label: string, chosen: number | undefined): InputBlock {
  const none = { text: plainText("no quiet hours", limits.optionText), value: noHour };
  const hours = Array.from({ length: 24 }, (_, hour): PlainTextOption => {
    return { text: plainText(hourWords(hour), limits.optionText), value: String(hour) };
  });
  return {
    type: "input",
    block_id: blockId,
    label: plainText(label, limits.optionText),
    element: {
      type: "static_select",
      action_id: "value",
      options: [none, ...hours],
      initial_option: hours.find(({ value }) => value === String(chosen)) ?? none,
    },
  };
}

function languagesInput(
  blockId: string,
  chosen: readonly string[] | undefined,
  { languages, empty }: { readonly languages: readonly Language[]; readonly empty: string },
): InputBlock {
  return {
    type: "input",
    block_id: blockId,
    optional: true,
    label: plainText("Languages", limits.optionText),
    hint: plainText(`Each gets a card of its own. Empty: ${empty}.`, limits.header),
    element: languagesSelect({ actionId: "value", languages, chosen: chosen ?? [] }),
  };
}

function shown(count: number | undefined): string | undefined {
  return count === undefined ? undefined : amount(count);
}
