import { SlackRefusedError } from "#domain/errors.ts";
import type { Clock } from "#lib/clock.ts";

import { type SlackClients, slackCall, troubleOf, waitAfter } from "./clients.ts";

export type Identity = {
  readonly teamId: string;
  readonly botId: string;
  readonly botUserId: string;
};

type SignInOptions = Pick<Clock, "tick" | "sleep"> & {
  readonly clients: SlackClients;
  /** Receives each new trouble once, as a sentence. */
  readonly onTrouble: (sentence: string, error: unknown) => void;
  /** Called when an accepted token is refused: the app was uninstalled, or its token revoked. */
  readonly onLost?: () => void;
};

/** Finds the owner of the token, and checks whether Slack still accepts it. */
export function createSignIn({ clients, tick, sleep, onTrouble, onLost }: SignInOptions) {
  let trouble: string | undefined = "Slack has not accepted the token yet.";
  let askedAt = Number.POSITIVE_INFINITY;
  let isIn = false;
  const ask = async (): Promise<Identity> => {
    askedAt = tick();
    try {
      const identity = await readIdentity(clients);
      trouble = undefined;
      isIn = true;
      return identity;
    } catch (error) {
      const code = error instanceof SlackRefusedError ? error.code : undefined;
      // After the sign-in, an outage of Slack is no trouble: the records stay in use.
      if (!isIn || code !== undefined) {
        const failing = troubleOf(error, "SLACK_BOT_TOKEN", "Slack cannot be reached");
        const sentence = code === orgWide ? orgWideSentence : failing;
        if (sentence !== trouble) onTrouble(sentence, error);
        trouble = sentence;
        if (isIn && lostCodes.has(code ?? "")) onLost?.();
      }
      throw error;
    }
  };
  return {
    /** Tries ever more rarely. @throws when the signal is aborted. */
    untilAccepted: async (signal: AbortSignal): Promise<Identity> => {
      const since = tick();
      for (;;) {
        try {
          return await ask();
        } catch (error) {
          await sleep(waitAfter(error, tick() - since), signal);
          signal.throwIfAborted();
        }
      }
    },
    /** Checks at once. @throws when Slack cannot be reached. */
    recheck: async (): Promise<void> => {
      await ask().catch((error: unknown) => {
        if (!(error instanceof SlackRefusedError)) throw error;
      });
    },
    check: async (): Promise<readonly string[]> => {
      if (isIn && tick() - askedAt >= recheckMs) await ask().catch(() => undefined);
      return trouble === undefined ? [] : [trouble];
    },
  };
}

async function readIdentity({ once }: SlackClients): Promise<Identity> {
  const { team_id, bot_id, user_id, is_enterprise_install } = await slackCall(() =>
    once.auth.test(),
  );
  if (is_enterprise_install === true) throw new SlackRefusedError(orgWide);
  if (team_id === undefined || bot_id === undefined || user_id === undefined) {
    throw new SlackRefusedError("not_a_bot_token");
  }
  return { teamId: team_id, botId: bot_id, botUserId: user_id };
}

/** Slack's codes for a token that it will not accept again. */
const lostCodes = new Set(["account_inactive", "token_revoked"]);

const orgWide = "org_wide_install";

/** Its `auth.test` names no workspace, so that it is open whose members may approve. */
export const orgWideSentence =
  "SLACK_BOT_TOKEN is of an org-wide install: install the app into one workspace and copy the token of that one.";

/** The age after which an accepted token is checked again, when somebody asks for its state. */
const recheckMs = 60_000;

/** Scopes of the bot token and their purposes; manifest.yml requests the same. */
export const neededScopes: Readonly<Record<string, string>> = {
  "app_mentions:read": "mentions that bring a manuscript",
  "channels:history": "manuscripts posted in public channels, and the bot’s own replies there",
  "channels:read": "whether the person who wants a link is in the channel",
  "chat:write": "cards and replies",
  commands: "/translate, /translate-usage and the message shortcut",
  "files:read": "the manuscripts",
  "files:write": "glossaries as CSV and JSON",
  "groups:history": "manuscripts posted in private channels",
  "groups:read": "whether the person who wants a link is in the private channel",
  "im:history": "manuscripts sent as direct messages",
  "im:read": "whether the person who wants a link is in the direct message",
  "im:write": "telling admins and requesters directly",
  "mpim:history": "manuscripts sent in group direct messages",
  "mpim:read": "whether the person who wants a link is in the group direct message",
  "reactions:write": "progress on the message of a manuscript",
  "usergroups:read": "user groups in ADMINS and APPROVERS",
  "users:read": "keeping guests and people of other workspaces out",
};
