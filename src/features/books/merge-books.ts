import { type Membership, bookName } from "#domain/book/book.ts";
import {
  type MergeEffects,
  type MergeSide,
  type MergeStep,
  effectsOf,
  merge,
} from "#domain/book/merge.ts";
import type { AppContext } from "#domain/context.ts";
import { withoutCoverage } from "#domain/coverage.ts";
import { forgetTerms, termHome } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";
import { followBook, homeOf, moveCard } from "#features/shared/find-book.ts";
import {
  type Rights,
  canChange,
  mayUseBook,
  readsBook,
  rightsOf,
} from "#features/shared/rights.ts";
import { countBook } from "#features/spending/book-budget.ts";

import {
  type Asked,
  type BookPlace,
  type Refused,
  bookOf,
  leadName,
  othersOf,
  recount,
} from "./change-book.ts";
import { idsCalled, quotesOfBook } from "./show-book.ts";

/** The books that the one of a card may be merged into, each by a card of it. */
export type MergeForm = {
  readonly quoteId: string;
  readonly name: string;
  readonly others: readonly { readonly quoteId: string; readonly name: string }[];
};

/** @throws when Slack cannot be asked. */
export async function openMergeForm(
  ctx: AppContext,
  asked: Asked,
): Promise<{ readonly status: "form"; readonly form: MergeForm } | Refused> {
  const place = await bookOf(ctx, asked);
  if ("status" in place) return place;
  const rights = await rightsOf(ctx.people, asked.person);
  const others = await othersOf(ctx, asked.person, place, ({ request }) =>
    canChange(rights, request.by),
  );
  const { quote } = place;
  const choices = others.map(({ card, name = "" }) => ({ quoteId: card, name }));
  return {
    status: "form",
    form: { quoteId: quote.id, name: bookName(quote), others: choices },
  };
}

/**
 * Returns a card of the book that is called so there, however old it is. Undefined for a book that there is
 * not, and for one that this person may not merge.
 *
 * @throws when Slack or the store cannot be asked.
 */
export async function cardOfBook(
  ctx: AppContext,
  { name, ...asked }: Asked & { readonly name: string },
): Promise<string | undefined> {
  const place = await bookOf(ctx, asked);
  if ("status" in place) return undefined;
  const rights = await rightsOf(ctx.people, asked.person);
  const { channel } = place.quote.place;
  for (const candidate of await idsCalled(ctx, { channel, name })) {
    const { id } = await followBook(ctx, candidate);
    const cards = await quotesOfBook(ctx, id, cardsLookedAt);
    const quote = cards.find(
      ({ erasedAt, request }) => erasedAt === undefined && canChange(rights, request.by),
    );
    if (quote === undefined) continue;
    if (await readsBook(ctx, rights, { quote, home: await homeOf(ctx, id) })) return quote.id;
  }
  return undefined;
}

const cardsLookedAt = 200;

export type MergePlan = MergeEffects & {
  readonly from: string;
  readonly into: string;
  readonly cards: number;
};

/** `into`: a card of the book that stays. */
export type MergeAsked = Asked & { readonly into: string };

/**
 * `one-book`: they are one already. `widens`: people who read only one of the books would read the other.
 * `needs-admin`: a budget would be given up. `full`: the glossaries have too many terms.
 */
type NoMerge = Refused | { readonly status: "one-book" | "widens" | "needs-admin" | "full" };

export type Planned = { readonly status: "plan"; readonly plan: MergePlan } | NoMerge;

/** Returns what a merge would change; writes nothing. @throws when Slack or the store cannot be asked. */
export async function planMerge(ctx: AppContext, asked: MergeAsked): Promise<Planned> {
  const pair = await pairOf(ctx, asked);
  return "status" in pair ? pair : { status: "plan", plan: pair.plan };
}

type MergePlaces = { readonly from: BookPlace; readonly into: BookPlace };
type PlannedMerge = MergePlaces & { readonly plan: MergePlan };

async function pairOf(ctx: AppContext, { quoteId, into: other, person }: MergeAsked) {
  const rights = await rightsOf(ctx.people, person, "now");
  const from = await bookOf(ctx, { quoteId, person });
  if ("status" in from) return from;
  const into = await bookOf(ctx, { quoteId: other, person });
  if ("status" in into) return into;
  if (from.id === into.id) return { status: "one-book", id: into.id } as const;
  return await checked(ctx, rights, { from, into });
}

async function checked(
  ctx: AppContext,
  { isAdmin }: Rights,
  { from, into }: MergePlaces,
): Promise<PlannedMerge | NoMerge> {
  const [cards, others] = await Promise.all([from, into].map(({ id }) => quotesOfBook(ctx, id)));
  if (cards === undefined || others === undefined) return { status: "unknown-card" };
  if (await widens(ctx, { ...from, cards }, { ...into, cards: others }))
    return { status: "widens" };
  const [one, other, fromTerms, intoTerms] = await Promise.all([
    ctx.books.read(from.id),
    ctx.books.read(into.id),
    ctx.terms.read(from.id),
    ctx.terms.read(into.id),
  ]);
  const ids = { from: from.id, into: into.id };
  const effects = effectsOf({ from: one, into: other, fromTerms, intoTerms }, ids);
  // Budgets are the admins', as all limits are.
  if (effects.budget !== undefined && !isAdmin) return { status: "needs-admin" };
  if (effects.isFull) return { status: "full" };
  const names = { from: bookName(from.quote), into: bookName(into.quote) };
  return { from, into, plan: { ...effects, ...names, cards: cards.length } };
}

type WithCards = { readonly home: string; readonly cards: readonly Quote[] };

/** True if a merge lets people of a conversation read a book that they cannot read now: see `readsBook`. */
async function widens(ctx: AppContext, from: WithCards, into: WithCards): Promise<boolean> {
  const merged = { home: into.home, cards: [...from.cards, ...into.cards] };
  const [readFrom, readInto, read] = await Promise.all([
    readingConversations(ctx, from),
    readingConversations(ctx, into),
    readingConversations(ctx, merged),
  ]);
  return [...read].some((channel) => !readFrom.has(channel) || !readInto.has(channel));
}

async function readingConversations(
  ctx: AppContext,
  { home, cards }: WithCards,
): Promise<ReadonlySet<string>> {
  const channels = new Set([home]);
  for (const { place, request } of cards) {
    const { channel } = place;
    if (channels.has(channel)) continue;
    if (await mayUseBook(ctx, { person: request.by, channel, home })) channels.add(channel);
  }
  return channels;
}

export type MergeDone = { readonly from: string; readonly into: string };

export type Merged =
  | { readonly status: "merged"; readonly names: MergeDone }
  /** Something is not as the person has read it: nothing was written. */
  | { readonly status: "changed"; readonly plan: MergePlan }
  | NoMerge;

/**
 * Merges the book of a card into another one: its names lead there, and its cards follow. Of two merges at
 * once one is first. Safe to repeat: a merge that ended half-way goes on.
 *
 * @param asked `tag` names what the person has read: see `MergeEffects`
 * @throws when Slack or the store cannot be asked.
 */
export async function mergeBooks(
  ctx: AppContext,
  asked: MergeAsked & { readonly winner: MergeSide; readonly tag: string },
): Promise<Merged> {
  const { workspace } = ctx;
  const { person, winner, tag } = asked;
  for (;;) {
    const pair = await pairOf(ctx, asked);
    if ("status" in pair) {
      if ("id" in pair) await finishMerge(ctx, pair.id);
      return pair;
    }
    const { from, into, plan } = pair;
    if (plan.tag !== tag) return { status: "changed", plan };
    const names = { from: plan.from, into: plan.into };
    const wanted = {
      workspace,
      from: { id: from.id, name: names.from },
      into: { id: into.id, name: names.into },
      winner,
      tag,
    };
    if ((await write(ctx, wanted)) === "merged") {
      ctx.audit({ kind: "book", quoteId: asked.quoteId, by: person, why: "two books were merged" });
      for (const name of [names.into, names.from]) {
        await leadName(ctx, into.id, { channel: into.home, person, book: name, isGiven: false });
      }
      await finishMerge(ctx, into.id);
      return { status: "merged", names };
    }
  }
}

/** `changed`: somebody wrote since the plan was made, so it is made again. */
async function write(ctx: AppContext, wanted: Parameters<typeof merge>[1]): Promise<MergeStep> {
  const [from, into] = [wanted.from.id, wanted.into.id];
  const account = ctx.setup.apiKeyFingerprint ?? "";
  for (;;) {
    const { outcome } = await ctx.bookPairs.decide({ from, into, account }, (pair) =>
      merge(pair, wanted),
    );
    if (outcome !== "uncounted") return outcome;
    for (const id of [from, into]) await countBook(ctx, id, () => quotesOfBook(ctx, id));
  }
}

/**
 * Moves the cards of merged books to the book that stays, and counts its budget and limits with them.
 * Safe to repeat. A card that is added meanwhile follows by itself: see `followMerge`.
 */
export async function finishMerge(ctx: AppContext, id: string): Promise<void> {
  const { unmoved = [], name } = (await ctx.books.read(id)) ?? {};
  if (unmoved.length === 0) return;
  for (const from of unmoved) {
    for (const quote of await quotesOfBook(ctx, from)) await moveCard(ctx, quote, { id, name });
  }
  const cards = await quotesOfBook(ctx, id);
  for (const quote of cards) await refreshed(ctx, quote, { id, name });
  await recount(ctx, id);
  const rest = (now: readonly string[] = []) => now.filter((one) => !unmoved.includes(one));
  await ctx.books.change(id, (book) => book && { ...book, unmoved: rest(book.unmoved) });
}

/** Names a card's book as it is called now, and lets it look up terms and limits again. */
async function refreshed(ctx: AppContext, quote: Quote, book: Membership): Promise<void> {
  await moveCard(ctx, quote, book);
  await ctx.quoteStore.change(quote.id, (before) =>
    termHome(before) === book.id && before.decision.status === "open"
      ? forgetTerms(withoutCoverage(before))
      : before,
  );
}

/** Finishes the merges that ended half-way. */
export async function finishMerges(ctx: AppContext): Promise<void> {
  for (const id of await ctx.bookPairs.unfinished(mergesAtOnce)) await finishMerge(ctx, id);
}

const mergesAtOnce = 100;
