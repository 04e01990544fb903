import type { WebClient } from "@slack/web-api";

import type { AsOf, Person, Roles } from "../core/ports.ts";
import type { Rules } from "../core/rules.ts";
import { slackCall } from "./clients.ts";
import { type Locale, createLocales } from "./i18n/locale.ts";
import { mention, outside } from "./mrkdwn.ts";

type PeopleDeps = {
  readonly client: WebClient;
  /** The workspace of the token. */
  readonly workspace: string;
  /** Ids of people (`U…`, `W…`) and user groups (`S…`). */
  readonly admins: readonly string[];
  readonly approvers: readonly string[];
  readonly now: () => number;
};

/**
 * Answers who somebody is and what they may do, as Slack says it now or said it within the last
 * minute. User groups are looked up only when some are listed. Every method throws when Slack
 * cannot be reached: then the answer is no.
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

/** Slack's ids of user groups begin with S. */
export function isGroup(id: string): boolean {
  return id.startsWith("S");
}

/** Contexts with which the views address somebody; people and channels by Slack id. */
export type ViewContexts = {
  /** In the person's own language. */
  readonly forPerson: (person: string) => Promise<ViewContext>;
  /** In the conversation's language, which everybody there sees; `named` people appear by name. */
  readonly forChannel: (channel: string, named?: readonly string[]) => Promise<ViewContext>;
};

type Deps = {
  readonly client: WebClient;
  readonly context: Omit<ViewContext, "locale" | "hasLostRecords" | "nameOf">;
  readonly hasLostRecords: () => boolean;
  readonly now: () => number;
};

/** Without a locale from Slack, a message is in English, never unsent. */
export function createViewContexts({ client, context, hasLostRecords, now }: Deps): ViewContexts {
  const person = remember((id: string) => readLocaleAndName(client, id), now);
  const ofPerson = async (id: string) => (await person(id)).locale;
  const ofChannel = remember((id: string) => channelLocale(client, id), now);
  const localeFor = createLocales();
  const nameOf = async (id: string) => {
    const name = await person(id).then(
      (one) => one.name,
      () => "",
    );
    return [id, name || mention(id)] as const;
  };
  const contextIn = async (
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
      locale: await localeFor(known),
      nameOf: (id) => byId.get(id) ?? mention(id),
    };
  };
  return {
    forPerson: (id) => contextIn(ofPerson(id)),
    forChannel: (channel, named) =>
      contextIn(isPerson(channel) ? ofPerson(channel) : ofChannel(channel), named),
  };
}

/** Reads a person's locale, and their name in mrkdwn; "" when Slack returns none. */
async function readLocaleAndName(client: WebClient, id: string) {
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

/** Facts about Galley for the cards, and their language. */
export type ViewContext = {
  readonly rules: Rules;
  /** Slack ids of people and user groups. */
  readonly approvers: readonly string[];
  /** Slack ids of the admins, who manage the account. */
  readonly admins?: readonly string[];
  /** A person's name in mrkdwn, which notifies nobody; a mention until Slack has returned it. */
  readonly nameOf: (id: string) => string;
  /** True when records of approvals were lost recently. */
  readonly hasLostRecords?: boolean;
  readonly locale: Locale;
};

/**
 * Caches each answer for a minute; simultaneous callers share one request, and failures are
 * forgotten. A caller that needs the present state gets a new request.
 */
function remember<T>(ask: (id: string) => Promise<T>, now: () => number) {
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
