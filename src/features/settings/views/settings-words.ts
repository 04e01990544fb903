import type { Unit } from "../../../slack/i18n/catalogue.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { SettingsField, SettingsFields } from "../rules/settings-change.ts";
import { hourWords } from "../rules/settings-words.ts";
import type { QuietHours } from "../rules/settings.ts";
import { deliveryName } from "./delivery-input.ts";
import { inquiryRuleName } from "./inquiry-input.ts";

/** What people call a setting, in half a sentence; in the audit log it is said in English. */
export function settingName(field: SettingsField, { t }: Tongue): string {
  switch (field) {
    case "selfApproval":
      return t`approving one’s own requests`;
    case "secondApprovalAbove":
      return t`second approver above`;
    case "autoApprovalUpTo":
      return t`automatic approval up to`;
    case "autoApprovalPerPersonDay":
      return t`automatic approval for one person and day`;
    case "autoApprovalPerMonth":
      return t`automatic approval in a month`;
    case "capPerApproval":
      return t`maximum per approval`;
    case "capPerChannelMonth":
      return t`limit per channel and month`;
    case "lowBalance":
      return t`low-balance warning below`;
    case "remindAfterHours":
      return t`reminder after`;
    case "quietHours":
      return t`quiet hours`;
    case "askLanguage":
      return t`language detection by the partner`;
    case "askEstimate":
      return t`estimates by the partner`;
    case "targets":
      return t`languages of the workspace`;
    case "previewChars":
      return t`preview length of the workspace`;
    case "book":
      return t`book of the workspace`;
    case "channelTargets":
      return t`languages of this channel`;
    case "channelPreviewChars":
      return t`preview length of this channel`;
    case "channelBook":
      return t`book of this channel`;
    case "delivery":
      return t`delivery in the workspace`;
    case "channelDelivery":
      return t`delivery in this channel`;
  }
}

/** What a setting is set to, in plain text; a book's name is somebody's own text. */
export function settingShown(fields: SettingsFields, field: SettingsField, tongue: Tongue): string {
  const { t, counted, enumerated } = tongue;
  const number = (count: number | undefined, unit: Unit) =>
    count === undefined ? t`none` : counted(count, unit);
  switch (field) {
    case "selfApproval":
      return fields.selfApproval === "allowed" ? t`allowed` : t`refused`;
    case "secondApprovalAbove":
    case "autoApprovalUpTo":
    case "autoApprovalPerPersonDay":
    case "autoApprovalPerMonth":
    case "capPerApproval":
    case "capPerChannelMonth":
    case "lowBalance":
      return number(fields[field], "credit");
    case "remindAfterHours":
      return number(fields[field], "hour");
    case "previewChars":
    case "channelPreviewChars":
      return number(fields[field], "character");
    case "quietHours":
      return fields.quietHours === undefined ? t`none` : hoursShown(fields.quietHours, tongue);
    case "askLanguage":
    case "askEstimate":
      return inquiryRuleName(fields[field], tongue);
    case "targets":
    case "channelTargets":
      return fields[field] === undefined ? t`none` : enumerated(fields[field]);
    case "book":
    case "channelBook":
      return fields[field] ?? t`none`;
    case "delivery":
    case "channelDelivery": {
      const way = fields[field];
      return way === undefined ? t`none` : deliveryName(way, tongue);
    }
  }
}

export function hoursShown({ from, to, zone }: QuietHours, { t }: Tongue): string {
  return t`${hourWords(from)} to ${hourWords(to)}, ${zone}`;
}
