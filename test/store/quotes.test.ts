import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Quote } from "#domain/quote.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { serialise } from "#store/store.ts";

import { aCard, aPostedQuote, aQuote, aRequest } from "../builders.ts";
import { aBrokenStore, stores, watched } from "./stores.ts";

const isOpen = (quote: Quote) => quote.decision.status === "open";
const closed = (quote: Quote): Quote => ({
  ...quote,
  decision: { status: "declined", by: "U1", at: 1 },
});
const countUp = (quote: Quote): Quote => ({ ...quote, expiresAt: quote.expiresAt + 1 });
const everything = { offset: 0, limit: 100 };

describe.each(stores)("a ledger in %s", (_, open) => {
  test("keeps what was added, and answers undefined for what was not", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const quote = aQuote();

    expect(await quoteStore.add(quote)).toEqual({ quote, isNew: true });
    expect(await quoteStore.find(quote.id)).toEqual(quote);
    expect(await quoteStore.find("another")).toBeUndefined();
  });

  test("sees what another replica has written since it read the record", async () => {
    await using opened = await open();
    const [quoteStore, other] = [
      createQuoteStore(opened.store, isOpen),
      createQuoteStore(opened.store, isOpen),
    ];
    const quote = aPostedQuote({ expiresAt: 0 });
    await quoteStore.add(quote);
    await quoteStore.find(quote.id);

    await other.change(quote.id, countUp);

    expect((await quoteStore.find(quote.id))?.expiresAt).toBe(1);
    expect((await quoteStore.change(quote.id, countUp)).expiresAt).toBe(2);
  });

  test("shares a record that nobody can change but by a write", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const { id } = (await quoteStore.add(aPostedQuote())).quote;

    const read = await quoteStore.find(id);

    expect(await quoteStore.find(id)).toBe(read);
    expect(Object.isFrozen(read) && Object.isFrozen(read?.tasks)).toBe(true);
    expect(Object.isFrozen(read?.request)).toBe(true);
  });

  test("takes an event that is delivered again for the record that stands", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const quote = aPostedQuote();
    await quoteStore.add(quote);
    const changed = await quoteStore.change(quote.id, countUp);

    expect(await quoteStore.add(quote)).toEqual({ quote: changed, isNew: false });
    expect(await quoteStore.find(quote.id)).toEqual(changed);
  });

  test("of deliveries at the same moment makes one record", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);

    const added = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        quoteStore.add(aPostedQuote({ request: aRequest({ by: `U${n}` }) })),
      ),
    );

    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(added.map(({ quote }) => quote.request.by)).size).toBe(1);
  });

  test("loses no change, however many come at the same moment", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const ids = ["a", "b", "c"];
    await Promise.all(ids.map((id) => quoteStore.add(aPostedQuote({ id, expiresAt: 0 }))));
    const orders = fc.array(fc.constantFrom(...ids), { minLength: 1, maxLength: 40 });
    const expected = new Map(ids.map((id) => [id, 0]));

    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        await Promise.all(order.map((id) => quoteStore.change(id, countUp)));
        for (const id of order) expected.set(id, (expected.get(id) ?? 0) + 1);

        const found = await Promise.all(ids.map((id) => quoteStore.find(id)));
        expect(found.map((quote) => quote?.expiresAt)).toEqual(ids.map((id) => expected.get(id)));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  test("lets one of two decisions win, and the other see it", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const { id } = (await quoteStore.add(aQuote())).quote;
    const seen: string[] = [];
    const decide = (by: string) => (quote: Quote) => {
      seen.push(`${by} sees ${quote.decision.status}`);
      return quote.decision.status === "open"
        ? { ...quote, decision: { status: "declined", by, at: 1 } as const }
        : quote;
    };

    const [one, two] = await Promise.all(
      ["U1", "U2"].map((by) => quoteStore.change(id, decide(by))),
    );

    expect(one).toEqual(two);
    expect(seen.slice(-1)).toEqual(["U2 sees declined"]);
  });

  test("answers what the run had to tell that counted", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const { id } = (await quoteStore.add(aPostedQuote({ expiresAt: 0 }))).quote;
    const count = () =>
      quoteStore.decide(id, (quote) => ({
        quote: countUp(quote),
        outcome: `saw ${quote.expiresAt}`,
      }));

    const decided = await Promise.all([count(), count(), count()]);

    expect(
      decided.map(({ quote, outcome }) => `${outcome}, wrote ${quote.expiresAt}`).toSorted(),
    ).toEqual(["saw 0, wrote 1", "saw 1, wrote 2", "saw 2, wrote 3"]);
  });

  test("has no change for a record that is not there", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);

    await expect(quoteStore.change("another", countUp)).rejects.toThrow("no quote another");
  });

  test("writes nothing where nothing changed", async () => {
    await using opened = await open();
    const { store, asked } = watched(opened.store);
    const quoteStore = createQuoteStore(store, isOpen);
    const { id } = (await quoteStore.add(aQuote())).quote;

    await quoteStore.change(id, (quote) => quote);
    await quoteStore.change(id, (quote) => ({ ...quote }));

    expect(asked).toHaveLength(1);
  });

  test("changes nothing when the function throws", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const { quote } = await quoteStore.add(aQuote());
    const fail = () => {
      throw new Error("a bug");
    };

    await expect(quoteStore.change(quote.id, fail)).rejects.toThrow("a bug");
    expect(await quoteStore.find(quote.id)).toEqual(quote);
  });
});

describe.each(stores)("what a ledger in %s can be asked for", (_, open) => {
  test("a record is found by who asked, where and by its book", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const quote = aQuote({ book: "The Lighthouse Saga" });
    await quoteStore.add(quote);

    const lists = await Promise.all([
      quoteStore.list("open", "all", everything),
      quoteStore.list("person", "T1/U0MAIA", everything),
      quoteStore.list("channel", "T1/C0BOOKS", everything),
      quoteStore.list("book", "T1/The Lighthouse Saga", everything),
      quoteStore.list("person", "T2/U0MAIA", everything),
    ]);

    expect(lists).toEqual([[quote], [quote], [quote], [quote], []]);
  });

  test("the entries follow the record", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const { id } = (await quoteStore.add(aPostedQuote())).quote;
    const found = async () => [
      (await quoteStore.list("open", "all", everything)).length,
      (await quoteStore.list("book", "T1/Lantern", everything)).length,
    ];

    expect(await found()).toEqual([1, 0]);
    await quoteStore.change(id, (quote) => ({ ...quote, book: "Lantern" }));
    expect(await found()).toEqual([1, 1]);
    await quoteStore.change(id, closed);
    expect(await found()).toEqual([0, 1]);
    await quoteStore.change(id, (quote) => ({ ...quote, decision: { status: "open" } }));
    expect(await found()).toEqual([1, 1]);
    await quoteStore.change(id, (quote) => ({ ...quote, book: undefined }));
    expect(await found()).toEqual([1, 0]);
  });

  test("another book takes the place of the first one, and every other entry stays", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const { id } = (await quoteStore.add(aQuote({ book: "Lantern" }))).quote;

    const changed = await quoteStore.change(id, (quote) => ({ ...quote, book: "Harbour" }));

    expect(await quoteStore.list("book", "T1/Lantern", everything)).toEqual([]);
    expect(await quoteStore.list("book", "T1/Harbour", everything)).toEqual([changed]);
    expect(await quoteStore.list("person", "T1/U0MAIA", everything)).toEqual([changed]);
    expect(await quoteStore.list("channel", "T1/C0BOOKS", everything)).toEqual([changed]);
  });

  test("a record without a thread is found under its card, once that is posted", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const place = { ...aPostedQuote().place, thread: undefined };
    const { id } = (await quoteStore.add(aPostedQuote({ place }))).quote;
    const found = () => quoteStore.list("thread", "T1/C0BOOKS/2.2", everything);

    expect(await found()).toEqual([]);
    const posted = await quoteStore.change(id, (quote) => ({
      ...quote,
      card: aCard({ ts: "2.2" }),
    }));
    expect(await found()).toEqual([posted]);
  });

  test("what may be erased is found, what has waited longest first, and no more once it is", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const expired = (id: string, at: number) =>
      aPostedQuote({
        id,
        reading: { status: "refused", reason: "empty" },
        decision: { status: "expired", at },
        request: aRequest({ at }),
      });
    for (const [id, at] of [
      ["late", 3],
      ["early", 1],
      ["later", 9],
    ] as const) {
      await quoteStore.add(expired(id, at));
    }
    const found = async () =>
      (await quoteStore.list("erasable", "all", everything)).map(({ id }) => id);

    expect(await found()).toEqual(["early", "late", "later"]);
    await quoteStore.change("early", (quote) => ({ ...quote, erasedAt: 10 }));
    expect(await found()).toEqual(["late", "later"]);
  });

  test("is read in pages, newest first", async () => {
    await using opened = await open();
    const quoteStore = createQuoteStore(opened.store, isOpen);
    const ids = ["a", "b", "c", "d", "e"];
    for (const [n, id] of ids.entries())
      await quoteStore.add(aPostedQuote({ id, request: aRequest({ at: n }) }));
    const page = async (offset: number) =>
      (await quoteStore.list("open", "all", { offset, limit: 2 })).map(({ id }) => id);

    expect(await page(0)).toEqual(["e", "d"]);
    expect(await page(2)).toEqual(["c", "b"]);
    expect(await page(4)).toEqual(["a"]);
    expect(await page(6)).toEqual([]);
  });
});

describe.each(stores)("a record in %s that cannot be read", (_, open) => {
  const key = "quote:q1";
  const { decision: _open, ...incomplete } = aQuote({ id: "q1" });

  test.each([
    ["no JSON", "{"],
    ["no object", serialise(null)],
    ["what Keyv did not write", JSON.stringify(aQuote({ id: "q1" }))],
    ["what Keyv would not write", "null"],
    ["a version of the future", serialise({ ...aQuote({ id: "q1" }), version: 2 })],
    ["something missing", serialise(incomplete)],
    ["no text at all", ""],
  ])("is refused, and never overwritten: %s", async (_, raw) => {
    await using opened = await open();
    const { store } = opened;
    const quoteStore = createQuoteStore(store, isOpen);
    await store.commit([{ key, before: undefined, after: raw }]);

    await expect(quoteStore.find("q1")).rejects.toMatchObject({ name: "UnreadableRecordError" });
    await expect(quoteStore.change("q1", closed)).rejects.toMatchObject({
      name: "UnreadableRecordError",
    });
    await expect(quoteStore.add(aQuote({ id: "q1" }))).rejects.toMatchObject({
      name: "UnreadableRecordError",
    });
    expect(await store.read(key)).toBe(raw);
  });
});

test("a store that cannot answer is never read as 'not found' or 'done'", async () => {
  const quoteStore = createQuoteStore(aBrokenStore(), isOpen);
  const down = "the store is down";

  await expect(quoteStore.find("q1")).rejects.toThrow(down);
  await expect(quoteStore.add(aQuote())).rejects.toThrow(down);
  await expect(quoteStore.change("q1", closed)).rejects.toThrow(down);
  await expect(quoteStore.list("open", "all", everything)).rejects.toThrow(down);
  await expect(quoteStore.ping()).rejects.toThrow(down);
});

describe.each(stores)("several records at once in %s", (_, open) => {
  const entry = (value: string) => ({ index: "name", value, order: 1 });

  test("they are written together with their entries, or none of them is", async () => {
    await using opened = await open();
    const { store } = opened;
    const one = { key: "a", before: undefined, after: "1", add: [entry("x")] };
    const other = { key: "b", before: undefined, after: "2", add: [entry("x"), entry("y")] };

    expect(await store.commit([one, other])).toBe(true);
    expect(await store.commit([{ ...one, before: "1", after: "3" }, other])).toBe(false);

    expect([await store.read("a"), await store.read("b")]).toEqual(["1", "2"]);
    expect(await store.find("name", ["x", "y", "z"], 5)).toEqual(
      new Map([
        ["x", expect.arrayContaining(["a", "b"])],
        ["y", ["b"]],
      ]),
    );
  });

  test("one may be only compared, and one may be taken away with its entries", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.commit([
      { key: "a", before: undefined, after: "1" },
      { key: "b", before: undefined, after: "2", add: [entry("x")] },
    ]);
    const gone = { key: "b", before: "2", after: undefined, remove: [entry("x")] };

    expect(await store.commit([{ key: "a", before: "0", after: "0" }, gone])).toBe(false);
    expect(await store.commit([{ key: "a", before: "1", after: "1" }, gone])).toBe(true);

    expect([await store.read("a"), await store.read("b")]).toEqual(["1", undefined]);
    expect(await store.find("name", ["x"], 5)).toEqual(new Map());
  });
});
