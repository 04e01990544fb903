import { expect, test } from "vitest";

import { NotRecordedError } from "#domain/errors.ts";
import type { AuditEvent } from "#domain/settings/audit.ts";
import { createRecords, goOnWithout, type CardThread } from "#features/recovery/restore-records.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createDedupStore, openSmallStores } from "#store/small-stores.ts";
import type { CasStore } from "#store/store.ts";

import { handClock } from "../../partner/hand-clock.ts";
import { testAppContext, anOffer } from "../../support/app-context.ts";

const day = 86_400_000;
const aCard: CardThread = {
  channel: "C0BOOKS",
  cards: [{ quoteId: "long gone", ts: "1.1", runs: [{ key: "k1", approvedAt: 0, taskId: "t1" }] }],
  files: [],
};

test("a store without a marker is new where Slack shows no card that it does not know", async () => {
  const { records, begin, asked, store } = aWatch();
  const seen = await records.status();

  await begin();

  expect([seen, await records.status(), asked.length]).toEqual(["sought", "open", 0]);
  expect((await openSmallStores(store).marker.read())?.loss).toBeUndefined();
});

test("nothing is sold while the store cannot keep a record, and seconds later again when it can", async () => {
  const { records, begin, unfit, clock } = aWatch();
  await begin();
  unfit.push("Redis may evict records.");
  await clock.pass(4000);
  const meanwhile = await records.status();
  unfit.length = 0;
  await clock.pass(4000);

  expect([meanwhile, await records.status()]).toEqual(["unfit", "open"]);
});

test("cards that the store knows make no loss of it", async () => {
  const quote = anOffer();
  const cards = [{ quoteId: quote.id, ts: "1.1", runs: [] }];
  const { records, begin, ctx } = aWatch({ threads: [{ ...aCard, cards }] });
  await ctx.quoteStore.add(quote);

  await begin();

  expect(await records.status()).toBe("open");
});

test("a store that does not know a card has lost its records, and an admin decides", async () => {
  const { records, begin, asked, events } = aWatch({ threads: [aCard] });

  await begin();
  const waiting = await records.status();
  const outcomes = [await records.resumeSales("U0ADA"), await records.resumeSales("U0ANA")];

  expect(waiting).toBe("undecided");
  expect(asked).toEqual([{ taken: 0, missed: 1, shown: [{ channel: "C0BOOKS", ts: "1.1" }] }]);
  expect(outcomes).toEqual([{ status: "gone-on" }, { status: "decided-before" }]);
  expect(await records.status()).toBe("open");
  expect(events).toEqual([{ kind: "emptied" }, { kind: "went-on", by: "U0ADA" }]);
});

test("a store that is emptied under Galley is noticed by the next who wants to buy", async () => {
  const { records, begin, empty, events } = aWatch();
  await begin();

  empty();

  expect(await records.status()).toBe("sought");
  expect(await records.resumeSales("U0ADA")).toEqual({ status: "nothing-lost" });
  expect(events).toEqual([{ kind: "emptied" }]);
});

test("another replica that took the emptied store for a new one is put right", async () => {
  const one = aWatch();
  await one.begin();

  one.empty();
  const other = aWatch({ store: one.store });
  await other.begin();
  const fooled = await other.records.status();
  const noticed = await one.records.status();

  expect([fooled, noticed, await other.records.status()]).toEqual(["open", "sought", "sought"]);
});

test("the admins are asked once by all replicas, again after a day, and until one is reached", async () => {
  const one = aWatch({ threads: [aCard], reached: [false, true, true] });
  const other = aWatch({ threads: [aCard], store: one.store, clock: one.clock });

  await one.begin();
  await other.begin();
  const atOnce = one.asked.length + other.asked.length;
  await one.clock.pass(70_000);
  const soon = one.asked.length + other.asked.length;
  one.late.ms = day;
  other.late.ms = day;
  await one.clock.pass(10_000);

  expect([atOnce, soon, one.asked.length + other.asked.length]).toEqual([1, 2, 3]);
});

test("whoever buys is told of a loss for 90 days, also once it was decided", async () => {
  const { records, begin, late } = aWatch({ threads: [aCard] });
  const before = records.isLossRecent();
  await begin();
  await records.resumeSales("U0ADA");

  const soon = records.isLossRecent();
  late.ms = 90 * day;

  expect([before, soon, records.isLossRecent()]).toEqual([false, true, false]);
});

test.each([
  ["U0ANA", { status: "not-allowed" }],
  ["U0ADA", { status: "gone-on" }],
])("%s lets Galley go on: %j", async (person, expected) => {
  const { ctx, records, begin } = aWatch({ threads: [aCard] });
  await begin();

  expect(await goOnWithout({ ...ctx, records }, person)).toEqual(expected);
});

test("a decision that cannot be recorded is none", async () => {
  const { ctx, records } = aWatch();
  const resumeSales = async () => Promise.reject(new Error("the store is down"));

  const decided = goOnWithout({ ...ctx, records: { ...records, resumeSales } }, "U0ADA");

  await expect(decided).rejects.toThrow(NotRecordedError);
});

type Options = {
  readonly threads?: readonly CardThread[];
  readonly store?: ReturnType<typeof emptiable>;
  readonly clock?: ReturnType<typeof handClock>;
  /** True for each attempt that reached an admin. */
  readonly reached?: readonly boolean[];
};

/** Sets up one replica's watch over a store that can be emptied; `begin` lasts until it rests. */
function aWatch(options: Options = {}) {
  const { threads = [], store = emptiable(), clock = handClock(), reached = [] } = options;
  const { ctx } = testAppContext({ store });
  const asked: unknown[] = [];
  const events: AuditEvent[] = [];
  const sleep = async (ms: number, signal = new AbortController().signal) => {
    await clock.sleep(ms, signal).catch(() => undefined);
  };
  const late = { ms: 0 };
  const now = () => clock.now() + late.ms;
  let ids = Math.random();
  const unfit: string[] = [];
  const records = createRecords({
    now,
    marker: openSmallStores(store).marker,
    storeTroubles: async () => unfit,
    hasAllCommits: store.hasAllCommits,
    newId: () => String((ids += 1)),
    audit: (event) => void events.push(event),
  });
  const watch: Parameters<typeof records.watch>[0] = {
    ctx: { ...ctx, records, now, tick: clock.now, sleep },
    search: async function* search() {
      yield* threads;
    },
    ask: async (cards) => {
      asked.push(cards);
      return reached[asked.length - 1] ?? true;
    },
    heardAt: undefined,
    once: createDedupStore(store).at(now).first,
    onFault: (error) => {
      throw error;
    },
  };
  const begin = async () => {
    void records.watch(watch, new AbortController().signal);
    await records.looked;
    await clock.pass(0);
  };
  return { records, begin, asked, events, ctx, store, clock, late, unfit, empty: store.empty };
}

function emptiable(): CasStore & { readonly empty: () => void } {
  let inner = createMemoryStore();
  return {
    ...inner,
    read: (key) => inner.read(key),
    get: (key) => inner.get(key),
    set: (key, value) => inner.set(key, value),
    commit: (changes) => inner.commit(changes),
    list: (...asked) => inner.list(...asked),
    empty: () => {
      inner = createMemoryStore();
    },
  };
}
