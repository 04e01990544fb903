import { setImmediate as letOthersRun } from "node:timers/promises";

import { bookHashesOf } from "#domain/book/book.ts";
import { type Coverage, textNamesKey } from "#domain/claim.ts";
import type { AppContext, StoreContext } from "#domain/context.ts";
import { continuedBy, joined, mayJoin } from "#domain/continued-book.ts";
import {
  canonicalTarget,
  namesOf,
  awaitsCoverage,
  coverStatus,
  coverageFor,
  tellFree,
  withoutCoverage,
} from "#domain/coverage.ts";
import { languagesOf } from "#domain/glossary/glossary.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { createMatcher, type ClaimedRun, type Match, coverageOf } from "#domain/match-claims.ts";
import { type Quote, findTask, manuscriptOf } from "#domain/quote.ts";
import { sameLanguage } from "#domain/settings/setup.ts";

import { ifReadable } from "./records.ts";
import { mayHaveResult, mayUseBook } from "./rights.ts";

/**
 * Finds the parts of the text that were approved before for the card's language, on this card and on
 * others.
 */
export async function lookAtCoverage(ctx: AppContext, quote: Quote): Promise<Quote> {
  const coverage = await readCoverage(ctx, quote);
  if (coverage === undefined) return quote;
  const earlier = await continuedBook(ctx, quote, coverage);
  return await ctx.quoteStore.change(quote.id, (before) => {
    const after = { ...before, coverage };
    if (!awaitsCoverage(before) || awaitsCoverage(after)) return before;
    return tellFree(before, earlier === undefined ? after : joined(after, earlier));
  });
}

/**
 * Returns the card of the same conversation whose text this one continues, so that a serial keeps its
 * glossary under another file name. Terms that people wrote for this file already are not left behind.
 */
async function continuedBook(
  ctx: AppContext,
  quote: Quote,
  coverage: Coverage,
): Promise<Quote | undefined> {
  if (!mayJoin(quote)) return undefined;
  const { channel } = quote.place;
  for (const id of continuedBy(quote, coverage.runs)) {
    const other = await ifReadable(ctx.quoteStore.find(id));
    if (other?.place.channel !== channel || other.erasedAt !== undefined) continue;
    const [own, base] = await Promise.all(
      [quote, other].map((one) => ctx.terms.read(termHome(one))),
    );
    if (own === undefined || base === undefined || languagesOf(own).length > 0) return undefined;
    const reader = { person: quote.request.by, channel, home: base.channel };
    return (await mayUseBook(ctx, reader)) ? other : undefined;
  }
  return undefined;
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
  const book = await ctx.books.read(termHome(quote));
  const hashes = bookHashesOf(quote, book);
  const claims = await ctx.claims.all(workspace, target);
  const matchOf = createMatcher({ manuscript, names });
  const matches: Match[] = [];
  for (const [index, claim] of claims.entries()) {
    const match = matchOf(claim);
    if (match !== undefined) matches.push(match);
    // Thousands of claims take longer than a click may wait.
    if (index % claimsInTurn === claimsInTurn - 1) await letOthersRun();
  }
  const isOfTarget = ({ claim }: Match) => claim.target === target;
  const coverage = coverageOf(manuscript, {
    quote,
    runs: await Promise.all(matches.filter(isOfTarget).map((one) => withState(ctx, quote, one))),
    variants: matches.filter((match) => !isOfTarget(match)),
    ofBook: claims.filter(
      (claim) => claim.target === target && claim.book !== undefined && hashes.has(claim.book),
    ),
  });
  const merged = book?.merged?.length;
  return { target: quote.target, version, ...(merged && { merged }), ...coverage };
}

const claimsInTurn = 200;

/** Makes the other open cards of the same text look again, after runs were approved, withdrawn or ended. */
export async function invalidateCoverage(ctx: StoreContext, quote: Quote): Promise<void> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return;
  const names = namesOf(quote, await ctx.texts.read(textNamesKey(manuscript)));
  const { workspace } = quote.place;
  for (const id of await ctx.quoteStore.findByNames(workspace, names)) {
    if (id === quote.id) continue;
    await ifReadable(
      ctx.quoteStore.change(id, (other) =>
        sameLanguage(other.target, quote.target) ? withoutCoverage(other) : other,
      ),
    );
    ctx.wake(id);
  }
}

async function withState(ctx: AppContext, quote: Quote, match: Match): Promise<ClaimedRun> {
  const { claim } = match;
  const before = coverageFor(quote)?.runs.find(({ key }) => key === claim.key);
  const isOwn = claim.quoteId === quote.id;
  const other = isOwn ? quote : await ifReadable(ctx.quoteStore.find(claim.quoteId));
  const task = other && findTask(other, claim.key);
  if (other === undefined || task === undefined) {
    return { ...match, status: "erased", link: undefined, isShared: false };
  }
  const isShared =
    other.place.channel === quote.place.channel ||
    (await mayHaveResult(ctx, { person: quote.request.by, of: other, askedOn: quote }));
  const link = isShared && other.id !== quote.id ? await ctx.thread.linkTo(other) : undefined;
  const status = coverStatus(task);
  // The partner no longer had it when somebody requested it.
  const isGone = status === "done" && before?.status === "gone";
  return { ...match, status: isGone ? "gone" : status, link, isShared };
}
