import { type Claim, type Coverage, textNamesKey } from "#domain/claim.ts";
import type { AppContext, StoreContext } from "#domain/context.ts";
import {
  bookHashOf,
  canonicalTarget,
  namesOf,
  type ClaimedRun,
  awaitsCoverage,
  coverStatus,
  coverageFor,
  coverageOf,
  withoutCoverage,
} from "#domain/coverage.ts";
import { type Quote, findTask, manuscriptOf } from "#domain/quote.ts";
import { sameLanguage } from "#domain/settings/setup.ts";

import { ifReadable } from "./records.ts";
import { mayHaveResult } from "./rights.ts";

/**
 * Finds the parts of the text that were approved before for the card's language, on this card and on
 * others.
 */
export async function lookAtCoverage(ctx: AppContext, quote: Quote): Promise<Quote> {
  const coverage = await readCoverage(ctx, quote);
  if (coverage === undefined) return quote;
  return await ctx.quoteStore.change(quote.id, (before) => {
    const after = { ...before, coverage };
    return awaitsCoverage(before) && !awaitsCoverage(after) ? after : before;
  });
}

/**
 * Reads earlier approvals from the claims, at one version of them. A run from a conversation that the
 * requester is not in gets no link.
 */
export async function readCoverage(ctx: AppContext, quote: Quote): Promise<Coverage | undefined> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const { workspace } = quote.place;
  const target = canonicalTarget(quote.target);
  // Read first: an approval in the meantime then raises the version, and coverage is read again.
  const version = await ctx.claims.version(workspace, target);
  const names = await ctx.texts.read(textNamesKey(manuscript));
  const wanted = { workspace, ...namesOf(quote, names), book: undefined };
  const book = bookHashOf(quote);
  const found = await ctx.claims.sharing({ ...wanted, book, target });
  const variants = await Promise.all(
    variantsOf(target, ctx).map((other) => ctx.claims.sharing({ ...wanted, target: other })),
  );
  const claims = await Promise.all(found.map((one) => withState(ctx, quote, one)));
  const coverage = coverageOf({ manuscript, names, book }, claims, variants.flat());
  return { target: quote.target, version, ...coverage };
}

/** Makes the other open cards of the same text look again, after runs were approved, withdrawn or ended. */
export async function invalidateCoverage(ctx: StoreContext, quote: Quote): Promise<void> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return;
  const { names, prints } = namesOf(quote, await ctx.texts.read(textNamesKey(manuscript)));
  const { workspace } = quote.place;
  for (const id of await ctx.quoteStore.findByNames(workspace, [...names, ...prints])) {
    if (id === quote.id) continue;
    await ifReadable(
      ctx.quoteStore.change(id, (other) =>
        sameLanguage(other.target, quote.target) ? withoutCoverage(other) : other,
      ),
    );
    ctx.wake(id);
  }
}

function variantsOf(target: string, { setup }: AppContext): readonly string[] {
  const offered = setup.languages.map(({ code }) => canonicalTarget(code));
  return [...new Set(offered)].filter((code) => code !== target && sameLanguage(code, target));
}

async function withState(ctx: AppContext, quote: Quote, claim: Claim): Promise<ClaimedRun> {
  const before = coverageFor(quote)?.runs.find(({ key }) => key === claim.key);
  const isOwn = claim.quoteId === quote.id;
  const other = isOwn ? quote : await ifReadable(ctx.quoteStore.find(claim.quoteId));
  const task = other && findTask(other, claim.key);
  if (other === undefined || task === undefined) {
    return { claim, status: "erased", link: undefined, isShared: false };
  }
  const isShared =
    other.place.channel === quote.place.channel ||
    (await mayHaveResult(ctx, { person: quote.request.by, of: other, askedOn: quote }));
  const link = isShared && other.id !== quote.id ? await ctx.thread.linkTo(other) : undefined;
  const status = coverStatus(task);
  // The partner no longer had it when somebody requested it.
  const isGone = status === "done" && before?.status === "gone";
  return { claim, status: isGone ? "gone" : status, link, isShared };
}
