import type { Desk } from "../../../core/ports.ts";
import { type Quote, changeTask, findTask, translationOf } from "../../../core/quote.ts";
import {
  type Booked,
  type Task,
  type UsageSeen,
  costOf,
  endOf,
  isStanding,
  unbookedEnd,
} from "../../../core/task.ts";
import { isInFuture } from "../../../core/waits.ts";
import { type ReadDeps, readAccount } from "../../spending/actions/read-account.ts";
import { book, noteReading, promisedCredits } from "../../spending/rules/account.ts";
import { spendRow } from "../../spending/rules/spend.ts";

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
  const after = await readingAfter(desk, quote.place.workspace, endOf(task) ?? 0);
  const now = desk.now();
  const account = await desk.account.change((before) =>
    book(noteReading(before, after, now), {
      key,
      credits: costOf(task),
      now,
      as: as === "failed" ? "doubtful" : "final",
    }),
  );
  await desk.spend.put(spendRow(quote, task));
  return await desk.ledger.change(quote.id, (before) => {
    const booked = changeTask(before, key, (booking) => noteBooked(booking, { as, after }));
    return noteBalance(booked, after, promisedCredits(account));
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
  const isAfter = reading !== undefined && reading.at > end && !isInFuture(reading.at, desk.now());
  return isAfter ? reading : await readAccount(desk, workspace);
}

function noteBooked(task: Task, booked: Booked): Task {
  return task.state.status === booked.as ? { ...task, booked } : task;
}
