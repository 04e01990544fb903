import type { Ports } from "../../../core/ports.ts";
import { manuscriptOf, paidTasks, statusesOf, type Quote } from "../../../core/quote.ts";
import { reachAgain } from "../../../core/reaching.ts";
import { type UsageSeen, costOf, hasEnded } from "../../../core/task.ts";
import { maySeeBalance, maySpend } from "../../approval/actions/decide.ts";
import { languagesOf } from "../../glossary/rules/glossary.ts";
import { bookHome } from "../../glossary/rules/quote-terms.ts";
import { freshAccount } from "../../spending/actions/account.ts";
import { monthOf, promisedCredits } from "../../spending/rules/account.ts";
import type { SpendRow } from "../../spending/rules/spend.ts";

type Deps = Parameters<typeof freshAccount>[0] &
  Pick<Ports, "workspace" | "ledger" | "people" | "settings" | "spend" | "wake">;

/** All lists are newest first, and may have more than a page shows. */
export type Home = {
  readonly mayAsk: boolean;
  readonly mine: readonly Quote[];
  /** The quotes that the person may decide on; undefined for people who may not spend. */
  readonly waiting: readonly Quote[] | undefined;
  /** The running quotes of everybody for people who may spend, else the person's own. */
  readonly running: readonly Quote[];
  readonly books: readonly string[];
  /** For admins. */
  readonly money: Money | undefined;
  /** True when the person gets a direct message for each request; undefined for people who may not spend. */
  readonly isNotified: boolean | undefined;
};

export type Money = {
  /** As it was read last; undefined when it was never read. */
  readonly reading: UsageSeen | undefined;
  readonly promised: number;
  readonly month: string;
  readonly rows: readonly SpendRow[];
};

/** Each list is a page of an index: it takes as long with thousands of quotes as with ten. */
export async function showHome(
  ports: Deps,
  { person: id }: { readonly person: string },
): Promise<Home> {
  const [person, roles] = await Promise.all([ports.people.find(id), ports.people.roles()]);
  const maySpendHere = maySpend(person, roles);
  const list = (index: "waiting" | "running" | "books", limit: number) =>
    ports.ledger.list(index, ports.workspace, { offset: 0, limit });
  const [mine, waiting, running, named, settings] = await Promise.all([
    showStatus(ports, { person: id }),
    maySpendHere ? list("waiting", mostListed) : undefined,
    maySpendHere ? list("running", mostListed) : undefined,
    maySpendHere ? list("books", booksLookedAt) : undefined,
    ports.settings.read(ports.workspace),
  ]);
  // Only people who may spend see the books of others.
  const books = new Set((named ?? mine).flatMap(({ book }) => book ?? []));
  return {
    mayAsk: person.isMember,
    mine,
    waiting,
    running: running ?? mine.filter((quote) => statusesOf(quote).includes("running")),
    books: [...books].slice(0, booksListed),
    money: maySeeBalance(person, roles) ? await moneyOf(ports) : undefined,
    isNotified: maySpendHere ? settings.notify?.includes(id) === true : undefined,
  };
}

async function moneyOf(ports: Deps): Promise<Money> {
  const { workspace } = ports;
  const account = await freshAccount(ports, { workspace, freshMs: 60_000 });
  const month = monthOf(ports.now());
  const rows = await ports.spend.month(workspace, month);
  return { reading: account.reading, promised: promisedCredits(account), month, rows };
}

/** More than a page shows: it says so then. */
const mostListed = 20;
const booksListed = 100;
const booksLookedAt = 300;

/** One book, over its newest manuscripts. */
export type BookPage = {
  readonly book: string;
  readonly manuscripts: readonly Quote[];
  readonly isMore: boolean;
  /** Code points. */
  readonly characters: number;
  readonly chapters: number;
  readonly languages: readonly string[];
  readonly terms: readonly { readonly language: string; readonly count: number }[];
  readonly spent: number;
  readonly mayErase: boolean;
};

/**
 * Reads the page of a book. People who may spend see all its manuscripts, others those that they
 * requested themselves; undefined when there are none.
 */
export async function showBook(
  ports: Pick<Ports, "workspace" | "ledger" | "people" | "terms">,
  asked: { readonly person: string; readonly book: string },
): Promise<BookPage | undefined> {
  const { workspace } = ports;
  const { book } = asked;
  const [person, roles, quotes, base] = await Promise.all([
    ports.people.find(asked.person),
    ports.people.roles(),
    ports.ledger.list("book", `${workspace}/${book}`, { offset: 0, limit: looked + 1 }),
    ports.terms.read(bookHome(workspace, book)),
  ]);
  const seesAll = maySpend(person, roles);
  const manuscripts = quotes
    .slice(0, looked)
    .filter(({ request }) => seesAll || request.by === asked.person);
  if (manuscripts.length === 0) return undefined;
  const texts = new Map(manuscripts.map((quote) => [quote.file.id, manuscriptOf(quote)]));
  const total = (count: (text: ReturnType<typeof manuscriptOf>) => number) =>
    [...texts.values()].reduce((sum, text) => sum + count(text), 0);
  return {
    book,
    mayErase: person.isMember && roles.admins.has(person.id),
    manuscripts,
    isMore: quotes.length > looked,
    characters: total((text) => text?.characters ?? 0),
    chapters: total((text) => text?.chapters.length ?? 0),
    languages: [...new Set(manuscripts.map(({ target }) => target))],
    terms: languagesOf(base),
    spent: manuscripts
      .flatMap(paidTasks)
      .filter((task) => hasEnded(task) && task.state.status !== "rejected")
      .reduce((sum, task) => sum + costOf(task), 0),
  };
}

const looked = 50;

/**
 * Returns the newest manuscripts of a person, newest first. A person who asks can be reached again:
 * parked cards and replies are tried once more.
 */
export async function showStatus(
  { workspace, ledger, wake }: Pick<Ports, "workspace" | "ledger" | "wake">,
  asked: {
    readonly person: string;
    /** Part of the manuscript's or the book's name; without it the newest are listed. */
    readonly search?: string | undefined;
  },
): Promise<readonly Quote[]> {
  const search = asked.search?.toLowerCase();
  const limit = search === undefined ? page : searched;
  const all = await ledger.list("person", `${workspace}/${asked.person}`, { offset: 0, limit });
  const quotes = all.filter((quote) => names(quote).includes(search ?? "")).slice(0, page);
  const parked = quotes.filter(({ card }) => card.status === "parked");
  for (const { id } of parked) {
    await ledger.change(id, reachAgain);
    wake(id);
  }
  return quotes;
}

function names({ file, book, target }: Quote): string {
  return [file.name, book, target].join("\n").toLowerCase();
}

const page = 100;
/** Somebody waits for the answer: older manuscripts are found in their channel. */
const searched = 1000;
