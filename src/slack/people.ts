import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import type { AsOf, Person, Roles, RolesWanted } from "#domain/context.ts";
import { SlackBusyError, SlackRefusedError } from "#domain/errors.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { remember } from "#lib/clock.ts";
import { type Locale, createLocales } from "#slack/i18n/locale.ts";

import { isNobody } from "./answers.ts";
import { pages, slackCall } from "./clients.ts";
import { mention, outside } from "./mrkdwn.ts";

type PeopleDeps = {
  readonly client: WebClient;
  readonly workspace: string;
  /** Ids of people (`U…`, `W…`) and user groups (`S…`). */
  readonly admins: readonly string[];
  readonly approvers: readonly string[];
  /** Monotonic clock, ms. */
  readonly now: () => number;
  /** Receives each answer about a user group; `code`: Slack's refusal of it. */
  readonly onGroup?: (group: string, code: string | undefined) => void;
};

export type KnownPerson = Person & {
  readonly locale: string | undefined;
  /** In mrkdwn; "" when Slack returns none. */
  readonly name: string;
  /** Slack's word for a person whom it does not know. */
  readonly unknownAs?: string;
};

const freshMs = 60_000;
/** Slack lists the members of about twenty groups a minute (Tier 2). A click reads anew up to here. */
const freeReads = 15;
/** How old the members of a group may be for a click that spends once Slack's limit is near. */
const nowMs = 4000;

/**
 * Answers who somebody is and what they may do, as Slack says it now or said it within the last
 * minute. User groups are looked up only when some are listed. A group that Slack refuses counts as
 * empty, and people who are listed by id need no answer about groups. Else every method throws when Slack
 * cannot be reached: then the answer is no.
 */
export function createPeople(deps: PeopleDeps) {
  const { client, workspace, admins, approvers, now } = deps;
  const people = remember<KnownPerson>({ now, ms: freshMs });
  const membersOf = createGroups(deps);
  const resolve = async (
    ids: readonly string[],
    asOf: AsOf | undefined,
    { person, isPartial = false }: RolesWanted = {},
  ) => {
    const own = ids.filter((id) => !isGroup(id));
    if (person !== undefined && own.includes(person)) return new Set(own);
    const isListed = person !== undefined && [...admins, ...approvers].includes(person);
    const lists = ids.filter(isGroup).map(async (id) => {
      const members = membersOf(id, asOf);
      return await (isPartial || isListed ? members.catch(() => []) : members);
    });
    return new Set([...own, ...(await Promise.all(lists)).flat()]);
  };
  return {
    find: (id: string, asOf?: AsOf): Promise<KnownPerson> =>
      people(id, () => readPerson(client, workspace, id), asOf),
    forget: people.forget,
    roles: async (asOf?: AsOf, options?: RolesWanted): Promise<Roles> => {
      const [adminIds, approverIds] = await Promise.all([
        resolve(admins, asOf, options),
        resolve(approvers, asOf, options),
      ]);
      return { admins: adminIds, approvers: approverIds };
    },
    isIn: async (channel: string, id: string): Promise<boolean> => {
      const replies = pages((page) =>
        slackCall(() => client.conversations.members({ channel, limit: 1000, ...page })),
      );
      for await (const { members } of replies) if (members?.includes(id) === true) return true;
      return false;
    },
  };
}

function createGroups({ client, admins, approvers, now, onGroup }: PeopleDeps) {
  const listed = new Set([...admins, ...approvers].filter(isGroup)).size;
  /** When groups were read within the last minute. */
  let reads: readonly number[] = [];
  const groups = remember<readonly string[]>({
    now,
    ms: freshMs,
    nowMs: () => {
      reads = reads.filter((at) => now() - at < 60_000);
      return reads.length < freeReads ? 0 : nowMs * listed;
    },
  });
  const readMembers = async (id: string) => {
    reads = [...reads, now()];
    try {
      const members = await readGroup(client, id);
      onGroup?.(id, undefined);
      return members;
    } catch (error) {
      if (!(error instanceof SlackRefusedError)) throw error;
      onGroup?.(id, error.code);
      return [];
    }
  };
  return async (id: string, asOf: AsOf | undefined): Promise<readonly string[]> => {
    try {
      return await groups(id, () => readMembers(id), asOf);
    } catch (error) {
      if (asOf !== "now" || !(error instanceof SlackBusyError)) throw error;
      return await groups(id, () => readMembers(id));
    }
  };
}

async function readPerson(client: WebClient, workspace: string, id: string): Promise<KnownPerson> {
  const { user, unknownAs } = await slackCall(() =>
    client.users.info({ user: id, include_locale: true }),
  ).then(
    (answer) => ({ ...answer, unknownAs: undefined }),
    (error: unknown) => {
      if (!(error instanceof SlackRefusedError) || !isNobody(error)) throw error;
      return { user: undefined, unknownAs: error.code };
    },
  );
  // On Enterprise Grid `team_id` may be missing, or name another workspace of the same person.
  const others = [...(user?.teams ?? []), ...(user?.enterprise_user?.teams ?? [])];
  const isMember =
    [user?.team_id, ...others].includes(workspace) &&
    user?.deleted === false &&
    user.is_bot !== true &&
    user.is_restricted !== true &&
    user.is_ultra_restricted !== true &&
    !("is_stranger" in user && user.is_stranger);
  const seconds = user?.tz_offset;
  const name = user?.profile?.display_name || user?.real_name || user?.name || "";
  return {
    id,
    isMember,
    utcOffsetMs: seconds === undefined ? undefined : seconds * 1000,
    locale: user?.locale,
    name: outside(name, longestName),
    ...(unknownAs !== undefined && { unknownAs }),
  };
}

const longestName = 40;

export async function readGroup(client: WebClient, id: string): Promise<readonly string[]> {
  const { users } = await slackCall(() => client.usergroups.users.list({ usergroup: id }));
  if (!Array.isArray(users)) throw new Error(`Slack named no members of the user group ${id}`);
  return users;
}

/** Slack's ids of user groups begin with S. */
export function isGroup(id: string): boolean {
  return id.startsWith("S");
}

/** A direct message may be addressed by the person's id. */
export function isPerson(id: string): boolean {
  return /^[UW]/u.test(id);
}

/** The SDK's type leaves out the person of a direct message. */
const direct = z.object({ is_im: z.literal(true), user: z.string().min(1) });

type Channel = { readonly locale: string | undefined; readonly user: string | undefined };

export type ViewContexts = ReturnType<typeof createViewContexts>;

type ViewContextsOptions = Pick<PeopleDeps, "client" | "now"> & {
  readonly find: (id: string) => Promise<KnownPerson>;
  readonly context: Omit<ViewContext, "locale" | "hasLostRecords" | "nameOf">;
  readonly hasLostRecords: () => boolean;
};

/** Without a locale from Slack, a message is in English, never unsent. */
export function createViewContexts({
  client,
  find,
  context,
  hasLostRecords,
  now,
}: ViewContextsOptions) {
  const channels = remember<Channel>({ now, ms: freshMs });
  const localeFor = createLocales();
  const localeIn = async (id: string): Promise<string | undefined> => {
    if (isPerson(id)) return (await find(id)).locale;
    const query = { channel: id, include_locale: true };
    const { locale, user } = await channels(id, async () => {
      const { channel } = await slackCall(() => client.conversations.info(query));
      return { locale: channel?.locale, user: direct.safeParse(channel).data?.user };
    });
    // A direct message is in its person's language, by whichever id it is addressed.
    return user === undefined ? locale : ((await find(user)).locale ?? locale);
  };
  const contextIn = async (id: string, ids: readonly string[] = []): Promise<ViewContext> => {
    const [locale, ...people] = await Promise.all([
      localeIn(id).catch(() => undefined),
      ...ids.filter(isPerson).map((one) => find(one).catch(() => undefined)),
    ]);
    const names = new Map(people.flatMap((one) => (one === undefined ? [] : [[one.id, one.name]])));
    return {
      ...context,
      hasLostRecords: hasLostRecords(),
      locale: await localeFor(locale),
      nameOf: (one) => names.get(one) || mention(one),
    };
  };
  return {
    forPerson: (id: string) => contextIn(id),
    /** In the conversation's language, which everybody there sees; `named` people appear by name. */
    forChannel: contextIn,
  };
}

export type ViewContext = {
  readonly setup: Setup;
  readonly approvers: readonly string[];
  /** Those of them whom the book of what is drawn names; nobody for all. */
  readonly asked?: readonly string[];
  /** They manage the account. */
  readonly admins?: readonly string[];
  /** A person's name in mrkdwn, which notifies nobody; a mention until Slack has returned it. */
  readonly nameOf: (id: string) => string;
  /** True when records of approvals were lost recently. */
  readonly hasLostRecords?: boolean;
  readonly locale: Locale;
};
