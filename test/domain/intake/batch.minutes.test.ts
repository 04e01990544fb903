import { expect, test } from "vitest";

import { batchDigest, batchMinutes, totalDigest } from "#domain/intake/batch.ts";
import type { Batch, Count } from "#domain/intake/request-details.ts";

import { aQuote, aRequest } from "../../builders.ts";

function aTotal(...counts: readonly (Count | undefined)[]) {
  const parts = counts.map((count, n) => ({
    quoteId: `q${n}`,
    fileId: "F1",
    target: "de",
    count,
  }));
  const total = { thread: "1.1", parts, leftOut: [] };
  const batch: Batch = { first: "q0", repeats: false, told: undefined, total };
  return aQuote({ id: "q0", request: aRequest({ batch }) });
}

const count = { status: "priced", target: "de", characters: 9, credits: 9 } as const;
const taking = (minutes: number | undefined) => ({ ...count, minutes });

test("the open cards of a batch take as long as the longest of them", () => {
  const decided = { ...taking(600), status: "decided" } as const;

  expect(batchMinutes(aTotal(taking(20), taking(120), decided))).toBe(120);
});

test.each([
  ["a card does not know it", [taking(20), taking(undefined)]],
  ["a card is still counted", [taking(20), undefined]],
  ["no card is open", [{ ...taking(20), status: "decided" } as const]],
])("nothing is said of it while %s", (_, counts) => {
  expect(batchMinutes(aTotal(...counts))).toBeUndefined();
});

test("another time updates the message and refuses no click on what it approves", () => {
  const [before, after] = [aTotal(count, taking(20)), aTotal(taking(30), taking(20))];

  expect(totalDigest(after)).not.toBe(totalDigest(before));
  expect(batchDigest(after)).toBe(batchDigest(before));
  expect(batchDigest(aTotal({ ...count, credits: 10 }, taking(20)))).not.toBe(batchDigest(before));
  expect(batchDigest(aTotal(count, count))).toBe(totalDigest(aTotal(count, count)));
});
