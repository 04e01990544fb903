import { join } from "node:path";

import { z } from "zod";

import { type TermBase, emptyTermBase, withEdits } from "../../src/domain/glossary/glossary.ts";
import { termHome } from "../../src/domain/glossary/quote-terms.ts";
import { firstLook, type TermLook } from "../../src/domain/glossary/term-review.ts";
import { lookAtTerms, saveTerms } from "../../src/features/glossary/edit-terms.ts";
import { termsForm } from "../../src/features/glossary/terms-form-view.ts";
import { freezeTerms, lookUpTerms } from "../../src/features/glossary/update-book-terms.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { testAppContext } from "../../test/support/app-context.ts";
import { testContext as facts } from "../../test/support/context.ts";
import { answerQuestions } from "../measure/child-side.ts";
import { aRunningQuote } from "../measure/quotes.ts";

const asked = z.object({ terms: z.number(), rounds: z.number(), folder: z.string() });

/** Measures how long a person waits who reads, searches, corrects or approves a book with this many terms. */
answerQuestions(async (question) => {
  const { terms: count, rounds, folder } = asked.parse(question);
  const store = createSqliteStore(join(folder, `${count}.sqlite`));
  const ctx = { ...testAppContext({ store }).ctx, workspace: "T0BENCH" };
  const { quoteStore, terms } = ctx;
  const quote = { ...aRunningQuote(1, 1000), tasks: [], book: "The Lantern" };
  await quoteStore.add(quote);
  await terms.change(termHome(quote), (base) => withMany(base, count));
  const place = {
    person: "U0ADA",
    quoteId: quote.id,
    layer: "book",
    target: "fr",
  } as const;

  const show = async (look: TermLook) => {
    const seen = await lookAtTerms(ctx, place);
    if (seen.status !== "terms") throw new Error(`not shown: ${seen.status}`);
    const memory = { ...place, ...look, saves: 0 };
    return termsForm({ seen, memory, context: facts, above: [], filetypes: ["csv"] });
  };
  const edit = async (round: number) => {
    const added = [{ source: nameOf(round), target: `Corrigé ${round}` }];
    await saveTerms(ctx, place, { rows: [], added, untouched: "leave" });
  };
  return {
    shownMs: await longest(rounds, () => show(firstLook)),
    searchedMs: await longest(rounds, () => show({ ...firstLook, search: "warden 77" })),
    editedMs: await longest(rounds, edit),
    lookedUpMs: await longest(rounds, () => lookUpTerms(ctx, quote)),
    // Each call follows an edit, so that the glossary is written; a known one is only read.
    frozenMs: await longest(rounds, () => freezeTerms(ctx, quote), edit),
  };
});

function withMany(base: TermBase, count: number): TermBase {
  const found = Array.from({ length: count }, (_, n) => ({
    source: nameOf(n),
    target: `Nom ${n}`,
  }));
  return withEdits({ ...emptyTermBase, ...base }, "fr", found, "U0ADA");
}

/** Names of one to three words, so that some are a part of others. */
function nameOf(n: number): string {
  return ["Marrow", "Warden", "Old Harbour"].slice(0, 1 + (n % 3)).join(" ") + ` ${n}`;
}

/** Returns the longest of `rounds` calls in ms, after one that warms up. `before` runs before each, untimed. */
async function longest(
  rounds: number,
  call: (round: number) => Promise<unknown>,
  before: (round: number) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await before(round + rounds + 1);
    const began = performance.now();
    await call(round);
    times.push(performance.now() - began);
  }
  return Math.max(...times.slice(1));
}
