import { type BookLanguage, lengthOfBook, partsByLanguage } from "#domain/book/book-parts.ts";
import { bookName } from "#domain/book/book.ts";
import { budgetOf } from "#domain/book/budget.ts";
import type { AppContext } from "#domain/context.ts";
import { type GlossaryChoice, languagesOf } from "#domain/glossary/glossary.ts";
import { bookIdsOf, bookKey, homeChannelOf, termHome } from "#domain/glossary/quote-terms.ts";
import { type BookBudget, type Quote, paidTasks } from "#domain/quote.ts";
import { costOf, hasEnded, thePolicy } from "#domain/task.ts";
import { followBook } from "#features/shared/find-book.ts";
import {
  type Rights,
  approversAmong,
  canChange,
  isThere,
  readsBook,
  rightsOf,
} from "#features/shared/rights.ts";

export type BookPage = {
  readonly id: string;
  readonly name: string;
  /** The newest manuscripts that this person may see, newest first. */
  readonly manuscripts: readonly Quote[];
  readonly isMore: boolean;
  /** Code points. */
  readonly characters: number;
  readonly chapters: number;
  readonly languages: readonly BookLanguage[];
  readonly terms: readonly { readonly language: string; readonly count: number }[];
  readonly spent: number;
  /** What is left is on the book's cards as well, so whoever sees one of them sees it here. */
  readonly budget: BookBudget | undefined;
  /** How manuscripts are translated that say nothing else. */
  readonly targets: readonly string[];
  readonly strategy: GlossaryChoice | undefined;
  /** People's ids. */
  readonly requesters: readonly string[];
  readonly approvers: readonly string[];
  /** The people who are asked to approve; nobody for all approvers. */
  readonly asked: readonly string[];
  /** True when this person may change the book of the newest manuscript. */
  readonly mayEdit: boolean;
  readonly mayErase: boolean;
};

/** A book by its id, see `termHome`, or as people call it in a conversation. */
type Asked = { readonly person: string } & (
  | { readonly id: string }
  | { readonly name: string; readonly channel: string }
);

/**
 * Reads the page of a book for its readers, see `readsBook`; others see only what they requested
 * themselves. Undefined for a book that there is not, and for one that this person may not see.
 *
 * @throws when Slack or the store cannot be asked.
 */
export async function showBook(ctx: AppContext, asked: Asked): Promise<BookPage | undefined> {
  const { workspace } = ctx;
  const rights = await rightsOf(ctx.people, asked.person);
  const ids = "id" in asked ? [asked.id] : await idsCalled(ctx, asked);
  for (const candidate of ids) {
    if (!candidate.startsWith(`${workspace}/`)) continue;
    const { id } = await followBook(ctx, candidate);
    const page = await pageOf(ctx, rights, id);
    if (page !== undefined) return page;
  }
  return "id" in asked ? undefined : await onlyPageLike(ctx, rights, asked);
}

/** Returns the one book that a part of its name fits; undefined where several do. */
async function onlyPageLike(
  ctx: AppContext,
  rights: Rights,
  { channel, name }: Called,
): Promise<BookPage | undefined> {
  const { quoteStore, workspace } = ctx;
  const page = { offset: 0, limit: namedLookedAt };
  const [near, named] = await Promise.all([
    quoteStore.list("channel", `${workspace}/${channel}`, page),
    quoteStore.list("books", workspace, page),
  ]);
  const wanted = wordsOf(name);
  const isLike = (quote: Quote) =>
    quote.erasedAt === undefined && wordsOf(bookName(quote)).includes(wanted);
  const found = new Map<string, BookPage>();
  for (const id of new Set([...near, ...named].filter(isLike).map(termHome))) {
    const one = await pageOf(ctx, rights, (await followBook(ctx, id)).id);
    if (one !== undefined) found.set(one.id, one);
    if (found.size > 1) return undefined;
  }
  const [only] = found.values();
  return wanted.trim() === "" ? undefined : only;
}

/** “the-glass-quarter” has the words of “The Glass Quarter”. */
function wordsOf(name: string): string {
  return ` ${name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(" ")} `;
}

type Called = { readonly channel: string; readonly name: string };

/** Returns the ids of the books that a conversation may mean by a name. */
export async function idsCalled(ctx: AppContext, called: Called): Promise<readonly string[]> {
  const { workspace } = ctx;
  return [...bookIdsOf({ workspace, ...called }), ...(await idsShown(ctx, called))];
}

/** Returns the books of a conversation that are shown by this name, as by their document's title. */
export async function idsShown(
  { quoteStore, workspace }: AppContext,
  { channel, name }: Called,
): Promise<readonly string[]> {
  const page = { offset: 0, limit: namedLookedAt };
  const cards = await quoteStore.list("channel", `${workspace}/${channel}`, page);
  const isCalled = (quote: Quote) =>
    quote.erasedAt === undefined && bookKey(bookName(quote)) === bookKey(name);
  return [...new Set(cards.filter(isCalled).map(termHome))];
}

async function pageOf(ctx: AppContext, rights: Rights, id: string): Promise<BookPage | undefined> {
  const quotes = await quotesOfBook(ctx, id, pageOfBook + 1);
  const newest = quotes.slice(0, pageOfBook);
  const [base, book] = await Promise.all([ctx.terms.read(id), ctx.books.read(id)]);
  const home = base.channel ?? homeChannelOf(id) ?? newest.at(-1)?.place.channel;
  const isReader = await isReaderOf(ctx, rights, { quotes: newest, home });
  const seen = await channelsSeen(ctx, rights, newest);
  const isChangeable = ({ request }: Quote) => canChange(rights, request.by);
  const isVisible = ({ place, request }: Quote) =>
    rights.maySpend || request.by === rights.id || (isReader && seen.has(place.channel));
  const visible = newest.filter(isVisible);
  const [first] = visible;
  if (first === undefined) return undefined;
  // A file that could not be read is no part of the book.
  const manuscripts = visible.filter(({ reading }) => reading.status !== "refused");
  const languages = partsByLanguage(manuscripts, ctx.setup);
  const [account, asked] = await Promise.all([
    ctx.account.read(),
    approversAmong(ctx.people, book?.approvers ?? []),
  ]);
  return {
    id,
    name: bookName(first),
    manuscripts,
    isMore: quotes.length > pageOfBook,
    ...lengthOfBook(languages),
    languages,
    terms: isReader ? languagesOf(base) : [],
    spent: manuscripts
      .flatMap(paidTasks)
      .filter((task) => hasEnded(task) && task.state.status !== "rejected")
      .reduce((sum, task) => sum + costOf(task), 0),
    budget: budgetOf(book, account, { quote: first, at: ctx.now() }),
    targets: (isReader && book?.targets) || [],
    strategy: isReader ? book?.strategy : undefined,
    ...peopleOf(manuscripts),
    asked,
    mayEdit: isReader && manuscripts.slice(0, 1).some(isChangeable),
    mayErase: rights.isAdmin && first.book !== undefined,
  };
}

/** One way to read a book is enough: see `readsBook`. */
async function isReaderOf(
  ctx: AppContext,
  rights: Rights,
  { quotes, home }: { readonly quotes: readonly Quote[]; readonly home: string | undefined },
): Promise<boolean> {
  const ways = new Map(quotes.map((one) => [`${one.place.channel}/${one.request.by}`, one]));
  for (const quote of ways.values()) {
    if (await readsBook(ctx, rights, { quote, home })) return true;
  }
  return false;
}

/** Returns the conversations that the person is in: a card of another one is not shown. */
async function channelsSeen(
  ctx: AppContext,
  { isMember, maySpend, id: person }: Rights,
  quotes: readonly Quote[],
): Promise<ReadonlySet<string>> {
  const channels = new Set(quotes.map(({ place }) => place.channel));
  if (maySpend || !isMember) return new Set();
  const present = [...channels].map(async (channel) =>
    (await isThere(ctx, { channel, person })) ? [channel] : [],
  );
  return new Set((await Promise.all(present)).flat());
}

/** Returns the newest quotes of a book. Those of earlier versions are listed by their book's name alone. */
export async function quotesOfBook(
  { quoteStore, workspace }: AppContext,
  id: string,
  limit = allOfBook,
): Promise<readonly Quote[]> {
  const page = { offset: 0, limit };
  const [own, named] = await Promise.all([
    quoteStore.list("book-id", id, page),
    quoteStore.list("books", workspace, { offset: 0, limit: namedLookedAt }),
  ]);
  const isOfBook = (quote: Quote) => termHome(quote) === id;
  const names = new Set(named.filter(isOfBook).flatMap(({ book }) => book ?? []));
  const lists = await Promise.all(
    [...names].map((name) => quoteStore.list("book", `${workspace}/${name}`, page)),
  );
  const byId = new Map([...own, ...lists.flat()].filter(isOfBook).map((one) => [one.id, one]));
  return [...byId.values()].toSorted((one, other) => other.request.at - one.request.at);
}

const pageOfBook = 50;
const allOfBook = 10_000;
const namedLookedAt = 300;

function peopleOf(manuscripts: readonly Quote[]) {
  const approvals = manuscripts.flatMap(paidTasks).flatMap(({ approval }) => approval ?? []);
  return {
    requesters: [...new Set(manuscripts.map(({ request }) => request.by))],
    approvers: [...new Set(approvals.flatMap(({ by, first }) => [by, first?.by ?? by]))].filter(
      (by) => by !== thePolicy,
    ),
  };
}
