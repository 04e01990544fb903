import { expect, test } from "vitest";

import { ManuscriptError } from "#domain/errors.ts";
import { glossaryHash, withEdits } from "#domain/glossary/glossary.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { findTask } from "#domain/quote.ts";
import { keepTerms } from "#features/glossary/update-book-terms.ts";

import { aGlossaryTask, aTerm, completed } from "../../builders.ts";
import { testAppContext, anOffer, runOut } from "../../support/app-context.ts";

const terms = [aTerm("It", "Es", 0.9), aTerm("Maia", "Maïa", 0.5)];
const glossary = aGlossaryTask({ target: "de", state: completed({ terms }) });

async function aFinishedRun(options: Parameters<typeof testAppContext>[0] = {}) {
  const galley = testAppContext(options);
  const { quote } = await galley.ctx.quoteStore.add(anOffer({ book: "Clocks", tasks: [glossary] }));
  const targets = async () => {
    const base = await galley.ctx.terms.read(termHome(quote));
    return Object.fromEntries(
      Object.entries(base.terms).map(([source, { de }]) => [source, de?.target]),
    );
  };
  return { ...galley, quote, targets };
}

test("what a run found is in the book's glossary, with how often it stands in the text", async () => {
  const galley = await aFinishedRun();

  await runOut(galley, galley.quote.id);
  const base = await galley.ctx.terms.read(termHome(galley.quote));

  expect(base.terms["It"]?.["de"]).toEqual({
    target: "Es",
    confidence: 0.9,
    frequency: 400,
  });
  expect(base.terms["Maia"]?.["de"]).toMatchObject({ frequency: 0 });
});

test("a process that dies between the two writes takes the terms once: what was taken out stays out", async () => {
  const galley = await aFinishedRun();
  await keepTerms(galley.ctx, galley.quote, glossary.key);
  // The quote's own record was not written: the step is still due.
  await galley.ctx.quoteStore.change(galley.quote.id, (now) => ({ ...now, tasks: [glossary] }));
  await galley.ctx.terms.change(termHome(galley.quote), (base) =>
    withEdits(base, "de", [{ source: "It", target: "" }], "U1"),
  );

  await runOut(galley, galley.quote.id);
  const quote = await galley.ctx.quoteStore.find(galley.quote.id);

  expect(await galley.targets()).toEqual({ Maia: "Maïa" });
  expect(quote && findTask(quote, glossary.key)?.state).toMatchObject({
    result: { termsKept: true },
  });
});

test("terms of a file that is gone are kept without a count", async () => {
  const gone = async function* gone(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array();
    throw new ManuscriptError("gone");
  };
  const galley = await aFinishedRun({ manuscripts: { open: gone } });

  await runOut(galley, galley.quote.id);

  expect(await galley.targets()).toEqual({ It: "Es", Maia: "Maïa" });
});

test("terms that went along with the extraction stay where people decided on them", async () => {
  const galley = await aFinishedRun();
  const { ctx, quote } = galley;
  const sent = { It: "Es", Maia: "Maya" };
  await ctx.glossaries.keep(sent);
  const supplied = { hash: glossaryHash(sent), strategy: "merge" } as const;
  const task = { ...glossary, glossary: supplied };
  await ctx.quoteStore.change(quote.id, (now) => ({ ...now, tasks: [task] }));

  await runOut(galley, quote.id);
  const after = await ctx.quoteStore.find(quote.id);

  // “It” is of the workspace, say. That the partner changed “Maia” is worth a look.
  expect(await galley.targets()).toEqual({ Maia: "Maïa" });
  expect(after && findTask(after, glossary.key)?.state).toMatchObject({
    result: { terms: [{ source: "It" }, { source: "Maia" }], termsKept: true },
  });
});
