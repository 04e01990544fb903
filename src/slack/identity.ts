import { SlackBusy, SlackRefused } from "../core/faults.ts";
import { type SlackClients, slackCall } from "./clients.ts";
import { isGroup } from "./people.ts";

/** Who the bot is in its workspace. */
export type Identity = {
  readonly teamId: string;
  readonly botId: string;
  readonly botUserId: string;
};

type Deps = {
  readonly clients: Pick<SlackClients, "once">;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Learns each new trouble once, in a sentence. */
  readonly onTrouble: (sentence: string, error: unknown) => void;
  /** A token that was accepted is refused: the app was uninstalled, or its token revoked. */
  readonly onLost?: () => void;
};

/** Finds out who the token belongs to, and keeps an eye on whether Slack still accepts it. */
export function createSignIn({ clients, tick, sleep, onTrouble, onLost }: Deps) {
  let trouble: string | undefined = "Slack has not accepted the token yet.";
  let asked: { readonly at: number } | undefined;
  let isIn = false;
  const ask = async (): Promise<Identity> => {
    asked = { at: tick() };
    try {
      const identity = await readIdentity(clients);
      trouble = undefined;
      isIn = true;
      return identity;
    } catch (error) {
      // A Slack that was there and is away for a while keeps nobody from what is recorded.
      if (!isIn || error instanceof SlackRefused) {
        const sentence = sentenceOf(error);
        if (sentence !== trouble) onTrouble(sentence, error);
        trouble = sentence;
        if (isIn && error instanceof SlackRefused && lostCodes.has(error.code)) onLost?.();
      }
      throw error;
    }
  };
  return {
    /** Asks until Slack says it, ever more rarely. @throws when the signal is aborted. */
    untilAccepted: async (signal: AbortSignal): Promise<Identity> => {
      for (let waitMs = shortestWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
        try {
          return await ask();
        } catch (error) {
          const named = error instanceof SlackBusy ? error.retryAfterMs : 0;
          await sleep(Math.max(named, waitMs), signal);
          signal.throwIfAborted();
        }
      }
    },
    /** Looks at once. @throws when Slack cannot be asked. */
    recheck: async (): Promise<void> => {
      await ask().catch((error: unknown) => {
        if (!(error instanceof SlackRefused)) throw error;
      });
    },
    /** What is wrong with the token now. */
    check: async (): Promise<readonly string[]> => {
      const isOld = asked !== undefined && tick() - asked.at >= recheckMs;
      if (isIn && isOld) await ask().catch(() => undefined);
      return trouble === undefined ? [] : [trouble];
    },
  };
}

async function readIdentity({ once }: Pick<SlackClients, "once">): Promise<Identity> {
  const { team_id, bot_id, user_id, is_enterprise_install } = await slackCall(() =>
    once.auth.test(),
  );
  if (is_enterprise_install === true) throw new SlackRefused(orgWide);
  if (team_id === undefined || bot_id === undefined || user_id === undefined) {
    throw new SlackRefused("not_a_bot_token");
  }
  return { teamId: team_id, botId: bot_id, botUserId: user_id };
}

/** "fetch failed" would not say of whom. */
function sentenceOf(error: unknown): string {
  if (error instanceof SlackRefused && error.code === orgWide) return orgWideSentence;
  if (error instanceof SlackRefused) {
    return `Slack refuses SLACK_BOT_TOKEN (${error.code}): npm run doctor says what to mend.`;
  }
  const why = error instanceof Error ? error.message : String(error);
  return `Slack cannot be reached (${why}): npm run doctor says what to mend.`;
}

/** Slack's words for a token that it will not accept again. */
const lostCodes = new Set(["account_inactive", "token_revoked"]);

const orgWide = "org_wide_install";

/** Its `auth.test` names the organization and no workspace, so that whose members may approve stays open. */
export const orgWideSentence =
  "SLACK_BOT_TOKEN is of an org-wide install: install the app into one workspace and copy the token of that one.";

const shortestWaitMs = 1000;
const longestWaitMs = 60_000;
/** How often a token that was accepted is asked about anew, while somebody wants to know. */
const recheckMs = 60_000;

/** What the bot token must be granted, and what for; manifest.yml asks for the same. */
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

/** Slack adds it by itself to some tokens; it grants nothing that matters here. */
const harmless = new Set(["", "identify"]);

/** @param listed the ids in ADMINS and APPROVERS: only where one is a user group's must groups be read. */
export function compareScopes(granted: readonly string[], listed: readonly string[]) {
  const needed = Object.keys(neededScopes).filter(
    (scope) => scope !== "usergroups:read" || listed.some(isGroup),
  );
  const missing = needed.filter((scope) => !granted.includes(scope));
  const extra = granted.filter((scope) => !needed.includes(scope) && !harmless.has(scope));
  return { needed, missing, extra };
}
