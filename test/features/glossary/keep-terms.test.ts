import { expect, test } from "vitest";

import { ManuscriptFault } from "../../../src/core/faults.ts";
import { findTask } from "../../../src/core/quote.ts";
import { keepTerms } from "../../../src/features/glossary/actions/keep-terms.ts";
import { withEdits } from "../../../src/features/glossary/rules/glossary.ts";
import { termHome } from "../../../src/features/glossary/rules/term-home.ts";
import { aGlossaryTask, aTerm, completed, noon } from "../../builders.ts";
import { aDesk, anOffer, runOut } from "../desk.ts";

const terms = [aTerm("It", "Es", 0.9), aTerm("Maia", "Maïa", 0.5)];
const glossary = aGlossaryTask({ target: "de", state: completed({ terms }) });

async function aFinishedRun(options: Parameters<typeof aDesk>[0] = {}) {
  const house = aDesk(options);
  const { quote } = await house.desk.ledger.add(anOffer({ book: "Clocks", tasks: [glossary] }));
  const targets = async () => {
    const base = await house.desk.terms.read(termHome(quote));
    return Object.fromEntries(
      Object.entries(base.terms).map(([source, { de }]) => [source, de?.target]),
    );
  };
  return { ...house, quote, targets };
}

test("what a run found is in the book's glossary, with how often it stands in the text", async () => {
  const house = await aFinishedRun();

  await runOut(house, house.quote.id);
  const base = await house.desk.terms.read(termHome(house.quote));

  expect(base.terms["It"]?.["de"]).toMatchObject({
    target: "Es",
    origin: { by: "extraction", key: glossary.key },
    confidence: 0.9,
    frequency: 400,
  });
  expect(base.terms["Maia"]?.["de"]).toMatchObject({ frequency: 0 });
});

test("a process that dies between the two writes takes the terms once: what was taken out stays out", async () => {
  const house = await aFinishedRun();
  await keepTerms(house.desk, house.quote, glossary.key);
  // The quote's own record was not written: the step is still due.
  await house.desk.ledger.change(house.quote.id, (now) => ({ ...now, tasks: [glossary] }));
  await house.desk.terms.change(termHome(house.quote), (base) =>
    withEdits(base, "de", [{ source: "It", target: "" }], { by: "person", person: "U1", at: noon }),
  );

  await runOut(house, house.quote.id);
  const quote = await house.desk.ledger.find(house.quote.id);

  expect(await house.targets()).toEqual({ Maia: "Maïa" });
  expect(quote && findTask(quote, glossary.key)?.state).toMatchObject({
    result: { termsKept: true },
  });
});

test("terms of a file that is gone are kept without a count", async () => {
  const gone = async function* gone(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array();
    throw new ManuscriptFault("gone");
  };
  const house = await aFinishedRun({ manuscripts: { open: gone } });

  await runOut(house, house.quote.id);

  expect(await house.targets()).toEqual({ It: "Es", Maia: "Maïa" });
});
