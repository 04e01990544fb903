import { expect, test } from "vitest";

import { openQuotes } from "#features/shared/records.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createLedger } from "#store/quotes.ts";

import { aPostedQuote, aRequest } from "../builders.ts";

test("no open quote is missed while others close, and none is counted twice", async () => {
  const ledger = createLedger(createMemoryStore(), ({ decision }) => decision.status === "open");
  const ids = Array.from({ length: 1200 }, (_, number) => `q${number}`);
  for (const [at, id] of ids.entries())
    await ledger.add(aPostedQuote({ id, request: aRequest({ at }) }));
  const declined = { status: "declined", by: "U1", at: 1 } as const;
  const closing = ids.slice(-60);
  const list: typeof ledger.list = async (...asked) => {
    const page = await ledger.list(...asked);
    for (const id of closing.splice(0, 30)) {
      await ledger.change(id, (quote) => ({ ...quote, decision: declined }));
    }
    return page;
  };

  const found = (await openQuotes({ ledger: { ...ledger, list } })).map(({ id }) => id);

  expect(new Set(found).size).toBe(found.length);
  expect(ids.slice(0, -60).filter((id) => !found.includes(id))).toEqual([]);
});
