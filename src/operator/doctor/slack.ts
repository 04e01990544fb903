import type { Config } from "../../config.ts";
import { SlackBusy, SlackRefused } from "../../core/faults.ts";
import { quietClients, slackCall } from "../../slack/clients.ts";
import { compareScopes, neededScopes, orgWideSentence } from "../../slack/identity.ts";
import { createPeople, isGroup, readGroup } from "../../slack/people.ts";
import {
  type DoctorDeps,
  type Finding,
  type Findings,
  cannotTell,
  mend,
  ok,
  wordsOf,
} from "../findings.ts";

/**
 * Checks whether Slack accepts Galley's tokens, what they may do, and whether everybody who is
 * listed may really approve.
 */
export async function* examineSlack(config: Config, deps: DoctorDeps): Findings {
  const { slack, admins, approvers } = config;
  const { once } = quietClients(slack.apiUrl, slack.botToken);
  let [app, workspace]: (string | undefined)[] = [];
  try {
    const who = await slackCall(() => once.auth.test());
    const { team = "?", team_id: id, user = "?", bot_id: bot } = who;
    if (bot === undefined || id === undefined) {
      const says = "SLACK_BOT_TOKEN is a person’s: copy the Bot User OAuth Token instead.";
      yield mend("Slack token", says);
    } else if (who.is_enterprise_install === true) {
      yield mend("Slack token", orgWideSentence);
    } else {
      yield ok("Slack token", `accepted as @${user} in ${team} (${id}).`);
      yield* scopeFindings(who.response_metadata?.scopes, [...admins, ...approvers]);
      workspace = id;
      app = (await slackCall(() => once.bots.info({ bot })).catch(() => undefined))?.bot?.app_id;
    }
  } catch (error) {
    const copy = "copy the Bot User OAuth Token again (OAuth & Permissions)";
    yield refusalFinding("Slack token", error, `SLACK_BOT_TOKEN: ${copy}`);
  }
  yield await examineWayIn(slack, app);
  if (workspace === undefined) return;
  const everybody = { client: once, workspace, admins: [], approvers: [], now: deps.tick };
  const people = createPeople(everybody);
  for (const [variable, ids] of Object.entries({ ADMINS: admins, APPROVERS: approvers })) {
    for (const id of ids) {
      const finding = isGroup(id)
        ? readGroup(once, id).then(({ length }) => groupFinding(variable, id, length))
        : people.find(id).then(({ isMember }) => personFinding(variable, id, isMember));
      yield await finding.catch((error) => unknownFinding(variable, id, error));
    }
  }
}

function scopeFindings(
  granted: readonly string[] | undefined,
  listed: readonly string[],
): readonly Finding[] {
  if (granted === undefined) return [cannotTell("Slack scopes", "Slack did not name them.")];
  const { needed, missing, extra } = compareScopes(granted, listed);
  const reinstall = "Add it (OAuth & Permissions) and reinstall the app.";
  const more = `It has more than it needs and can lose these: ${extra.join(", ")}.`;
  const all = `all ${needed.length} are granted.`;
  return missing.length > 0
    ? missing.map((scope) =>
        mend("Slack scopes", `${scope} is missing, for ${neededScopes[scope]}. ${reinstall}`),
      )
    : [ok("Slack scopes", extra.length === 0 ? all : `${all} ${more}`)];
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
  const unreached = `Slack cannot be reached (${wordsOf(error)}): check network and SLACK_API_URL.`;
  const says =
    error instanceof SlackRefused ? `Slack says ${error.code} to ${whatToDo}.` : unreached;
  return mend(about, says);
}

function personFinding(variable: string, id: string, isMember: boolean): Finding {
  const others = "a guest, a bot, deactivated or of another workspace";
  return isMember
    ? ok(variable, `${id} is a full member.`)
    : mend(variable, `${id} is ${others}, and may not approve: remove it.`);
}

function groupFinding(variable: string, id: string, members: number): Finding {
  return members === 0
    ? mend(variable, `the user group ${id} has no members: add some, or remove it.`)
    : ok(variable, `the user group ${id} has members: ${members}.`);
}

function unknownFinding(variable: string, id: string, error: unknown): Finding {
  return error instanceof SlackRefused && gone.has(error.code)
    ? mend(variable, `Slack knows nobody by ${id} (${error.code}): correct or remove it.`)
    : cannotTell(variable, `${id} could not be looked up (${wordsOf(error)}).`);
}

const gone = new Set([
  "user_not_found",
  "users_not_found",
  "user_not_visible",
  "no_such_subteam",
  "subteam_not_found",
]);
