import type { StoreContext } from "#domain/context.ts";
import { closedAt, erasableFrom, erase } from "#domain/erasure.ts";
import { cardDigest } from "#domain/estimate/card-digest.ts";
import { emptyTermBase } from "#domain/glossary/glossary.ts";
import { bookHome, seriesHome, workspaceHome, termHome } from "#domain/glossary/quote-terms.ts";
import { paidTasks, type Quote } from "#domain/quote.ts";
import { monthOf } from "#domain/spending/account.ts";
import { personLimits } from "#domain/spending/person-limits.ts";
import type { SpendRow } from "#domain/spending/spend.ts";
import { stepsOf } from "#domain/steps.ts";
import { invalidateCoverage } from "#features/shared/read-coverage.ts";
import { openQuotes } from "#features/shared/records.ts";

export type Erasure =
  | { readonly kind: "person" | "book"; readonly name: string }
  | { readonly kind: "workspace" };

export type Erased = {
  readonly erased: number;
  /** Kept: a run is in progress, undecided or has just failed, or a notice is still unsent. */
  readonly kept: number;
};

/**
 * Deletes the records of a person's requests, of a book or of the workspace at once. The bare
 * claims stay, so that nothing is charged twice, and so do the sums of the spending. A second call
 * continues an interrupted one.
 */
export async function eraseNow(ctx: StoreContext, what: Erasure, by: string): Promise<Erased> {
  const quotes = await quotesOf(ctx, what);
  const gone: Quote[] = [];
  for (const quote of quotes) {
    if (await eraseQuote(ctx, quote)) gone.push(quote);
  }
  if (what.kind !== "person") await eraseTerms(ctx, what, gone);
  else {
    for (const kind of Object.keys(personLimits)) {
      await ctx.limits.change(`${what.name}.${kind}`, () => undefined);
    }
  }
  await eraseSpending(ctx, what, gone);
  // Open cards of the same text name runs that are no longer available.
  for (const quote of gone) await invalidateCoverage(ctx, quote);
  ctx.audit({ kind: "erased", by, why: `${what.kind}: ${gone.length} of ${quotes.length}` });
  return { erased: gone.length, kept: quotes.length - gone.length };
}

async function quotesOf(
  { quoteStore, workspace }: StoreContext,
  what: Erasure,
): Promise<readonly Quote[]> {
  const value = what.kind === "workspace" ? workspace : `${workspace}/${what.name}`;
  const found = new Map<string, Quote>();
  for (let offset = 0; ; offset += pageSize) {
    const quotes = await quoteStore.list(what.kind, value, { offset, limit: pageSize });
    for (const quote of quotes) found.set(quote.id, quote);
    if (quotes.length === 0) return [...found.values()];
  }
}

async function eraseQuote(
  { quoteStore, erased, setup, now }: StoreContext,
  { id }: Quote,
): Promise<boolean> {
  // The rare looks at a run that failed or vanished long ago do not keep it.
  const isBusy = (quote: Quote) => stepsOf(quote, setup).some(({ at }) => at <= now() + hourMs);
  const may = (quote: Quote) =>
    paidTasks(quote).length === 0 || (closedAt(quote) !== undefined && !isBusy(quote));
  // This comes first: a click on the card in between must not restore it.
  await erased.change(id, () => now());
  const isErased = await quoteStore.erase(id, may);
  if (!isErased) await erased.change(id, () => undefined);
  return isErased;
}

async function eraseTerms(
  { terms, glossaries, quoteStore, workspace }: StoreContext,
  what: Erasure,
  gone: readonly Quote[],
): Promise<void> {
  const homes = new Set(gone.map(termHome));
  if (what.kind === "book") homes.add(bookHome(workspace, what.name));
  if (what.kind === "workspace") {
    for (const { series } of await Promise.all([...homes].map((home) => terms.read(home)))) {
      if (series !== undefined) homes.add(seriesHome(workspace, series));
    }
    homes.add(workspaceHome(workspace));
  }
  for (const home of homes) await terms.change(home, () => emptyTermBase);
  const needed = new Set((await openQuotes(quoteStore)).flatMap(glossariesOf));
  for (const hash of new Set(gone.flatMap(glossariesOf))) {
    if (!needed.has(hash)) await glossaries.erase(hash);
  }
}

function glossariesOf({ tasks }: Quote): readonly string[] {
  return tasks.flatMap(({ glossary }) => glossary?.hash ?? []);
}

async function eraseSpending(
  { spend, workspace }: StoreContext,
  what: Erasure,
  gone: readonly Quote[],
): Promise<void> {
  const ids = new Set(gone.map(({ id }) => id));
  const months = new Set(
    gone.flatMap(({ tasks, request }) =>
      tasks.map(({ approval }) => monthOf(approval?.at ?? request.at)),
    ),
  );
  for (const month of months) {
    for (const row of await spend.month(workspace, month)) {
      if (ids.has(row.quoteId)) await spend.put(nameless(row, what));
    }
  }
}

function nameless(row: SpendRow, what: Erasure): SpendRow {
  const of = (id: string) =>
    what.kind === "workspace" || (what.kind === "person" && id === what.name) ? "erased" : id;
  return { ...row, book: undefined, person: of(row.person), approver: of(row.approver) };
}

const pageSize = 100;
const hourMs = 3_600_000;

/** Removes names, terms and notes from every quote that was closed long ago. Safe to repeat. */
export async function eraseClosed({ quoteStore, now, wake }: StoreContext): Promise<void> {
  for (;;) {
    const longest = await quoteStore.list("erasable", "all", { offset: 0, limit: pageSize });
    const due = longest.filter((quote) => (erasableFrom(quote) ?? Infinity) <= now());
    if (due.length === 0) return;
    for (const { id } of due) {
      const erased = await quoteStore.change(id, (before) => erase(before, now()));
      const { card } = erased;
      // A card that offered to request it again is updated; any other one stays as it is.
      if (card.status === "posted" && card.face !== cardDigest(erased)) wake(id);
    }
  }
}
