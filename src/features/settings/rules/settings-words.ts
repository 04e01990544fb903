import type { SettingsField, SettingsFields } from "./settings-change.ts";
import type { QuietHours } from "./settings.ts";

/** What the audit log calls each setting, in half a sentence. */
export const settingNames: Readonly<Record<SettingsField, string>> = {
  selfApproval: "approving one’s own requests",
  secondApprovalAbove: "second approver above",
  autoApprovalUpTo: "automatic approval up to",
  autoApprovalPerPersonDay: "automatic approval for one person and day",
  autoApprovalPerMonth: "automatic approval in a month",
  capPerApproval: "limit for one approval",
  capPerChannelMonth: "limit per channel and month",
  lowBalance: "low-balance warning below",
  remindAfterHours: "reminder after",
  quietHours: "quiet hours",
  askLanguage: "language detection by the partner",
  askEstimate: "estimates by the partner",
  targets: "languages of the workspace",
  previewChars: "preview length of the workspace",
  book: "book of the workspace",
  channelTargets: "languages of this channel",
  channelPreviewChars: "preview length of this channel",
  channelBook: "book of this channel",
  delivery: "delivery in the workspace",
  channelDelivery: "delivery in this channel",
};

/** What a setting is set to, in plain text; a book's name is somebody's own text. */
export function settingWords(fields: SettingsFields, field: SettingsField): string {
  switch (field) {
    case "selfApproval":
      return fields.selfApproval;
    case "secondApprovalAbove":
    case "autoApprovalUpTo":
    case "autoApprovalPerPersonDay":
    case "autoApprovalPerMonth":
    case "capPerApproval":
    case "capPerChannelMonth":
    case "lowBalance":
      return counted(fields[field], "credit");
    case "remindAfterHours":
      return counted(fields[field], "hour");
    case "previewChars":
    case "channelPreviewChars":
      return counted(fields[field], "character");
    case "quietHours":
      return fields.quietHours === undefined ? none : hoursWords(fields.quietHours);
    case "targets":
    case "channelTargets":
      return fields[field]?.join(", ") ?? none;
    case "askLanguage":
    case "askEstimate":
      return fields[field] ?? "while free";
    case "delivery":
    case "channelDelivery":
    case "book":
    case "channelBook":
      return fields[field] ?? none;
  }
}

function hoursWords({ from, to, zone }: QuietHours): string {
  return `${hourWords(from)} to ${hourWords(to)}, ${zone}`;
}

export function hourWords(hour: number): string {
  return `${hour}:00`;
}

function counted(count: number | undefined, unit: string): string {
  return count === undefined ? none : `${number.format(count)} ${unit}${count === 1 ? "" : "s"}`;
}

const none = "none";
const number = new Intl.NumberFormat("en");
