import { book, noteReading, promisedCredits, release } from "../../domain/money/account.ts";
import { spendRow } from "../../domain/money/spend.ts";
import { type Quote, changeTask, findTask, translationOf } from "../../domain/quote/quote.ts";
import {
  type Booked,
  type Task,
  type UsageSeen,
  costOf,
  endOf,
  isStanding,
  unbookedEnd,
} from "../../domain/task/task.ts";
import type { Desk } from "../deps.ts";
import { type ReadDeps, readAccount } from "../money/read-account.ts";

type Deps = ReadDeps & Pick<Desk, "ledger" | "spend">;

/**
 * Takes the end of a paid run into the account's books. What it took is in the balance only from a reading
 * after its end on: until then its credits stay set aside. May be run any number of times.
 *
 * @throws the partner's faults, and what keeps the store from answering: it is still due then.
 */
export async function bookTask(desk: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const as = task === undefined ? undefined : unbookedEnd(task);
  if (task === undefined || as === undefined) return quote;
  const after =
    as === "rejected"
      ? undefined
      : await readingAfter(desk, quote.place.workspace, endOf(task) ?? 0);
  const account = await desk.account.change((before) => {
    if (after === undefined) return release(before, new Set([key]));
    const booking = { key, credits: costOf(task), now: desk.now() };
    return book(noteReading(before, after), {
      ...booking,
      as: as === "failed" ? "doubtful" : "final",
    });
  });
  if (as !== "rejected") await desk.spend.put(spendRow(quote, task));
  return await desk.ledger.change(quote.id, (before) => {
    const booked = changeTask(before, key, (now) => noteBooked(now, { as, after }));
    return after === undefined ? booked : noteBalance(booked, after, promisedCredits(account));
  });
}

/** What is still on offer is offered beside what is left of the balance; a card without an offer shows none. */
function noteBalance(quote: Quote, { balance, at }: UsageSeen, promised: number): Quote {
  const translation = translationOf(quote);
  const isOver = quote.decision.status !== "open" || (translation && isStanding(translation));
  return isOver ? quote : { ...quote, balance: { credits: balance, promised, at } };
}

/** Somebody may have read the account since. */
async function readingAfter(desk: Deps, workspace: string, end: number): Promise<UsageSeen> {
  const { reading } = await desk.account.read();
  return reading !== undefined && reading.at > end ? reading : await readAccount(desk, workspace);
}

function noteBooked(task: Task, booked: Booked): Task {
  return task.state.status === booked.as ? { ...task, booked } : task;
}
