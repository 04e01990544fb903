/** `block_id`s; errors are shown beside the block that they name. */
export const settingsBlocks = {
  selfApproval: "settings.self_approval",
  secondApprovalAbove: "settings.second_approval_above",
  autoApprovalUpTo: "settings.auto_approval_up_to",
  autoApprovalPerPersonDay: "settings.auto_approval_per_person_day",
  autoApprovalPerMonth: "settings.auto_approval_per_month",
  capPerApproval: "settings.cap_per_approval",
  capPerChannelMonth: "settings.cap_per_channel_month",
  lowBalance: "settings.low_balance",
  remindAfterHours: "settings.remind_after_hours",
  quietHours: "settings.quiet_from",
  quietTo: "settings.quiet_to",
  quietZone: "settings.quiet_zone",
  askLanguage: "settings.ask_language",
  askEstimate: "settings.ask_estimate",
  targets: "settings.targets",
  previewChars: "settings.preview_chars",
  book: "settings.book",
  channelTargets: "settings.channel_targets",
  channelPreviewChars: "settings.channel_preview_chars",
  channelBook: "settings.channel_book",
  delivery: "settings.delivery",
  channelDelivery: "settings.channel_delivery",
} as const;

/** The option of a menu that stands for no hour: Slack has no way to take a choice back. */
export const noHour = "none";
