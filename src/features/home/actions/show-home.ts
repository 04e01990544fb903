import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { standingsOf } from "../../../core/status.ts";
import type { UsageSeen } from "../../../core/task.ts";
import { rolesIn } from "../../approval/actions/roles-in.ts";
import { runningDelegations } from "../../approval/rules/delegations.ts";
import { isListed, maySeeBalance, maySpend, standsFor } from "../../approval/rules/rights.ts";
import type { Delegation } from "../../settings/rules/settings.ts";
import { freshAccount } from "../../spending/actions/read-account.ts";
import { monthOf, promisedCredits } from "../../spending/rules/account.ts";
import type { SpendRow } from "../../spending/rules/spend.ts";
import { showStatus } from "./show-status.ts";

type Deps = Parameters<typeof freshAccount>[0] &
  Pick<Desk, "ledger" | "people" | "settings" | "spend" | "wake">;

/** A page of a longer list, newest first. */
export type Some<T> = { readonly shown: readonly T[]; readonly isMore: boolean };

export type Home = {
  /** Whether the person may hand anything in. */
  readonly mayAsk: boolean;
  /** Who decides for the person while they are away, and for whom they decide. */
  readonly away: readonly Delegation[];
  readonly mine: Some<Quote>;
  /** What the person may decide on; undefined for those who decide on nothing. */
  readonly waiting: Some<Quote> | undefined;
  /** Of everybody for those who may spend, else the person's own. */
  readonly running: Some<Quote>;
  readonly books: readonly string[];
  /** For admins. */
  readonly money: Money | undefined;
};

export type Money = {
  /** As it was read last; undefined when it was never read. */
  readonly reading: UsageSeen | undefined;
  /** Credits that approvals count on. */
  readonly promised: number;
  readonly month: string;
  readonly rows: readonly SpendRow[];
};

/**
 * What somebody sees when they open the desk's page. Each list is a page of an index, so it takes as long
 * with thousands of quotes as with ten.
 */
export async function showHome(
  desk: Deps,
  { workspace, person: id }: { readonly workspace: string; readonly person: string },
): Promise<Home> {
  const [person, roles, settings] = await Promise.all([
    desk.people.find(id),
    rolesIn(desk, workspace),
    desk.settings.read(workspace),
  ]);
  const isHere = person.workspace === workspace;
  const maySpendHere = isHere && maySpend(person, roles);
  const isAdmin = isHere && maySeeBalance(person, roles);
  const list = async (index: "waiting" | "running") =>
    some(await desk.ledger.list(index, workspace, { offset: 0, limit: listed + 1 }), listed);
  const [quotes, waiting, running, named] = await Promise.all([
    showStatus(desk, { workspace, person: id }),
    maySpendHere ? list("waiting") : undefined,
    maySpendHere ? list("running") : undefined,
    desk.ledger.list("books", workspace, { offset: 0, limit: booksLookedAt }),
  ]);
  return {
    mayAsk: isHere && person.isMember,
    away: runningDelegations(settings, desk.now()).filter(({ from, to }) =>
      from === id ? isListed(id, roles) : to === id && standsFor(id, roles).includes(from),
    ),
    mine: some(quotes, minesListed),
    waiting,
    running: running ?? some(quotes.filter(isRunning), listed),
    books: booksOf(maySpendHere ? named : quotes),
    money: isAdmin ? await moneyOf(desk, workspace) : undefined,
  };
}

/** The names of other people's books are nobody's business but of those who decide on them. */
function booksOf(quotes: readonly Quote[]): readonly string[] {
  return [...new Set(quotes.flatMap(({ book }) => book ?? []))].slice(0, booksListed);
}

function isRunning(quote: Quote): boolean {
  return standingsOf(quote).includes("running");
}

async function moneyOf(desk: Deps, workspace: string): Promise<Money> {
  const account = await freshAccount(desk, { workspace, freshMs: 60_000 });
  const month = monthOf(desk.now());
  const rows = await desk.spend.month(workspace, month);
  return { reading: account.reading, promised: promisedCredits(account), month, rows };
}

function some<T>(all: readonly T[], limit: number): Some<T> {
  return { shown: all.slice(0, limit), isMore: all.length > limit };
}

const listed = 10;
const minesListed = 15;
const booksListed = 100;
const booksLookedAt = 300;
