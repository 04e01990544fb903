import type { AppContext } from "#domain/context.ts";
import { type TermFile, editsMark, termChanges } from "#domain/glossary/glossary-file.ts";
import {
  type Edit,
  type Layer,
  effectiveTerms,
  sizeOf,
  termsInGlossary,
} from "#domain/glossary/glossary.ts";
import { seriesHome, termHome } from "#domain/glossary/quote-terms.ts";
import { type Applied, type TypedTerms, applyTyped, markOf } from "#domain/glossary/term-review.ts";
import type { Quote } from "#domain/quote.ts";
import { canChange, mayUseBook, readsBook, rightsOf } from "#features/shared/rights.ts";
import { layersOf } from "#features/shared/term-layers.ts";

/** The glossary that a person is viewing, and the layer that they edit. */
export type TermPlace = {
  readonly person: string;
  readonly quoteId: string;
  readonly layer: Layer["name"];
  readonly target: string;
};

export type TermsSeen = Awaited<ReturnType<typeof lookAtTerms>>;

/** Returns the terms that a person may see; guests and strangers see none. */
export async function lookAtTerms(ctx: AppContext, place: TermPlace) {
  const { people, quoteStore } = ctx;
  const quote = await quoteStore.find(place.quoteId);
  // An erased quote has lost its book's name, and with it the way to its terms.
  const isKnown = quote?.place.workspace === ctx.workspace && quote.erasedAt === undefined;
  if (quote === undefined || !isKnown) return { status: "unknown-card" } as const;
  const [rights, all] = await Promise.all([rightsOf(people, place.person), layersOf(ctx, quote)]);
  const [book] = all;
  const { series, channel } = book.base;
  if (!(await readsBook(ctx, rights, { quote, home: channel }))) {
    return { status: "not-allowed" } as const;
  }
  const own = all.find(({ name }) => name === place.layer) ?? book;
  const layers = [own, ...all.slice(all.indexOf(own) + 1)] as const;
  // The requester may write into a book's glossary; into what books inherit only who may spend.
  const mayEdit = own.name === "book" ? canChange(rights, quote.request.by) : rights.maySpend;
  return { status: "terms", quote, layers, series, mayEdit } as const;
}

export type TermsSaved =
  | (Omit<Applied, "base"> & {
      readonly status: "saved";
      readonly layers: readonly Layer[];
    })
  | Exclude<TermsSeen, { status: "terms" }>
  /** `full`: the glossary would exceed its limit; `not-your-series`: it is of another conversation. */
  | { readonly status: "may-not-edit" | "full" | "not-your-series" };

/** Two people who save at once both keep their changes. @throws when nothing was saved. */
export async function saveTerms(
  ctx: AppContext,
  place: TermPlace,
  typed: TypedTerms,
): Promise<TermsSaved> {
  const view = await lookAtTerms(ctx, place);
  if (view.status !== "terms") return view;
  if (!view.mayEdit) return { status: "may-not-edit" };
  const [{ name, home }, ...outer] = view.layers;
  if (name === "book" && !(await mayJoin(ctx, view, place.person, typed))) {
    return { status: "not-your-series" };
  }
  const { outcome } = await ctx.terms.decide(home, (before) => {
    const layers = [{ name, base: before }, ...outer] as const;
    const { base, ...applied } = applyTyped(layers, place.target, typed, place.person);
    // Changing and deleting terms is possible even above the limit.
    return sizeOf(base) > Math.max(termsInGlossary, sizeOf(before))
      ? { record: before, outcome: undefined }
      : { record: base, outcome: { ...applied, layers: [{ name, base }, ...outer] } };
  });
  if (outcome === undefined) return { status: "full" };
  tellAudit(ctx, { ...place, layer: name, home }, outcome);
  return { status: "saved", ...outcome };
}

/**
 * A series belongs to the conversation of its first book. A book that joins inherits its terms, so who
 * puts it there must be allowed to use them.
 *
 * @throws when Slack cannot be asked.
 */
async function mayJoin(
  ctx: AppContext,
  { quote, layers: [{ base: own }] }: Extract<TermsSeen, { status: "terms" }>,
  person: string,
  { series }: TypedTerms,
): Promise<boolean> {
  if (!series?.name || markOf(series.name) === series.shown) return true;
  const { channel = quote.place.channel } = own;
  const { channel: home } = await ctx.terms.change(
    seriesHome(quote.place.workspace, series.name),
    (base) => (base.channel === undefined ? { ...base, channel } : base),
  );
  return await mayUseBook(ctx, { person, channel, home });
}

/** Logs a digest of the glossary's name, which is the book's name and stays out of the log. */
function tellAudit(
  { audit }: AppContext,
  { quoteId, person: by, layer, target, home }: TermPlace & { readonly home: string },
  { edits, confirmed, joined, forbidden }: Omit<Applied, "base">,
): void {
  const made = edits.filter(({ was = "", target: is }) => was !== is);
  const isForbidden = forbidden === "saved";
  if (made.length + confirmed === 0 && joined === undefined && !isForbidden) return;
  const added = made.filter(({ was }) => was === undefined).length;
  const removed = made.filter(({ target: is }) => is === "").length;
  const changeCount = made.length - added - removed;
  const counts = `${added} added, ${changeCount} changed, ${removed} removed, ${confirmed} confirmed`;
  const series = joined === undefined ? "" : `, series: ${joined === "" ? "none" : "named"}`;
  audit({
    kind: "terms",
    quoteId,
    by,
    why: `${layer} ${markOf(home)}, ${target}: ${counts}${series}${isForbidden ? ", forbidden terms" : ""}`,
  });
}

export type Brought =
  | Exclude<TermsSaved, { status: "saved" }>
  | Exclude<TermFile, { status: "read" }>
  | {
      readonly status: "preview";
      readonly changes: ReturnType<typeof termChanges>;
      /** Names the file and its terms: see `takeBrought`. */
      readonly value: string;
    };

type TermsContext = AppContext & {
  readonly readFile: (fileId: string, target: string) => Promise<TermFile>;
};

/** Returns the changes that a file of terms would make; writes nothing. */
export async function lookAtTermFile(
  ctx: TermsContext,
  place: TermPlace,
  fileId: string,
): Promise<Brought> {
  const view = await lookAtTerms(ctx, place);
  if (view.status !== "terms") return view;
  if (!view.mayEdit) return { status: "may-not-edit" };
  const file = await ctx.readFile(fileId, place.target);
  if (file.status !== "read") return file;
  const changes = termChanges(effectiveTerms(view.layers, place.target), file.edits);
  const size = sizeOf(view.layers[0].base) + changes.fresh;
  if (changes.fresh > 0 && size > termsInGlossary) return { status: "full" };
  const value = [place.quoteId, place.target, fileId, editsMark(file.edits)].join("/");
  return { status: "preview", changes, value };
}

/** Saves the terms of a previewed file; writes nothing if the file has changed since. */
export async function takeBrought(
  ctx: TermsContext,
  place: { readonly person: string; readonly layer: TermPlace["layer"] },
  value: string,
): Promise<TermsSaved | { readonly status: "unavailable" }> {
  const [quoteId = "", target = "", fileId = "", mark = ""] = value.split("/");
  const file = await ctx.readFile(fileId, target);
  if (file.status !== "read" || editsMark(file.edits) !== mark) return { status: "unavailable" };
  return await saveTerms(ctx, { ...place, quoteId, target }, linesOnly(file.edits));
}

export function linesOnly(added: readonly Edit[]): TypedTerms {
  return { rows: [], added, untouched: "leave" };
}

type ThreadReply = { readonly channel: string; readonly thread: string; readonly person: string };

/** Returns one card for each glossary in a thread, preferably one that the person requested. */
export async function quotesIn(
  { workspace, quoteStore }: AppContext,
  { channel, thread, person }: ThreadReply,
): Promise<readonly Quote[]> {
  const value = `${workspace}/${channel}/${thread}`;
  const all = await quoteStore.list("thread", value, { offset: 0, limit: 100 });
  const readable = all.filter(
    ({ erasedAt, reading }) => erasedAt === undefined && reading.status !== "refused",
  );
  const ownLast = readable.toSorted(
    (one, other) => Number(one.request.by === person) - Number(other.request.by === person),
  );
  const byGlossary = ownLast.map(
    (quote) => [JSON.stringify([termHome(quote), quote.target]), quote] as const,
  );
  return [...new Map(byGlossary).values()];
}
