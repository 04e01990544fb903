import { slackCall, type SlackClients } from "./clients.ts";

/** Who the bot is in its workspace. */
export type Identity = {
  readonly teamId: string;
  readonly botId: string;
  readonly botUserId: string;
};

/** Asks Slack once who the token belongs to. @throws SlackRefused when Slack does not accept it. */
export async function readIdentity({ steady }: SlackClients): Promise<Identity> {
  const { team_id, bot_id, user_id } = await slackCall(() => steady.auth.test());
  if (team_id === undefined || bot_id === undefined || user_id === undefined) {
    throw new Error("SLACK_BOT_TOKEN is not a bot's token");
  }
  return { teamId: team_id, botId: bot_id, botUserId: user_id };
}
