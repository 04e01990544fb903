import * as fc from "fast-check";
import { expect, test } from "vitest";

import { emptyTermBase, withEdits } from "../../src/domain/glossary/glossary.ts";
import { createMemoryStore } from "../../src/ledger/memory-store.ts";
import { createTermBases } from "../../src/ledger/term-bases.ts";

const ana = { by: "person", person: "U0ANA", at: 1 } as const;

test("terms read back as they were decided, whatever they are called", async () => {
  const edits = fc.array(fc.record({ source: fc.string(), target: fc.string() }));
  await fc.assert(
    fc.asyncProperty(edits, async (decided) => {
      const bases = createTermBases(createMemoryStore());
      const named = decided.filter(({ source }) => source.trim() !== "__proto__");
      const base = await bases.change("T1/book/Aaron", (before) =>
        withEdits(before, "zh", named, ana),
      );

      expect(await bases.read("T1/book/Aaron")).toEqual(base);
    }),
  );
});

test("a book that nobody decided anything for has no terms", async () => {
  expect(await createTermBases(createMemoryStore()).read("T1/book/New")).toEqual(emptyTermBase);
});
