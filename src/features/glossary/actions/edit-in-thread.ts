import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Edit } from "../rules/glossary.ts";
import { termHome } from "../rules/term-home.ts";
import { type TermDeps, type TermsSaved, saveTerms } from "./terms.ts";

/** Terms that somebody wrote under a card. */
export type Reply = {
  readonly workspace: string;
  readonly channel: string;
  readonly thread: string;
  readonly person: string;
  readonly edits: readonly Edit[];
};

export type ReplyOutcome =
  | { readonly status: "none-of-ours" }
  /** Cards of several books or languages are in the thread: nothing was changed. */
  | { readonly status: "which"; readonly quotes: readonly Quote[] }
  | { readonly status: "taken"; readonly quote: Quote; readonly saved: TermsSaved };

/**
 * Writes terms from a thread into the glossary of its manuscript's book. Delivered again it writes the same.
 *
 * @throws when the store cannot answer, or Slack cannot say who it is.
 */
export async function editInThread(
  desk: TermDeps,
  { edits, ...reply }: Reply,
): Promise<ReplyOutcome> {
  const { workspace, person } = reply;
  const quotes = await quotesIn(desk, reply);
  const [quote] = quotes;
  if (quote === undefined) return { status: "none-of-ours" };
  if (quotes.length > 1) return { status: "which", quotes };
  const { id: quoteId, target } = quote;
  const place = { workspace, person, quoteId, target, layer: "book" } as const;
  const typed = { rows: [], added: edits, untouched: "leave" } as const;
  return { status: "taken", quote, saved: await saveTerms(desk, place, typed) };
}

/** One card for each glossary that is spoken of in a thread; the person's own stands for others of its kind. */
export async function quotesIn(
  { ledger }: Pick<Desk, "ledger">,
  { workspace, channel, thread, person }: Omit<Reply, "edits">,
): Promise<readonly Quote[]> {
  const value = `${workspace}/${channel}/${thread}`;
  const all = await ledger.list("thread", value, { offset: 0, limit: 100 });
  const readable = all.filter(
    ({ erasedAt, reading }) => erasedAt === undefined && reading.status !== "refused",
  );
  const ownLast = readable.toSorted(
    (one, other) => Number(one.requester === person) - Number(other.requester === person),
  );
  return [...new Map(ownLast.map((quote) => [glossaryOf(quote), quote])).values()];
}

function glossaryOf(quote: Quote): string {
  return JSON.stringify([termHome(quote), quote.target]);
}
