import { describe, expect, test } from "vitest";

import { approve, endorsementOf } from "#domain/approval/approving.ts";
import { chooseStrategy } from "#domain/estimate/card-changes.ts";
import { cardDigest } from "#domain/estimate/card-digest.ts";
import {
  type BookTerms,
  type Layer,
  effectOf,
  emptyTermBase,
  withEdits,
} from "#domain/glossary/glossary.ts";
import { awaitsTerms, forgetTerms, lookedAt } from "#domain/glossary/quote-terms.ts";
import { offerTag } from "#domain/offer.ts";
import type { Quote } from "#domain/quote.ts";
import { recover } from "#domain/recovery.ts";
import { stepsOf } from "#domain/steps.ts";
import { printQuote } from "#store/quotes.ts";

import {
  aCard,
  aGlossaryTask,
  aManuscript,
  aQuote,
  aTask,
  aTerm,
  completed,
  noPolicy,
  noon,
  setup,
} from "../../builders.ts";

const hash = "9".repeat(64);
const seen: BookTerms = {
  target: "fr",
  hash,
  count: 124,
};
const by = { by: "U0ANA", at: noon, setup, ...noPolicy };

function approved(quote: Quote) {
  const { outcome } = approve(quote, { product: "translation", ...by });
  if (outcome.status !== "approved") throw new Error(outcome.status);
  return outcome.task;
}

test("an approval freezes the glossary that the card names, and how it is used", () => {
  const task = approved(aQuote({ card: aCard(), glossary: { terms: seen, strategy: "replace" } }));

  expect(task).toMatchObject({ glossary: { hash, strategy: "replace" } });
});

test("a run without a glossary keeps the key, the offer and the card that it always had", () => {
  // As older records are: they name the file's own hash also for a text.
  const file = { encoding: "utf-8", fileBytes: 13_000, fileSha256: "f".repeat(64) } as const;
  const manuscript = { ...file, ...aManuscript() };
  const quote = aQuote({ card: aCard(), reading: { status: "read", manuscript } });

  expect(approved(quote).key).toBe("e14f8a79-987f-96ce-9ca9-f76158302526");
  expect(approved({ ...quote, glossary: { terms: seen, strategy: "without" } }).key).toBe(
    approved(quote).key,
  );
  expect(offerTag(quote, setup)).toBe("2fb49ba353099c95");
  expect(cardDigest(quote)).toBe("a6d8953a486d67a2");
  expect(printQuote({ ...quote, glossary: undefined })).not.toContain("terms");
});

describe("another glossary, or another use of it", () => {
  const offer = aQuote({ card: aCard(), glossary: { terms: seen } });
  const other = { ...seen, hash: "8".repeat(64) };

  test.each<readonly [string, Partial<Quote>]>([
    ["other terms", { glossary: { terms: other } }],
    ["no terms", { glossary: undefined }],
    ["another strategy", { glossary: { terms: seen, strategy: "skip" } }],
    ["none at all", { glossary: { terms: seen, strategy: "without" } }],
  ])("%s: is another offer, another key and another card", (_, changes) => {
    const changed = { ...offer, ...changes };

    expect(offerTag(changed, setup)).not.toBe(offerTag(offer, setup));
    expect(approved(changed).key).not.toBe(approved(offer).key);
    expect(cardDigest(changed)).not.toBe(cardDigest(offer));
  });

  test("voids a first approval that was given to the one before", () => {
    const policy = { ...noPolicy.policy, secondApprovalAbove: 0 };
    const click = { product: "translation", by: "U0ANA", at: noon, setup, ...noPolicy } as const;
    const { quote: endorsed } = approve(offer, { ...click, policy });
    const changed = { ...endorsed, glossary: { terms: other } };

    expect(endorsementOf(endorsed, "translation", setup)).toBeDefined();
    expect(endorsementOf(changed, "translation", setup)).toBeUndefined();
  });
});

test("what a book has decided is looked at for each language, until a translation is sold", () => {
  const offer = aQuote({ card: aCard(), glossary: { terms: seen } });
  const sold = { ...offer, tasks: [aTask()] };

  expect(awaitsTerms(offer)).toBe(false);
  expect(awaitsTerms({ ...offer, target: "de" })).toBe(true);
  expect(stepsOf(forgetTerms(offer), setup)).toContainEqual({ kind: "look-at-terms", at: 0 });
  expect(forgetTerms(sold)).toBe(sold);
});

test("the card counts what the book decides and inherits, and what each strategy makes of what was extracted", () => {
  const base = (...terms: readonly (readonly [string, string])[]) =>
    withEdits(
      emptyTermBase,
      "fr",
      terms.map(([source, target]) => ({ source, target })),
      "U0ANA",
    );
  const layers: readonly Layer[] = [
    { name: "book", base: base(["Ana", "Ana"]) },
    { name: "series", base: base(["Aaron", "Aron"]) },
    { name: "workspace", base: base(["House", "Maison"], ["Ana", "Anne"]) },
  ];
  const extracted = [aTerm("Ana", "Anna"), aTerm("Harbour", "Port")];

  const tasks = [aGlossaryTask({ state: completed({ terms: extracted }) })];
  const { glossary, seen: told } = lookedAt(layers, aQuote({ tasks }));

  expect(glossary).toEqual({ Aaron: "Aron", Ana: "Ana", House: "Maison" });
  expect(told.count).toBe(3);
  expect(effectOf("merge", told)).toEqual({ added: 2, overridden: 1, ignored: 0 });
  expect(effectOf("replace", told)).toEqual({ added: 2, overridden: 1, ignored: 1 });
  expect(effectOf("skip", told)).toEqual({ added: 0, overridden: 0, ignored: 3 });
  expect(effectOf("without", told)).toEqual({ added: 0, overridden: 0, ignored: 0 });
});

test("how the glossary is used can be chosen until a translation is approved", () => {
  const offer = aQuote({ card: aCard(), glossary: { terms: seen }, tasks: [aGlossaryTask()] });
  const sold = { ...offer, tasks: [aTask({ state: completed() })] };

  expect(chooseStrategy(offer, "replace")).toMatchObject({
    quote: { glossary: { strategy: "replace" } },
    outcome: { status: "done" },
  });
  expect(chooseStrategy(sold, "replace").outcome.status).toBe("stale");
  expect(
    chooseStrategy({ ...offer, decision: { status: "expired", at: noon } }, "skip").outcome.status,
  ).toBe("closed");
});

test("with the ledger lost, a run that went with a glossary is found by its card", () => {
  const quote = aQuote({ card: aCard() });
  const task = approved({ ...quote, glossary: { terms: seen, strategy: "replace" } });
  const facts = { key: task.key, approvedAt: noon, taskId: "task-7" };

  const found = recover(quote, [{ ...facts, glossary: { hash, strategy: "replace" } }]);

  expect(found.tasks).toMatchObject([
    { key: task.key, kind: "translation", glossary: { hash, strategy: "replace" } },
  ]);
});
