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
  "users:read",
  "usergroups:read",
] as const;

export const EVENTS = [
  "app_home_opened",
  "app_mention",
  "message.channels",
  "message.groups",
  "message.im",
] as const;

export type SlackOptions = {
  /** The clock, ms since 1970. The signatures carry its time: the bot must go by the same. */
  readonly now: () => number;
  readonly port?: number;
  readonly host?: string;
  readonly botToken?: string;
  readonly appToken?: string;
  readonly signingSecret?: string;
  /** The bot's `/slack/events`; can be named later by `connect`. */
  readonly deliverTo?: string;
  /** What the bot token was granted. */
  readonly scopes?: readonly string[];
  /** What the app subscribes to, as `message.im` or `file_shared`. */
  readonly events?: readonly string[];
  /** How long the bot may take to acknowledge, ms. Slack waits three seconds. */
  readonly ackDeadlineMs?: number;
  /** Hears of faults of the sandbox itself. */
  readonly log?: (message: string, error: unknown) => void;
};

export function withDefaults(given: SlackOptions) {
  return {
    port: 0,
    host: "127.0.0.1",
    botToken: "xoxb-sandbox-bot",
    appToken: "xapp-sandbox-app",
    signingSecret: "sandbox-signing-secret",
    deliverTo: undefined,
    scopes: SCOPES as readonly string[],
    events: EVENTS as readonly string[],
    ackDeadlineMs: 3000,
    log: () => undefined,
    ...given,
  };
}
