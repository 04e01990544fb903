import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  type TermBase,
  emptyTermBase,
  withEdits,
} from "../../src/features/glossary/rules/glossary.ts";
import { createMemoryStore } from "../../src/store/open-store.ts";
import { openSmallStores } from "../../src/store/small-stores.ts";

const ana = { by: "person", person: "U0ANA", at: 1 } as const;

test("terms read back as they were decided, whatever they are called", async () => {
  const edits = fc.array(fc.record({ source: fc.string(), target: fc.string() }));
  await fc.assert(
    fc.asyncProperty(edits, async (decided) => {
      const { terms: bases } = openSmallStores(createMemoryStore());
      const named = decided.filter(({ source }) => source.trim() !== "__proto__");
      const base = await bases.change("T1/book/Aaron", (before) =>
        withEdits(before, "zh", named, ana),
      );

      expect(await bases.read("T1/book/Aaron")).toEqual(base);
    }),
  );
});

test("a book that nobody decided anything for has no terms", async () => {
  expect(await openSmallStores(createMemoryStore()).terms.read("T1/book/New")).toEqual(
    emptyTermBase,
  );
});

test("what a run found reads back with how sure it was, and which runs are in it", async () => {
  const store = createMemoryStore();
  const found: TermBase = {
    version: 1,
    series: "Lighthouse",
    channel: "C1",
    terms: {
      Aaron: {
        fr: {
          target: "Aron",
          origin: { by: "extraction", key: "k1", at: 1 },
          confidence: 0.5,
          frequency: 7,
        },
      },
    },
    runs: ["k1"],
    removed: { fr: ["Ben"] },
  };

  await openSmallStores(store).terms.change("T1/book/Aaron", () => found);

  expect(await openSmallStores(store).terms.read("T1/book/Aaron")).toEqual(found);
});
