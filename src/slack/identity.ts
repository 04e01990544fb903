import { SlackRefused } from "../domain/faults.ts";
import { slackCall, type SlackClients } from "./clients.ts";

/** Who the bot is in its workspace. */
export type Identity = {
  readonly teamId: string;
  readonly botId: string;
  readonly botUserId: string;
};

/** Asks Slack once who the token belongs to. @throws SlackRefused when Slack does not accept it. */
export async function readIdentity({ steady }: SlackClients): Promise<Identity> {
  const { team_id, bot_id, user_id } = await slackCall(() => steady.auth.test()).catch(unreached);
  if (team_id === undefined || bot_id === undefined || user_id === undefined) {
    throw new Error("SLACK_BOT_TOKEN is not a bot's token");
  }
  return { teamId: team_id, botId: bot_id, botUserId: user_id };
}

/** The start ends with this sentence: "fetch failed" would not say of whom. */
function unreached(error: unknown): never {
  if (error instanceof SlackRefused) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(`Slack cannot be reached (${why}); npm run doctor says what to mend`, {
    cause: error,
  });
}
