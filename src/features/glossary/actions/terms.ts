import type { Ports, Person, Roles } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { isThere, isListed, mayEditTerms, maySpend } from "../../approval/actions/rights.ts";
import { type TermFile, editsMark, termChanges } from "../rules/glossary-file.ts";
import {
  type Edit,
  type Layer,
  type TermBase,
  effectiveTerms,
  emptyTermBase,
  sizeOf,
  termsInGlossary,
} from "../rules/glossary.ts";
import { seriesHome, termHome, workspaceHome } from "../rules/quote-terms.ts";
import {
  type Applied,
  type TypedTerms,
  applyTyped,
  countsOf,
  markOf,
} from "../rules/term-edits.ts";
import { layersOf } from "./book-terms.ts";

/** The glossary that a person is viewing, and the layer that they edit. */
export type TermPlace = {
  readonly person: string;
  readonly quoteId: string;
  readonly layer: Layer["name"];
  readonly target: string;
};

type Unseen = { readonly status: "unknown-card" | "not-allowed" };

export type TermsSeen =
  | Unseen
  | {
      readonly status: "terms";
      readonly quote: Quote;
      readonly layer: Layer["name"];
      /** Up to the layer that is edited. */
      readonly layers: readonly Layer[];
      readonly series: string | undefined;
      readonly mayEdit: boolean;
    };

export type TermDeps = Pick<Ports, "workspace" | "ledger" | "terms" | "people" | "now" | "audit">;

/** Returns the terms that a person may see; guests and strangers see none. */
export async function lookAtTerms(ports: TermDeps, place: TermPlace): Promise<TermsSeen> {
  const { people, ledger } = ports;
  const quote = await ledger.find(place.quoteId);
  // An erased quote has lost its book's name, and with it the way to its terms.
  const isKnown = quote?.place.workspace === ports.workspace && quote.erasedAt === undefined;
  if (quote === undefined || !isKnown) return { status: "unknown-card" };
  const [person, roles, all] = await Promise.all([
    people.find(place.person),
    people.roles(),
    layersOf(ports, quote),
  ]);
  const { series, channel } = all.at(-1)?.base ?? emptyTermBase;
  const may =
    person.isMember &&
    (maySpend(person, roles) || (await isReader(ports, { quote, person, roles, home: channel })));
  if (!may) return { status: "not-allowed" };
  const layer = place.layer === "series" && series === undefined ? "book" : place.layer;
  const end = all.findIndex(({ name }) => name === layer) + 1;
  const mayEdit = mayEditTerms(person, roles, { layer, requester: quote.request.by });
  return { status: "terms", quote, layer, layers: all.slice(0, end), series, mayEdit };
}

type Reading = {
  readonly quote: Quote;
  readonly person: Person;
  readonly roles: Roles;
  readonly home: string | undefined;
};

/**
 * Returns true for members of the conversation where the book was first handed in, and for members
 * of one where such a member, an approver or an admin handed it in since. Naming the book of others
 * in a form gives no right to its terms.
 *
 * @throws when Slack cannot be asked.
 */
async function isReader(ports: TermDeps, reading: Reading): Promise<boolean> {
  const { quote, person, roles } = reading;
  const here = quote.place.channel;
  const { home = here } = reading;
  const isIn = (channel: string, id: string) => isThere(ports, { channel, person: id });
  if (await isIn(home, person.id)) return true;
  if (here === home || !(await isIn(here, person.id))) return false;
  const { by } = quote.request;
  return isListed(by, roles) || (await isIn(home, by));
}

/** The typed changes; `series` is set where another one was named than was shown (`markOf`). */
export type TypedIn = TypedTerms & {
  readonly series?: { readonly shown: string; readonly name: string } | undefined;
};

export type TermsSaved =
  | Unseen
  | (Pick<Applied, "edits" | "confirmed" | "unsaved"> & {
      readonly status: "saved";
      readonly seen: Extract<TermsSeen, { status: "terms" }>;
    })
  /** `full`: the glossary would exceed its limit, so nothing was written. */
  | { readonly status: "may-not-edit" | "full" };

/**
 * Writes typed terms into the layer that the person is viewing, by compare-and-set: two people who
 * save at once both keep their changes.
 *
 * @throws when the store cannot answer, or Slack cannot identify the person: nothing was saved
 * then.
 */
export async function saveTerms(
  ports: TermDeps,
  place: TermPlace,
  typed: TypedIn,
): Promise<TermsSaved> {
  const seen = await lookAtTerms(ports, place);
  if (seen.status !== "terms") return seen;
  if (!seen.mayEdit) return { status: "may-not-edit" };
  const { layer, layers, quote, series = "" } = seen;
  const origin = { by: "person", person: place.person, at: ports.now() } as const;
  const apply = (before: TermBase) => {
    const all = [...layers.slice(0, -1), { name: layer, base: before }];
    const { base, ...applied } = applyTyped(all, place.target, typed, origin);
    const joined = layer === "book" ? joinedSeries(before, typed.series) : undefined;
    const record = joined === undefined ? base : { ...base, series: joined || undefined };
    return { record, outcome: { ...applied, joined } };
  };
  const now = layers.at(-1)?.base ?? emptyTermBase;
  const first = apply(now);
  // Turning the page writes nothing, and need not wait for another read.
  if (first.record === now) return { status: "saved", ...first.outcome, seen };
  const { workspace } = ports;
  const home = {
    workspace: workspaceHome(workspace),
    series: seriesHome(workspace, series),
    book: termHome(quote),
  }[layer];
  const { outcome: last } = await ports.terms.decide(home, (before) => {
    const next = apply(before);
    // Changing and deleting terms is possible even above the limit.
    const isFull = sizeOf(next.record) > Math.max(termsInGlossary, sizeOf(before));
    return isFull ? { record: before, outcome: undefined } : next;
  });
  if (last === undefined) return { status: "full" };
  tellAudit(ports, { ...place, layer, home }, last);
  const after = await lookAtTerms(ports, place);
  return after.status === "terms" ? { status: "saved", ...last, seen: after } : after;
}

/** Logs a digest of the glossary's name, which is the book's name and stays out of the log. */
function tellAudit(
  { audit }: Pick<Ports, "audit">,
  { quoteId, person, layer, target, home }: TermPlace & { readonly home: string },
  {
    edits,
    confirmed,
    joined,
  }: Pick<Applied, "edits" | "confirmed"> & { readonly joined: string | undefined },
): void {
  const { added, changed, removed } = countsOf(edits);
  const told = [
    ...(added + changed + removed === 0
      ? []
      : [`${added} added, ${changed} changed, ${removed} removed`]),
    ...(confirmed === 0 ? [] : [`${confirmed} confirmed`]),
    ...(joined === undefined ? [] : [joined === "" ? "series: none" : "series: named"]),
  ];
  if (told.length === 0) return;
  const base = `${layer} ${markOf(home)}, ${target}`;
  audit({ what: "terms", quoteId, by: person, why: `${base}: ${told.join(", ")}` });
}

/** Undefined if the book stays in its series, also where somebody else has just named another. */
function joinedSeries({ series = "" }: TermBase, typed: TypedIn["series"]): string | undefined {
  const isTouched = typed !== undefined && markOf(typed.name) !== typed.shown;
  return isTouched && markOf(series) === typed.shown ? typed.name : undefined;
}

export type Brought =
  | Unseen
  | { readonly status: "may-not-edit" | "full" }
  | Exclude<TermFile, { status: "read" }>
  | {
      readonly status: "preview";
      readonly changes: ReturnType<typeof termChanges>;
      /** Names the file and its terms: see `takeBrought`. */
      readonly value: string;
    };

type Deps = TermDeps & {
  /** `target`: the target language, for a file with several. */
  readonly readFile: (fileId: string, target: string) => Promise<TermFile>;
};

export async function lookAtTermFile(
  ports: Deps,
  place: TermPlace,
  fileId: string,
): Promise<Brought> {
  const seen = await lookAtTerms(ports, place);
  if (seen.status !== "terms") return seen;
  if (!seen.mayEdit) return { status: "may-not-edit" };
  const read = await ports.readFile(fileId, place.target);
  if (read.status !== "read") return read;
  const changes = termChanges(effectiveTerms(seen.layers, place.target), read.edits);
  const size = sizeOf(seen.layers.at(-1)?.base ?? emptyTermBase) + changes.fresh;
  if (changes.fresh > 0 && size > termsInGlossary) return { status: "full" };
  const value = [place.quoteId, place.target, fileId, editsMark(read.edits)].join("/");
  return { status: "preview", changes, value };
}

/** Saves the terms of a previewed file; writes nothing if the file has changed since. */
export async function takeBrought(
  ports: Deps,
  place: Pick<TermPlace, "person" | "layer">,
  value: string,
): Promise<TermsSaved | { readonly status: "gone" }> {
  const [quoteId = "", target = "", fileId = "", mark = ""] = value.split("/");
  const read = await ports.readFile(fileId, target);
  if (read.status !== "read" || editsMark(read.edits) !== mark) return { status: "gone" };
  const typed = { rows: [], added: read.edits, untouched: "leave" } as const;
  return await saveTerms(ports, { ...place, quoteId, target }, typed);
}

export type Reply = {
  readonly channel: string;
  readonly thread: string;
  readonly person: string;
  readonly edits: readonly Edit[];
};

export type ReplyOutcome =
  | { readonly status: "none-of-ours" }
  /** The thread has cards of several books or languages: nothing was changed. */
  | { readonly status: "which"; readonly quotes: readonly Quote[] }
  | { readonly status: "taken"; readonly quote: Quote; readonly saved: TermsSaved };

/**
 * Writes terms from a thread into the glossary of its manuscript's book. A second delivery writes
 * the same.
 *
 * @throws when the store cannot answer, or Slack cannot identify the person.
 */
export async function editInThread(
  ports: TermDeps,
  { edits, ...reply }: Reply,
): Promise<ReplyOutcome> {
  const quotes = await quotesIn(ports, reply);
  const [quote] = quotes;
  if (quote === undefined) return { status: "none-of-ours" };
  if (quotes.length > 1) return { status: "which", quotes };
  const { id: quoteId, target } = quote;
  const place = { person: reply.person, quoteId, target, layer: "book" } as const;
  const typed = { rows: [], added: edits, untouched: "leave" } as const;
  return { status: "taken", quote, saved: await saveTerms(ports, place, typed) };
}

/** Returns one card for each glossary in a thread, preferably one that the person requested. */
export async function quotesIn(
  { workspace, ledger }: Pick<Ports, "workspace" | "ledger">,
  { channel, thread, person }: Omit<Reply, "edits">,
): Promise<readonly Quote[]> {
  const value = `${workspace}/${channel}/${thread}`;
  const all = await ledger.list("thread", value, { offset: 0, limit: 100 });
  const readable = all.filter(
    ({ erasedAt, reading }) => erasedAt === undefined && reading.status !== "refused",
  );
  const ownLast = readable.toSorted(
    (one, other) => Number(one.request.by === person) - Number(other.request.by === person),
  );
  const glossaryOf = (quote: Quote) => JSON.stringify([termHome(quote), quote.target]);
  return [...new Map(ownLast.map((quote) => [glossaryOf(quote), quote])).values()];
}
