import type { WebClient } from "@slack/web-api";

import type { Person, Roles } from "../core/people.ts";
import type { AsOf } from "../core/ports.ts";
import type { Rules } from "../core/rules.ts";
import { slackCall } from "./clients.ts";
import type { Tongue } from "./i18n/tongue.ts";
import { createTongues } from "./i18n/tongues.ts";
import { mention, outside } from "./mrkdwn.ts";

export type PeopleDeps = {
  readonly client: WebClient;
  /** The one that the token is for. */
  readonly workspace: string;
  /** Ids of people (`U…`, `W…`) and user groups (`S…`). */
  readonly admins: readonly string[];
  readonly approvers: readonly string[];
  readonly now: () => number;
};

/**
 * Who somebody is and what they may, as Slack says it now or said it within the last minute; user groups are
 * looked up only where some are listed. When Slack cannot be asked every method throws: then the answer is no.
 */
export function createPeople({ client, workspace, admins, approvers, now }: PeopleDeps) {
  const person = remember((id: string) => readPerson({ client, workspace }, id), now);
  const group = remember((id: string) => readGroup(client, id), now);
  const resolve = async (ids: readonly string[], asOf: AsOf | undefined) => {
    const lists = await Promise.all(ids.map(async (id) => (isGroup(id) ? group(id, asOf) : [id])));
    return new Set(lists.flat());
  };
  return {
    find: person,
    roles: async (asOf?: AsOf): Promise<Roles> => {
      const [adminIds, approverIds] = await Promise.all([
        resolve(admins, asOf),
        resolve(approvers, asOf),
      ]);
      return { admins: adminIds, approvers: approverIds };
    },
    isIn: (channel: string, id: string) => isMemberOf(client, channel, id),
  };
}

async function readPerson(
  { client, workspace }: Pick<PeopleDeps, "client" | "workspace">,
  id: string,
): Promise<Person> {
  const { user } = await slackCall(() => client.users.info({ user: id }));
  // On Enterprise Grid `team_id` may be missing, or name another workspace of the same person.
  const others = [...(user?.teams ?? []), ...(user?.enterprise_user?.teams ?? [])];
  const isMember =
    [user?.team_id, ...others].includes(workspace) &&
    user?.deleted === false &&
    user.is_bot !== true &&
    user.is_restricted !== true &&
    user.is_ultra_restricted !== true &&
    !("is_stranger" in user && user.is_stranger);
  const { tz_offset: seconds } = user ?? {};
  return { id, isMember, utcOffsetMs: seconds === undefined ? undefined : seconds * 1000 };
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

/** Slack's ids of user groups begin so. */
export function isGroup(id: string): boolean {
  return id.startsWith("S");
}

/** What the views need to speak to somebody; people and channels by Slack id. */
export type Speaking = {
  /** In the person's own language. */
  readonly to: (person: string) => Promise<ViewContext>;
  /** In the conversation's language, which everybody there sees; `named` are those whose names are said. */
  readonly in: (channel: string, named?: readonly string[]) => Promise<ViewContext>;
};

type Deps = {
  readonly client: WebClient;
  readonly context: Omit<ViewContext, "tongue" | "hasLostRecords" | "nameOf">;
  readonly hasLostRecords: () => boolean;
  readonly now: () => number;
};

/** Nothing is left unsaid because Slack does not tell a locale: then it is said in English. */
export function createSpeaking({ client, context, hasLostRecords, now }: Deps): Speaking {
  const person = remember((id: string) => readSpeaker(client, id), now);
  const ofPerson = async (id: string) => (await person(id)).locale;
  const ofChannel = remember((id: string) => channelLocale(client, id), now);
  const tongueFor = createTongues();
  const nameOf = async (id: string) => {
    const name = await person(id).then(
      (one) => one.name,
      () => "",
    );
    return [id, name || mention(id)] as const;
  };
  const speak = async (
    locale: Promise<string | undefined>,
    named: readonly string[] = [],
  ): Promise<ViewContext> => {
    const [known, ...names] = await Promise.all([
      locale.catch(() => undefined),
      ...named.filter(isPerson).map(nameOf),
    ]);
    const byId = new Map(names);
    return {
      ...context,
      hasLostRecords: hasLostRecords(),
      tongue: await tongueFor(known),
      nameOf: (id) => byId.get(id) ?? mention(id),
    };
  };
  return {
    to: (id) => speak(ofPerson(id)),
    in: (channel, named) =>
      speak(isPerson(channel) ? ofPerson(channel) : ofChannel(channel), named),
  };
}

/** The locale of somebody, and their name in mrkdwn; "" where Slack tells none. */
async function readSpeaker(client: WebClient, id: string) {
  const { user } = await slackCall(() => client.users.info({ user: id, include_locale: true }));
  const name = user?.profile?.display_name || user?.real_name || user?.name || "";
  return { locale: user?.locale, name: outside(name, longestName) };
}

const longestName = 40;

async function channelLocale(client: WebClient, channel: string): Promise<string | undefined> {
  const answer = await slackCall(() =>
    client.conversations.info({ channel, include_locale: true }),
  );
  return answer.channel?.locale;
}

/** A direct message may be addressed by the person's id. */
function isPerson(id: string): boolean {
  return /^[UW]/u.test(id);
}

/** What the cards need to know of Galley, and the language that they speak. */
export type ViewContext = {
  readonly rules: Rules;
  /** Slack ids of people and user groups. */
  readonly approvers: readonly string[];
  /** Those of them who see to the account. */
  readonly admins?: readonly string[];
  /** A person's name in mrkdwn, which calls nobody; a mention where Slack has not told it yet. */
  readonly nameOf: (id: string) => string;
  /** Records of approvals were lost not long ago. */
  readonly hasLostRecords?: boolean;
  readonly tongue: Tongue;
};

/**
 * Asks once for what many want to know at the same moment; forgets after a minute, and every failure. What is
 * wanted as of now is asked anew.
 */
export function remember<T>(ask: (id: string) => Promise<T>, now: () => number) {
  const known = new Map<string, { at: number; answer: Promise<T> }>();
  return async (id: string, asOf: AsOf = "lately"): Promise<T> => {
    const hit = known.get(id);
    if (asOf === "lately" && hit !== undefined && now() - hit.at < freshMs) return hit.answer;
    const answer = ask(id);
    if (known.size >= rememberedAtMost) known.clear();
    known.set(id, { at: now(), answer });
    answer.catch(() => known.delete(id));
    return answer;
  };
}

const freshMs = 60_000;
const rememberedAtMost = 10_000;
