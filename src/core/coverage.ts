import type { Claim, ClaimFound, CoverStatus, Coverage, CoveringRun, Known } from "./claim.ts";
import { claimOf, isClaimed } from "./claiming.ts";
import type { Manuscript } from "./manuscript.ts";
import { type Quote, findTask, manuscriptOf } from "./quote.ts";
import { type Slice, holds, lengthOf, overlap, sliceOf, unitsOf, wholeOf } from "./slice.ts";
import type { Task, TaskKind } from "./task.ts";
import { type TextNames, namesIn } from "./text-names.ts";

/** A claim that shares names with the text, and what became of its run. */
export type FoundClaim = Pick<CoveringRun, "status" | "link" | "isShared"> & ClaimFound;

type Text = { readonly manuscript: Manuscript; readonly names: TextNames | undefined };

/** Which parts of a text are covered by claims for its language. `variants` are claims for its other variants. */
export function coverageOf(
  text: Text,
  found: readonly FoundClaim[],
  variants: readonly Claim[],
): Pick<Coverage, "textSha256" | "runs" | "known" | "variants" | "approved"> {
  const runs = found.flatMap(({ claim, status, link, isShared }): readonly CoveringRun[] => {
    const slice = coveredBy(claim, text);
    const { key, quoteId, kind, at, glossary } = claim;
    const run = { key, quoteId, kind, slice, at, status, glossary, link, isShared };
    return slice.length === 0 ? [] : [run];
  });
  const claims = found.map(({ claim }) => claim);
  const others = variants.filter((claim) => isTranslationOf(claim, text));
  const isOfThis = (one: FoundClaim) =>
    one.by === "book" || runs.some(({ key }) => key === one.claim.key) || isAkin(one.claim, text);
  return {
    textSha256: text.manuscript.textSha256,
    runs: runs.toSorted((one, other) => other.at - one.at),
    known: knownOf(text, claims, coveredSlice(runs)),
    variants: [...new Set(others.map(({ target }) => target))].toSorted(),
    approved: found
      .filter(isOfThis)
      .map(({ claim: { key, at, price } }) => ({ key, at, price }))
      .toSorted((one, other) => one.at - other.at),
  };
}

/** What was found for the text and the language that the card names now; undefined: it is to be looked for. */
export function coverageFor(quote: Quote): Coverage | undefined {
  const { coverage, target } = quote;
  const isOfNow =
    coverage?.target === target && coverage.textSha256 === manuscriptOf(quote)?.textSha256;
  return isOfNow ? coverage : undefined;
}

/** The card may offer something, and earlier approvals were not looked up yet, or have changed. */
export function awaitsCoverage(quote: Quote): boolean {
  const isOpen = manuscriptOf(quote) !== undefined && quote.decision.status === "open";
  const coverage = coverageFor(quote);
  return isOpen && (coverage === undefined || coverage.version < 0);
}

/** Another card may have changed what is covered: to be looked for again. */
export function forgetCoverage(quote: Quote): Quote {
  const { coverage } = quote;
  return coverage === undefined || coverage.version < 0
    ? quote
    : { ...quote, coverage: { ...coverage, version: -1 } };
}

/** The runs of a kind that have exactly some of the text; those of this card as they stand now. */
export function coveringRuns(quote: Quote, kind: TaskKind): readonly CoveringRun[] {
  return (coverageFor(quote)?.runs ?? []).flatMap((run) => {
    if (run.kind !== kind) return [];
    if (run.quoteId !== quote.id) return [run];
    const task = findTask(quote, run.key);
    if (task === undefined) return [run];
    return isClaimed(task) ? [{ ...run, status: coverStatus(task, task.sent?.keyPrint) }] : [];
  });
}

/** What of the text is covered exactly by translations. */
export function covered(quote: Quote): Slice {
  return coveredSlice(coveringRuns(quote, "translation"));
}

/** The chapters that no translation covers exactly, or the whole; empty where all of it is covered. */
export function freeSlice(quote: Quote): Slice {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  const slice = covered(quote);
  return sliceOf(unitsOf(manuscript).filter((unit) => !holds(slice, unit)));
}

/** What exists already of a slice that is about to be approved. */
export function existing(quote: Quote, kind: TaskKind, slice: Slice): readonly CoveringRun[] {
  return coveringRuns(quote, kind).filter((run) => overlap(run.slice, slice));
}

/** A translation of all of it that people can have for nothing. */
export function freeTranslation(quote: Quote): CoveringRun | undefined {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const [all = { from: 0, to: 0 }] = wholeOf(manuscript);
  return coveringRuns(quote, "translation").find(
    (run) =>
      run.status === "done" && run.isShared && run.quoteId !== quote.id && holds(run.slice, all),
  );
}

/** Credits that were approved of this manuscript and language since a time. */
export function approvedSince(quote: Quote, since: number): number {
  const approved = coverageFor(quote)?.approved ?? [];
  return approved.filter(({ at }) => at > since).reduce((sum, { price }) => sum + price, 0);
}

/** The same after runs of this very card were approved or withdrawn, which made the version rise. */
export function withOwnRuns(
  quote: Quote,
  {
    added,
    gone,
    version,
  }: { readonly added: readonly Task[]; gone: readonly Task[]; version: number },
): Quote {
  const coverage = coverageFor(quote);
  if (coverage === undefined || coverage.version !== version - 1) return quote;
  const isKept = ({ key }: { readonly key: string }) =>
    ![...gone, ...added].some((task) => task.key === key);
  const claims = added.map((task) => claimOf(quote, task, undefined));
  return {
    ...quote,
    coverage: {
      ...coverage,
      version,
      runs: [
        ...claims.map(({ key, slice, kind, at, glossary }): CoveringRun => {
          const own = { quoteId: quote.id, status: "running", link: undefined } as const;
          return { key, kind, slice, at, glossary, isShared: true, ...own };
        }),
        ...coverage.runs.filter(isKept),
      ],
      approved: [
        ...coverage.approved.filter(isKept),
        ...claims.map(({ key, at, price }) => ({ key, at, price })),
      ],
    },
  };
}

/** Runs were approved or withdrawn, or one ended: other cards of the text say so too. */
export function coverageMoved(before: Quote, after: Quote): boolean {
  const standing = ({ tasks }: Quote) =>
    tasks.filter(isClaimed).map((task) => `${task.key} ${coverStatus(task, task.sent?.keyPrint)}`);
  return standing(before).join() !== standing(after).join();
}

/** A result that cannot be had after all. */
export function withoutResult(quote: Quote, key: string): Quote {
  const { coverage } = quote;
  if (coverage === undefined) return quote;
  const runs = coverage.runs.map((run) =>
    run.key === key ? { ...run, status: "gone" as const } : run,
  );
  return { ...quote, coverage: { ...coverage, runs } };
}

/** How a run stands, as other cards of the same text show it. */
export function coverStatus(task: Task, keyPrint: string | undefined): CoverStatus {
  switch (task.state.status) {
    case "approved":
    case "sending":
    case "running":
      return "running";
    case "completed":
      return (task.sent?.keyPrint ?? keyPrint) === keyPrint ? "done" : "gone";
    case "unknown":
      return "unknown";
    case "vanished":
      return "gone";
    case "failed":
    case "rejected":
      return "failed";
  }
}

function coveredSlice(runs: readonly CoveringRun[]): Slice {
  return sliceOf(runs.flatMap(({ kind, slice }) => (kind === "translation" ? slice : [])));
}

/** What of a text a claim has exactly, in the code points of that text. */
function coveredBy(claim: Claim, { manuscript, names }: Text): Slice {
  if (claim.textSha256 === manuscript.textSha256) return claim.slice;
  const had = new Set(claim.names);
  if (names === undefined) return [];
  // An opening is no row of chapters: it is the same only in the same text.
  if (claim.kind !== "translation") return had.has(names.whole) ? claim.slice : [];
  if (had.has(names.whole)) return wholeOf(manuscript);
  const chapters = namesIn(names, manuscript).chapters.filter(({ name }) => had.has(name));
  const slice = sliceOf(chapters);
  const characters = lengthOf(slice);
  // An imprint that many books share: short, and little of either text.
  const isAlone =
    characters < shortChapter &&
    2 * characters < lengthOf(claim.slice) &&
    2 * characters < manuscript.characters;
  return isAlone ? [] : slice;
}

/** Of some of it, exactly or as far as its paragraphs tell. */
function isTranslationOf(claim: Claim, text: Text): boolean {
  return claim.kind === "translation" && (isAkin(claim, text) || coveredBy(claim, text).length > 0);
}

/** They share a fifth of the prints of the one that has fewer. */
function isAkin({ prints }: Claim, { names }: Text): boolean {
  const mine = new Set(names?.prints.map(({ print }) => print));
  const shared = prints.filter((print) => mine.has(print)).length;
  return shared > 0 && shared >= leastShare * Math.min(mine.size, prints.length);
}

function knownOf(
  { manuscript, names }: Text,
  claims: readonly Claim[],
  exact: Slice,
): readonly Known[] {
  if (names === undefined) return [];
  const had = new Set(claims.flatMap(({ kind, prints }) => (kind === "translation" ? prints : [])));
  return unitsOf(manuscript).flatMap((unit) => {
    if (holds(exact, unit)) return [];
    const prints = names.prints.filter(({ at }) => unit.from <= at && at < unit.to);
    const share = prints.filter(({ print }) => had.has(print)).length / Math.max(1, prints.length);
    return share >= leastShare ? [{ ...unit, share }] : [];
  });
}

const leastShare = 0.2;
/** Code points. */
const shortChapter = 2000;
