/** What manifest.yml asks for; a test compares the two. */
export const SCOPES = [
  "app_mentions:read",
  "channels:history",
  "channels:read",
  "chat:write",
  "commands",
  "files:read",
  "files:write",
  "groups:history",
  "groups:read",
  "im:history",
  "im:read",
  "im:write",
  "mpim:history",
  "mpim:read",
  "reactions:write",
  "users:read",
  "usergroups:read",
] as const;

export const EVENTS = [
  "app_home_opened",
  "app_mention",
  "app_uninstalled",
  "file_deleted",
  "message.channels",
  "message.groups",
  "message.im",
  "message.mpim",
  "tokens_revoked",
] as const;

export type SlackOptions = {
  /** The clock, ms since 1970. The signatures carry its time: the bot must go by the same. */
  readonly now: () => number;
  /** What the bot token was granted; what manifest.yml asks for when left out. */
  readonly scopes?: readonly string[];
  /** The app is installed for a whole organization: `auth.test` names that one and no workspace. */
  readonly isOrgWide?: boolean;
  /** How long the bot may take to acknowledge, ms. Slack waits three seconds. */
  readonly ackDeadlineMs?: number;
  /** How long after a click it may open a form, ms of the clock. At Slack three seconds. */
  readonly triggerMs?: number;
};
