/** The scopes of manifest.yml; a test compares the two. */
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
  "user_change",
] as const;

export type SlackOptions = {
  /**
   * The clock, ms since 1970. The signatures carry its time, so the bot must use the same clock.
   */
  readonly now: () => number;
  /** The scopes that the bot token was granted; those of manifest.yml when left out. */
  readonly scopes?: readonly string[];
  /** The workspace's id; without it one that is the same for every local Slack. */
  readonly teamId?: string;
  /** True for an app of a whole organization: `auth.test` names that one and no workspace. */
  readonly isOrgWide?: boolean;
  /** The bot's time to acknowledge, ms. Slack waits three seconds. */
  readonly ackDeadlineMs?: number;
  /**
   * The time after a click in which it may open a form, ms of the clock. At Slack three seconds.
   */
  readonly triggerMs?: number;
  /** Returns the address that the bot is given in place of Slack's own, such as that of a relay. */
  readonly reachedAt?: (origin: string) => Promise<string>;
};
