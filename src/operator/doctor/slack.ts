import type { WebClient } from "@slack/web-api";

import { SlackBusyError, SlackRefusedError } from "#domain/errors.ts";
import type { Clock } from "#lib/clock.ts";
import type { Config } from "#operator/config.ts";
import { meaningOf } from "#slack/answers.ts";
import { quietClients, slackCall } from "#slack/clients.ts";
import { neededScopes, orgWideSentence } from "#slack/identity.ts";
import { type KnownPerson, createPeople, isGroup, readGroup } from "#slack/people.ts";

import { type Finding, type Findings, wordsOf } from "./findings.ts";

/**
 * Checks whether Slack accepts Galley's tokens, what they may do, and whether everybody who is
 * listed may really approve.
 */
export async function* examineSlack(config: Config, deps: Clock): Findings {
  const { slack, admins, approvers } = config;
  const { once } = quietClients(slack.apiUrl, slack.botToken);
  let [app, workspace]: (string | undefined)[] = [];
  try {
    const who = await slackCall(() => once.auth.test());
    const { team = "?", team_id: id, user = "?", bot_id: bot } = who;
    if (bot === undefined || id === undefined) {
      yield "fix Slack token: SLACK_BOT_TOKEN is a person’s: copy the Bot User OAuth Token instead.";
    } else if (who.is_enterprise_install === true) {
      yield `fix Slack token: ${orgWideSentence}`;
    } else {
      yield `ok Slack token: accepted as @${user} in ${team} (${id}).`;
      yield* scopeFindings(who.response_metadata?.scopes, [...admins, ...approvers]);
      yield await channelFinding(once, user);
      workspace = id;
      app = (await slackCall(() => once.bots.info({ bot })).catch(() => undefined))?.bot?.app_id;
    }
  } catch (error) {
    const remedy = "SLACK_BOT_TOKEN: copy the Bot User OAuth Token again (OAuth & Permissions)";
    yield refusalFinding("Slack token", error, remedy);
  }
  yield await examineWayIn(slack, app);
  if (workspace === undefined) return;
  const people = createPeople({
    client: once,
    workspace,
    admins: [],
    approvers: [],
    now: deps.tick,
  });
  for (const [variable, ids] of Object.entries({ ADMINS: admins, APPROVERS: approvers })) {
    for (const id of ids) {
      const finding = isGroup(id)
        ? readGroup(once, id).then(({ length }) => groupFinding(variable, id, length))
        : people.find(id).then((person) => personFinding(variable, person));
      yield await finding.catch((error) => unknownFinding(variable, id, error));
    }
  }
}

function* scopeFindings(
  granted: readonly string[] | undefined,
  listed: readonly string[],
): Generator<Finding, void, void> {
  if (granted === undefined) return yield "cannot tell Slack scopes: Slack did not name them.";
  const scopes = Object.keys(neededScopes).filter(
    (scope) => scope !== "usergroups:read" || listed.some(isGroup),
  );
  const missing = scopes.filter((scope) => !granted.includes(scope));
  // Slack adds “identify” to some tokens; it grants nothing that matters here.
  const extra = granted.filter((scope) => !["", "identify", ...scopes].includes(scope));
  for (const scope of missing) {
    yield `fix Slack scopes: ${scope} is missing, for ${neededScopes[scope]}. Add it (OAuth & Permissions) and reinstall the app.`;
  }
  const more = ` It has more than it needs and can lose these: ${extra.join(", ")}.`;
  if (missing.length > 0) return;
  yield `ok Slack scopes: all ${scopes.length} are granted.${extra.length === 0 ? "" : more}`;
}

/** Says how people bring Galley into a channel, while it is in none. */
async function channelFinding(client: WebClient, user: string): Promise<Finding> {
  const types = "public_channel,private_channel";
  try {
    const { channels = [] } = await slackCall(() =>
      client.users.conversations({ types, limit: 1000 }),
    );
    return channels.length > 0
      ? "ok Slack channels: Galley is in at least one."
      : `ok Slack channels: not in any channel yet. Type /invite @${user} in one.`;
  } catch (error) {
    return `cannot tell Slack channels: they could not be looked up (${wordsOf(error)}).`;
  }
}

/** Checks the way from Slack to Galley: a socket, or signed requests. */
async function examineWayIn(slack: Config["slack"], app: string | undefined): Promise<Finding> {
  const { appToken } = slack;
  if (appToken === undefined) {
    return "cannot tell Slack signing secret: it is set; only a request of Slack’s proves that it is the right one. While Galley runs, paste https://YOUR-HOST/slack/events as the Request URL under Event Subscriptions and have it verified: Slack sends no event before.";
  }
  // Slack writes the app's id into an app-level token.
  const [, other] = /^xapp-\d+-(A[A-Z0-9]+)-/u.exec(appToken) ?? [];
  if (app !== undefined && other !== undefined && app !== other) {
    return `fix Slack socket: SLACK_APP_TOKEN is of the app ${other}, SLACK_BOT_TOKEN of ${app}: take both from one app.`;
  }
  try {
    await slackCall(() => quietClients(slack.apiUrl, appToken).once.apps.connections.open({}));
    return "ok Slack socket: SLACK_APP_TOKEN opens Socket Mode.";
  } catch (error) {
    const remedy = "SLACK_APP_TOKEN: create one with connections:write and turn Socket Mode on";
    return refusalFinding("Slack socket", error, remedy);
  }
}

function refusalFinding(about: string, error: unknown, whatToDo: string): Finding {
  if (error instanceof SlackRefusedError)
    return `fix ${about}: Slack says ${error.code} to ${whatToDo}.`;
  return error instanceof SlackBusyError
    ? `cannot tell ${about}: Slack asks to wait; try again later.`
    : `fix ${about}: Slack cannot be reached (${wordsOf(error)}): check network and SLACK_API_URL.`;
}

function personFinding(variable: string, { id, isMember, unknownAs }: KnownPerson): Finding {
  if (unknownAs !== undefined) {
    return `fix ${variable}: Slack knows nobody by ${id} (${unknownAs}): correct or remove it.`;
  }
  return isMember
    ? `ok ${variable}: ${id} is a full member.`
    : `fix ${variable}: ${id} is a guest, a bot, deactivated or of another workspace, and may not approve: remove it.`;
}

function groupFinding(variable: string, id: string, members: number): Finding {
  return members === 0
    ? `fix ${variable}: the user group ${id} has no members: add some, or remove it.`
    : `ok ${variable}: the user group ${id} has members: ${members}.`;
}

function unknownFinding(variable: string, id: string, error: unknown): Finding {
  return error instanceof SlackRefusedError && meaningOf(error) === "gone"
    ? `fix ${variable}: Slack refuses the user group ${id} (${error.code}), so it counts as empty: correct or remove it.`
    : `cannot tell ${variable}: ${id} could not be looked up (${wordsOf(error)}).`;
}
