import * as fc from "fast-check";
import { expect, test } from "vitest";

import { type Verdict, noVerdicts } from "../../src/features/estimate/rules/inquiries.ts";
import { createMemoryStore } from "../../src/store/open-store.ts";
import { openSmallStores } from "../../src/store/small-stores.ts";
import { at, bare, count, maybe, text } from "../arbitraries/values.ts";

const probe = fc.record({
  before: fc.record({ balance: fc.integer(), used: count }),
  beside: text,
  target: fc.constantFrom("fr", "zh-TW"),
  at,
  taskId: maybe(fc.string({ minLength: 1 })),
});

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({
    status: fc.constant("open" as const),
    since: at,
    probe: maybe(probe),
  }),
  bare("free"),
  fc.record({ status: fc.constant("charged" as const), credits: count }),
  fc.record({ status: fc.constant("none" as const), at }),
);

test("what is known of inquiries reads back as it was written, for its own account alone", async () => {
  await fc.assert(
    fc.asyncProperty(maybe(verdict), maybe(verdict), async (language, estimate) => {
      const { inquiries: verdicts } = openSmallStores(createMemoryStore());
      const written = { ...noVerdicts, language, estimate };

      await verdicts.change("key-1", () => written);

      expect(await verdicts.read("key-1")).toEqual(written);
      expect(await verdicts.read("key-2")).toBe(noVerdicts);
    }),
  );
});
