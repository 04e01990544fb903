import { expect, test } from "vitest";

import { openQuotes } from "#features/shared/records.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";

import { aPostedQuote, aRequest } from "../../builders.ts";

test("no open quote is missed while others close, and none is counted twice", async () => {
  const quoteStore = createQuoteStore(
    createMemoryStore(),
    ({ decision }) => decision.status === "open",
  );
  const ids = Array.from({ length: 1200 }, (_, number) => `q${number}`);
  for (const [at, id] of ids.entries())
    await quoteStore.add(aPostedQuote({ id, request: aRequest({ at }) }));
  const declined = { status: "declined", by: "U1", at: 1 } as const;
  const closing = ids.slice(-60);
  const list: typeof quoteStore.list = async (...asked) => {
    const page = await quoteStore.list(...asked);
    for (const id of closing.splice(0, 30)) {
      await quoteStore.change(id, (quote) => ({ ...quote, decision: declined }));
    }
    return page;
  };

  const found = (await openQuotes({ ...quoteStore, list })).map(({ id }) => id);

  expect(new Set(found).size).toBe(found.length);
  expect(ids.slice(0, -60).filter((id) => !found.includes(id))).toEqual([]);
});
