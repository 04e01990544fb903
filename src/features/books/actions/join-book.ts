import { largestFileBytes } from "../../../core/delivery.ts";
import { ManuscriptFault, NotFound } from "../../../core/faults.ts";
import { readLines } from "../../../core/lines.ts";
import type { Manuscript } from "../../../core/manuscript.ts";
import type { Ports, ResultFile } from "../../../core/ports.ts";
import { type Quote, findTask, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, sameSlice, wholeOf } from "../../../core/slice.ts";
import { charactersOf } from "../../../core/task.ts";
import { unhurried } from "../../../core/unhurried.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent, mayHaveResult } from "../../approval/actions/rights.ts";
import {
  type NoLink,
  noLink,
  countLink,
  TooLargeToPost,
  inMemory,
  putBack,
} from "../../delivery/actions/deliver-result.ts";
import { readCoverage } from "../../estimate/actions/look-at-coverage.ts";
import { pairTexts } from "../../exports/rules/pair-texts.ts";
import {
  type BookPlan,
  type BookRun,
  type Piece,
  finishedRuns,
  planBook,
  cutAt,
  cutTranslation,
  joinParts,
} from "../rules/book-plan.ts";

export type BookOutcome =
  | { readonly status: "unknown-card" | "not-allowed" }
  /** No part of it has a translation that this person may have. */
  | { readonly status: "nothing" }
  | NoLink
  /** This manuscript is gone from Slack, or cannot be read any more. */
  | { readonly status: "unreadable"; readonly file: Quote["file"] }
  | { readonly status: "too-large" }
  | ({ readonly status: "joined"; readonly quote: Quote } & JoinedBook);

export type JoinedBook = {
  readonly file: ResultFile;
  /** The parts left in the original language, because no run translated them. */
  readonly missing: Slice;
};

type Deps = Pick<
  Ports,
  | "workspace"
  | "ledger"
  | "people"
  | "claims"
  | "texts"
  | "thread"
  | "rules"
  | "manuscripts"
  | "results"
  | "openLink"
  | "limits"
  | "now"
  | "tick"
  | "sleep"
>;

/**
 * Joins the results of all runs that translated some of a manuscript, on this card or on others: into
 * its own document, or else into text. It is made again for each click, and nothing of it is kept.
 */
export async function joinBook(ports: Deps, click: Click): Promise<BookOutcome> {
  const quote = await findQuote(ports, click);
  const manuscript = quote && manuscriptOf(quote);
  if (quote === undefined || manuscript === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ports, click))) return { status: "not-allowed" };
  const { person } = click;
  // It counts as one link, however many runs it is made of.
  const checked = await countLink(ports, click);
  if (checked.status === "too-many") return checked;
  try {
    const names = (await ports.texts.read(manuscript.textSha256))?.chapters ?? [];
    const runs = await runsFor(ports, quote, person);
    const joined = await join(ports, { quote, manuscript, names, person }, runs);
    return joined === undefined ? { status: "nothing" } : { status: "joined", quote, ...joined };
  } catch (error) {
    if (error instanceof TooLargeToPost) return { status: "too-large" };
    if (error instanceof UnreadableRun) return { status: "unreadable", file: error.file };
    if (error instanceof ManuscriptFault) return { status: "unreadable", file: quote.file };
    return noLink(ports, error);
  }
}

type Run = BookRun & { readonly file: Quote["file"]; readonly taskId: string };

/** Returns the runs whose results this person may have, by the current claims. */
async function runsFor(ports: Deps, quote: Quote, person: string): Promise<readonly Run[]> {
  const looked = { ...quote, coverage: await readCoverage(ports, quote) };
  const found = finishedRuns(looked).map(async ({ key, quoteId }): Promise<readonly Run[]> => {
    const owner = quoteId === quote.id ? quote : await ports.ledger.find(quoteId);
    const [task, manuscript] = [owner && findTask(owner, key), owner && manuscriptOf(owner)];
    if (owner === undefined || manuscript === undefined) return [];
    if (task?.state.status !== "completed") return [];
    const may =
      owner.id === quote.id || (await mayHaveResult(ports, { person, of: owner, askedOn: quote }));
    if (!may) return [];
    const names = (await ports.texts.read(manuscript.textSha256))?.chapters ?? [];
    const { taskId } = task.state;
    return [{ key, manuscript, slice: task.slice, names, file: owner.file, taskId }];
  });
  return (await Promise.all(found)).flat();
}

type Book = {
  readonly quote: Quote;
  readonly manuscript: Manuscript;
  readonly names: readonly string[];
  readonly person: string;
};

/** Joins the pieces. When a run's result cannot be used, it plans again without that run. */
async function join(
  ports: Deps,
  book: Book,
  runs: readonly Run[],
): Promise<JoinedBook | undefined> {
  const plan = planBook(book.manuscript, book.names, runs);
  const parts = new Map<Piece, string>();
  for (const run of runs) {
    const pieces = plan.pieces.filter(
      (piece) => piece.kind === "translated" && piece.key === run.key,
    );
    if (pieces.length === 0) continue;
    const texts = await translationsOf(ports, { run, pieces, person: book.person });
    if (texts === undefined)
      return await join(
        ports,
        book,
        runs.filter((one) => one !== run),
      );
    for (const [index, piece] of pieces.entries()) parts.set(piece, texts[index] ?? "");
  }
  if (parts.size === 0) return undefined;
  const text = joinParts(await inOrder(ports, book, { plan, parts }));
  const content = new TextEncoder().encode(text);
  if (content.length > largestFileBytes) throw new TooLargeToPost();
  const { target } = book.quote;
  return { file: await putBack(ports, book.quote, { target, content }), missing: plan.missing };
}

type Wanted = { readonly run: Run; readonly pieces: readonly Piece[]; readonly person: string };

/**
 * Returns the texts of the pieces; undefined when the partner no longer has the result, or the
 * beginning of a piece cannot be found in it.
 */
async function translationsOf(ports: Deps, { run, pieces, person }: Wanted) {
  const signal = AbortSignal.timeout(readMs);
  const text = await resultOf(ports, { run, person, signal });
  if (text === undefined) return undefined;
  const all = { from: 0, to: charactersOf(run, run.manuscript.characters) };
  const ranges = pieces.map(({ from, to }) => ({ from, to }));
  if (sameSlice(ranges, [all])) return [text];
  const source = await sourceOf(ports, run, signal);
  const target = await Array.fromAsync(readLines([new TextEncoder().encode(text)]));
  const pairs = await unhurried(ports, pairTexts(source, target));
  return pairs && cutTranslation({ text, source, pairs }, ranges);
}

/** @throws UnreadableRun */
async function sourceOf({ manuscripts }: Deps, { file, ...run }: Run, signal: AbortSignal) {
  try {
    const text = manuscripts.open({ fileId: file.id, ...run }, signal);
    return await Array.fromAsync(readLines(text));
  } catch (error) {
    throw error instanceof ManuscriptFault ? new UnreadableRun(file, { cause: error }) : error;
  }
}

/** A run may have translated another file than the one that its book is posted for. */
class UnreadableRun extends Error {
  override readonly name = "UnreadableRun";
  readonly file: Quote["file"];

  constructor(file: Quote["file"], options: ErrorOptions) {
    super("the manuscript of a run cannot be read", options);
    this.file = file;
  }
}

async function resultOf(
  { openLink, results }: Deps,
  { run, person, signal }: { run: Run; person: string; signal: AbortSignal },
): Promise<string | undefined> {
  try {
    const { url } = await openLink(run.taskId, person);
    return await textOf(results.open(url, signal));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** @throws TooLargeToPost */
async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return new TextDecoder().decode(await inMemory(bytes));
}

/** Returns the texts of the pieces in order; those without a translation come from the manuscript itself. */
async function inOrder(
  { manuscripts }: Deps,
  { quote, manuscript }: Book,
  { plan, parts }: { readonly plan: BookPlan; readonly parts: ReadonlyMap<Piece, string> },
): Promise<readonly string[]> {
  if (plan.missing.length === 0) return plan.pieces.map((piece) => parts.get(piece) ?? "");
  const source = { fileId: quote.file.id, manuscript, slice: wholeOf(manuscript) };
  const text = await textOf(manuscripts.open(source, AbortSignal.timeout(readMs)));
  const own = plan.pieces.filter(({ kind }) => kind === "original");
  const texts = new Map(cutAt(text, own).map((part, index) => [own[index], part]));
  return plan.pieces.map((piece) => parts.get(piece) ?? texts.get(piece) ?? "");
}

const readMs = 180_000;
