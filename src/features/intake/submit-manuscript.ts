import { isDeepStrictEqual } from "node:util";

import type { AppContext } from "#domain/context.ts";
import { closedAt } from "#domain/erasure.ts";
import { amend, isClosedUnspent, reopened } from "#domain/estimate/card-changes.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { addToTotal, newCountOf, withTold } from "#domain/intake/batch.ts";
import { type Batch, endOfDay } from "#domain/intake/request-details.ts";
import { hasTranslation, newQuote, quoteId, type Quote, type Received } from "#domain/quote.ts";
import { defaultsFor } from "#domain/settings/settings.ts";
import { cardsAtOnce, longestOpeningChars } from "#domain/settings/setup.ts";
import { type LimitCheck, cardItem } from "#domain/spending/person-limits.ts";
import { bookCalled, bookTitled, giveReference } from "#features/shared/find-book.ts";
import { countItems, ifReadable } from "#features/shared/records.ts";
import { canSubmit, peopleToNotify } from "#features/shared/rights.ts";

/** Manuscripts that one person hands in together: each gets a card for each language. */
export type Submission = Pick<Received, "requester" | "book" | "details" | "previewChars"> & {
  readonly channel: string;
  readonly manuscripts: readonly HandedFile[];
  /** Language codes; undefined: the defaults of the conversation. */
  readonly targets?: readonly string[] | undefined;
};

/** `ts` is the post that brought it, and `thread` the one to answer in. */
type HandedFile = Received["file"] & {
  readonly ts: string;
  readonly thread: string | undefined;
};

export type AskOutcome =
  | {
      readonly status: "taken";
      readonly quoted: readonly Quote[];
      /** Cards that existed before and are still valid. */
      readonly standing: readonly Quote[];
    }
  | { readonly status: "not-offered" }
  | Extract<LimitCheck, { status: "too-many" }>;

/**
 * Records posted manuscripts; everything else follows from the records. Events that Slack delivers
 * twice, or as two kinds, meet the same records.
 *
 * @throws when the store cannot read or write: then the event must not be acknowledged.
 */
export async function receivePosted(
  ctx: AppContext,
  { isAsked, ...handed }: Submission & { readonly isAsked: boolean },
): Promise<LimitCheck> {
  const [{ cards: plans, leftOut }, isFirst] = await Promise.all([
    cardsOf(ctx, handed),
    !isAsked && hasNoCard(ctx, handed.channel),
  ]);
  const cards = plans.map((card, n) =>
    isFirst && n === 0 ? { ...card, isUnasked: true as const } : card,
  );
  const check = await countCards(ctx, cards);
  if (check.status === "too-many") return check;
  for (const card of together(cards, leftOut)) await receiveManuscript(ctx, card);
  return check;
}

/** Its first card says that Galley answers every manuscript there. */
async function hasNoCard({ workspace, quoteStore }: AppContext, channel: string) {
  const page = { offset: 0, limit: 1 };
  return (await quoteStore.list("channel", `${workspace}/${channel}`, page)).length === 0;
}

/** Reopens a card that was closed without an approval; a valid one stays as it is. */
export async function askForQuotes(ctx: AppContext, asked: Submission): Promise<AskOutcome> {
  const handed = await withDueEnd(ctx, asked);
  const { cards, leftOut } = await cardsOf(ctx, handed);
  if (cards.length === 0) return { status: "not-offered" };
  const check = await countCards(ctx, cards);
  if (check.status === "too-many") return check;
  const searches = await Promise.all(cards.map((card) => findCard(ctx, card)));
  const fresh = searches.flatMap((one) => (one.status === "free" ? [one.card] : []));
  const valid = searches.flatMap((one) => (one.status === "standing" ? [one.quote] : []));
  const again = await Promise.all(valid.map((quote) => showAgainIfGone(ctx, quote)));
  const standing = valid.filter((_, n) => again[n] === undefined);
  const [{ book, termHome } = {}] = cards;
  // Without a name in the form, each card stays in its book.
  const amended = { ...handed, book: handed.book && book, termHome };
  const now: Quote[] = [];
  for (const quote of standing) {
    now.push(await ctx.quoteStore.change(quote.id, (before) => amend(before, amended)));
    ctx.wake(quote.id);
  }
  const quoted = searches.flatMap((one) => (one.status === "reopened" ? [one.quote] : []));
  quoted.push(...again.flatMap((one) => one ?? []));
  for (const card of together(fresh, leftOut)) {
    quoted.push((await receiveManuscript(ctx, card)).quote);
  }
  await giveReferences(ctx, handed, [...quoted, ...now]);
  return { status: "taken", quoted, standing };
}

/** Notes when the named day ends for the requester, whom Galley has just looked up. */
async function withDueEnd({ people }: AppContext, handed: Submission): Promise<Submission> {
  const { details, requester } = handed;
  if (details?.dueOn === undefined) return handed;
  const person = await people.find(requester).catch(() => undefined);
  if (person?.utcOffsetMs === undefined) return handed;
  // The offset of today: where clocks are changed before that day, its end is an hour off.
  const dueBy = endOfDay(details.dueOn, person.utcOffsetMs);
  return { ...handed, details: { ...details, dueBy } };
}

/** Gives the reference of a request to the books of its cards that have none. */
async function giveReferences(
  ctx: AppContext,
  { requester, details }: Submission,
  quotes: readonly Quote[],
): Promise<void> {
  const { reference } = details ?? {};
  if (reference === undefined) return;
  const books = new Map(quotes.map((quote) => [termHome(quote), quote]));
  for (const quote of books.values()) {
    await giveReference(ctx, { quote, person: requester, reference });
  }
}

/** Lets a card be posted again that somebody deleted; undefined if it is there, or Slack cannot say. */
async function showAgainIfGone(
  { quoteStore, thread, wake }: AppContext,
  { id, card }: Quote,
): Promise<Quote | undefined> {
  if (card.status !== "posted" || !(await thread.isGone(card).catch(() => false))) return undefined;
  const result = await quoteStore.change(id, (before) =>
    before.card.status === "posted" && before.card.ts === card.ts
      ? { ...before, card: { status: "none" } }
      : before,
  );
  wake(id);
  return result;
}

async function countCards(ctx: AppContext, cards: readonly CardPlan[]): Promise<LimitCheck> {
  const [first] = cards;
  if (first === undefined) return { status: "within-limit" };
  return await countItems(ctx, {
    kind: "cards",
    person: first.requester,
    ids: cards.map(({ file, target }) => cardItem(file.id, target)),
  });
}

/** What one card is made of. */
type CardPlan = Omit<Received, "at" | "standsMs">;

/** One card for each manuscript and language, up to the limit of one request. */
async function cardsOf(
  ctx: AppContext,
  handed: Submission,
): Promise<{ readonly cards: readonly CardPlan[]; readonly leftOut: readonly string[] }> {
  const { workspace, settings, setup } = ctx;
  const { channel, manuscripts, requester, details } = handed;
  const choices = await settings.read(workspace);
  const { targets: usual = [], ...defaults } = defaultsFor(choices, channel);
  const codesOnOffer = new Set(setup.languages.map(({ code }) => code));
  const targetsOf = (own: readonly string[] | undefined): readonly string[] => {
    const wanted = new Set(handed.targets ?? own ?? usual);
    const codes = [...wanted].filter((code) => codesOnOffer.has(code));
    // A default that somebody chose may no longer be on offer.
    return codes.length === 0 && handed.targets === undefined ? [setup.defaultTarget] : codes;
  };
  const room = Math.max(1, Math.floor(cardsAtOnce / Math.max(1, manuscripts.length)));
  const wantedChars = handed.previewChars ?? defaults.previewChars;
  const book = handed.book ?? defaults.book;
  const isGiven = handed.book === undefined;
  const called = book && (await bookCalled(ctx, { channel, person: requester, book, isGiven }));
  const common = {
    requester,
    details,
    previewChars: wantedChars && Math.min(wantedChars, longestOpeningChars),
  };
  const cards: CardPlan[] = [];
  const leftOut = new Set<string>();
  for (const { id, name, ts, thread } of manuscripts) {
    const place = { workspace, channel, message: ts, thread };
    const begun = { file: { id, name }, place };
    const { id: bookId, name: book } = called || (await bookTitled(ctx, begun));
    const derived = termHome({ ...begun, book });
    const home = { book, termHome: bookId === derived ? undefined : bookId };
    const { targets: own, strategy, approvers } = (await ctx.books.read(bookId)) ?? {};
    const notified = await peopleToNotify(ctx, choices, { by: requester, named: approvers });
    const card = { ...common, ...begun, ...home, strategy, approvers, notified };
    const targets = targetsOf(own);
    for (const target of targets.slice(room)) leftOut.add(target);
    cards.push(...targets.slice(0, room).map((target) => ({ ...card, target })));
  }
  const byId = new Map(cards.map((card) => [idOf(card), card]));
  return { cards: [...byId.values()], leftOut: [...leftOut] };
}

/** Links several cards into a batch: the first one posts the total. */
function together(cards: readonly CardPlan[], leftOut: readonly string[]): readonly CardPlan[] {
  const [first] = cards;
  if (first === undefined || (cards.length === 1 && leftOut.length === 0)) return cards;
  const firstId = idOf(first);
  const threads = new Set(cards.map(({ place }) => place.thread));
  const thread = threads.size === 1 ? first.place.thread : undefined;
  // Where their books name different people, all approvers are asked.
  const isAlike = cards.every(({ approvers }) => isDeepStrictEqual(approvers, first.approvers));
  const approvers = isAlike ? first.approvers : undefined;
  const everybody = [...new Set(cards.flatMap(({ notified = [] }) => notified))];
  const parts = cards.map((card) => {
    const { file, target } = card;
    return { quoteId: idOf(card), fileId: file.id, target, count: undefined };
  });
  return cards.map((card, n): CardPlan => {
    const repeats = cards.slice(0, n).some(({ file }) => file.id === card.file.id);
    const total = n === 0 ? { thread, parts, leftOut, approvers } : undefined;
    const batch: Batch = { first: firstId, repeats, told: undefined, total };
    return { ...card, batch, notified: n === 0 ? everybody : [] };
  });
}

type CardSearch =
  | { readonly status: "free"; readonly card: CardPlan }
  | { readonly status: "standing" | "reopened"; readonly quote: Quote };

async function findCard(ctx: AppContext, card: CardPlan): Promise<CardSearch> {
  for (let languageChanges = 0; ; languageChanges += 1) {
    const quote = await ctx.quoteStore.find(idOf({ ...card, languageChanges }));
    if (quote === undefined) return { status: "free", card: { ...card, languageChanges } };
    // The card's language may have been changed since: then this language has no card.
    if (quote.target !== card.target) continue;
    const mayAsk = isClosedUnspent(quote) && (await canSubmit(ctx, card.requester));
    return mayAsk ? await openAgain(ctx, quote, card) : { status: "standing", quote };
  }
}

async function openAgain(
  ctx: AppContext,
  { id, place }: Quote,
  card: CardPlan,
): Promise<CardSearch> {
  const { quoteStore, setup, wake } = ctx;
  const { requester: by, file, book, termHome, details, previewChars } = card;
  const { approvers, notified = [] } = card;
  const settings = await ctx.settings.read(place.workspace);
  const { quote, outcome: status } = await quoteStore.decide<"reopened" | "standing">(
    id,
    (before) => {
      if (!isClosedUnspent(before)) return { quote: before, outcome: "standing" };
      const open = reopened(before, { by, at: ctx.now(), setup, settings, notified });
      const request = { ...open.request, by, details, previewChars };
      const home = { book, bookTitle: undefined, termHome };
      return { quote: { ...open, file, ...home, approvers, request }, outcome: "reopened" };
    },
  );
  wake(id);
  return { status, quote };
}

function idOf({ place, file, target, languageChanges }: CardPlan): string {
  return quoteId(place, file.id, target, languageChanges);
}

/** Adds the quote of a card, unless it is there already. */
export async function receiveManuscript(
  { quoteStore, setup, now, wake }: AppContext,
  card: CardPlan,
) {
  const quote = newQuote({ ...card, at: now(), standsMs: setup.quoteStandsMs });
  const result = await quoteStore.add(quote);
  wake(result.quote.id);
  return result;
}

/** Reports this quote's count to the quote that posts the total. A second report changes nothing. */
export async function tellBatchTotal(ctx: AppContext, quote: Quote): Promise<Quote> {
  const newCount = newCountOf(quote, ctx.setup);
  if (newCount === undefined) return quote;
  const { first, count } = newCount;
  // In this order a crash in between only repeats the report.
  const total = await ifReadable(
    ctx.quoteStore.change(first, (before) => addToTotal(before, quote.id, count)),
  );
  ctx.wake(first);
  return await ctx.quoteStore.change(quote.id, (before) => withTold(before, count, total));
}

export async function cardsIn(
  { workspace, quoteStore }: AppContext,
  { channel, thread }: { readonly channel: string; readonly thread: string },
): Promise<readonly Quote[]> {
  const page = { offset: 0, limit: 100 };
  return await quoteStore.list("thread", `${workspace}/${channel}/${thread}`, page);
}

/** Returns true when every card of a thread is closed, and one of them with a translation. */
export function isFinished(quotes: readonly Quote[]): boolean {
  return quotes.some(hasTranslation) && quotes.every((quote) => closedAt(quote) !== undefined);
}
