import * as fc from "fast-check";
import { expect, test } from "vitest";

import { quoteSchema } from "#domain/quote.ts";
import { parseQuote, printQuote } from "#store/quotes.ts";
import { serialise } from "#store/store.ts";

import { arbitraryQuote } from "../arbitraries/quote.ts";
import { aCard, aQuote, aTask, running } from "../builders.ts";
import { runs } from "../proofs/hostile/runs.ts";

test("every record reads back as it was written", () => {
  fc.assert(
    fc.property(arbitraryQuote, (quote) => {
      const back = parseQuote(printQuote(quote));

      expect(back).toEqual(quote);
      expect(printQuote(back)).toBe(printQuote(parseQuote(printQuote(back))));
    }),
    runs(300),
  );
});

test("nothing that stands in a store is read as a record by mistake", () => {
  const required = Object.entries(quoteSchema.shape)
    .filter(([, schema]) => !schema.safeParse(undefined).success)
    .map(([field]) => field);
  const broken = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map(serialise),
    fc.constantFrom(...required).map((field) => serialise({ ...aQuote(), [field]: undefined })),
    fc
      .tuple(fc.constantFrom(...Object.keys(aQuote())), fc.constantFrom([], { status: "odd" }))
      .filter(([field]) => !["tasks", "notices", "glossary", "approvers"].includes(field))
      .map(([field, value]) => serialise({ ...aQuote(), [field]: value })),
  );

  fc.assert(
    fc.property(broken, (raw) => {
      expect(() => parseQuote(raw)).toThrow(
        expect.objectContaining({ name: "UnreadableRecordError" }),
      );
    }),
  );
});

test.each([
  ["whose quote it is", { id: "" }],
  ["where it was posted", { place: { ...aQuote().place, channel: "" } }],
  ["what names a run", { tasks: [aTask({ key: "" })] }],
  ["what names the partner's task", { tasks: [aTask({ state: running({ taskId: "" }) })] }],
  ["what the card is called", { card: aCard({ ts: "" }) }],
  ["what a price is", { tasks: [{ ...aTask(), price: "12345" }] }],
  ["how a run stands", { tasks: [{ ...aTask(), state: { status: "done" } }] }],
])("a record that does not say %s is refused", (_, spoilt) => {
  const raw = serialise({ ...aQuote(), ...spoilt });

  expect(() => parseQuote(raw)).toThrow(expect.objectContaining({ name: "UnreadableRecordError" }));
});

test("the message of a fault does not repeat the record", () => {
  const raw = serialise({
    ...aQuote(),
    expiresAt: "soon",
    file: { id: "F1", name: "Secret Title" },
  });

  expect(() => parseQuote(raw)).toThrow(/expiresAt/u);
  expect(() => parseQuote(raw)).not.toThrow(/Secret/u);
});
