import { describe, expect, test } from "vitest";
import type { z } from "zod";

import { claimSchema, coverageSchema, textNamesSchema } from "#domain/claim.ts";
import { inquiriesSchema } from "#domain/estimate/inquiries.ts";
import { markerSchema, storeOwnerSchema } from "#domain/recovery.ts";
import { accountSchema } from "#domain/spending/account.ts";
import { countedSchema } from "#domain/spending/person-limits.ts";
import { spendRowSchema } from "#domain/spending/spend.ts";

import { aCoverage, aCoveringRun, aSpendRow, noon, opening } from "../builders.ts";

const fingerprints = { bound: 9, list: "AAAA" };
const claimed = { key: "k1", quoteId: "q1", workspace: "T1" };
const glossary = { hash: "9", strategy: "merge" };

/** One record of each kind that money depends on, with all its fields. */
const samples: Readonly<Record<string, readonly [z.ZodType, object]>> = {
  account: [
    accountSchema,
    {
      version: 1,
      reading: { balance: 5, used: 4, at: noon, recorded: 3 },
      usedBefore: 2,
      reservations: [
        {
          ...claimed,
          channel: "C1",
          price: 7,
          at: noon,
          post: "post",
          book: "book",
          freed: true,
        },
      ],
      spent: { "2026-11/T1/C1": 5 },
      recorded: 6,
      auto: { "2026-11/T1": 7 },
      posts: { post: { credits: 8, at: noon } },
      low: ["T1"],
    },
  ],
  "charged run": [spendRowSchema, aSpendRow({ book: "Lantern", reference: "PO-1" })],
  "approved run": [spendRowSchema, aSpendRow({ basis: "approved" })],
  claim: [
    claimSchema,
    {
      ...claimed,
      version: 1,
      target: "fr",
      kind: "translation",
      textSha256: "a",
      slice: opening(5),
      price: 5,
      at: noon,
      glossary,
      book: "book",
      names: ["name"],
      fingerprints,
    },
  ],
  coverage: [
    coverageSchema,
    aCoverage({
      runs: [
        aCoveringRun({ known: { slice: opening(5), characters: 5 }, isReset: true }),
        ...(["running", "gone", "failed", "unknown", "erased"] as const).map((status) =>
          aCoveringRun({ status }),
        ),
      ],
      units: [{ from: 0, to: 9, known: 3, bought: 4 }],
      variants: ["fr-CA"],
      approved: [{ key: "k1", at: noon, price: 5 }],
    }),
  ],
  "names of a text": [textNamesSchema, { whole: "whole", chapters: ["one"], fingerprints }],
  inquiries: [
    inquiriesSchema,
    { version: 1, off: { credits: 1, at: noon }, told: { credits: 2, at: noon }, rateTold: 3 },
  ],
  "limits of a person": [countedSchema, { version: 1, now: [{ id: "F1 fr", until: noon }] }],
  "marker of a store": [
    markerSchema,
    {
      version: 1,
      id: "store",
      at: noon,
      loss: {
        noticedAt: noon,
        cards: { taken: 1, missed: 2, shown: [{ channel: "C1", ts: "1.2" }] },
        askedAt: noon,
        decided: { by: "U0ADA", at: noon },
      },
    },
  ],
  "owner of a store": [storeOwnerSchema, { version: 1, workspace: "T1", at: noon, keys: ["key"] }],
};

/** Returns copies of a record, each with one value of another type, and the name of the value. */
function spoilt(record: unknown, path = ""): readonly (readonly [string, unknown])[] {
  if (Array.isArray(record)) {
    return record.flatMap((one: unknown, index) =>
      spoilt(one, `${path}[${index}]`).map(
        ([name, bad]) => [name, record.with(index, bad)] as const,
      ),
    );
  }
  if (typeof record === "object" && record !== null) {
    return Object.entries(record).flatMap(([key, one]) =>
      spoilt(one, `${path}.${key}`).map(
        ([name, bad]) => [name, { ...record, [key]: bad }] as const,
      ),
    );
  }
  return record === undefined ? [] : [[path, typeof record === "number" ? "12" : 7]];
}

describe.each(Object.entries(samples))(
  "a record that money depends on: %s",
  (_, [schema, record]) => {
    test("is read with all its fields", () => {
      expect(schema.parse(record)).toEqual(record);
    });

    test("is not read with a value of another type in any of them", () => {
      const read = spoilt(record).filter(([, bad]) => schema.safeParse(bad).success);

      expect(read.map(([name]) => name)).toEqual([]);
    });
  },
);

test("coverage from before units were noted knows of none", () => {
  const { units: _, ...before } = aCoverage();

  expect(coverageSchema.parse(before)).toEqual(aCoverage());
});
