import type { Person, Roles } from "../../../core/people.ts";
import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { isThere } from "../../approval/actions/may-have-result.ts";
import { isListed, mayEditTerms, maySpend } from "../../approval/rules/rights.ts";
import {
  type Edit,
  type Layer,
  type TermBase,
  effectiveTerms,
  emptyTermBase,
  sizeOf,
  termsInGlossary,
} from "../rules/glossary.ts";
import {
  type Applied,
  type TypedTerms,
  applyTyped,
  countsOf,
  markOf,
} from "../rules/term-edits.ts";
import { type Belonging, outerHome, termHome } from "../rules/term-home.ts";
import { type TermFile, editsMark, termChanges } from "../rules/term-rows.ts";

/**
 * What a manuscript's book has decided and what it inherits, outermost first, as `effectiveTerms` takes
 * it. Two reads, of which one waits for the other only where the book is in a series.
 *
 * @throws when the store cannot answer.
 */
export async function layersOf(
  { terms }: Pick<Ports, "terms">,
  belonging: Belonging,
): Promise<readonly Layer[]> {
  const { workspace } = belonging.place;
  const [outermost, book] = await Promise.all([
    terms.read(outerHome(workspace, { name: "workspace" })),
    terms.read(termHome(belonging)),
  ]);
  const { series } = book;
  const between =
    series === undefined
      ? undefined
      : await terms.read(outerHome(workspace, { name: "series", series }));
  return [
    { name: "workspace", base: outermost },
    ...(between === undefined ? [] : [{ name: "series", base: between } as const]),
    { name: "book", base: book },
  ];
}

/** Whose glossary somebody looks at, and which of its layers they write into. */
export type TermPlace = {
  readonly person: string;
  readonly quoteId: string;
  readonly layer: Layer["name"];
  /** Target language. */
  readonly target: string;
};

export type TermsSeen =
  | {
      readonly status: "terms";
      readonly quote: Quote;
      readonly layer: Layer["name"];
      /** Up to the layer that is written into. */
      readonly layers: readonly Layer[];
      readonly series: string | undefined;
      readonly mayEdit: boolean;
    }
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed" };

export type TermDeps = Pick<Ports, "workspace" | "ledger" | "terms" | "people" | "now" | "audit">;

/** What people may see of a glossary; nothing of it is shown to guests and strangers. */
export async function lookAtTerms(ports: TermDeps, place: TermPlace): Promise<TermsSeen> {
  const { people, ledger } = ports;
  const quote = await ledger.find(place.quoteId);
  // Its book's name is gone, and with it the way to its terms.
  const isKnown = quote?.place.workspace === ports.workspace && quote.erasedAt === undefined;
  if (quote === undefined || !isKnown) return { status: "unknown-card" };
  const [person, roles, all] = await Promise.all([
    people.find(place.person),
    people.roles(),
    layersOf(ports, quote),
  ]);
  const may =
    person.isMember && (await mayRead(ports, { quote, person, roles, base: all.at(-1)?.base }));
  if (!may) return { status: "not-allowed" };
  const series = all.at(-1)?.base.series;
  const layer = place.layer === "series" && series === undefined ? "book" : place.layer;
  const end = all.findIndex(({ name }) => name === layer) + 1;
  const mayEdit = mayEditTerms(person, roles, { layer, requester: quote.request.by });
  return { status: "terms", quote, layer, layers: all.slice(0, end), series, mayEdit };
}

type Reading = {
  readonly quote: Quote;
  readonly person: Person;
  readonly roles: Roles;
  readonly base: TermBase | undefined;
};

/**
 * A book's terms are for those who are where it was first handed in, or where one of them has handed it in
 * since, and for approvers. Whoever names the book of others in a form has no right by that.
 *
 * @throws when Slack cannot be asked.
 */
async function mayRead(ports: TermDeps, { quote, person, roles, base }: Reading): Promise<boolean> {
  if (maySpend(person, roles)) return true;
  const here = quote.place.channel;
  const home = base?.channel ?? here;
  if (await isThere(ports, { channel: home, person: person.id })) return true;
  return (
    here !== home &&
    (await isThere(ports, { channel: here, person: person.id })) &&
    (isListed(quote.request.by, roles) ||
      (await isThere(ports, { channel: home, person: quote.request.by })))
  );
}

/** What somebody typed; `series` where they named another one than was shown (`markOf`). */
export type TypedIn = TypedTerms & {
  readonly series?: { readonly shown: string; readonly name: string } | undefined;
};

export type TermsSaved =
  | (Pick<Applied, "edits" | "confirmed" | "unsaved"> & {
      readonly status: "saved";
      /** The name of the series that the book is in from now on; empty: in none. */
      readonly joined: string | undefined;
      readonly seen: Extract<TermsSeen, { status: "terms" }>;
    })
  | { readonly status: "may-not-edit"; readonly seen: Extract<TermsSeen, { status: "terms" }> }
  /** It would have more terms than a glossary may: nothing was written. */
  | { readonly status: "full" }
  | Exclude<TermsSeen, { status: "terms" }>;

/**
 * Writes what somebody typed into the layer that they look at, by compare-and-set: of two who do it at
 * once neither is lost.
 *
 * @throws when the store cannot answer, or Slack cannot say who it is: nothing was saved then.
 */
export async function saveTerms(
  ports: TermDeps,
  place: TermPlace,
  typed: TypedIn,
): Promise<TermsSaved> {
  const seen = await lookAtTerms(ports, place);
  if (seen.status !== "terms") return seen;
  if (!seen.mayEdit) return { status: "may-not-edit", seen };
  const { layer, quote, series } = seen;
  const apply = applier(seen, place, typed, ports.now());
  const now = seen.layers.at(-1)?.base ?? emptyTermBase;
  const first = apply(now);
  // Whoever only turns the page has nothing written, and waits for nothing to be read again.
  if (first.base === now) return { status: "saved", ...first, seen };
  const home = homeOf(quote, layer, series);
  const { record: base, outcome: last } = await ports.terms.decide(home, (before) => {
    const { base: record, ...outcome } = apply(before);
    // What changes or deletes terms is taken also where there are too many already.
    const isFull = sizeOf(record) > Math.max(termsInGlossary, sizeOf(before));
    return isFull ? { record: before, outcome: undefined } : { record, outcome };
  });
  if (last === undefined) return { status: "full" };
  tellAudit(ports, { ...place, layer, home }, last);
  const layers = [...seen.layers.slice(0, -1), { name: layer, base }];
  const after = last.joined === undefined ? { ...seen, layers } : await lookAtTerms(ports, place);
  return after.status === "terms" ? { status: "saved", ...last, seen: after } : after;
}

/** Which glossary: a digest of its name, which is the book's and stays out of the log. */
function tellAudit(
  { audit }: Pick<Ports, "audit">,
  { quoteId, person, layer, target, home }: TermPlace & { readonly home: string },
  { edits, confirmed, joined }: Pick<Applied, "edits" | "confirmed"> & Joined,
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

type Joined = { readonly joined: string | undefined };

/** Applies what was typed to the innermost layer, as it is when it is written. */
function applier(
  { layer, layers }: Extract<TermsSeen, { status: "terms" }>,
  { person, target }: TermPlace,
  typed: TypedIn,
  at: number,
) {
  const outer = layers.slice(0, -1);
  return (before: TermBase) => {
    const all = [...outer, { name: layer, base: before }];
    const { base, ...applied } = applyTyped(all, target, typed, { by: "person", person, at });
    const joined = layer === "book" ? joinedSeries(before, typed.series) : undefined;
    const joining = joined === undefined ? base : { ...base, series: joined || undefined };
    return { ...applied, joined, base: joining };
  };
}

function homeOf(quote: Quote, layer: Layer["name"], series = ""): string {
  const { workspace } = quote.place;
  switch (layer) {
    case "workspace":
      return outerHome(workspace, { name: "workspace" });
    case "series":
      return outerHome(workspace, { name: "series", series });
    case "book":
      return termHome(quote);
  }
}

/** Undefined: it stays in the series that it is in, also where somebody else has just named another. */
function joinedSeries({ series = "" }: TermBase, typed: TypedIn["series"]): string | undefined {
  const isTouched = typed !== undefined && markOf(typed.name) !== typed.shown;
  return isTouched && markOf(series) === typed.shown ? typed.name : undefined;
}

/** What a file would do to a glossary. */
export type Brought =
  | { readonly status: "not-known" | "may-not-edit" | "full" }
  | Extract<TermFile, { status: "refused" }>
  | {
      readonly status: "preview";
      readonly changes: ReturnType<typeof termChanges>;
      /** Names file and terms: see `takeBrought`. */
      readonly value: string;
    };

type Deps = TermDeps & {
  /** `target`: the language of the translations, where a file has several. */
  readonly readFile: (fileId: string, target: string) => Promise<TermFile>;
};

/** Reads a file, and compares it with what holds now; nothing is written. */
export async function lookAtTermFile(
  ports: Deps,
  place: TermPlace,
  fileId: string,
): Promise<Brought> {
  const seen = await lookAtTerms(ports, place);
  if (seen.status !== "terms") return { status: "not-known" };
  if (!seen.mayEdit) return { status: "may-not-edit" };
  const read = await ports.readFile(fileId, place.target);
  if (read.status === "refused") return read;
  const changes = termChanges(effectiveTerms(seen.layers, place.target), read.edits);
  const size = sizeOf(seen.layers.at(-1)?.base ?? emptyTermBase) + changes.fresh;
  if (changes.fresh > 0 && size > termsInGlossary) return { status: "full" };
  const value = [place.quoteId, place.target, fileId, editsMark(read.edits)].join("/");
  return { status: "preview", changes, value };
}

/** Writes the terms of a file that somebody saw the preview of; another file by now writes nothing. */
export async function takeBrought(
  ports: Deps,
  place: Pick<TermPlace, "person" | "layer">,
  value: string,
): Promise<TermsSaved | { readonly status: "other-file" }> {
  const [quoteId = "", target = "", fileId = "", mark = ""] = value.split("/");
  const read = await ports.readFile(fileId, target);
  if (read.status === "refused" || editsMark(read.edits) !== mark) return { status: "other-file" };
  const typed = { rows: [], added: read.edits, untouched: "leave" } as const;
  return await saveTerms(ports, { ...place, quoteId, target }, typed);
}

/** Terms that somebody wrote under a card. */
export type Reply = {
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

/** One card for each glossary that is spoken of in a thread; the person's own stands for others of its kind. */
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
  return [...new Map(ownLast.map((quote) => [glossaryOf(quote), quote])).values()];
}

function glossaryOf(quote: Quote): string {
  return JSON.stringify([termHome(quote), quote.target]);
}
