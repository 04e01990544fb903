import { barredFrom } from "#domain/approval/reminding.ts";
import type { AsOf, People, AppContext, Roles } from "#domain/context.ts";
import { retryConversation } from "#domain/direct-message-fallback.ts";
import { NotRecordedError, UnclearWriteError, SlackRefusedError } from "#domain/errors.ts";
import type { Decided, Quote } from "#domain/quote.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { Setup } from "#domain/settings/setup.ts";

/** A click on something that names a quote. Only its person and channel are trusted. */
export type Click = {
  readonly quoteId: string;
  readonly channel: string;
  readonly person: string;
};

export type Refusal =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed"; readonly quote: Quote };

/** What somebody may do. When in doubt, the answer is no. */
export type Rights = {
  readonly id: string;
  readonly isMember: boolean;
  readonly isAdmin: boolean;
  readonly maySpend: boolean;
};

/** @throws when Slack cannot be asked. */
export async function rightsOf(
  people: Pick<People, "find" | "roles">,
  id: string,
  asOf?: AsOf,
): Promise<Rights> {
  const [{ isMember }, roles] = await Promise.all([
    people.find(id, asOf),
    people.roles(asOf, { person: id }),
  ]);
  const isAdmin = isMember && roles.admins.has(id);
  return { id, isMember, isAdmin, maySpend: isMember && isListed(id, roles) };
}

export function isListed(id: string, { admins, approvers }: Roles): boolean {
  return admins.has(id) || approvers.has(id);
}

/** Allows declining and choosing the language to the requester and to people who may spend. */
export function canChange({ id, isMember, maySpend }: Rights, requester: string): boolean {
  return maySpend || (isMember && id === requester);
}

/** Records a decision that is open to the requester and to people who may spend. @throws like `withPermission` */
export async function changeQuote<Outcome>(
  ctx: AppContext,
  click: Click,
  decide: (quote: Quote) => Decided<Outcome>,
): Promise<Outcome | Refusal> {
  const may = (rights: Rights, { request }: Quote) => canChange(rights, request.by);
  return await withPermission(ctx, click, { may }, async ({ id }) => {
    // A click shows that people are reached again: undeliverable replies are tried once more.
    const result = await ctx.quoteStore.decide(id, (before) => decide(retryConversation(before)));
    return result.outcome;
  });
}

type Needed = {
  readonly may: (rights: Rights, quote: Quote) => boolean;
  readonly asOf?: AsOf;
};

/**
 * Finds the clicked quote, checks the person's rights, and records the decision by compare-and-set. The
 * worker acts on the record afterwards: an unrecorded decision has no effect.
 *
 * @throws NotRecordedError when the store or the person's rights cannot be read: nothing happened then;
 * UnclearWriteError when only the store's answer to the write is missing.
 */
export async function withPermission<Recorded>(
  ctx: AppContext,
  click: Click,
  { may, asOf }: Needed,
  record: (quote: Quote) => Promise<Recorded>,
): Promise<Recorded | Refusal> {
  const { quoteId, person: by } = click;
  try {
    const quote = await findQuote(ctx, click);
    if (quote === undefined) return { status: "unknown-card" };
    if (!may(await rightsOf(ctx.people, by, asOf), quote)) {
      ctx.audit({ kind: "refused", quoteId, by, why: "not allowed" });
      return { status: "not-allowed", quote };
    }
    const result = await record(quote);
    ctx.wake(quoteId);
    return result;
  } catch (error) {
    throw error instanceof UnclearWriteError ? error : new NotRecordedError({ cause: error });
  }
}

/**
 * Returns the quote that a click names, if it belongs to the workspace and to the conversation of the
 * click. On Home, which is in no conversation, people who may spend decide on the cards of all, and
 * the requester gets results.
 */
export async function findQuote(
  { workspace, quoteStore, people }: AppContext,
  { quoteId, channel, person }: Click,
  purpose: "card" | "result" = "card",
): Promise<Quote | undefined> {
  const quote = await quoteStore.find(quoteId);
  if (quote?.place.workspace !== workspace) return undefined;
  const { card, place, notices } = quote;
  const isHere =
    channel === place.channel ||
    (card.status === "posted" && channel === card.channel) ||
    notices.some(({ state }) => state.status === "said" && state.channel === channel) ||
    (channel === homeTab &&
      ((purpose === "result" && person === quote.request.by) ||
        (await rightsOf(people, person)).maySpend));
  return isHere ? quote : undefined;
}

/** The conversation of a click on Home. */
export const homeTab = "";

type Presence = { readonly channel: string; readonly person: string };

/** Allows a result to people of its conversation, and to who requested both that run and this. */
export async function mayHaveResult(
  ctx: AppContext,
  request: { readonly person: string; readonly of: Quote; readonly askedOn: Quote },
): Promise<boolean> {
  const { person, of: other, askedOn } = request;
  if (person === other.request.by && person === askedOn.request.by) return true;
  return await isThere(ctx, { channel: other.place.channel, person }).catch(() => false);
}

/**
 * True for who may use the book of another conversation, its `home`: its members, approvers and admins.
 *
 * @throws when Slack cannot be asked.
 */
export async function mayUseBook(
  ctx: AppContext,
  presence: Presence & { readonly home: string | undefined },
): Promise<boolean> {
  const { person, channel, home = channel } = presence;
  if (home === channel || isListed(person, await ctx.people.roles("lately", { person })))
    return true;
  return await isThere(ctx, { channel: home, person });
}

/**
 * True for who may see and use what belongs to a book: people who may spend, members of the
 * conversation where it was first handed in, and members of one where such a member, an approver or an
 * admin handed it in since. Naming the book of others in a form gives no right to it.
 *
 * @throws when Slack cannot be asked.
 */
export async function readsBook(
  ctx: AppContext,
  { id: person, isMember, maySpend }: Rights,
  { quote, home }: { readonly quote: Quote; readonly home: string | undefined },
): Promise<boolean> {
  if (maySpend || !isMember) return maySpend;
  const here = quote.place.channel;
  if (await isThere(ctx, { channel: home ?? here, person })) return true;
  if (here === (home ?? here) || !(await isThere(ctx, { channel: here, person }))) return false;
  return await mayUseBook(ctx, { person: quote.request.by, channel: here, home });
}

/** False for a conversation that Galley may not look into. @throws when Slack cannot be reached. */
export async function isThere(
  { people }: AppContext,
  { channel, person }: Presence,
): Promise<boolean> {
  try {
    return await people.isIn(channel, person);
  } catch (error) {
    if (error instanceof SlackRefusedError) return false;
    throw error;
  }
}

/**
 * True for a full member who is in the conversation now; on Home, for the requester. @throws when Slack
 * cannot be reached.
 */
export async function isPresent(
  { people }: AppContext,
  { request }: Quote,
  click: Presence,
): Promise<boolean> {
  const [person, isIn] = await Promise.all([
    people.find(click.person),
    click.channel === homeTab
      ? click.person === request.by
      : people.isIn(click.channel, click.person),
  ]);
  return person.isMember && isIn;
}

/** Returns those of the people who may approve now. @throws when Slack cannot be asked. */
export async function approversAmong(
  people: People,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rights = await Promise.all(ids.map((id) => rightsOf(people, id)));
  return rights.filter(({ maySpend }) => maySpend).map(({ id }) => id);
}

/**
 * Returns whom to ask for an approval of a quote, of the people whom its book named. Nobody: all
 * approvers are asked, as they are where Slack cannot say who may still approve.
 */
export async function approversAsked(
  { people, setup }: { readonly people: People; readonly setup: Setup },
  quote: Quote,
  named: readonly string[] = quote.approvers ?? [],
): Promise<readonly string[]> {
  if (named.length === 0) return [];
  const barred = barredFrom(quote, setup);
  const others = named.filter((id) => !barred.includes(id));
  return await approversAmong(people, others).catch(() => []);
}

/**
 * Returns who wants a direct message, may approve now, and is asked; nobody if Slack does not answer.
 *
 * @param request `named`: see `approversAsked`
 */
export async function peopleToNotify(
  { people }: AppContext,
  { notify = [], policy }: Settings,
  { by, named = [] }: { readonly by: string; readonly named?: readonly string[] | undefined },
): Promise<readonly string[]> {
  const others = notify.filter((id) => id !== by);
  if (others.length === 0) return [];
  const able = named.filter((id) => id !== by || policy.selfApproval === "allowed");
  const [roles, asked] = await Promise.all([
    people.roles().catch(() => undefined),
    approversAmong(people, able).catch((): readonly string[] => []),
  ]);
  const isAsked = (id: string) => asked.length === 0 || asked.includes(id);
  return roles === undefined ? [] : others.filter((id) => isListed(id, roles) && isAsked(id));
}

/** Returns true for full members of the workspace; false for people whom Slack does not know (any more). */
export async function canSubmit(
  { people }: AppContext,
  requester: string,
  asOf?: AsOf,
): Promise<boolean> {
  return (await people.find(requester, asOf)).isMember;
}
