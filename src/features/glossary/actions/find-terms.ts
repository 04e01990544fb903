import { productOf } from "../../../core/offer.ts";
import type { Desk } from "../../../core/ports.ts";
import { type Quote, paidTasks } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { languagesOf } from "../rules/glossary.ts";
import { layersOf } from "./terms.ts";

export type TermsFound =
  /** There are terms to be read: those of this manuscript's book, into this language. */
  | { readonly status: "terms"; readonly quoteId: string; readonly target: string }
  /** None yet: the newest run that looks for some, and the newest manuscript. */
  | {
      readonly status: "none";
      readonly run: { readonly quote: Quote; readonly task: Task } | undefined;
      readonly newest: Quote | undefined;
    };

/** Whose terms somebody means who asks for “the glossary” in a conversation: the newest that was extracted, else the newest manuscript's. */
export async function findTerms(
  desk: Pick<Desk, "ledger" | "terms">,
  { workspace, channel }: { readonly workspace: string; readonly channel: string },
): Promise<TermsFound> {
  const all = await desk.ledger.list("channel", `${workspace}/${channel}`, firstPage);
  const quotes = all.filter(({ erasedAt }) => erasedAt === undefined);
  const run = newestRun(quotes);
  const newest = quotes[0];
  const meant = [
    ...(run === undefined ? [] : [{ quote: run.quote, target: run.task.target }]),
    ...(newest === undefined ? [] : [{ quote: newest, target: newest.target }]),
  ];
  for (const { quote, target } of meant) {
    const layers = await layersOf(desk, quote);
    const isThere = layers.some(({ base }) =>
      languagesOf(base).some(({ language }) => language === target),
    );
    if (isThere) return { status: "terms", quoteId: quote.id, target };
  }
  return { status: "none", run, newest };
}

function newestRun(quotes: readonly Quote[]): { quote: Quote; task: Task } | undefined {
  return quotes
    .flatMap((quote) => paidTasks(quote).map((task) => ({ quote, task })))
    .filter(({ task }) => productOf(task) === "glossary")
    .sort((a, b) => (b.task.approval?.at ?? 0) - (a.task.approval?.at ?? 0))[0];
}

const firstPage = { offset: 0, limit: 100 };
