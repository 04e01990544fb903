import { ManuscriptFault } from "../../../core/faults.ts";
import type { Term } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, changeTask, findTask, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { withRun } from "../rules/glossary.ts";
import { createTermCounts } from "../rules/term-counts.ts";
import { termHome, unkeptTerms } from "../rules/term-home.ts";

type Deps = Pick<Ports, "ledger" | "manuscripts" | "terms" | "now">;

/**
 * Adds the terms that a run extracted to the glossary of the manuscript's book, with their
 * frequency in the text. Safe to repeat: a term base takes each run once.
 *
 * @throws while the store does not answer, or Slack cannot serve the file for now.
 */
export async function keepTerms(ports: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const terms = task === undefined ? undefined : unkeptTerms(task);
  if (task === undefined || terms === undefined) return quote;
  const found = await counted(ports, quote, terms);
  const run = { key, language: task.target, terms: found, at: ports.now() };
  await ports.terms.change(termHome(quote), (base) => withRun(base, run));
  return await ports.ledger.change(quote.id, (before) =>
    changeTask(before, key, (now) => withCounts(now, found)),
  );
}

/** Returns the terms without counts if the file is gone: they are kept all the same. */
async function counted(
  { manuscripts }: Deps,
  { file, ...quote }: Quote,
  terms: readonly Term[],
): Promise<readonly Term[]> {
  const manuscript = manuscriptOf({ file, ...quote });
  if (manuscript === undefined) return terms;
  const counts = createTermCounts(terms.map(({ source }) => source));
  const decoder = new TextDecoder();
  const whole = { fileId: file.id, manuscript, slice: undefined };
  try {
    for await (const piece of manuscripts.open(whole, AbortSignal.timeout(countMs))) {
      counts.add(decoder.decode(piece, { stream: true }));
    }
  } catch (error) {
    if (error instanceof ManuscriptFault && error.reason !== "interrupted") return terms;
    throw error;
  }
  const all = counts.end();
  return terms.map((term) => ({ ...term, frequency: all.get(term.source) ?? 0 }));
}

const countMs = 120_000;

function withCounts(task: Task, terms: readonly Term[]): Task {
  const { state } = task;
  return unkeptTerms(task) === undefined || state.status !== "completed"
    ? task
    : { ...task, state: { ...state, result: { ...state.result, terms, termsKept: true } } };
}
