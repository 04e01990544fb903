import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent } from "../../approval/actions/is-present.ts";
import { effectOf, effectiveTerms, toGlossary } from "../rules/glossary.ts";
import type { GlossaryChoice } from "../rules/quote-terms.ts";
import { extractedLast } from "./look-up-terms.ts";
import { layersOf } from "./terms.ts";

type Pair = { readonly source: string; readonly target: string };

export type TermsDifference =
  | { readonly status: "not-allowed" }
  | { readonly status: "nothing-extracted" }
  | {
      readonly status: "compared";
      readonly choice: GlossaryChoice;
      readonly added: readonly Pair[];
      readonly overridden: readonly (Pair & { readonly instead: string })[];
      readonly ignored: readonly Pair[];
    };

/** What the glossary would change of what was extracted last, term by term: for full members in the conversation. */
export async function showDifference(
  desk: Pick<Desk, "ledger" | "terms" | "people">,
  click: Click,
): Promise<TermsDifference | { readonly status: "unknown-card" }> {
  const quote = await findQuote(desk, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(desk, click))) return { status: "not-allowed" };
  return await differenceOf(desk, quote);
}

async function differenceOf(
  desk: Pick<Desk, "ledger" | "terms">,
  quote: Quote,
): Promise<TermsDifference> {
  const extracted = await extractedLast(desk, quote);
  if (extracted === undefined) return { status: "nothing-extracted" };
  const { strategy: choice = "merge", target } = quote;
  const terms = choice === "without" ? [] : effectiveTerms(await layersOf(desk, quote), target);
  const own = new Map(terms.map((term) => [term.source, term.target]));
  const found = new Map(extracted.map((term) => [term.source, term.target]));
  const strategy = choice === "without" ? "merge" : choice;
  const { added, overridden, ignored } = effectOf(strategy, toGlossary(terms), extracted);
  const pair = (source: string): Pair => ({
    source,
    target: own.get(source) ?? found.get(source) ?? "",
  });
  return {
    status: "compared",
    choice,
    added: added.map(pair),
    overridden: overridden.map((source) => ({
      ...pair(source),
      instead: found.get(source) ?? "",
    })),
    ignored: ignored.map(pair),
  };
}
