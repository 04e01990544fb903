import type { WebClient } from "@slack/web-api";

import type { Person, Roles } from "../features/approval/rules/rights.ts";
import { slackCall } from "./clients.ts";
import { remember } from "./remember.ts";

export type PeopleDeps = {
  readonly client: WebClient;
  /** Ids of people (`U…`, `W…`) and user groups (`S…`). */
  readonly admins: readonly string[];
  readonly approvers: readonly string[];
  readonly now: () => number;
};

/**
 * Who somebody is and what they may, as Slack says it now or said it within the last minute. When Slack
 * cannot be asked every method throws: then the answer is no.
 */
export function createPeople({ client, admins, approvers, now }: PeopleDeps) {
  const person = remember((id: string) => readPerson(client, id), now);
  const group = remember((id: string) => readGroup(client, id), now);
  const resolve = async (ids: readonly string[]) => {
    const lists = await Promise.all(ids.map(async (id) => (isGroup(id) ? group(id) : [id])));
    return new Set(lists.flat());
  };
  return {
    find: person,
    roles: async (): Promise<Roles> => {
      const [adminIds, approverIds] = await Promise.all([resolve(admins), resolve(approvers)]);
      return { admins: adminIds, approvers: approverIds };
    },
    isIn: (channel: string, id: string) => isMemberOf(client, channel, id),
  };
}

async function readPerson(client: WebClient, id: string): Promise<Person> {
  const { user } = await slackCall(() => client.users.info({ user: id }));
  const isFull =
    user?.deleted === false &&
    user.is_bot !== true &&
    user.is_restricted !== true &&
    user.is_ultra_restricted !== true &&
    !("is_stranger" in user && user.is_stranger);
  return { id, workspace: user?.team_id ?? "", isMember: isFull };
}

async function readGroup(client: WebClient, id: string): Promise<readonly string[]> {
  const { users } = await slackCall(() => client.usergroups.users.list({ usergroup: id }));
  if (users === undefined) throw new Error(`Slack named no members of the user group ${id}`);
  return users;
}

async function isMemberOf(client: WebClient, channel: string, id: string): Promise<boolean> {
  let cursor: string | undefined;
  do {
    const page = await slackCall(() =>
      client.conversations.members({ channel, limit: 1000, ...(cursor && { cursor }) }),
    );
    if (page.members?.includes(id) === true) return true;
    cursor = page.response_metadata?.next_cursor;
  } while (cursor !== undefined && cursor !== "");
  return false;
}

function isGroup(id: string): boolean {
  return id.startsWith("S");
}
