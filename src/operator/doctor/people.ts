import type { Config } from "../../config.ts";
import { SlackRefused } from "../../core/faults.ts";
import { quietClients } from "../../slack/clients.ts";
import { createPeople, isGroup } from "../../slack/people.ts";
import { type Finding, cannotTell, mend, ok, wordsOf } from "../findings.ts";

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
