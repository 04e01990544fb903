import type { SlackSandbox } from "../../src/sandbox/slack/slack.ts";

/** Settings of a bot that works with this local Slack and partner. */
export function environmentOf(slack: SlackSandbox, partnerUrl: string) {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    PARTNER_BASE_URL: partnerUrl,
    PARTNER_API_KEY: "bench-key",
    ADMINS: slack.people.ada.id,
    APPROVERS: slack.approvers.id,
    DEFAULT_TARGET_LANG: "fr",
    PORT: "0",
    POLL_MIN_SECONDS: "0.2",
    POLL_MAX_SECONDS: "1",
  };
}
