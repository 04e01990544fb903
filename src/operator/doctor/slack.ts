import type { Config } from "../../config.ts";
import { SlackBusy, SlackRefused } from "../../core/faults.ts";
import { type SlackClients, quietClients, slackCall } from "../../slack/clients.ts";
import { compareScopes, neededScopes, orgWideSentence } from "../../slack/identity.ts";
import { createPeople, isGroup } from "../../slack/people.ts";
import { type Finding, cannotTell, mend, ok, wordsOf } from "../findings.ts";

type Found = {
  readonly findings: readonly Finding[];
  /** The workspace's id; undefined when the token was not accepted. */
  readonly workspace: string | undefined;
  /** The app of the bot token. */
  readonly app?: string | undefined;
};

/** Checks whether Slack accepts Galley's tokens, and what they may do. */
export async function examineSlack(config: Config): Promise<Found> {
  const token = await examineToken(config);
  return {
    findings: [...token.findings, await examineWayIn(config.slack, token.app)],
    workspace: token.workspace,
  };
}

async function examineToken({ slack, admins, approvers }: Config): Promise<Found> {
  const { once } = quietClients(slack.apiUrl, slack.botToken);
  try {
    const who = await slackCall(() => once.auth.test());
    const { team = "?", team_id: workspace, user = "?", bot_id: bot } = who;
    if (bot === undefined || workspace === undefined) {
      const says = "SLACK_BOT_TOKEN is a person’s: copy the Bot User OAuth Token instead.";
      return { findings: [mend("Slack token", says)], workspace: undefined };
    }
    if (who.is_enterprise_install === true) {
      return { findings: [mend("Slack token", orgWideSentence)], workspace: undefined };
    }
    const accepted = ok("Slack token", `accepted as @${user} in ${team} (${workspace}).`);
    const scopes = scopeFindings(who.response_metadata?.scopes, [...admins, ...approvers]);
    return { findings: [accepted, ...scopes], workspace, app: await appOf(once, bot) };
  } catch (error) {
    const copy = "copy the Bot User OAuth Token again (OAuth & Permissions)";
    return {
      findings: [refusalFinding("Slack token", error, `SLACK_BOT_TOKEN: ${copy}`)],
      workspace: undefined,
    };
  }
}

/** Returns undefined when Slack does not name it. */
async function appOf(client: SlackClients["once"], bot: string): Promise<string | undefined> {
  const found = await slackCall(() => client.bots.info({ bot })).catch(() => undefined);
  return found?.bot?.app_id;
}

function scopeFindings(
  granted: readonly string[] | undefined,
  listed: readonly string[],
): readonly Finding[] {
  if (granted === undefined) return [cannotTell("Slack scopes", "Slack did not name them.")];
  const { needed, missing, extra } = compareScopes(granted, listed);
  const faults = missing.map((scope) =>
    mend(
      "Slack scopes",
      `${scope} is missing, for ${neededScopes[scope]}. Add it (OAuth & Permissions) and reinstall the app.`,
    ),
  );
  const more =
    extra.length === 0 ? "" : ` It has more than it needs and can lose these: ${extra.join(", ")}.`;
  return faults.length > 0
    ? faults
    : [ok("Slack scopes", `all ${needed.length} are granted.${more}`)];
}

/** Checks the way from Slack to Galley: a socket, or signed requests. */
async function examineWayIn(slack: Config["slack"], app: string | undefined): Promise<Finding> {
  const { appToken } = slack;
  if (appToken === undefined) {
    return cannotTell(
      "Slack signing secret",
      "it is set; only a request of Slack’s proves that it is the right one. While Galley runs, have the Request URL verified by hand under Event Subscriptions: Slack sends no event before.",
    );
  }
  // Slack writes the app's id into an app-level token.
  const [, other] = /^xapp-\d+-(A[A-Z0-9]+)-/u.exec(appToken) ?? [];
  if (app !== undefined && other !== undefined && app !== other) {
    return mend(
      "Slack socket",
      `SLACK_APP_TOKEN is of the app ${other}, SLACK_BOT_TOKEN of ${app}: take both from one app.`,
    );
  }
  try {
    await slackCall(() => quietClients(slack.apiUrl, appToken).once.apps.connections.open({}));
    return ok("Slack socket", "SLACK_APP_TOKEN opens Socket Mode.");
  } catch (error) {
    const mendIt = "create one with connections:write and turn Socket Mode on";
    return refusalFinding("Slack socket", error, `SLACK_APP_TOKEN: ${mendIt}`);
  }
}

function refusalFinding(about: string, error: unknown, whatToDo: string): Finding {
  if (error instanceof SlackBusy) return cannotTell(about, "Slack asks to wait; try again later.");
  if (error instanceof SlackRefused) {
    return mend(about, `Slack says ${error.code} to ${whatToDo}.`);
  }
  return mend(
    about,
    `Slack cannot be reached (${wordsOf(error)}): check network and SLACK_API_URL.`,
  );
}

type Listed = { readonly variable: "ADMINS" | "APPROVERS"; readonly id: string };
type People = ReturnType<typeof createPeople>;

/**
 * Checks that everybody who is listed exists and may really approve: full members of the workspace.
 */
export async function examinePeople(
  config: Config,
  { tick, workspace }: { readonly tick: () => number; readonly workspace: string },
): Promise<readonly Finding[]> {
  const { admins, approvers } = config;
  const client = quietClients(config.slack.apiUrl, config.slack.botToken).once;
  const listed: readonly Listed[] = [
    ...admins.map((id) => ({ variable: "ADMINS" as const, id })),
    ...approvers.map((id) => ({ variable: "APPROVERS" as const, id })),
  ];
  const findings: Finding[] = [];
  for (const one of listed) {
    const people = createPeople({
      client,
      workspace,
      admins: [one.id],
      approvers: [],
      now: tick,
    });
    const look = isGroup(one.id) ? examineGroup : examinePerson;
    findings.push(await look(people, one).catch((error) => faultFinding(one, error)));
  }
  return findings;
}

async function examinePerson(people: People, { variable, id }: Listed): Promise<Finding> {
  const { isMember } = await people.find(id);
  const others = "a guest, a bot, deactivated or of another workspace";
  return isMember
    ? ok(variable, `${id} is a full member.`)
    : mend(variable, `${id} is ${others}, and may not approve: remove it.`);
}

async function examineGroup(people: People, { variable, id }: Listed): Promise<Finding> {
  const { admins: members } = await people.roles();
  return members.size === 0
    ? mend(variable, `the user group ${id} has no members: add some, or remove it.`)
    : ok(variable, `the user group ${id} has members: ${members.size}.`);
}

function faultFinding({ variable, id }: Listed, error: unknown): Finding {
  if (error instanceof SlackRefused && gone.has(error.code)) {
    return mend(variable, `Slack knows nobody by ${id} (${error.code}): correct or remove it.`);
  }
  return cannotTell(variable, `${id} could not be looked up (${wordsOf(error)}).`);
}

const gone = new Set([
  "user_not_found",
  "users_not_found",
  "user_not_visible",
  "no_such_subteam",
  "subteam_not_found",
]);
