import { expect, test } from "vitest";

import { emptyTermBase, withEdits } from "#domain/glossary/glossary.ts";
import { applyTyped } from "#domain/glossary/term-review.ts";
import { savedWords, termsWrittenReply } from "#features/glossary/terms-replies-view.ts";

import { aQuote } from "../../builders.ts";
import { testContext } from "../../support/context.ts";

const names = Array.from({ length: 300 }, (_, n) => `${"&".repeat(100)} ${n}`);
const above = withEdits(
  emptyTermBase,
  "fr",
  names.map((source) => ({ source, target: source })),
  "U0ANA",
);
const layers = [
  { name: "book", base: emptyTermBase },
  { name: "series", base: above },
] as const;

test.each(["", "another"])(
  "however many terms are changed to %j at once, a form and a message can say so",
  (target) => {
    const added = names.map((source) => ({ source, target }));
    const applied = applyTyped(layers, "fr", { rows: [], added, untouched: "leave" }, "U0ANA");
    const saved = { status: "saved", ...applied, layers } as const;

    const { text } = termsWrittenReply(saved, aQuote(), testContext);

    expect(text.length).toBeLessThan(3000);
    expect(savedWords(saved, testContext).length).toBeLessThan(30);
  },
);

test("a term that is inherited cannot be deleted below, and one of the book's own gives way to it", () => {
  const own = withEdits(emptyTermBase, "fr", [{ source: "Ana", target: "Anne" }], "U0ANA");
  const outer = withEdits(
    emptyTermBase,
    "fr",
    [
      { source: "Ana", target: "Anna" },
      { source: "Bo", target: "Beau" },
    ],
    "U0ANA",
  );
  const both = [
    { name: "book", base: own },
    { name: "workspace", base: outer },
  ] as const;
  const added = ["Ana", "Bo"].map((source) => ({ source, target: "" }));

  const applied = applyTyped(both, "fr", { rows: [], added, untouched: "leave" }, "U0ANA");

  expect(applied.edits).toEqual([{ source: "Ana", target: "", was: "Anne", now: "Anna" }]);
  expect(applied.unsaved).toEqual([{ source: "Bo", typed: "", why: "inherited" }]);
});
